"""The search index made from entries: BM25, concept postings, vectors, groups of duplicates."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache, partial
from itertools import groupby
from pathlib import Path

import numpy as np

from kb.cache import Cache, code_version
from kb.index.alignment import shipped_warp
from kb.index.concepts import build_concepts, neighbours
from kb.index.counts import Counts, counted, joined, together
from kb.index.duplicates import duplicate_groups
from kb.index.embed import embed_points
from kb.index.encode import Encoder, of_passages
from kb.index.entry import DIGEST, Entry, Point, points_of, without_marks
from kb.index.lexical import Postings, lexical_of, weighted_terms
from kb.index.placed import placed_of
from kb.index.store import Columns, Index, layout_of
from kb.index.terms import index_terms
from kb.index.vectors import SHIPPED, Postponed, Progress, vectors_for
from kb.model import AUTHORITIES, Concept, Lang, Timing

LANGS: tuple[Lang, ...] = ("en", "zh", "ja")
PARENT_TERMS = 40
"""Terms of the parent that count as context: a long one would drown the passage."""
COUNTING = ("kb.index.terms", "kb.index.counts", "kb.index.lexical", "kb.index.build", "kb.lang.words", "kb.text")
"""The code by which words are counted."""
SHIPPED_WORK = SHIPPED.with_name("worked.zip")
"""What was worked out of the bundled digest: its words counted, its texts linked."""
_TERMS_KEPT = 1000
"""Texts whose terms are remembered while they are counted: headings and parents come again."""


def build_index(
    entries: Sequence[Entry],
    *,
    encoder: Encoder | None = None,
    concepts: Iterable[Concept] = (),
    timings: Iterable[Timing] = (),
    cache_dir: Path | None = None,
    progress: Progress | None = None,
    postponed: Postponed | None = None,
    own: Collection[str] = (),
) -> Index:
    """The search index of the entries, in memory; `save_index` writes it.

    `progress` is told how many distinct texts are embedded; `cache_dir` keeps vectors from one build to the next;
    `postponed` leaves out, and counts, those that would take long. `own`: ids of the documents whose passages are searched by
    themselves too, a user's.
    """
    concepts, timings = tuple(concepts), tuple(timings)
    points = [p for row, entry in enumerate(entries) for p in points_of(row, entry)]
    kinds = tuple(dict.fromkeys(e.kind for e in entries))
    columns = _columns(entries, points, kinds)
    warp = shipped_warp(encoder.id) if encoder else None
    vectors, means = embed_points(
        entries, points, columns.group, encoder, warp=warp, cache_dir=cache_dir, progress=progress, postponed=postponed
    )
    passages = of_passages(encoder)
    embed, learned = (
        partial(vectors_for, encoder=one, cache_dir=cache_dir, progress=progress, postponed=postponed) if one else None
        for one in (encoder, passages)
    )
    return Index(
        entries=tuple(entries),
        columns=columns,
        layout=layout_of(columns),
        langs=LANGS,
        kinds=kinds,
        lexical=_lexical(entries, points, cache_dir),
        concepts=build_concepts([e.links for e in entries]),
        near=neighbours(concepts, timings),
        labels=_labels((*concepts, *timings)),
        encoder_id=encoder.id if encoder else "",
        vectors=vectors,
        means=means,
        warp=warp,
        placed=placed_of(entries, own, embed, learned, passages.id if passages else ""),
    )


def _columns(entries: Sequence[Entry], points: Sequence[Point], kinds: Sequence[str]) -> Columns:
    first = np.zeros(len(entries) + 1, dtype=np.int64)
    np.cumsum(np.bincount([p.entry for p in points], minlength=len(entries)), out=first[1:])
    return Columns(
        first_point=first,
        ask=np.array([p.ask for p in points], dtype=np.int16),
        lang=np.array([LANGS.index(p.lang) for p in points], dtype=np.uint8),
        kind=np.array([kinds.index(e.kind) for e in entries], dtype=np.uint8),
        authority=np.array([AUTHORITIES.index(e.authority) for e in entries], dtype=np.uint8),
        superseded=np.array([bool(e.superseded_by) for e in entries], dtype=np.bool_),
        group=np.array(_groups(entries), dtype=np.int32),
        length=np.array([_length(e) for e in entries], dtype=np.float32),
    )


def _groups(entries: Sequence[Entry]) -> list[int]:
    """Groups of passages that say the same; a digest entry stands alone, its own check sees to duplicates."""
    passages = [row for row, entry in enumerate(entries) if entry.kind != DIGEST]
    found = duplicate_groups([(entries[row].lang, without_marks(entries[row].text(entries[row].lang))) for row in passages])
    groups = list(range(len(entries)))
    for row, leader in zip(passages, found, strict=True):
        groups[row] = passages[leader]
    return groups


def _length(entry: Entry) -> int:
    return max(len(text) * (3 if lang != "en" else 1) for lang, text in entry.texts.items())


def _lexical(entries: Sequence[Entry], points: Sequence[Point], cache_dir: Path | None) -> Postings:
    """The words of all points; those of a document, or of a topic of the digest, that has not changed are counted already."""
    cache = None
    if cache_dir:
        cache = Cache.inside(cache_dir, "counted", version=code_version(*COUNTING), shipped=SHIPPED_WORK)
    terms = lru_cache(maxsize=_TERMS_KEPT)(index_terms)

    def count(of: Sequence[Point]) -> list[list[str]]:
        return [weighted_terms(terms(p.text), _context(entries[p.entry], p, terms)) for p in of]

    def given(of: Sequence[Point]) -> list[str]:
        return ["\1".join((p.text, *_around(entries[p.entry], p))) for p in of]

    def by_topic(of: Sequence[Point]) -> Counts:
        topics = (tuple(group) for _, group in groupby(of, key=lambda p: entries[p.entry].topic))
        return joined(counted(cache, given(own), partial(count, own)) for own in topics)

    parts = []
    for source, group in groupby(points, key=lambda p: entries[p.entry].source):
        own = tuple(group)
        parts.append(together(cache, given(own), partial(by_topic, own)) if source == DIGEST else by_topic(own))
    return lexical_of(joined(parts), [(p.lang, p.ask >= 0) for p in points])


def _around(entry: Entry, point: Point) -> tuple[str, str] | tuple[()]:
    """What a passage's words stand in: its surroundings, and what it hangs under. A digest entry stands alone."""
    return () if point.ask >= 0 or entry.kind == DIGEST else (" · ".join(entry.surroundings()), entry.parent)


def _context(entry: Entry, point: Point, terms: Callable[[str], list[str]]) -> list[str]:
    if not (around := _around(entry, point)):
        return []
    return [*terms(around[0]), *terms(around[1])[:PARENT_TERMS]]


def _labels(things: Iterable[Concept | Timing]) -> dict[str, dict[str, list[str]]]:
    """Of every concept and timing, the terms of its preferred names."""
    found: dict[str, dict[str, list[str]]] = {}
    for thing in things:
        by_lang = found.setdefault(thing.id, {})
        for lang in ("en", "zh"):
            if label := thing.labels.get(lang):
                by_lang[lang] = list(dict.fromkeys((*by_lang.get(lang, ()), *index_terms(label))))
    return found
