"""Three searches side by side (words, vectors, concepts) and the ranking made of them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, takewhile

import numpy as np
from numpy.typing import NDArray

from kb.errors import SnapshotError
from kb.index.alignment import warped
from kb.index.concepts import widened
from kb.index.encode import Ahead, Encoder
from kb.index.entry import DIGEST, Entry, as_weights
from kb.index.store import Index, rows_of
from kb.index.terms import index_terms
from kb.index.unanswered import Beside, Nearest
from kb.index.vectors import unit
from kb.model import Ask, Lang
from query.find.fuse import SEARCHES, Scores, Weights, best_first, by_entry, load_weights, priors, standardised, term_weights
from query.find.late import Pieces
from query.find.native import native_words
from query.find.own import ABOUT, LOOKED_AT, READ, Own, OwnRated, nearest_sentences, rate_own, reread

MAX_QUESTION = 2000
"""Code points of a question that are searched for."""
FIRST, OWN = 5, 3
"""Among how many of those found a user's own passages stand, and how many, where there are as many."""
LOOKED_THROUGH = 60
"""Passages among which these are looked for."""


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
    """The entry's own question that comes nearest; None if it has none."""
    near_asks: tuple[float, ...] = ()
    """Likeness of the question and each of the entry's questions in its language, by vectors; empty without them."""
    near_text: float | None = None
    """The same of the entry's text."""
    native: frozenset[str] = frozenset()
    """Of a passage, the question's words that it or its place has and no entry of the digest."""
    told_asks: tuple[float, ...] = ()
    """How well the words of each of the entry's questions in its language are met (BM25, standardised); empty without it."""
    also: tuple[Entry, ...] = ()
    """Entries that say the same elsewhere, best first."""
    along: bool = False
    """One of those that were asked to come along, however they rate."""
    beside: bool = False
    """A passage of a user's own document that is shown among the first, whatever it rates."""
    own: Own | None = None
    """Of such a passage how it stands among a user's own, if it is one of the best."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a question found, best first, and what it took."""

    hits: tuple[Hit, ...]
    searched: tuple[str, ...]
    """Which searches ran; a remark for one that could not."""
    encode_ms: float = 0.0
    """The encoder's call, the only part that is not numpy or SQLite."""
    total_ms: float = 0.0
    """All of it, the encoder's call included."""
    unanswered: Nearest | None = None
    """Of the questions in its language that no source answers, the nearest by vectors; None without an encoder's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rated:
    """Ratings of everything in the index."""

    total: Scores
    """Of every entry, fused."""
    parts: Mapping[str, Scores]
    """Of every entry, by search."""
    points: Mapping[str, Scores]
    """Of every point, by search, standardised."""
    cosine: Scores | None
    """Of every point."""
    native: Mapping[int, frozenset[str]] = field(default_factory=dict)
    """Of every entry that has some, the question's words that no entry of the digest has."""


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
    along: Collection[str] = (),
    own: Collection[str] = (),
    pieces: Pieces | None = None,
    passages: Encoder | None = None,
    beside: Mapping[str, Beside] | None = None,
) -> Found:
    """The `k` best entries for a question, no two of which say the same, and behind them those of `along` (ids). Of `own`, a
    user's own documents, come the best passages, to stand beside: an entry is found by dozens of questions, they by one text;
    `pieces` compares these word by word, `passages` has learned which of them answers. `beside`: by language the questions that
    no source answers.

    `links`: ids of the concepts, timings and cards that the question names, with weights if some count less. `without`
    leaves searches out (bm25, vectors, graph). Raises SnapshotError if the index was built with another encoder.
    """
    began = time.perf_counter()
    question = question[:MAX_QUESTION]
    near, encode_ms = Near(), 0.0
    if "vectors" not in without:
        near = _begun(index, question, lang, encoder)
        encode_ms = (time.perf_counter() - began) * 1000
    given, vector, remark = near.given, near.vector, near.remark
    rated = rate(index, question, lang, as_weights(links), near.cosine, weights or load_weights(), without)
    hits = _hits(index, rated, k, lang, frozenset(along))
    if own and DIGEST in index.kinds:
        learned = _learned(index, question, passages) if given is not None else None
        users = _read_own(index, rate_own(index, rated.parts, given, learned), question, given, encoder, pieces)
        hits = _with_own(index, rated, hits, lang, users)
    searched = (*(s for s in SEARCHES if s in rated.parts), *([remark] if remark else []))
    unanswered = beside[lang].nearest(vector) if beside and vector is not None and lang in beside else None
    total_ms = (time.perf_counter() - began) * 1000
    return Found(hits=hits, searched=searched, encode_ms=encode_ms, total_ms=total_ms, unanswered=unanswered)


@dataclass(frozen=True, slots=True, kw_only=True)
class Near:
    """How near a question lies to everything in the index, by vectors."""

    given: NDArray[np.float32] | None = None
    """Its vector as the encoder gives it."""
    vector: NDArray[np.float32] | None = None
    """The same as the index's vectors are."""
    cosine: Scores | None = None
    """Of every point."""
    remark: str = ""
    """Why there is none of them."""


def nearness(index: Index, question: str, lang: Lang, encoder: Encoder | None) -> Near:
    """How near a question lies to everything. Raises SnapshotError if the index was built with another encoder."""
    given, remark = question_vector(index, question, encoder)
    if given is None:
        return Near(remark=remark)
    vector = searched_vector(index, given, lang)
    return Near(given=given, vector=vector, cosine=index.vectors @ vector)


def begin(index: Index, question: str, lang: Lang, encoder: Ahead) -> None:
    """Begins, on another thread, with how near a question lies that `search` will be asked for."""
    question = question[:MAX_QUESTION]
    encoder.begin_with(_key(index, question, lang), partial(nearness, index, question, lang, encoder))


def _begun(index: Index, question: str, lang: Lang, encoder: Encoder | None) -> Near:
    made = partial(nearness, index, question, lang, encoder)
    return encoder.begun(_key(index, question, lang), made) if isinstance(encoder, Ahead) else made()


def _key(index: Index, question: str, lang: Lang) -> Hashable:
    return id(index), question, lang


def question_vector(index: Index, question: str, encoder: Encoder | None) -> tuple[NDArray[np.float32] | None, str]:
    """The question's vector as the encoder gives it, and a remark if there is none.

    Raises SnapshotError if the index was built with another encoder.
    """
    if encoder is None:
        return None, "vectors: no encoder, found by words and concepts alone"
    if not index.encoder_id:
        return None, "vectors: the index was built without an encoder"
    if encoder.id != index.encoder_id:
        raise SnapshotError(
            f"The search index was built with the encoder {index.encoder_id}, the question came with {encoder.id}. "
            f"Ask with `--encoder {index.encoder_id}` or run `rulings build` again."
        )
    return encoder.queries([question])[0], ""


def searched_vector(index: Index, vector: NDArray[np.float32], lang: Lang) -> NDArray[np.float32]:
    """A question's vector as the index's vectors are: the mean of its language taken out, and mapped."""
    mean = index.means.get(lang)
    return warped(unit(vector - mean if mean is not None else vector), index.warp)


def rate(
    index: Index,
    question: str,
    lang: Lang,
    links: Mapping[str, float],
    cosine: Scores | None,
    weights: Weights,
    without: Collection[str] = (),
) -> Rated:
    """How everything is rated. `cosine`: how near the question lies to every point; None leaves vectors out."""
    raw: dict[str, Scores] = {}
    if "bm25" not in without:
        raw["bm25"] = index.lexical.scores(term_weights(index, Counter(index_terms(question)), links, lang, weights))
    if cosine is not None:
        raw["vectors"] = cosine
    total = priors(index, lang, weights)
    parts: dict[str, Scores] = {}
    points = {name: standardised(scores, index.layout.pools) for name, scores in raw.items()}
    for name, scores in points.items():
        own, asks = by_entry(scores, index.layout)
        total += getattr(weights, name) * own + getattr(weights, f"ask_{name}") * asks
        parts[name] = np.maximum(own, asks)
    if "graph" not in without:
        everything = (np.arange(len(index.entries)),)
        parts["graph"] = standardised(index.concepts.scores(widened(links, index.near)), everything)
        total += weights.graph * parts["graph"]
    native = native_words(index, index_terms(question))
    for row, words in native.items():
        total[row] += weights.native * len(words)
    return Rated(total=total, parts=parts, points=points, cosine=raw.get("vectors"), native=native)


def _hits(index: Index, rated: Rated, k: int, lang: Lang, along: frozenset[str]) -> tuple[Hit, ...]:
    """The best entries, each with those that say the same; of a group, what is not outdated stands first."""
    groups, superseded, total = index.columns.group, index.columns.superseded, rated.total
    left = rows_of(index, along) if along else set()
    behind = sorted(left, key=lambda row: (-float(total[row]), row))
    hits: list[Hit] = []
    seen: set[int] = set()
    for row in chain(takewhile(lambda _: len(hits) < k, best_first(total)), behind):
        group = int(groups[row])
        if group not in seen:
            seen.add(group)
            members = np.flatnonzero(groups == group).tolist()
            members.sort(key=lambda r: (bool(superseded[r]), -float(total[r]), r))
            hits.append(_hit(index, rated, members, float(total[row]), lang, along=row in left))
    return tuple(hits)


def _learned(index: Index, question: str, passages: Encoder | None) -> NDArray[np.float32] | None:
    """The question's vector by the encoder of passages; None where the index has none of that encoder."""
    placed = index.placed
    there = passages is not None and len(placed.rows) and passages.id == placed.learned_id
    return passages.queries([question])[0] if passages is not None and there else None


def _read_own(
    index: Index,
    own: OwnRated,
    question: str,
    given: NDArray[np.float32] | None,
    encoder: Encoder | None,
    pieces: Pieces | None,
) -> dict[int, Own]:
    """By row the best of a user's own passages, no two of which say the same, best first, and how they are met."""
    rows = _each_once(index, own.rows)
    most = FIRST if own.nearer >= ABOUT else OWN
    if pieces is not None and given is not None and rows:
        own = reread(index, own, rows[:LOOKED_AT], question, pieces)
        rows = list(own.rows)
    told = nearest_sentences([index.entries[r] for r in rows[:READ]], given, encoder)

    def lang(row: int) -> str:
        return index.entries[row].lang

    return {
        row: Own(
            rated=own.rated[row],
            nearer=own.nearer,
            ahead=own.rated[row] - max((own.rated[o] for o in rows if o != row and lang(o) == lang(row)), default=0.0),
            sentence=told[n] if n < len(told) else "",
        )
        for n, row in enumerate(rows[:most])
    }


def _with_own(index: Index, rated: Rated, hits: tuple[Hit, ...], lang: Lang, own: Mapping[int, Own]) -> tuple[Hit, ...]:
    """The hits, those of a user's own passages with how they are rated among themselves, and behind them the best of these that
    are not among the first, to stand beside."""
    there = {hit.entry.id for hit in hits[:FIRST]}
    best = {index.entries[row].id: row for row in own}
    beside = [_hit(index, rated, [best[i]], float(rated.total[best[i]]), lang, beside=True) for i in best if i not in there]
    return tuple(replace(hit, own=own.get(best.get(hit.entry.id, -1))) for hit in (*hits, *beside))


def _each_once(index: Index, rows: Sequence[int]) -> list[int]:
    """Of passages that say the same, and of a question and its answer, the first."""
    kept: list[int] = []
    seen: set[Hashable] = set()
    for row in rows[:LOOKED_THROUGH]:
        marks = (int(index.columns.group[row]), _pair(index.entries[row]))
        if not any(mark in seen for mark in marks if mark is not None):
            kept.append(row)
        seen.update(marks)
    return kept


def _pair(entry: Entry) -> Hashable:
    """What a question and its answer have in common; None of any other passage."""
    if entry.kind == "question":
        return (entry.source, entry.text(entry.lang))
    return (entry.source, entry.parent) if entry.kind == "answer" and entry.parent else None


def seated(hits: Sequence[Hit]) -> list[Hit]:
    """The hits as they are shown: those that stand beside last among the first, for which the worst of these give way that are
    none of a user's best passages."""
    beside = [hit for hit in hits if hit.beside]
    ids = {hit.entry.id for hit in beside}
    others = [hit for hit in hits if not hit.beside and hit.entry.id not in ids]
    first = others[:FIRST]
    leave = [hit for hit in first if not hit.own][max(0, FIRST - len(beside) - sum(bool(hit.own) for hit in first)) :]
    stay = [hit for hit in first if hit not in leave]
    return [*stay, *beside, *leave, *others[FIRST:]] if beside else others


def _hit(
    index: Index, rated: Rated, rows: Sequence[int], score: float, lang: Lang, *, along: bool = False, beside: bool = False
) -> Hit:
    row, entry = rows[0], index.entries[rows[0]]
    points = slice(int(index.columns.first_point[row]), int(index.columns.first_point[row + 1]))
    near_asks, near_text = _nearness(index, rated, entry, points, lang)
    told_asks = _by_ask(index, rated.points.get("bm25"), entry, points, lang)
    return Hit(
        entry=entry,
        score=score,
        near_asks=near_asks,
        near_text=near_text,
        told_asks=told_asks,
        native=rated.native.get(row, frozenset()),
        searches={
            name: Place(rank=1 + int((scores > scores[row]).sum()), score=float(scores[row]))
            for name, scores in rated.parts.items()
        },
        cosine=None if rated.cosine is None else float(rated.cosine[points].max()),
        ask=_nearest_ask(index, rated, entry, points),
        also=tuple(index.entries[r] for r in rows[1:]),
        along=along,
        beside=beside,
    )


def _nearness(index: Index, rated: Rated, entry: Entry, points: slice, lang: Lang) -> tuple[tuple[float, ...], float | None]:
    """How alike the question's vector is to each of the entry's questions in that language, and to its text."""
    if rated.cosine is None or not entry.asks or lang not in index.langs:
        return (), None
    found = [0.0] * len(entry.asks)
    text = None
    for number, near in _spoken(index, rated.cosine, points, lang):
        if number >= 0:
            found[number] = near
        else:
            text = near
    return tuple(found), text


def _spoken(index: Index, scores: Scores, points: slice, lang: Lang) -> Iterator[tuple[int, float]]:
    """Of an entry's points in a language, which question each is (-1 for its text), and its score."""
    there = np.flatnonzero(index.columns.lang[points] == index.langs.index(lang))
    return zip(index.columns.ask[points][there].tolist(), scores[points][there].tolist(), strict=True)


def _by_ask(index: Index, scores: Scores | None, entry: Entry, points: slice, lang: Lang) -> tuple[float, ...]:
    """The score of each of the entry's questions in that language; empty where there are none."""
    if scores is None or not entry.asks or lang not in index.langs:
        return ()
    found = [0.0] * len(entry.asks)
    for number, score in _spoken(index, scores, points, lang):
        if number >= 0:
            found[number] = score
    return tuple(found)


def _nearest_ask(index: Index, rated: Rated, entry: Entry, points: slice) -> Ask | None:
    """The entry's question that comes nearest: by vectors, or without them by words."""
    by = rated.points.get("vectors", rated.points.get("bm25"))
    numbers = index.columns.ask[points]
    if by is None or not (numbers >= 0).any():
        return None
    return entry.asks[int(numbers[int(np.where(numbers >= 0, by[points], -np.inf).argmax())])]
