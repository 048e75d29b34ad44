"""Passages that say the same in nearly the same words, grouped, so that five citations are five pieces of evidence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz

ALIKE = 86.0
"""Least rapidfuzz ratio (0..100) of two normalised texts that say the same."""
SHINGLE = 3
COMMON = 40
"""A shingle in more texts than this says nothing about any two of them."""
SHORTEST = 5
"""Texts of fewer units (English words, Chinese characters) are never grouped: alike by chance."""
_UNIT = re.compile(r"[a-z0-9]+|[\u3400-\u9fff]")
_TURNING = frozenset(["not", "no", "never", "cannot", "without", "unless", "except", "only", "both", *"不没无非未除仅只双"])
"""Units that turn a statement: two texts that differ in one of them, or in a number, do not say the same."""


def duplicate_groups(texts: Sequence[tuple[str, str]]) -> list[int]:
    """For each (language, text) the number of its group: the row of the first member.

    Two texts are alike if they are of one language, their normalised forms differ little, and they agree in numbers and in
    the words that turn a statement.
    """
    units = [units_of(text) for _, text in texts]
    turning = [turning_units(u) for u in units]
    leader = list(range(len(texts)))
    for one, other in candidates(units):
        same = texts[one][0] == texts[other][0] and turning[one] == turning[other]
        if same and fuzz.ratio(" ".join(units[one]), " ".join(units[other]), score_cutoff=ALIKE):
            _join(leader, one, other)
    return [_root(leader, row) for row in range(len(texts))]


def units_of(text: str) -> list[str]:
    """The words and numbers of a text in lower case; a Chinese character is a unit of its own.

    >>> units_of("Draw 2 cards. 抽2张")
    ['draw', '2', 'cards', '抽', '2', '张']
    """
    return _UNIT.findall(text.lower())


def turning_units(units: Iterable[str]) -> Counter[str]:
    """The numbers among them, and the words that turn a statement, each as often as it stands there."""
    return Counter(u for u in units if u in _TURNING or u.isdigit())


def candidates(units: Sequence[Sequence[str]]) -> list[tuple[int, int]]:
    """Pairs of rows, the lower first: texts that share at least a third of the shingles of the one that has fewer."""
    numbers: dict[tuple[str, ...], int] = {}
    shingles = [_shingles(u, numbers) if len(u) >= SHORTEST else set() for u in units]
    sizes = np.array([len(found) for found in shingles], dtype=np.int64)
    rows = np.repeat(np.arange(len(units)), sizes)
    held = np.fromiter((s for found in shingles for s in found), dtype=np.int64, count=len(rows))
    pairs, counts = np.unique(_sharing(held, rows, len(units)), return_counts=True)
    one, other = pairs // max(len(units), 1), pairs % max(len(units), 1)
    near = counts * 3 >= np.minimum(sizes[one], sizes[other])
    return list(zip(one[near].tolist(), other[near].tolist(), strict=True))


def _sharing(held: NDArray[np.int64], rows: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """Every pair of rows once for each shingle that both hold, as `lower * count + higher`."""
    order = np.lexsort((rows, held))
    _, first, sizes = np.unique(held[order], return_index=True, return_counts=True)
    found = [np.zeros(0, dtype=np.int64)]
    for size in range(2, COMMON + 1):
        starts = first[sizes == size]
        together = rows[order][starts[:, None] + np.arange(size)]
        low, high = np.triu_indices(size, 1)
        found.append((together[:, low] * count + together[:, high]).ravel())
    return np.concatenate(found)


def _shingles(units: Sequence[str], numbers: dict[tuple[str, ...], int]) -> set[int]:
    runs = zip(*(units[i:] for i in range(SHINGLE)), strict=False)
    return {numbers.setdefault(run, len(numbers)) for run in runs}


def _root(leader: list[int], row: int) -> int:
    while leader[row] != row:
        row = leader[row]
    return row


def _join(leader: list[int], one: int, other: int) -> None:
    first, second = sorted((_root(leader, one), _root(leader, other)))
    leader[second] = first
