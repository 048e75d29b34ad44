"""One change for several monsters at once, each with its own value: "+300 for all of mine, a 1200 and a 1500"."""

from __future__ import annotations

from query.read.procedure.model import Procedure, Stats, Values
from query.read.procedure.numbers import numbers_of
from query.read.procedure.stats_change import Event, Told, change_of
from query.read.procedure.words import Words

_TAGS = ("count", "life", "up", "down", "set", "atk", "def")
_FEWEST, _MOST = 2, 6


def read_values(words: Words) -> Procedure | None:
    """The values and their change; None unless there is exactly one change, two values or more, and "how much" is asked."""
    if not words.has("stat.everyone", "stat.each-value") or words.has("battle.attack") or words.has("stat.unread"):
        return None
    numbers = [n for n in numbers_of(words, _TAGS) if n.tag != "count"]
    changes = [n for n in numbers if n.tag in ("up", "down", "set")]
    values = [n for n in numbers if n.tag in ("atk", "")]
    if len(changes) != 1 or not _FEWEST <= len(values) <= _MOST or len(values) + 1 != len(numbers):
        return None
    if words.has("stat.half") or words.has("stat.double") or any(kind == "yes/no" for _, _, kind in words.asked()):
        return None
    change = change_of(Told(words), Event(changes[0].start, changes[0].tag, changes[0].end, changes[0]))
    each = tuple(Stats(of="atk", printed=n.value, unknown=False, changes=(change,), events=(("change", (0,)),)) for n in values)
    return Procedure(topic="stats", lang=words.lang, given=Values(each=each))
