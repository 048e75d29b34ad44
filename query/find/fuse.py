"""One ranking out of three searches: each put on one scale, then added up with the weights of `fusion.toml`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kb import toml
from kb.index.rewording import stand_ins
from kb.index.store import Index, Layout
from kb.model import Lang

Scores = NDArray[np.float32]
WEIGHTS_FILE = Path(__file__).with_name("fusion.toml")
SEARCHES = ("bm25", "vectors", "graph")


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """How much each sign counts. Made by `benchmarks/tune.py`, kept in `fusion.toml`; never set by hand."""

    bm25: float = 1.0
    vectors: float = 1.0
    graph: float = 0.1
    ask_bm25: float = 0.5
    ask_vectors: float = 0.5
    carried: float = 1.0
    """Of the names of the question's concepts in the other language, as words of BM25."""
    restated: float = 0.5
    """Of their names in the question's own language, for what slang or a typo hides."""
    translated: float = 1.0
    """Of learned stand-ins in the other language."""
    reworded: float = 0.5
    """Of learned stand-ins in the question's own language."""
    least_chance: float = 0.1
    """Of a stand-in; less likely ones are not looked for."""
    own_language: float = 0.0
    superseded: float = 0.0
    digest: float = 0.0
    authority: float = 0.0
    """Per step down the order of authorities."""
    example: float = 0.0
    native: float = 2.0
    """Per word of the question that a passage has and no entry of the digest; what is tuned has no such words."""
    length: float = 0.0
    """Per doubling of the text's length beyond 60 code points, up to 480."""


@cache
def load_weights(path: Path = WEIGHTS_FILE) -> Weights:
    """The weights in that file; what it does not name keeps its default."""
    if not path.is_file():
        return Weights()
    known = {f.name for f in fields(Weights)}
    data = toml.loads(path.read_text("utf-8")).get("weights", {})
    return Weights(**{name: float(value) for name, value in data.items() if name in known})


def standardised(scores: Scores, pools: Iterable[NDArray[np.int64]]) -> Scores:
    """Scores less the mean of their pool, in its standard deviations; 0 in a pool that knows no difference.

    A search rates the question's own language higher; within each pool (language, text or question) its ratings compare.
    """
    found = np.zeros_like(scores)
    for rows in pools:
        part = scores[rows]
        spread = float(part.std()) if len(part) else 0.0
        if spread > 1e-9:
            found[rows] = (part - part.mean()) / spread
    return found


def best_first(scores: Scores, some: int = 256) -> Iterator[int]:
    """The rows in the order of their scores, the highest first, equal ones by row; sorted as far as they are asked for.

    >>> list(best_first(np.array([1, 3, 2, 3], dtype=np.float32), some=1))
    [1, 3, 2, 0]
    """
    told, every = 0, np.arange(len(scores))
    while told < len(scores):
        rows = np.flatnonzero(scores >= np.partition(scores, -some)[-some]) if some < len(scores) else every
        yield from rows[np.argsort(-scores[rows], kind="stable")][told:].tolist()
        told, some = len(rows), some * 8


def by_entry(scores: Scores, layout: Layout) -> tuple[Scores, Scores]:
    """Of every entry, the best score among its own texts and, not below 0, among its questions. `scores`: one a point."""
    own = np.maximum.reduceat(scores[layout.own], layout.own_first)
    asks = np.zeros_like(own)
    if len(layout.asked):
        asks[layout.asked] = np.maximum(np.maximum.reduceat(scores[layout.asks], layout.asks_first), 0)
    return own, asks


def priors(index: Index, lang: Lang, weights: Weights) -> Scores:
    """What speaks for or against every entry before the question's words are looked at."""
    columns, layout = index.columns, index.layout
    number = index.langs.index(lang)
    speaks = layout.speaks[number] if number < len(layout.speaks) else np.False_
    return np.asarray(
        weights.own_language * speaks
        - weights.superseded * columns.superseded
        + weights.digest * _is(index, "digest")
        - weights.authority * columns.authority
        + weights.example * _is(index, "example")
        + weights.length * layout.doublings,
        dtype=np.float32,
    )


def _is(index: Index, kind: str) -> NDArray[np.bool_]:
    number = index.kinds.index(kind) if kind in index.kinds else -1
    return np.asarray(index.columns.kind == number)


def term_weights(
    index: Index, terms: Mapping[str, float], links: Mapping[str, float], lang: Lang, weights: Weights
) -> dict[str, float]:
    """The words BM25 looks for: the question's own, the names of its concepts in both languages, and learned stand-ins."""
    added: dict[str, float] = {}
    for target, share in links.items():
        for other, names in index.labels.get(target, {}).items():
            weight = share * (weights.restated if other == lang else weights.carried)
            added |= {term: max(added.get(term, 0.0), weight) for term in names}
    for direction, share in _directions(lang, weights).items():
        found: dict[str, float] = {}
        for term in terms:
            for other, chance in stand_ins(term, direction):
                if chance >= weights.least_chance:
                    found[other] = found.get(other, 0.0) + chance
        for term, chance in found.items():
            added[term] = added.get(term, 0.0) + share * min(chance, 1.0)
    return {term: weight for term, weight in added.items() if term not in terms} | dict(terms)


def _directions(lang: Lang, weights: Weights) -> dict[str, float]:
    if lang == "en":
        return {"en>zh": weights.translated, "en>en": weights.reworded}
    return {"zh>en": weights.translated, "zh>zh": weights.reworded}
