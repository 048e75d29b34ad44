"""ATK or DEF and what happens to it, as people tell it: changes in order, what each comes from, what ends."""

from __future__ import annotations

import re

from query.read.procedure.model import Ask, Procedure, Stats
from query.read.procedure.numbers import Number, numbers_of
from query.read.procedure.stats_change import NAMED, Event, Told, is_named
from query.read.procedure.stats_events import CHANGES, events_of, resolved, take
from query.read.procedure.stats_line import read_line
from query.read.procedure.words import Words

_ANY = 1000
"""What stands for a value that nobody told, where it is only asked whether a change still counts."""
LEAST = 10
"""ATK and DEF are 0 or at least that much: a smaller number counts cards."""
TAGS = ("count", "result", "life", "up", "down", "set", "atk", "def")


def read_stats(words: Words) -> Procedure | None:
    """The sequence a text tells; None if it tells none, or says something of it that is not understood."""
    if not words.has("stat.value") or words.has("stat.unread") or words.has("battle.attack"):
        return None
    if words.has("memory.gemini", "memory.face-down"):
        return None
    if (short := read_line(words)) is not None:
        return short
    numbers = numbers_of(words, TAGS)
    went = _went(words, numbers)
    unknown = words.has("stat.unknown")
    base = went or _base(words, numbers)
    if base is not None and unknown and base.tag != "def" and _self_set(words, base):
        base.tag, base = "set", None
    if base is not None and base is not went and not unknown and _self_set(words, base):
        return None
    if base is not None and words.cues.has("stat.no-base", words.text[: base.start].rstrip()):
        return None
    hidden = base is None and not unknown
    swap, other = _swapped(words, numbers, base)
    if swap is not None and other is None:
        return None
    told = Told(words)
    events = [*events_of(words, numbers, base), *([swap] if swap else [])]
    ordered = resolved(words, sorted(events, key=lambda e: e.place))
    if ordered is None:
        return None
    reached: list[tuple[int, int]] = []
    for event in ordered:
        if not take(told, event):
            return None
        reached.append((event.place, len(told.events)))
    result = [n for n in numbers if n not in (base, other) and _is_result(words, n, ordered)]
    left = [n for n in numbers if n not in (base, other, *result) and _open(words, n)]
    claims = _claims(words, left, told, reached)
    negated = any(kind == "negated" for kind, _ in told.events)
    if claims is None or not (told.changes or (unknown and negated)):
        return None
    if unknown and words.has("stat.negation") and (not negated or any(c.sign == "=" for c in told.changes)):
        return None
    if words.has("stat.half") and not any(c.sign == "/" for c in told.changes):
        return None
    asks, what = _asks(words, told, reached)
    if asks is None or not (asks or what or claims):
        return None
    if not negated and (hidden or words.has("stat.question-mark")):
        return None
    plain = not claims and len(words.asked()) == len(asks) > 0 and all(a.about in ("still", "gone") for a in asks)
    if hidden and not plain:
        return None
    given = Stats(
        of="def" if base and base.tag == "def" else "atk",
        printed=base.value if base else _ANY if hidden else 0,
        hidden=hidden,
        unknown=unknown and base is None,
        changes=tuple(told.changes),
        events=tuple(told.events),
        other=other.value if other else None,
        unordered=len(told.changes) == len(told.events) == 2 and words.has("stat.unordered"),
        stated=tuple(n.value for n in numbers if n.tag == "result" or n in result),
    )
    everything = (*asks, *claims)
    return Procedure(topic="stats", lang=words.lang, given=given, asks=everything, yes_no=bool(everything))


def _swapped(words: Words, numbers: list[Number], base: Number | None) -> tuple[Event | None, Number | None]:
    """ATK and DEF changing places, as the setting to the other value; and that other value."""
    match = words.cues.first("stat.swaps", words.text)
    if match is None:
        return None, None
    kinds = {n.tag: n for n in numbers if n.tag in ("atk", "def")}
    pair = words.cues.all("num.pair", words.text)
    if base is not None and len(pair) == 1 and len(numbers) == 2 and len(words.cues.all("stat.swaps", words.text)) == 1:
        numbers[0].tag, numbers[1].tag = "atk", "def"
        kinds = {n.tag: n for n in numbers}
    if base is None or len(kinds) != 2:
        return Event(match.start(), "set", match.end()), None
    other = kinds["def" if base.tag == "atk" else "atk"]
    number = Number(other.value, match.start(), match.end(), "set")
    return Event(match.start(), "set", match.end(), number), other


def _went(words: Words, numbers: list[Number]) -> Number | None:
    """The value of "went from 2000 to 2800" where that is the one change told; what it went to is a result."""
    match = words.cues.first("stat.from-to", words.text)
    inside = [n for n in numbers if match and match.start() <= n.start < match.end()]
    changes = [n for n in numbers if n.tag in ("up", "down") and n not in inside]
    if match is None or len(changes) != 1 or len(inside) != 2:
        return None
    first, last = (int(g) for g in match.groups() if g)
    if abs(last - first) != changes[0].value:
        return None
    inside[0].tag, inside[1].tag = "atk", "result"
    return inside[0]


def _base(words: Words, numbers: list[Number]) -> Number | None:
    """The value it begins with: told before anything happens to it."""
    plain = [n for n in numbers if words.text[max(0, n.start - 1) : n.start] not in ("+", "-") and not 0 < n.value < LEAST]
    base = next((n for n in plain if n.tag in ("atk", "def", "")), None)
    first = next((n for n in numbers if n.tag in ("up", "down", "set")), None)
    if base is None or first is None or base.start < first.start:
        return base
    free = [n for n in numbers if not words.within_question(n.start)]
    said = {n.value for n in numbers if n.tag == "set"}
    others = [n for n in free if n.tag in ("atk", "def", "") and not 0 < n.value < LEAST and n.value not in said]
    before = words.text[: base.start]
    owned = words.cues.has("stat.owned-before", before) or words.cues.has("stat.printed-before", before)
    owned = owned or words.cues.has("stat.printed-after", words.text[base.end :])
    return base if len(others) == 1 and owned and not words.within_question(base.start) else None


def _self_set(words: Words, number: Number) -> bool:
    """Whether a value is said to be the one that a monster gives itself."""
    text = words.text
    if words.cues.has("stat.printed-before", text[: number.start]) or words.cues.has("stat.printed-after", text[number.end :]):
        return False
    if words.cues.has("stat.owner-after", text[number.end :]):
        return False
    start, end = next(((a, b) for a, b in words.clauses() if a <= number.start < b), (0, 0))
    after = re.split(r"\band\b", text[number.end : end])[0]
    return words.cues.has("stat.by-itself", text[start : number.end] + after)


def _open(words: Words, number: Number) -> bool:
    """Whether a number is neither counted nor a change that was taken in."""
    if number.tag in ("count", "result") or (not number.tag and 0 < number.value < LEAST):
        return False
    asked = words.within_question(number.start)
    if number.tag not in ("up", "down", "set") or (asked and words.cues.has("stat.back-to", words.text[: number.start])):
        return True
    told = re.search(rf"(?<!\d){number.value}(?!\d)", words.text[: number.start])
    return words.within_question(number.start) and told is None


def _is_result(words: Words, number: Number, events: list[Event]) -> bool:
    """Whether a value is told, not asked about, behind a change: what it then was ("gave itself 1000, so 2500 ATK")."""
    changed = any(e.kind in CHANGES and e.place < number.start for e in events)
    told = number.tag in ("", "atk") or (number.tag == "life" and not words.has("num.life-word"))
    return told and number.value >= LEAST and changed and not any(a <= number.start < b for a, b, _ in words.asked())


def _claims(words: Words, left: list[Number], told: Told, reached: list[tuple[int, int]]) -> list[Ask] | None:
    """Numbers that a yes/no question puts forward ("is it 2000 again?"); None if one stands elsewhere,
    or is a change rather than a value.
    """
    asked = words.asked()
    amounts = {change.amount for change in told.changes if change.sign in ("+", "-")}
    found = []
    for number in left:
        if not number.value and words.has("stat.negative") and words.within_question(number.start):
            continue
        if _offered(words, number):
            continue
        if number.value in amounts and _names_change(words, number):
            continue
        if any(c.amount == number.value for c in told.changes) and words.cues.has("stat.over-after", words.text[number.end :]):
            continue
        start, end = next(((a, b) for a, b in words.clauses() if a <= number.start < b), (0, 0))
        if not words.text[end:].strip() and words.cues.has("stat.claimed", words.text[start:end]):
            found.append(Ask(about="equals", of=str(number.value)))
            continue
        if not any(a <= number.start < b and kind == "yes/no" for a, b, kind in asked):
            return None
        if number.value in amounts and not words.cues.has("stat.is-it", words.text[: number.start]):
            return None
        clause = next(words.text[a:b] for a, b, _ in asked if a <= number.start < b)
        if words.cues.has("ask.compare", clause) or words.negative(clause):
            return None
        found.append(Ask(about="equals", of=str(number.value), at=_asked_at(end, told, reached)))
    return found


def _asked_at(place: int, told: Told, reached: list[tuple[int, int]]) -> int:
    """After how many events a clause asks that ends at an offset; 0 for after all."""
    before = max((count for start, count in reached if start < place), default=0)
    return before if before < len(told.events) else 0


def _offered(words: Words, number: Number) -> bool:
    """Whether a number is one of the values to choose from ("1300 or 2000", "2500 or what")."""
    start, end = next(((a, b) for a, b in words.clauses() if a <= number.start < b), (0, 0))
    clause = words.text[start:end]
    last = not words.text[end:].strip()
    wanted = any(a <= number.start < b and kind == "yes/no" for a, b, kind in words.asked())
    return last and not wanted and words.cues.has("stat.offered", clause)


def _names_change(words: Words, number: Number) -> bool:
    """Whether a number in a question names an earlier change ("do I keep the 800")."""
    before, after = words.text[: number.start], words.text[number.end :]
    if words.within_question(number.start) and words.cues.has("stat.also-halved", after):
        return True
    return words.cues.has("stat.named-before", before) or words.cues.has("stat.named-after", after)


def _asks(words: Words, told: Told, reached: list[tuple[int, int]]) -> tuple[list[Ask] | None, bool]:
    found: list[Ask] = []
    what = bool(words.text.rstrip().endswith(("?", "？", "呢"))) or words.has("stat.bare")
    for start, end, kind in words.asked():
        text = words.text[start:end]
        if over := words.cues.first("stat.once-over", text):  # when it is asked about, not what
            text = text.replace(over.group(), " ", 1)
        if kind == "what":
            what = True
        elif words.cues.has("stat.negative", text) and not words.negative(text):
            found.append(Ask(about="negative"))
        elif link := _of_link(words, text):
            found.append(Ask(about="link", of=link))
        elif words.cues.has("stat.also-halved", text) and not words.negative(text) and (later := _amount_asked(told, text)):
            found.append(Ask(about="halved", of=later))
        elif not _foreign(told, text) and (which := _which(told, text)) and (about := _about(told, text, which)):
            found.append(Ask(about=about, of=which, at=_asked_at(end, told, reached)))
        elif not _foreign(told, text):
            return None, what
    return found, what


def _foreign(told: Told, text: str) -> bool:
    """Whether a question has a number that is no change told."""
    amounts = {change.amount for change in told.changes if change.sign in ("+", "-")}
    return any(int(n) not in amounts for n in re.findall(r"\d{2,}", text))


def _of_link(words: Words, text: str) -> str:
    """What a question on a change of ATK and DEF comes to where the monster is a Link Monster, which has no DEF: yes or no;
    empty where it is no such question."""
    if not words.has("stat.link-monster", "stat.both"):
        return ""
    if words.negative(text):
        return "no" if words.cues.has("stat.whole", text) else ""
    if words.cues.has("stat.only-atk", text):
        return "yes"
    if words.cues.has("stat.names-def", text):
        return "no"
    return "yes" if words.cues.has("stat.names-atk", text) else ""


def _amount_asked(told: Told, text: str) -> str:
    """Index of the change whose number a question names; empty if it names none."""
    named = [str(i) for i, change in enumerate(told.changes) if re.search(rf"(?<!\d){change.amount}(?!\d)", text)]
    return named[0] if len(named) == 1 else ""


def _about(told: Told, text: str, which: str) -> str:
    words = told.words
    if told.changes[int(which)].sign in ("-", "/") and words.cues.has("stat.recovers", text):
        return "gone"
    return "gone" if words.cues.has("stat.gone", text) else "still" if words.cues.has("stat.still", text) else ""


def _which(told: Told, text: str) -> str:
    """Index of the change a question speaks of; empty if it names none."""
    for number in re.findall(r"\d{2,}", text):
        for i, change in enumerate(told.changes):
            if str(change.amount) == number:
                return str(i)
    for name in NAMED:
        if told.words.cues.has(f"stat.what-{name}", text):
            for i, change in enumerate(told.changes):
                if is_named(told.words, change, name):
                    return str(i)
    return "0" if len(told.changes) == 1 and told.words.cues.has("stat.recovers", text) else ""
