"""Links of a Chain in a question: what kind each is, in which order, and which answers which."""

from __future__ import annotations

import re
from dataclasses import dataclass

from query.read.procedure.words import Words

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


def negating(words: Words, marks: list[tuple[int, int, int]]) -> tuple[tuple[int, int], ...] | None:
    """(by, negated) of the links that negate others, as told; None where it is not sure which."""
    told = words.cues.all("chain.negates-one", words.text)
    return (pairs_of(words, marks, told) or None) if marks else None


def pairs_of(words: Words, marks: list[tuple[int, int, int]], told: list[re.Match[str]]) -> tuple[tuple[int, int], ...]:
    """(by, negated) of each negation told; none where it is not sure which links it is of."""
    return _one_pair(words, marks, told[0].start()) if len(told) == 1 else _pairs(words, len(told))


def _one_pair(words: Words, marks: list[tuple[int, int, int]], place: int) -> tuple[tuple[int, int], ...]:
    """(by, negated) of the only negation told; a link that names none negates the one before it."""
    by = next((n for n, start, _ in sorted(marks, key=lambda m: -m[1]) if start < place), 0)
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
    for start, end, kind in words.asked():
        if kind != "yes/no" or not words.cues.has("chain.chained-to", words.text[start:end]):
            continue
        inside = mentions(words, start, end)
        before = mentions(words, 0, start)
        if len(inside) == 2:
            return _ordered(words, inside[0], inside[1])
        if len(inside) == 1 and before:
            return before[-1].kind, inside[0].kind
    return None


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
    if "对" in before and "对方" not in before[-3:]:
        return one.kind, two.kind
    if words.cues.has("chain.chained-to", between):
        return (one.kind, two.kind) if _opponents(words, one) else (two.kind, one.kind)
    return None


def _opponents(words: Words, one: Mention) -> bool:
    """Whether the first named is the opponent's, so that it is what is answered."""
    return words.side_before(one.start, max(0, one.start - 12)) == "opp"
