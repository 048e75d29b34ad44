"""BM25 over the points of an index: bm25s computes the scores once, plain arrays answer.

bm25s itself imports scipy, 0.2 to 0.4 s that a question cannot afford; what it computes (every term's share of every
document's score) is a sparse matrix, and answering is adding up its columns.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

K1, B = 1.2, 0.5
TEXT_WEIGHT = 2
"""A word of the text counts as often as this, a word of the context once."""


@dataclass(frozen=True, slots=True)
class Postings:
    """A sparse matrix by columns, one per term: `shares[starts[t]:starts[t + 1]]` belongs to the rows in the same stretch
    of `rows`."""

    vocabulary: Mapping[str, int]
    starts: NDArray[np.int64]
    rows: NDArray[np.int32]
    shares: NDArray[np.float32]
    size: int
    """Number of rows."""

    def scores(self, weights: Mapping[str, float]) -> NDArray[np.float32]:
        """`(size,)` float32, higher is better, 0 where no term stands. `weights`: how much each term counts."""
        total = np.zeros(self.size, dtype=np.float32)
        for term, weight in weights.items():
            column = self.vocabulary.get(term)
            if column is not None:
                stretch = slice(self.starts[column], self.starts[column + 1])
                total[self.rows[stretch]] += np.float32(weight) * self.shares[stretch]
        return total


def postings(vocabulary: Iterable[str], triples: ArrayLike, size: int) -> Postings:
    """The matrix of (term number, row, share) triples, no two for the same place."""
    terms = {term: column for column, term in enumerate(vocabulary)}
    table = np.array(triples, dtype=np.float64).reshape(-1, 3)
    columns = table[:, 0].astype(np.int64)
    order = np.lexsort((table[:, 1], columns))
    starts = np.zeros(len(terms) + 1, dtype=np.int64)
    np.cumsum(np.bincount(columns, minlength=len(terms)), out=starts[1:])
    return Postings(terms, starts, table[order, 1].astype(np.int32), table[order, 2].astype(np.float32), size)


def weighted_terms(text: Sequence[str], context: Iterable[str]) -> list[str]:
    """The terms of a point's text and of its context, those of the text repeated by their weight."""
    return [*text] * TEXT_WEIGHT + [*context]


def build_lexical(documents: Sequence[Sequence[str]], pools: Sequence[Hashable]) -> Postings:
    """The BM25 index (Lucene's variant) of documents given as lists of terms, in that order.

    Rarity of terms and average length are taken within a document's pool, so that short questions and long passages, English
    and Chinese, are each measured against their own kind.
    """
    vocabulary = {term: None for document in documents for term in document}
    numbers = {term: column for column, term in enumerate(vocabulary)}
    members: dict[Hashable, list[int]] = {}
    for row, pool in enumerate(pools):
        members.setdefault(pool, []).append(row)
    parts = [_pool([[numbers[t] for t in documents[r]] for r in rows], rows) for rows in members.values()]
    triples = np.concatenate(parts) if parts else np.zeros((0, 3))
    return postings(vocabulary, triples, len(documents))


def _pool(documents: list[list[int]], rows: list[int]) -> NDArray[np.float64]:
    """(term, row, share) of the documents of one pool, whose rows in the index are given."""
    used = sorted({t for document in documents for t in document})
    if not used:
        return np.zeros((0, 3))
    import bm25s

    local = {term: column for column, term in enumerate(used)}
    engine = bm25s.BM25(k1=K1 * TEXT_WEIGHT, b=B, method="lucene")
    ids = [[local[t] for t in document] for document in documents]
    engine.index((ids, {str(t): c for t, c in local.items()}), show_progress=False, create_empty_token=False)
    found = engine.scores
    terms = np.repeat(np.array(used), np.diff(found["indptr"]))
    return np.column_stack([terms, np.array(rows)[found["indices"]], found["data"]])
