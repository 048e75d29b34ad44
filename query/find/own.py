"""Which passages of a user's own documents a question is about, and which of their sentences: rated among themselves.

An entry of the digest is found by dozens of questions, such a passage by one text; and what the search has learned of the
digest's questions says little of theirs (`kb.index.placed`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kb.index.encode import Encoder
from kb.index.entry import Entry
from kb.index.placed import with_place
from kb.index.store import Index
from kb.lang.sentences import sentences
from query.find.late import Pieces, met

WORDS, PLACED, MAPPED, CONCEPTS = 0.5, 1.5, 1.5, 0.25
"""What words, vectors without and with the digest's map, and concepts count among them, each in standard deviations."""
LEARNED, WITH_LEARNED = 6.0, 0.5
"""What the vectors of the encoder of passages count beside these, and what all of it is times then: a lead means as much."""
LONGER = 0.5
"""What a text counts that is e times as long as another: a label or a cell seldom answers by itself."""
SHORTEST = 20
"""Length, a Chinese character counted as three, below which none is told from another."""
LEAST_SPOKEN = 6
"""Passages in one language from which on their vectors are rated among themselves."""
MET = 2.0
"""What the word pieces that are met count, among those whose pieces are looked at, in standard deviations."""
LOOKED_AT = 16
"""Passages whose word pieces are held against the question's, the best first."""
MARGIN = 0.01
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
    ahead: float = 0.0
    """How much better it is rated than any other in its language: what says the same in another does not make it unsure."""
    sentence: str = ""
    """The sentences nearest to the question; empty where the passage was not read."""


def rate_own(
    index: Index,
    parts: Mapping[str, Ratings],
    vector: NDArray[np.float32] | None,
    learned: NDArray[np.float32] | None = None,
) -> OwnRated:
    """`parts`: how each search rates every entry. `vector`: the question's, as the encoder gives it, if it has one; `learned`:
    as the encoder of passages gives it.
    """
    rows = index.placed.rows
    if not len(rows):
        return OwnRated(rows=(), rated={})
    total = LONGER * np.log(np.maximum(index.columns.length[rows], SHORTEST)).astype(np.float32)
    for name, share in (("bm25", WORDS), ("graph", CONCEPTS)):
        if name in parts:
            total += share * _spread(parts[name][rows])
    nearer = -1.0
    langs = index.columns.lang[index.columns.first_point[rows]]
    if "vectors" in parts:
        total += MAPPED * _spread_by(langs, parts["vectors"][rows])
    if vector is not None and index.placed.vectors.codes.shape[1]:
        near = index.placed.vectors @ vector
        total += PLACED * _spread_by(langs, near)
        if len(index.placed.digest):
            nearer = float(near.max() - (index.placed.digest @ vector).max())
    if learned is not None and index.placed.learned.codes.shape[1]:
        total = WITH_LEARNED * (total + LEARNED * _spread_by(langs, index.placed.learned @ learned))
    order = np.argsort(-total, kind="stable")
    rated = dict(zip(rows.tolist(), map(float, total), strict=True))
    return OwnRated(rows=rows[order].tolist(), rated=rated, nearer=nearer)


def reread(index: Index, own: OwnRated, rows: Sequence[int], question: str, pieces: Pieces) -> OwnRated:
    """These passages alone, how their word pieces meet the question's counted in."""
    entries = [index.entries[row] for row in rows]
    whole = met(question, [with_place(entry, f"{entry.text(entry.lang)} {entry.answered}") for entry in entries], pieces)
    rated = {row: own.rated[row] + MET * float(more) for row, more in zip(rows, _spread(whole), strict=True)}
    return replace(own, rows=sorted(rows, key=lambda row: -rated[row]), rated=rated)


def _spread(scores: Ratings) -> Ratings:
    return np.asarray((scores - scores.mean()) / (scores.std() + 1e-9), dtype=np.float32)


def _spread_by(langs: NDArray[np.uint8], scores: Ratings) -> Ratings:
    """The same among those in one language, where these are some: a question lies nearer to all in its own."""
    spread = _spread(scores)
    for lang in np.unique(langs):
        there = langs == lang
        if there.sum() >= LEAST_SPOKEN:
            spread[there] = _spread(scores[there])
    return spread


def nearest_sentences(entries: Sequence[Entry], vector: NDArray[np.float32] | None, encoder: Encoder | None) -> list[str]:
    """Of each passage the sentences that are nearest to the question, each read where it stands; nothing where it cannot be
    told."""
    told = [_sentences(entry) for entry in entries]
    if vector is None or encoder is None or not 0 < sum(map(len, told)) <= MOST_SENTENCES:
        return [""] * len(entries)
    placed = [[with_place(entry, one, parent=False) for one in some] for entry, some in zip(entries, told, strict=True)]
    texts = list(dict.fromkeys(one for some in placed for one in some))
    known = dict(zip(texts, (encoder.passages(texts) @ vector).tolist(), strict=True))
    return [_nearest(some, [known[one] for one in there]) for some, there in zip(told, placed, strict=True)]


def _nearest(told: Sequence[str], near: Sequence[float]) -> str:
    return " ".join(one for one, by in zip(told, near, strict=True) if by >= max(near) - MARGIN)


def _sentences(entry: Entry) -> list[str]:
    text = entry.text(entry.lang)
    return [text[slice(*span)] for span in sentences(text)]
