"""Which passages of a user's own documents a question is about, and which of their sentences: rated among themselves.

An entry of the digest is found by dozens of questions, such a passage by one text; and what the search has learned of the
digest's questions says little of theirs (`kb.index.placed`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kb.index import Entry, Index
from kb.index.encode import Encoder
from kb.lang.sentences import sentences

WORDS, PLACED, CONCEPTS = 0.5, 2.5, 0.25
"""What words, vectors and concepts count among them, each in standard deviations."""
MARGIN = 0.03
"""How much farther than the nearest sentence of a passage another may lie that is read beside it."""
READ = 3
"""Passages whose sentences are held against the question, the best first."""
ABOUT = -0.01
"""From how much nearer to one of them a question may be about them; far most of those on the digest lie below."""
MOST_SENTENCES = 24
"""Sentences of all of them."""
Ratings = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnRated:
    """The passages of a user's own documents, best first."""

    rows: Sequence[int]
    """Of the index's entries."""
    rated: Mapping[int, float]
    """By row, in standard deviations above the mean."""
    nearer: float = -1.0
    """How much nearer the question lies to one of them than to any text of the digest, -2..2; -1 where nothing tells."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Own:
    """How a passage of a user's own documents stands among these, on one question."""

    rated: float
    """In standard deviations above the mean."""
    nearer: float
    """How much nearer the question lies to the best of them than to any text of the digest."""
    sentence: str = ""
    """The sentences nearest to the question; empty where the passage was not read."""
    near: float = 0.0
    """How near the first of them lies, less how near the nearest of all of them does, at most 0."""


def rate_own(index: Index, parts: Mapping[str, Ratings], vector: NDArray[np.float32] | None) -> OwnRated:
    """`parts`: how each search rates every entry; `vector`: the question's, as the encoder gives it, if it has one."""
    rows = index.placed.rows
    if not len(rows):
        return OwnRated(rows=(), rated={})
    total = np.zeros(len(rows), dtype=np.float32)
    for name, share in (("bm25", WORDS), ("graph", CONCEPTS)):
        if name in parts:
            total += share * _spread(parts[name][rows])
    nearer = -1.0
    if vector is not None and index.placed.vectors.codes.shape[1]:
        near = index.placed.vectors @ vector
        total += PLACED * _spread(near)
        if len(index.placed.digest):
            nearer = float(near.max() - (index.placed.digest @ vector).max())
    order = np.argsort(-total, kind="stable")
    rated = dict(zip(rows.tolist(), map(float, total), strict=True))
    return OwnRated(rows=rows[order].tolist(), rated=rated, nearer=nearer)


def _spread(scores: Ratings) -> Ratings:
    return np.asarray((scores - scores.mean()) / (scores.std() + 1e-9), dtype=np.float32)


def nearest_sentences(
    entries: Sequence[Entry], vector: NDArray[np.float32] | None, encoder: Encoder | None
) -> list[tuple[str, float]]:
    """Of each passage the sentences that are nearest to the question, and how near the first of them lies, less how near the
    nearest of all does; nothing where it cannot be told."""
    told = [_sentences(entry) for entry in entries]
    if vector is None or encoder is None or not 0 < sum(map(len, told)) <= MOST_SENTENCES:
        return [("", 0.0)] * len(entries)
    texts = list(dict.fromkeys(one for some in told for one in some))
    near = dict(zip(texts, (encoder.passages(texts) @ vector).tolist(), strict=True))
    best = max(near.values())
    first = [max((near[one] for one in some), default=best) for some in told]
    kept = [[one for one in some if near[one] >= most - MARGIN] for some, most in zip(told, first, strict=True)]
    return [(" ".join(some), most - best) for some, most in zip(kept, first, strict=True)]


def _sentences(entry: Entry) -> list[str]:
    text = entry.text(entry.lang)
    return [text[slice(*span)] for span in sentences(text)]
