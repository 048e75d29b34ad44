"""The words of the game, where a text names them, and what it states of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from kb.model.base import Modality, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Concept:
    """A game term with its names in each language."""

    id: str
    category: str
    labels: dict[str, str]
    """Preferred label by language."""
    aliases: dict[str, tuple[str, ...]] = field(default_factory=dict)
    slang: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Abbreviations and what players say at the table."""
    broader: tuple[str, ...] = ()
    related: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """A stretch of the turn."""

    id: str
    level: Literal["turn", "phase", "step", "timing"]
    labels: dict[str, str]
    aliases: dict[str, tuple[str, ...]] = field(default_factory=dict)
    part_of: str | None = None
    next: tuple[str, ...] = ()
    order: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A concept, timing or card named in a passage."""

    passage: str
    span: Span
    """Into the passage's readable `text`."""
    target: str
    """Id of the concept or timing; for a card its id, or the printed name while no cards are loaded."""
    target_kind: Literal["concept", "timing", "card", "name"]
    match: str
    """label, alias, slang, stem, typo, quoted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What a passage says, in a form that can be compared."""

    id: str
    passage: str
    modality: Modality
    polarity: bool
    """False where the sentence denies: 'cannot', 'is not treated as', 不能."""
    span: Span
    """Into the passage's readable `text`."""
    concepts: tuple[str, ...] = ()
    timing: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    condition: str = ""
    """The words that state the condition, as they stand in the passage."""
    exception_of: str | None = None
    """Id of the statement or passage this one is an exception to."""
    confidence: float = 0.0
    status: Literal["candidate", "accepted", "corrected", "rejected"] = "candidate"
