"""What every type here is made of: languages, territories, verdicts, ranges."""

from __future__ import annotations

from typing import Literal, NamedTuple

Lang = Literal["en", "zh", "ja"]
Territory = Literal["OCG", "TCG", "both"]
Authority = Literal["official", "official-ruling", "compendium", "wiki", "notes"]
Modality = Literal["permits", "forbids", "requires", "defines", "follows", "example"]
Verdict = Literal["yes", "no", "depends", "n/a", "unknown"]
Tri = bool | None
"""Three truth values: True, False, None for unknown."""

AUTHORITIES: tuple[Authority, ...] = ("official", "official-ruling", "compendium", "wiki", "notes")
"""Highest authority first: the order in which sources prevail where nothing more specific decides."""


class Span(NamedTuple):
    """A half-open range of code points."""

    start: int
    end: int


class Lines(NamedTuple):
    """An inclusive range of 1-based lines."""

    first: int
    last: int

    @property
    def told(self) -> str:
        """As people write it.

        >>> Lines(3, 3).told, Lines(3, 5).told
        ('3', '3-5')
        """
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"
