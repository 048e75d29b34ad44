"""The search index made from entries: BM25, concept postings, vectors, groups of duplicates."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from kb.cache import code_version
from kb.index.alignment import shipped_warp, warped
from kb.index.concepts import build_concepts, neighbours
from kb.index.duplicates import duplicate_groups
from kb.index.embed import embed_points
from kb.index.encode import Encoder
from kb.index.entry import DIGEST, Entry, Point, points_of, without_marks
from kb.index.lexical import Postings, build_lexical, weighted_terms
from kb.index.store import Columns, Index, layout_of
from kb.index.terms import index_terms
from kb.index.vectors import Postponed, Progress
from kb.memo import Memo
from kb.model import AUTHORITIES, Concept, Lang, Timing

LANGS: tuple[Lang, ...] = ("en", "zh", "ja")
PARENT_TERMS = 40
"""Terms of the parent that count as context: a long one would drown the passage."""


def build_index(
    entries: Sequence[Entry],
    *,
    encoder: Encoder | None = None,
    concepts: Iterable[Concept] = (),
    timings: Iterable[Timing] = (),
    cache_dir: Path | None = None,
    progress: Progress | None = None,
    postponed: Postponed | None = None,
) -> Index:
    """The search index of the entries, in memory; `save_index` writes it.

    `progress` is told how many distinct texts are embedded; `cache_dir` keeps vectors from one build to the next;
    `postponed` leaves out, and counts, those that would take long.
    """
    concepts, timings = tuple(concepts), tuple(timings)
    points = [p for row, entry in enumerate(entries) for p in points_of(row, entry)]
    kinds = tuple(dict.fromkeys(e.kind for e in entries))
    columns = _columns(entries, points, kinds)
    vectors, means = embed_points(
        entries, points, columns.group, encoder, cache_dir=cache_dir, progress=progress, postponed=postponed
    )
    warp = shipped_warp(encoder.id) if encoder else None
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
        vectors=warped(vectors, warp),
        means=means,
        warp=warp,
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
    memo = Memo(cache_dir and cache_dir / "texts", "terms", version=code_version("kb.index.terms", "kb.lang.words", "kb.text"))
    documents = [
        weighted_terms(memo.of(p.text, index_terms), _context_terms(entries[p.entry], memo) if p.ask < 0 else ())
        for p in points
    ]
    memo.save()
    return build_lexical(documents, [(p.lang, p.ask >= 0) for p in points])


def _context_terms(entry: Entry, memo: Memo) -> list[str]:
    if entry.kind == DIGEST:
        return []
    around = memo.of(" · ".join(entry.surroundings()), index_terms)
    return [*around, *memo.of(entry.parent, index_terms)[:PARENT_TERMS]]


def _labels(things: Iterable[Concept | Timing]) -> dict[str, dict[str, list[str]]]:
    """Of every concept and timing, the terms of its preferred names."""
    found: dict[str, dict[str, list[str]]] = {}
    for thing in things:
        by_lang = found.setdefault(thing.id, {})
        for lang in ("en", "zh"):
            if label := thing.labels.get(lang):
                by_lang[lang] = list(dict.fromkeys((*by_lang.get(lang, ()), *index_terms(label))))
    return found
