"""What was found in a text before it is decided which of it stays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Match = Literal["exact", "nickname", "part", "typo", "initials"]
ORDER: tuple[Match, ...] = ("exact", "nickname", "typo", "part", "initials")
"""Which kind of match stays where two explain as much of the text."""
MANY = 60
"""Cards that a part of a name may belong to; one of more says nothing."""


@dataclass(frozen=True, slots=True)
class Found:
    """A run of units, or a quotation, and the cards it may name."""

    first: int
    last: int
    """Units of the text, both inclusive."""
    cards: tuple[str, ...]
    how: Match
    slips: int = 0
    quoted: bool = False
    ordinary: bool = False
    """The name is an everyday phrase too."""
