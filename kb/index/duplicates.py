"""Passages that say the same in nearly the same words, grouped, so that five citations are five pieces of evidence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

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


def candidates(units: Sequence[Sequence[str]]) -> Iterable[tuple[int, int]]:
    """Pairs of rows, the lower first: texts that share at least a third of the shingles of the one that has fewer."""
    shingles = [_shingles(u) if len(u) >= SHORTEST else frozenset() for u in units]
    holders: dict[tuple[str, ...], list[int]] = {}
    for row, found in enumerate(shingles):
        for shingle in found:
            holders.setdefault(shingle, []).append(row)
    for row, found in enumerate(shingles):
        shared = Counter(r for s in found if len(holders[s]) <= COMMON for r in holders[s] if r > row)
        for other, count in shared.items():
            if count * 3 >= min(len(found), len(shingles[other])):
                yield row, other


def _shingles(units: Sequence[str]) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(units[i : i + SHINGLE]) for i in range(len(units) - SHINGLE + 1))


def _root(leader: list[int], row: int) -> int:
    while leader[row] != row:
        row = leader[row]
    return row


def _join(leader: list[int], one: int, other: int) -> None:
    first, second = sorted((_root(leader, one), _root(leader, other)))
    leader[second] = first
