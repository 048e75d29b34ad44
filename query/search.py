"""Three searches side by side (words, vectors, concepts) and the ranking made of them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kb.encode import Encoder
from kb.errors import SnapshotError
from kb.index import Entry, Index
from kb.index.concepts import widened
from kb.index.entry import as_weights
from kb.index.terms import index_terms
from kb.index.vectors import unit
from kb.index.warp import warped
from kb.model import Ask, Lang
from query.fuse import SEARCHES, Scores, Weights, load_weights, pooled, priors, standardised, term_weights

MAX_QUESTION = 2000
"""Code points of a question that are searched for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """How one search rates an entry."""

    rank: int
    """1 is best."""
    score: float
    """In standard deviations above the mean of its kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """An entry found, and why."""

    entry: Entry
    score: float
    """Fused; higher is better, comparable within one search only."""
    searches: Mapping[str, Place]
    """By search: bm25, vectors, graph; one that did not run is missing."""
    cosine: float | None = None
    """Likeness of the question's vector and the nearest of the entry's texts, -1..1; None without an encoder."""
    ask: Ask | None = None
    """The entry's own question that comes nearest, if it comes nearer than the entry's text."""
    also: tuple[Entry, ...] = ()
    """Entries that say the same elsewhere, best first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a question found, best first, and what it took."""

    hits: tuple[Hit, ...]
    searched: tuple[str, ...]
    """Which searches ran; a remark for one that could not."""
    encode_ms: float = 0.0
    total_ms: float = 0.0
    """All of it, the encoder's call included."""


@dataclass(frozen=True, slots=True)
class Rated:
    """Every entry's ratings: `(n_entries,)` each."""

    total: Scores
    parts: Mapping[str, Scores]
    cosine: Scores | None
    ask: NDArray[np.int16]
    """The entry's question that comes nearest; -1 where its own text is nearer."""


def search(
    index: Index,
    question: str,
    lang: Lang,
    links: Collection[str] | Mapping[str, float] = (),
    k: int = 10,
    *,
    encoder: Encoder | None = None,
    weights: Weights | None = None,
    without: Collection[str] = (),
) -> Found:
    """The `k` best entries for a question, no two of which say the same.

    `links`: ids of the concepts, timings and cards that the question names, with weights if some count less. `without`
    leaves searches out (bm25, vectors, graph). Raises SnapshotError if the index was built with another encoder.
    """
    began = time.perf_counter()
    question = question[:MAX_QUESTION]
    vector, remark, encode_ms = None, "", 0.0
    if "vectors" not in without:
        vector, remark = _vector(index, question, lang, encoder)
        encode_ms = (time.perf_counter() - began) * 1000
    rated = rate(index, question, lang, as_weights(links), vector, weights or load_weights(), without)
    hits = _hits(index, rated, k)
    searched = (*(s for s in SEARCHES if s in rated.parts), *([remark] if remark else []))
    return Found(hits=hits, searched=searched, encode_ms=encode_ms, total_ms=(time.perf_counter() - began) * 1000)


def rate(
    index: Index,
    question: str,
    lang: Lang,
    links: Mapping[str, float],
    vector: NDArray[np.float32] | None,
    weights: Weights,
    without: Collection[str] = (),
) -> Rated:
    """How every entry is rated. `vector` is the question's, its language's mean taken out; None leaves vectors out."""
    columns = index.columns
    asked = columns.ask >= 0
    pools = columns.lang.astype(np.int16) * 2 + asked
    own_share = {"bm25": (weights.bm25, weights.ask_bm25), "vectors": (weights.vectors, weights.ask_vectors)}
    by_point: dict[str, Scores] = {}
    if "bm25" not in without:
        words = term_weights(index, Counter(index_terms(question)), links, lang, weights)
        by_point["bm25"] = index.lexical.scores(words)
    if vector is not None:
        by_point["vectors"] = index.vectors @ vector
    total: Scores = priors(index, lang, weights)
    parts: dict[str, Scores] = {}
    near_ask = np.full(len(asked), -np.inf, dtype=np.float32)
    for name, scores in by_point.items():
        level = standardised(scores, pools)
        own, _ = pooled(level, columns.first_point, ~asked)
        ask, _ = pooled(level, columns.first_point, asked)
        total += own_share[name][0] * own + own_share[name][1] * np.maximum(ask, 0)
        parts[name] = np.maximum(own, ask)
        near_ask = level if name == "vectors" or "vectors" not in by_point else near_ask
    if "graph" not in without:
        level = standardised(index.concepts.scores(widened(links, index.near)), np.zeros(len(columns.kind), dtype=np.int16))
        total += weights.graph * level
        parts["graph"] = level
    _, nearest = pooled(near_ask, columns.first_point, np.ones(len(asked), dtype=np.bool_))
    ask_of = np.where(nearest >= 0, columns.ask[np.maximum(nearest, 0)], -1) if len(asked) else columns.ask
    cosine = (
        pooled(by_point["vectors"], columns.first_point, np.ones(len(asked), dtype=np.bool_))[0] if vector is not None else None
    )
    return Rated(np.asarray(total, dtype=np.float32), parts, cosine, ask_of.astype(np.int16))


def _vector(index: Index, question: str, lang: Lang, encoder: Encoder | None) -> tuple[NDArray[np.float32] | None, str]:
    """The question's vector, and a remark if there is none."""
    if encoder is None:
        return None, "vectors: no encoder, found by words and concepts alone"
    if not index.encoder_id:
        return None, "vectors: the index was built without an encoder"
    if encoder.id != index.encoder_id:
        raise SnapshotError(
            f"The search index was built with the encoder {index.encoder_id}, the question came with {encoder.id}. "
            f"Ask with `--encoder {index.encoder_id}` or run `rulings build` again."
        )
    vector = encoder.queries([question])[0]
    mean = index.means.get(lang)
    return warped(unit(vector - mean if mean is not None else vector), index.warp), ""


def _hits(index: Index, rated: Rated, k: int) -> tuple[Hit, ...]:
    """The best entries, each with those that say the same; of a group, what is not outdated stands first."""
    hits: list[Hit] = []
    seen: set[int] = set()
    for row in np.argsort(-rated.total, kind="stable"):
        group = int(index.columns.group[row])
        if group not in seen and len(hits) < k:
            seen.add(group)
            members = np.flatnonzero(index.columns.group == group)
            order = sorted(members, key=lambda r: (bool(index.columns.superseded[r]), -float(rated.total[r]), int(r)))
            hits.append(_hit(index, rated, [int(r) for r in order], float(rated.total[row])))
        if len(hits) >= k:
            break
    return tuple(hits)


def _hit(index: Index, rated: Rated, rows: Sequence[int], score: float) -> Hit:
    row, entry = rows[0], index.entries[rows[0]]
    asks = int(rated.ask[row])
    return Hit(
        entry=entry,
        score=score,
        searches={
            name: Place(rank=1 + int((scores > scores[row]).sum()), score=float(scores[row]))
            for name, scores in rated.parts.items()
        },
        cosine=None if rated.cosine is None else float(rated.cosine[row]),
        ask=entry.asks[asks] if 0 <= asks < len(entry.asks) else None,
        also=tuple(index.entries[r] for r in rows[1:]),
    )
