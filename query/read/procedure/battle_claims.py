"""A number that a question only wants confirmed: "am I still on 1200?", "so I take 300, right?"."""

from __future__ import annotations

from query.read.procedure.model import Ask, Battle
from query.read.procedure.numbers import numbers_of
from query.read.procedure.words import Words

_CLAIMS = {"battle.claimed-life": "left", "battle.claimed-damage": "takes"}
"""What each cue says of its number: the Life Points that are left, the damage that is taken."""


def claimed(words: Words) -> frozenset[int]:
    """Where the numbers begin that stand only to be confirmed."""
    return frozenset(place for a, b, kind in words.asked(told=True) if kind != "what" for place, _ in _numbers(words, a, b))


def claim_in(words: Words, battle: Battle, start: int, end: int) -> Ask | None:
    """Whether a number of the result is as a clause says; None where it says none, more than one, or not whose it is."""
    found = _numbers(words, start, end)
    if len(found) != 1:
        return None
    place, about = found[0]
    told = {side for side, _ in battle.life}
    side = words.side_before(place, start) or words.first_side(start, end) or (next(iter(told)) if len(told) == 1 else "")
    value = next(n.value for n in numbers_of(words) if n.start == place)
    return Ask(about=about, of=side, at=value) if side else None


def _numbers(words: Words, start: int, end: int) -> list[tuple[int, str]]:
    """Where each number to be confirmed begins, and what it is said to be."""
    found: dict[int, str] = {}
    for cue, about in _CLAIMS.items():
        for match in words.cues.all(cue, words.text[start:end]):
            at = next(i for i, group in enumerate(match.groups(), 1) if group is not None)
            found.setdefault(start + match.start(at), about)
    return sorted(found.items())
