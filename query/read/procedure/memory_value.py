"""The ATK of a monster through what happens to it: what is applied to it, and what of that ends."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from query.read.procedure.model import Change, Stats
from query.read.procedure.numbers import Number
from query.read.procedure.stats_change import OPS, Event, Told, change_of
from query.read.procedure.words import Words

_LASTS: tuple[Literal["L", "C"], ...] = ("L", "C")
_ANY = 1000
"""What stands for a value that nobody told."""
_LEAVES = {"down": "face-down", "banish": "away", "hand": "away", "deck": "away", "grave": "away", "negated": "negated"}
Found = Mapping[str, Sequence[re.Match[str]]]


def value_of(words: Words, numbers: Sequence[Number], happened: Sequence[str], found: Found) -> tuple[Stats, ...] | None:
    """Its value, none where none is told, two where a change may last or not; None where a number is not understood."""
    base = _base(words, numbers, found)
    changed = [n for n in numbers if n.tag in ("up", "down", "set")]
    others = [n for n in numbers if n is not base and n.tag not in ("up", "down", "set", "life")]
    moved = _from_to(words, found)
    if moved is not None and (base is not None or changed):
        return None
    changes = _changes(words, changed, found)
    late = _late(words, changed, found)
    if late is None or (late and "per-counter" in found):
        return None
    if moved is not None:
        base, changes = moved[0], (*changes, moved[1])
    if "negated" in happened and not all(c.by_itself or words.cues.has("stat.other-card", c.words) for c in changes):
        return None
    if any(words.has(f"stat.{kind}") for kind in OPS):
        return None
    if base is not None and not changes and moved is None and (grown := _grown(words, base, others, found)):
        changes, others = (grown,), []
    if base is not None and changed and moved is None and base.start > min(n.start for n in changed):
        base = _before(words, base, changes)
        if base is None:
            return None
    if base is None and not changes:
        return None if others else ()
    printed = base.value if base else _ANY
    known = _values(printed, changes)
    if any(n.value not in known for n in others) or (base is None and not words.has("mem.ask-boost")):
        return None
    stats = Stats(of="atk", printed=printed, unknown=False, changes=changes, events=(), hidden=base is None)
    open_ = [i for i, c in enumerate(changes) if not (c.lasts or c.equip or c.by_itself or _by_effect(words, c))]
    if "negated" in happened or not open_ or not {"down", "banish"} & set(happened):
        return (_through(stats, happened, late),)
    return tuple(_through(replace(stats, changes=_as(changes, open_, lasts)), happened, late) for lasts in _LASTS)


def _base(words: Words, numbers: Sequence[Number], found: Found) -> Number | None:
    """The value it begins with: the first one, or the one from which the others follow."""
    plain = [n for n in numbers if n.tag in ("atk", "")]
    changes = _changes(words, [n for n in numbers if n.tag in ("up", "down", "set")], found)
    for number in plain:
        if changes and all(n.value in _values(number.value, changes) for n in plain):
            return number
    return plain[0] if plain else None


def _before(words: Words, told: Number, changes: Sequence[Change]) -> Number | None:
    """The value before its changes, where one told after them is what it has now or is said to be its own."""
    before, after = words.text[: told.start], words.text[told.end :]
    if words.cues.has("mem.now", before) or words.cues.has("mem.now-after", after):
        if any(c.sign not in ("+", "-") for c in changes):
            return None
        moved = sum(c.amount if c.sign == "+" else -c.amount for c in changes)
        return Number(told.value - moved, told.start, told.end, "atk") if told.value > moved else None
    cues = (
        ("mem.owned-before", before),
        ("stat.printed-before", before),
        ("stat.printed-after", after),
        ("mem.owned-after", after),
    )
    return told if any(words.cues.has(name, text) for name, text in cues) else None


def _from_to(words: Words, found: Found) -> tuple[Number, Change] | None:
    """The value before one change told as "from 1500 to 2000", and that change."""
    if len(found.get("from-to", ())) != 1:
        return None
    match = found["from-to"][0]
    one, two = (i for i, g in enumerate(match.groups(), 1) if g)
    before, after = int(match[one]), int(match[two])
    clause = next((words.text[a:b] for a, b in words.clauses() if a <= match.start() < b), "")
    change = Change(
        sign="+" if after >= before else "-",
        amount=abs(after - before),
        original=False,
        lasts="C" if words.cues.has("stat.continuous", clause) else "L",
        words=clause,
        by_itself=_own(words, clause),
    )
    return Number(before, match.start(one), match.end(one), "atk"), change


def _grown(words: Words, base: Number, others: Sequence[Number], found: Found) -> Change | None:
    """The one change that led to a value told as what it came to ("its own effect takes it to 2400")."""
    at = {m.start(i): m for m in found.get("total", ()) for i in range(1, (m.re.groups or 0) + 1) if m.group(i)}
    if len(others) != 1 or others[0].start not in at or others[0].value <= base.value:
        return None
    clause = next((words.text[a:b] for a, b in words.clauses() if a <= others[0].start < b), "")
    if not _own(words, clause):
        return None
    lasts: Literal["L", "C"] = "C" if words.cues.has("stat.continuous", clause) else "L"
    return Change(sign="+", amount=others[0].value - base.value, original=False, lasts=lasts, words=clause, by_itself=True)


def _own(words: Words, text: str) -> bool:
    """Whether an effect of the monster itself is said to make a change."""
    return words.cues.has("stat.by-itself", text) or words.cues.has("mem.own-effect", text)


def _changes(words: Words, numbers: Sequence[Number], found: Found) -> tuple[Change, ...]:
    told = Told(words)
    seen: list[tuple[str, int]] = []
    for number in numbers:
        if (number.tag, number.value) in seen:
            continue
        seen.append((number.tag, number.value))
        change = change_of(told, Event(number.start, number.tag, number.end, number))
        told.changes.append(replace(change, by_itself=_own(words, change.words)))
    return (*told.changes, *_by_counters(found))


def _by_counters(found: Found) -> tuple[Change, ...]:
    """What its counters add to its value."""
    if "per-counter" not in found or len(found.get("counters", ())) != 1:
        return ()
    each, count = (int(next(g for g in found[name][0].groups() if g)) for name in ("per-counter", "counters"))
    return (Change(sign="+", amount=each * count, original=False, lasts="L", by_itself=True),)


def _values(base: int, changes: Sequence[Change]) -> set[int]:
    """The values on the way."""
    found, value = {base}, base
    for change in changes:
        value = {"+": value + change.amount, "-": value - change.amount}.get(change.sign, change.amount)
        found.add(value)
    return found


def _by_effect(words: Words, change: Change) -> bool:
    """Whether a card or effect is said to have made it, with nothing said of its going on applying."""
    return words.cues.has("mem.by-effect", change.words)


def _as(changes: Sequence[Change], open_: Sequence[int], lasts: Literal["L", "C"]) -> tuple[Change, ...]:
    return tuple(replace(c, lasts=lasts) if i in open_ else c for i, c in enumerate(changes))


def _late(words: Words, numbers: Sequence[Number], found: Found) -> int | None:
    """How many of the last changes are made after all that happened; None where some is made in between."""
    happened = [m.start() for name in _LEAVES for m in found.get(name, ())]
    if not happened:
        return 0
    after = [n.start > min(happened) and not _early(words, n) for n in numbers]
    if any(late and not words.cues.has("mem.then", _clause(words, n)) for n, late in zip(numbers, after, strict=True)):
        return None
    if any(n.start < max(happened) for n, late in zip(numbers, after, strict=True) if late) or after != sorted(after):
        return None
    return sum(after)


def _early(words: Words, number: Number) -> bool:
    """Whether a change told later is said to have been there before, or is only named again or asked about."""
    again = re.search(rf"(?<!\d){number.value}(?!\d)", words.text[: number.start])
    asked = any(a <= number.start < b for a, b, _ in words.asked())
    return again is not None or asked or words.cues.has("mem.early", _clause(words, number))


def _clause(words: Words, number: Number) -> str:
    return next((words.text[a:b] for a, b in words.clauses() if a <= number.start < b), "")


def _through(stats: Stats, happened: Sequence[str], late: int) -> Stats:
    """The value with its changes first, then what happened, and then the last changes."""
    changes = tuple(replace(c, lasts=c.lasts or "L") for c in stats.changes)
    early = len(changes) - late
    events: list[tuple[str, tuple[int, ...]]] = [("change", (i,)) for i in range(early)]
    live = list(range(early))
    for what in happened:
        kind = _LEAVES.get(what, "")
        if not kind:
            continue
        gone = [i for i in live if _ends(changes[i], kind)]
        live = [i for i in live if i not in gone]
        if gone or kind == "negated":
            events.append((kind, tuple(gone)))
    events += [("change", (i,)) for i in range(early, len(changes))]
    return replace(stats, changes=changes, events=tuple(events))


def _ends(change: Change, kind: str) -> bool:
    if kind == "negated":
        return change.by_itself
    if kind == "away" and change.lasts == "C":
        return change.equip or change.by_itself
    return change.lasts == "L" or change.equip
