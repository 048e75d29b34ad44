"""What "yes" would affirm: the side of a predicate that a question asks about, read from its words.

The words are data: every question of the digest says its side (`sources/rules`), and `sources/cues/phrasings.tsv` has more ways
to put one. `python -m benchmarks.sides --write` trains the small reader in `kb/learned/sides.npz` on them; nothing else
decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kb.digest.phrasings import NO_SIDE
from kb.index.reader import load_reader
from query.read.intent import bare, last_sentence

TABLE = Path(__file__).resolve().parent.parent.parent / "kb" / "learned" / "sides.npz"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sides:
    """How likely each side is the one asked about."""

    names: tuple[str, ...]
    level: NDArray[np.float32]
    """Log-odds by name, up to a constant."""

    @property
    def best(self) -> str:
        """The likeliest side; NO_SIDE for a question that asks for no yes or no."""
        return self.names[int(self.level.argmax())]

    def share(self, *sides: str) -> float:
        """How likely one of these sides is the one asked about, 0..1."""
        level = np.exp(self.level - self.level.max())
        return float(sum(level[self.names.index(s)] for s in sides if s in self.names) / level.sum())

    def agrees(self, side: str, other: str) -> float:
        """Whether the question asks about `side` rather than about its opposite `other`: 1 surely, -1 surely not."""
        if side not in self.names or other not in self.names:
            return 0.0
        apart = self.level[self.names.index(side)] - self.level[self.names.index(other)]
        return float(np.tanh(apart / 2))

    def plain(self) -> float:
        """How much likelier the plain side of some predicate is than the opposite, -1..1."""
        return sum(self.share(side) * (1 if n % 2 == 0 else -1) for n, side in enumerate(self.names) if side != NO_SIDE)


def asking(text: str) -> str:
    """The sentence that asks, in simplified characters and half width, quoted names out."""
    return last_sentence(bare(text))


@lru_cache(maxsize=4096)
def read_sides(text: str) -> Sides:
    """The sides that a question may ask about."""
    reader = load_reader(TABLE)
    return Sides(names=reader.names, level=reader.levels(asking(text)))


def opposites(predicates: Sequence[tuple[str, str]]) -> Mapping[str, str]:
    """Every side with the other side of its predicate."""
    return {a: b for one, other in predicates for a, b in ((one, other), (other, one))}
