"""BM25 over the points of an index: every term's share of every point's score is worked out once, a sparse matrix, and
answering is adding up its columns.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kb.index.counts import Counts, count_terms

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
                np.add.at(total, self.rows[stretch], np.float32(weight) * self.shares[stretch])
        return total


def postings(vocabulary: Iterable[str], triples: ArrayLike, size: int) -> Postings:
    """The matrix of (term number, row, share) triples, no two for the same place."""
    table = np.array(triples, dtype=np.float64).reshape(-1, 3)
    table = table[np.argsort(table[:, 1], kind="stable")]
    return _by_columns(vocabulary, table[:, 0].astype(np.int64), table[:, 1], table[:, 2], size)


def _by_columns(
    vocabulary: Iterable[str], columns: NDArray[np.int64], rows: ArrayLike, shares: ArrayLike, size: int
) -> Postings:
    """The matrix of places in the order of their rows."""
    terms = {term: column for column, term in enumerate(vocabulary)}
    order = np.argsort(columns, kind="stable")
    starts = np.zeros(len(terms) + 1, dtype=np.int64)
    np.cumsum(np.bincount(columns, minlength=len(terms)), out=starts[1:])
    by_row, by_share = np.asarray(rows)[order].astype(np.int32), np.asarray(shares)[order].astype(np.float32)
    return Postings(terms, starts, by_row, by_share, size)


def weighted_terms(text: Sequence[str], context: Iterable[str]) -> list[str]:
    """The terms of a point's text and of its context, those of the text repeated by their weight."""
    return [*text] * TEXT_WEIGHT + [*context]


def build_lexical(documents: Sequence[Sequence[str]], pools: Sequence[Hashable]) -> Postings:
    """The BM25 index (Lucene's variant) of documents given as lists of terms, in that order.

    Rarity of terms and average length are taken within a document's pool, so that short questions and long passages, English
    and Chinese, are each measured against their own kind.
    """
    return lexical_of(count_terms(documents), pools)


def lexical_of(counted: Counts, pools: Sequence[Hashable]) -> Postings:
    """The same of documents whose terms are counted already."""
    rows, terms, counts, lengths = counted.rows, counted.terms, counted.counts, counted.lengths
    shares = np.zeros(len(rows))
    kinds = {pool: number for number, pool in enumerate(dict.fromkeys(pools))}
    pool_of = np.array([kinds[pool] for pool in pools], dtype=np.int64)
    for pool in kinds.values():
        inside = pool_of[rows] == pool
        shares[inside] = _shares(rows[inside], terms[inside], counts[inside], lengths, lengths[pool_of == pool])
    return _by_columns(counted.vocabulary, terms, rows, shares, len(lengths))


def _shares(
    rows: NDArray[np.int64],
    terms: NDArray[np.int64],
    counts: NDArray[np.int64],
    lengths: NDArray[np.int64],
    pool: NDArray[np.int64],
) -> NDArray[np.float64]:
    """BM25 of terms in rows of one pool, as often as they stand there. `lengths`: of every row, `pool`: of the pool's rows."""
    held = np.bincount(terms)[terms] if len(terms) else terms
    rarity = np.log(1 + (len(pool) - held + 0.5) / (held + 0.5))
    usual = pool.mean() if pool.any() else 1.0
    return np.asarray(rarity * counts / (K1 * TEXT_WEIGHT * (1 - B + B * lengths[rows] / usual) + counts))
