"""What a question says, read once: what every later step knows of its words. `query/read/question.py` makes it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kb.digest.scope import Topic
from kb.model import NO_SIDE, Lang, Span, Territory

Intent = Literal[
    "permission", "fact", "consequence", "procedure", "definition", "difference", "number", "exception", "agreement"
]
POLAR_INTENTS: frozenset[str] = frozenset({"permission", "fact", "exception", "agreement"})
"""Intents that are answered by yes, no or depends; the others have no verdict."""
Facts = Mapping[str, frozenset[str]]
"""By facet, the values that words of a text carry."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Sides:
    """How likely each side of each predicate is the one asked about."""

    names: tuple[str, ...]
    level: NDArray[np.float32]
    """Log-odds by name, up to a constant."""

    @property
    def best(self) -> str:
        """The likeliest side; NO_SIDE for a question that asks for no yes or no."""
        return self.names[int(self.level.argmax())]

    @cached_property
    def _shares(self) -> Mapping[str, float]:
        """How likely each is, worked out once: a question is compared with dozens of others."""
        level = np.exp(self.level - self.level.max())
        return dict(zip(self.names, (level / level.sum()).tolist(), strict=True))

    @cached_property
    def _levels(self) -> Mapping[str, float]:
        return dict(zip(self.names, self.level.tolist(), strict=True))

    def share(self, *sides: str) -> float:
        """How likely one of these sides is the one asked about, 0..1."""
        return sum(self._shares.get(side, 0.0) for side in sides)

    def agrees(self, side: str, other: str) -> float:
        """Whether the question asks about `side` rather than about its opposite `other`: 1 surely, -1 surely not."""
        if side not in self._levels or other not in self._levels:
            return 0.0
        return math.tanh((self._levels[side] - self._levels[other]) / 2)

    def plain(self) -> float:
        """How much likelier the plain side of some predicate is than the opposite, -1..1."""
        return sum(self.share(side) * (1 if n % 2 == 0 else -1) for n, side in enumerate(self.names) if side != NO_SIDE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Meant:
    """Which of a card's effects a question means."""

    number: int = 0
    """Its number on the card; 0 where none is named."""
    effect: bool = False
    """Whether it speaks of an effect rather than of the card."""
    pendulum: bool = False
    """Whether it speaks of a Pendulum Effect."""
    used: bool = False
    """Whether it says that something is activated, used, played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A question as its words say it. Nobody opens the text again but to search for it and to show it."""

    text: str
    plain: str
    """The text with one token for each card's name."""
    told: str
    """The text with one token for each name that has a word of the rules in it ("tribute", "chain"): no act of the question."""
    plain_asking: str
    """The sentence that asks, in the same way."""
    lang: Lang
    """English or Chinese; Japanese is read as Chinese is."""
    folder: Path
    """The sources by whose words it was read."""
    asked: Span
    """The sentence that asks, into the text; what is told before it is background."""
    intent: Intent
    polar: bool
    """Whether it asks for yes or no."""
    read_sides: Callable[[], Sides]
    """What gives `sides`: they may still be read on another thread."""
    facts: Facts
    """What is given; what no word carries stays open."""
    words: frozenset[str]
    """Terms of the whole text."""
    asked_words: frozenset[str]
    """Terms of the sentence that asks."""
    alone: str = ""
    """The sentence that asks as it is meant, where another stands before it."""
    territory: Territory = "both"
    """OCG or TCG if it names just one."""
    old_rules: bool = False
    """Whether it asks about an edition that is outdated."""
    alike: bool = True
    """Of a question whether sources agree: whether yes would mean that they do."""
    outside: Topic | None = None
    """The subject named that no source covers."""
    outside_told: bool = False
    """Whether it is named only by what is told before the question itself."""
    meant: Meant = Meant()

    @property
    def sides(self) -> Sides:
        """What yes would affirm."""
        return self.read_sides()

    @property
    def sign(self) -> int:
        """+1 if yes would affirm the plain side of what is asked, -1 if it is put negatively ("too late?", 是不是不能…)."""
        return 1 if self.sides.plain() >= 0 or not self.polar else -1

    @property
    def asking(self) -> str:
        """The sentence that asks, as written."""
        return self.text[self.asked.start : self.asked.end]
