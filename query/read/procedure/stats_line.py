"""The line that shows how a sequence was understood, typed again."""

from __future__ import annotations

import re

from kb.lang.later import later
from query.read.procedure.model import Change, Procedure, Stats
from query.read.procedure.words import Words

_LINE = later(r"(?P<of>atk|def) (?P<base>\d{1,6}|\?)(?: / (?:atk|def) (?P<other>\d{1,6}))?: (?P<steps>[a-z0-9:+=/ -]+)")
_STEP = later(r"end:(?P<end>\d{1,2})|(?P<lasts>[lc]?)(?P<own>o?)(?P<sign>[-+=/x])(?P<amount>\d{1,6})")


def read_line(words: Words) -> Procedure | None:
    """The line that shows how a sequence was understood ("ATK 1650: L+450 L/2 end:2"), typed again."""
    match = _LINE.fullmatch(words.text)
    if match is None:
        return None
    changes: list[Change] = []
    events: list[tuple[str, tuple[int, ...]]] = []
    for word in match["steps"].split():
        step = _STEP.fullmatch(word)
        if step is None:
            return None
        if step["end"]:
            events.append(("end", (int(step["end"]) - 1,)))
            continue
        changes.append(_written(step))
        events.append(("change", (len(changes) - 1,)))
    if not changes or any(i >= len(changes) for _, which in events for i in which):
        return None
    given = Stats(
        of="def" if match["of"] == "def" else "atk",
        printed=int(match["base"]) if match["base"] != "?" else 0,
        unknown=match["base"] == "?",
        other=int(match["other"]) if match["other"] else None,
        changes=tuple(changes),
        events=tuple(events),
    )
    return Procedure(topic="stats", lang=words.lang, given=given)


def _written(step: re.Match[str]) -> Change:
    return Change(
        sign=step["sign"],
        amount=int(step["amount"]),
        original=bool(step["own"]),
        lasts="C" if step["lasts"] == "c" else "L" if step["lasts"] == "l" else "",
        words=step.group(),
    )
