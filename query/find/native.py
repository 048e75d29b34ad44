"""Words that only a user's own documents know: what a question names by one of them, the digest does not treat.

Two English words that stand side by side are such a name too, where no text of the digest has both: each may be common.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from kb.index.entry import DIGEST
from kb.index.store import Index
from kb.index.terms import index_terms

PASSAGES = 200
"""Passages that may have both words of a pair; what stands in more is no name."""
Rows = NDArray[np.int64]


def native_words(index: Index, terms: Sequence[str]) -> Mapping[int, frozenset[str]]:
    """By row of the passage that has some, in its text or its place: the terms, and pairs of them, that no entry of the digest
    has; nothing where there is no digest. `terms`: the question's, in order."""
    if DIGEST not in index.kinds:
        return {}
    points = {term: _points(index, term) for term in terms}
    found: dict[int, set[str]] = defaultdict(set)
    for term in points:
        for row in _undigested(index, points[term]):
            found[row].add(term)
    for one, other in pairwise(terms):
        if one.isascii() and other.isascii() and one != other:
            rows = _undigested(index, _in_both(index, points[one], points[other]))
            for row in rows if len(rows) <= PASSAGES else ():
                if not {one, other} & found.get(row, set()) and _side_by_side(index, row, one, other):
                    found[row].add(f"{one} {other}")
    return {row: frozenset(own) for row, own in found.items()}


def _points(index: Index, term: str) -> Rows:
    """Rows of the points that have a term."""
    column = index.lexical.vocabulary.get(term)
    if column is None:
        return np.zeros(0, dtype=np.int64)
    return index.lexical.rows[index.lexical.starts[column] : index.lexical.starts[column + 1]].astype(np.int64)


def _undigested(index: Index, points: Rows) -> list[int]:
    """The entries of these points; none where one of them is the digest's."""
    rows = index.layout.entry[points]
    return [] if (index.columns.kind[rows] == index.kinds.index(DIGEST)).any() else np.unique(rows).tolist()


def _in_both(index: Index, one: Rows, other: Rows) -> Rows:
    marked = np.zeros(len(index.layout.entry), dtype=np.bool_)
    marked[one] = True
    return other[marked[other]]


def _side_by_side(index: Index, row: int, one: str, other: str) -> bool:
    entry = index.entries[row]
    texts = (*entry.texts.values(), entry.parent, entry.title, *entry.surroundings())
    return any((one, other) in pairwise(index_terms(text)) for text in texts)
