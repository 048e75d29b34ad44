"""What the passages of a document name and state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ingest.analysed import Analysed, from_plain, to_plain
from ingest.extract import extract
from kb.lang.link import Linker
from kb.memo import Memo
from kb.model import Document, Mention, Passage, Statement


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


def analyse_new(passages: Sequence[Passage], linker: Linker, memo: Memo) -> Iterator[Analysed]:
    """Every passage with its mentions and sentences, in the given order; texts that the memo knows do not go through spaCy."""
    new = [p for p in passages if not memo.knows(_key(p))]
    if new:
        from ingest.pipeline import analyse

        for one in analyse(new, linker):
            memo.of(_key(one.passage), lambda _, one=one: to_plain(one))  # type: ignore[misc]
    for passage in passages:
        yield from_plain(passage, memo.of(_key(passage), _unknown))


def _key(passage: Passage) -> str:
    return f"{passage.lang} {passage.kind == 'boilerplate'} {passage.text}"


def _unknown(key: str) -> Any:
    raise LookupError(key)
