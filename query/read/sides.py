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
from query.read.asking import (
    asks_of_a_limit,
    bare,
    called_right,
    last_sentence,
    whether,
    without_cause,
    without_else,
    without_rule,
)
from query.read.reading import Sides

ALLOWED = "allowed"
"""The side that a limit bars."""
TABLE = Path(__file__).resolve().parent.parent.parent / "kb" / "learned" / "sides.npz"


def asking(text: str) -> str:
    """The sentence that asks, in simplified characters and half width, quoted names out."""
    return whether(without_cause(without_rule(without_else(last_sentence(bare(text))))))


@lru_cache(maxsize=4096)
def read_sides(text: str) -> Sides:
    """The sides that a question may ask about; one whether something was wrong asks about the opposite of what was right."""
    reader, right = load_reader(TABLE), called_right(bare(text))
    level = reader.levels(asking(right or text))
    if asks_of_a_limit(text) and level[(one := reader.names.index(ALLOWED))] > level[one ^ 1]:
        level[[one, one ^ 1]] = level[[one ^ 1, one]]
    return Sides(names=reader.names, level=level[_exchanged(reader.names)] if right else level)


def _exchanged(names: Sequence[str]) -> list[int]:
    """Of each side, the number of the other side of its predicate: they stand two and two, and what is left over alone."""
    pairs = len(names) // 2
    return [n ^ 1 if n < 2 * pairs else n for n in range(len(names))]


def opposites(predicates: Sequence[tuple[str, str]]) -> Mapping[str, str]:
    """Every side with the other side of its predicate."""
    return {a: b for one, other in predicates for a, b in ((one, other), (other, one))}
