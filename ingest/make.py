"""One document read, linked and extracted."""

from __future__ import annotations

import os
from collections import Counter

from ingest.annotate import annotate
from ingest.prepare import Made, Summary
from ingest.readers import read_document
from ingest.remembered import Remembered
from ingest.segment import coverage
from kb.errors import BadInput
from kb.index.collect import passage_entries
from kb.model import Source

MOST_PASSAGES = 200_000
MOST_FOUND = 2_000_000
"""Of one document: the graph takes some 20 triples for each, and is checked whole."""
_BYTES = 30_000
"""Of memory that a build needs for each of them at once: 28 kB were measured."""


def make(source: Source, data: bytes, known: Remembered) -> Made:
    """The document with all that is found in it. Raises BadInput if no reader understands it, or it holds too much."""
    document = read_document(source, data)
    _limit(source, "passages", len(document.passages), MOST_PASSAGES)
    annotated = annotate(document, known.linker, known.analysed)
    _limit(source, "names and statements", len(annotated.mentions) + len(annotated.statements), _most_found())
    covered, boilerplate = coverage(document.text, document.passages)
    summary = Summary(
        source=source.id,
        passages=len(document.passages),
        covered=covered,
        boilerplate=boilerplate,
        references=len(document.references),
        mentions=len(annotated.mentions),
        statements=len(annotated.statements),
        kinds=dict(Counter(p.kind for p in document.passages)),
    )
    return Made(document=document, annotated=annotated, summary=summary, entries=tuple(passage_entries([document], known.link)))


def _limit(source: Source, what: str, count: int, most: int) -> None:
    if count > most:
        raise BadInput(f"{source.file}: {count:,} {what}, {most:,} at most. Split the file.")


def _most_found() -> int:
    """MOST_FOUND, or as many as this machine has memory for."""
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return MOST_FOUND
    return min(MOST_FOUND, memory // _BYTES)
