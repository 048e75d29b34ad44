"""What "yes" would affirm: the side of a predicate that a question asks about, read from its words.

The words are data: every question of the digest says its side (`sources/rules`), and `sources/cues/phrasings.tsv` has more ways
to put one. `python -m benchmarks.sides --write` trains the small reader in `kb/learned/sides.npz` on them; nothing else
decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from kb.index.reader import load_reader
from query.read.intent import bare, last_sentence
from query.read.reading import Sides

TABLE = Path(__file__).resolve().parent.parent.parent / "kb" / "learned" / "sides.npz"


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
