"""What the passages of a document name and state."""

from __future__ import annotations

from dataclasses import dataclass

from ingest.analysed import analyse_new
from ingest.extract import extract
from kb.lang.link import Linker
from kb.memo import Memo
from kb.model import Document, Mention, Statement


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotated:
    """Mentions and statements of one document, in order of its passages."""

    mentions: tuple[Mention, ...]
    statements: tuple[Statement, ...]


def annotate(document: Document, linker: Linker, memo: Memo | None = None) -> Annotated:
    """Mentions of concepts, timings and names in every passage but boilerplate, and the statements made there.

    `memo`: what earlier builds found in the same texts.
    """
    analysed = list(analyse_new(document.passages, linker, memo or Memo(None, "analysed", version="")))
    return Annotated(mentions=tuple(m for one in analysed for m in one.mentions), statements=extract(analysed, linker))
