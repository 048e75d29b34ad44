"""ATK and DEF of one monster, both asked for: what happens to each, in order."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from query.read.procedure.model import Change, Procedure, Stats, Values
from query.read.procedure.numbers import Number, numbers_of
from query.read.procedure.stats_change import Told
from query.read.procedure.stats_events import events_of, resolved, take
from query.read.procedure.words import Words

_TAGS = ("count", "result", "life", "up", "down", "set", "atk", "def")
_TWO = 2


def read_both(words: Words) -> Procedure | None:
    """What becomes of ATK and of DEF; None unless both values are told, both are asked for, and every change names which
    it changes."""
    if not words.has("stat.asks-both") or words.has("stat.unread") or words.has("stat.swaps") or words.has("battle.attack"):
        return None
    if any(kind == "yes/no" for _, _, kind in words.asked()):
        return None
    numbers = numbers_of(words, _TAGS)
    values = _values(words, numbers)
    if values is None:
        return None
    told = Told(words)
    rest = [n for n in numbers if n not in values and n.tag not in ("count", "result")]
    ordered = resolved(words, sorted(events_of(words, rest, None), key=lambda e: e.place))
    if ordered is None or any(n.tag not in ("up", "down", "set") for n in rest):
        return None
    if not all(take(told, event) for event in ordered) or not told.changes:
        return None
    touched = [_touched(words, change) for change in told.changes]
    if not all(touched):
        return None
    each = tuple(_one(told, touched, "atk" if n is values[0] else "def", n.value) for n in values)
    return Procedure(topic="stats", lang=words.lang, given=Values(each=each)) if all(e.changes for e in each) else None


def _values(words: Words, numbers: list[Number]) -> tuple[Number, Number] | None:
    """The printed ATK and DEF, told before anything else."""
    if len(numbers) < _TWO:
        return None
    one, two = numbers[:2]
    pair = words.cues.first("num.pair", words.text)
    if pair is not None and pair.start() == one.start and pair.end() == two.end:
        return one, two
    kinds = {n.tag: n for n in (one, two)}
    return (kinds["atk"], kinds["def"]) if set(kinds) == {"atk", "def"} else None


def _touched(words: Words, change: Change) -> tuple[str, ...]:
    """Which of the values a change is said to change; none where it is not said."""
    if words.cues.has("stat.both", change.words):
        return ("atk", "def")
    found = tuple(of for of in ("atk", "def") if words.cues.has(f"stat.names-{of}", change.words))
    return found if len(found) == 1 else ()


def _one(told: Told, touched: list[tuple[str, ...]], of: Literal["atk", "def"], printed: int) -> Stats:
    """One value with the changes that are of it."""
    kept = [i for i, which in enumerate(touched) if of in which]
    place = {i: n for n, i in enumerate(kept)}
    events = [(kind, tuple(place[i] for i in which if i in place)) for kind, which in told.events]
    return Stats(
        of=of,
        printed=printed,
        unknown=False,
        changes=tuple(replace(told.changes[i]) for i in kept),
        events=tuple((kind, which) for kind, which in events if which),
    )
