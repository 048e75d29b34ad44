"""What the passages of a document name and state."""

from __future__ import annotations

from dataclasses import dataclass

from ingest.extract import extract
from ingest.pipeline import analyse
from kb.lang.link import Linker
from kb.model import Document, Mention, Statement

VERSION = "2"
"""Changes when readers, linking or extraction give other results for the same document."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotated:
    """Mentions and statements of one document, in order of its passages."""

    mentions: tuple[Mention, ...]
    statements: tuple[Statement, ...]


def annotate(document: Document, linker: Linker) -> Annotated:
    """Mentions of concepts, timings and names in every passage but boilerplate, and the statements made there."""
    analysed = list(analyse(document.passages, linker))
    return Annotated(mentions=tuple(m for one in analysed for m in one.mentions), statements=extract(analysed, linker))
