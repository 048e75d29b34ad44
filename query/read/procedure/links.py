"""Links of a Chain in a question: what kind each is, in which order, and which answers which."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kb.lang.later import later
from query.read.procedure.words import Words

_BRACKET = later(r"\([^)]*$")
_STOP = later(r"[,;.?!。，；？！]")

KINDS = (
    "counter",
    "quick-play",
    "normal-trap",
    "continuous-trap",
    "normal-spell",
    "continuous-spell",
    "field-spell",
    "equip-spell",
    "ritual-spell",
    "quick-effect",
    "ignition",
    "trigger",
    "flip",
    "monster-effect",
    "trap",
    "spell",
)


@dataclass(frozen=True, slots=True)
class Mention:
    """A kind of card or effect at its place."""

    kind: str
    start: int
    end: int


def mentions(words: Words, start: int = 0, end: int | None = None) -> list[Mention]:
    """Every kind that is named, the most exact name of each place, in order."""
    found: list[Mention] = []
    text = words.text[:end]
    for kind in KINDS:
        for match in words.cues.patterns[f"chain.{kind}"].finditer(text, start):
            if not any(m.start < match.end() and match.start() < m.end for m in found):
                found.append(Mention(kind, match.start(), match.end()))
    return sorted(found, key=lambda m: m.start)


def markers(words: Words) -> list[tuple[int, int, int]]:
    """(number, start, end) of each "chain link 2", the first of each number."""
    found: dict[int, tuple[int, int, int]] = {}
    for match in words.cues.all("chain.c", words.text):
        number = int(next(g for g in match.groups() if g))
        if 1 <= number <= 12 and number not in found:
            found[number] = (number, match.start(), match.end())
    return sorted(found.values())


def link_around(text: str, marks: list[tuple[int, int, int]], place: int) -> int | None:
    """The number of the link that an offset belongs to: of the mark before it, or behind it where they stand in brackets; None
    where there is none. The first may stand before what it does, with the others in brackets."""
    ordered = sorted(marks, key=lambda m: m[1])
    closed = [text[end : end + 1] in (")", "") and bool(_BRACKET.search(text[:start])) for _, start, end in ordered]
    if all(closed[1:]) and (closed[0] or len(closed) > 1):
        first = _STOP.search(text, ordered[0][2])
        if not closed[0] and first and ordered[0][2] <= place < first.start():
            return ordered[0][0]
        return next((n for n, start, _ in ordered if start > place), None)
    return next((n for n, _, end in reversed(ordered) if end <= place), None)


def negating(words: Words, marks: list[tuple[int, int, int]]) -> tuple[tuple[int, int], ...] | None:
    """(by, negated) of the links that negate others, as told; None where it is not sure which."""
    told = words.cues.all("chain.negates-one", words.text)
    return (pairs_of(words, marks, told) or None) if marks else None


def pairs_of(words: Words, marks: list[tuple[int, int, int]], told: list[re.Match[str]]) -> tuple[tuple[int, int], ...]:
    """(by, negated) of each negation told, of the link before where none is named; none where it is not sure which links it is
    of."""
    if len(told) > 1 and not words.has("chain.names-negated") and not words.has("chain.negator"):
        links = [link_around(words.text, marks, t.start()) or 0 for t in told]
        return tuple((n, n - 1) for n in links) if len(set(links)) == len(links) and min(links) > 1 else ()
    return _one_pair(words, marks, told[0].start()) if len(told) == 1 else _pairs(words, len(told))


def _one_pair(words: Words, marks: list[tuple[int, int, int]], place: int) -> tuple[tuple[int, int], ...]:
    """(by, negated) of the only negation told; a link that names none negates the one before it."""
    by = link_around(words.text, marks, place) or 0
    named = words.cues.first("chain.names-negated", words.text)
    negated = int(next(g for g in named.groups() if g)) if named else by - 1
    if named and named.group().rstrip().endswith("negated") and not named.group().startswith("negat"):
        by = max(by, negated + 1)
    return ((by, negated),) if 1 <= negated < by else ()


def _pairs(words: Words, count: int) -> tuple[tuple[int, int], ...]:
    """(by, negated) of each of several negations, all of which have to name both links."""
    found = []
    for match in words.cues.all("chain.negator", words.text):
        groups = match.groupdict()
        by, of = int(groups["by"] or groups["zby"]), int(groups["of"] or groups["zof"])
        found.append((by, of))
    sure = len(found) == count and all(1 <= of < by for by, of in found) and len({by for by, _ in found}) == count
    return tuple(found) if sure else ()


def first_kind(words: Words) -> str:
    """The kind that is named first; empty if none is."""
    found = mentions(words)
    return found[0].kind if found else ""


def answering(words: Words) -> tuple[str, str] | None:
    """(what is answered, what answers it) where a question asks whether one may; None if that is not told."""
    return next(iter(answerings(words)), None)


def answerings(words: Words) -> list[tuple[str, str]]:
    """(what is answered, what answers it) of each question that asks whether one may, in order."""
    found = [
        _answered(words, start, end)
        for start, end, kind in words.asked()
        if kind == "yes/no"
        and any(words.cues.has(cue, words.text[start:end]) for cue in ("chain.chained-to", "chain.bare-legal"))
    ]
    return [pair for pair in found if pair is not None]


def _answered(words: Words, start: int, end: int) -> tuple[str, str] | None:
    inside = mentions(words, start, end)
    before = mentions(words, 0, start)
    if words.cues.has("chain.bare-legal", words.text[start:end]) and not inside:
        return _stated(words, before)
    if len(inside) == 2:
        return _ordered(words, inside[0], inside[1])
    if words.has("chain.summon"):
        return None
    if len(inside) == 1 and before:
        told = words.text[start : inside[0].start]
        if words.cues.has("chain.named-to", told):
            return None
        others = [m for m in before if m.kind != inside[0].kind]
        if words.cues.has("chain.another", words.text[before[-2].end : before[-1].start] if len(before) > 1 else ""):
            return inside[0].kind, before[-1].kind  # "my other one is a Counter Trap too"
        if words.cues.has("chain.that-one", told) and 0 < len(others) < len(before):
            return inside[0].kind, others[-1].kind
        if words.cues.has("chain.it-to", told) or (
            words.cues.has("chain.he-does", told) and not words.cues.has("chain.chained-to", told)
        ):
            return inside[0].kind, before[-1].kind
        return _last(words, before).kind, inside[0].kind
    return _told_before(words, before, start, end) if not inside else None


def _stated(words: Words, named: list[Mention]) -> tuple[str, str] | None:
    """What answers what in a statement ("he responds to X with Y", "A发动X，B连锁Y"); None where it is not sure."""
    if len(named) != 2:
        return None
    one, two = named
    before, between = words.text[: one.start], words.text[one.end : two.start]
    if words.lang == "en":
        onto = words.cues.has("chain.answers-told", before) and words.cues.has("chain.onto", between)
        if onto and not words.cues.has("chain.with", between):
            return two.kind, one.kind
        return _stated_in_turn(words, one, two, between)
    if words.cues.has("chain.follows-his", between):
        return two.kind, one.kind
    return (one.kind, two.kind) if words.cues.has("chain.answers-told", between) else None


def _stated_in_turn(words: Words, one: Mention, two: Mention, between: str) -> tuple[str, str] | None:
    """The same of "X answers Y", "X is answered by Y", "I activate X and he chains Y"."""
    if words.cues.has("chain.answered-by", between):
        return one.kind, two.kind
    verb = words.cues.first("chain.answers-told", between)
    if verb is None:
        return (
            (one.kind, two.kind)
            if words.cues.has("chain.with", between) and not words.cues.has("chain.onto", between)
            else None
        )
    if words.cues.has("chain.next-does", between[: verb.start()]):
        return (one.kind, two.kind) if not words.cues.has("chain.onto", between) else None
    return two.kind, one.kind


def _last(words: Words, named: list[Mention]) -> Mention:
    """The link told of last: of "he chains X to Y" it is X."""
    if len(named) < 2:
        return named[-1]
    one, two = named[-2:]
    start = next((a for a, b in words.clauses() if a <= one.start < b), 0)
    between, before = words.text[one.end : two.start], words.text[start : one.start]
    turned = (
        words.cues.has("chain.follows-his", between)
        or words.cues.has("chain.link-onto", between)
        or (words.cues.has("chain.onto", between) and words.cues.has("chain.chained-to", before))
    )
    return one if turned else two


def _told_before(words: Words, named: list[Mention], start: int, end: int) -> tuple[str, str] | None:
    """Of two that were told of, one of each player, the other player's is answered by the one of whom is asked."""
    if len(named) != 2 or words.has("chain.told-else") or not words.cues.has("chain.may-answer", words.text[start:end]):
        return None
    sides = [words.side_before(m.start, words.sentence_start(m.start)) or "own" for m in named]
    if set(sides) != {"own", "opp"}:
        return None
    verb = words.cues.first("chain.chained-to", words.text[start:end])
    asker = words.side_before(start + verb.start() if verb else end, start) or "own"  # "can I chain it to his?"
    mine = named[sides.index(asker)]
    other = named[1 - sides.index(asker)]
    return other.kind, mine.kind


def _ordered(words: Words, one: Mention, two: Mention) -> tuple[str, str] | None:
    between = words.text[one.end : two.start]
    if words.cues.has("chain.answered-by", between):
        return one.kind, two.kind
    if words.lang == "en":
        with_, to = words.cues.has("chain.with", between), words.cues.has("chain.respond-to", between)
        if with_ and not to:
            return one.kind, two.kind
        return (two.kind, one.kind) if to or words.cues.has("chain.chained-to", between) else None
    before = words.text[max(0, one.start - 6) : one.start]
    if words.cues.has("chain.follows-his", between):
        return two.kind, one.kind
    if "对" in before and "对方" not in before[-3:]:
        return one.kind, two.kind
    if words.cues.has("chain.chained-to", between):
        return (one.kind, two.kind) if _opponents(words, one) else (two.kind, one.kind)
    return None


def _opponents(words: Words, one: Mention) -> bool:
    """Whether the first named is the opponent's, so that it is what is answered."""
    return words.side_before(one.start, max(0, one.start - 12)) == "opp"


TRAPS = ("trap", "normal-trap", "continuous-trap", "counter")


def placed(words: Words, kind: str) -> str:
    """Where a card that is to answer comes from, where that decides: "set-now", "set-unsure", "hand-trap", "hand-his-turn",
    "hand-unsure"; empty where it decides nothing."""
    if kind not in (*TRAPS, "quick-play"):
        return ""
    if _from_hand(words, kind):
        return "hand-trap" if kind in TRAPS else _hand_turn(words)
    if not _is_set(words, kind) or words.has("set.by-text"):
        return ""
    if words.has("ask.not-known"):
        return "set-unsure"
    return "set-now" if words.has("set.this-turn") and not words.has("set.earlier") and not words.has("set.later") else ""


def _from_hand(words: Words, kind: str) -> bool:
    """Whether it is the card that answers that is said to be in the hand."""
    for match in words.cues.all("chain.from-hand", words.text):
        start = next((a for a, b in words.clauses() if a <= match.start() < b), 0)
        near = [m for m in mentions(words, start, match.end() + _NEAR) if m.kind == kind]
        if near and not words.cues.has("set.set", words.text[start : match.end()]):
            return True
    return False


_NEAR = 14
"""How far behind "from the hand" its card may be named, in characters."""


def _hand_turn(words: Words) -> str:
    own, his = words.has("hand.own-turn"), words.has("hand.his-turn")
    if own == his:
        return "hand-unsure"
    asked = [words.side_before(b, a) for a, b, kind in words.asked() if kind == "yes/no"]
    if any(side == "opp" for side in asked) and not any(
        words.cues.has("chain.i-may", words.text[a:b]) for a, b, _ in words.asked()
    ):
        return "" if his else "hand-his-turn"
    return "" if own else "hand-his-turn"


def _is_set(words: Words, kind: str) -> bool:
    """Whether the card that answers is said to be Set."""
    for match in words.cues.all("set.set", words.text):
        start, end = next(((a, b) for a, b in words.clauses() if a <= match.start() < b), (0, 0))
        if any(m.kind == kind for m in mentions(words, start, end)):
            return True
    return False
