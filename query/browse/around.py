"""Things by their names, and what lies around a part of the turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypedDict

from kb.model import Concept, Timing


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A concept or timing by its names."""

    id: str
    labels: Mapping[str, str]


class Around(TypedDict):
    """What lies around a part of the turn."""

    within: tuple[Term, ...]
    """From the turn inwards."""
    parts: tuple[Term, ...]
    previous: tuple[Term, ...]
    next: tuple[Term, ...]


def terms_of(ids: Iterable[str], things: Mapping[str, Concept] | Mapping[str, Timing]) -> tuple[Term, ...]:
    """Those of the ids that are known, with their names, in their order."""
    return tuple(Term(id=i, labels=things[i].labels) for i in ids if i in things)


def around(timing: Timing, timings: Mapping[str, Timing]) -> Around:
    """What lies around a timing; `timings`: all of them by id."""
    return Around(
        within=terms_of(_above(timing, timings), timings),
        parts=terms_of((t.id for t in timings.values() if t.part_of == timing.id), timings),
        previous=terms_of((t.id for t in timings.values() if timing.id in t.next), timings),
        next=terms_of(timing.next, timings),
    )


def _above(timing: Timing, timings: Mapping[str, Timing]) -> list[str]:
    found: list[str] = []
    at = timing.part_of
    while at is not None and at in timings and at not in found:
        found.insert(0, at)
        at = timings[at].part_of
    return found
