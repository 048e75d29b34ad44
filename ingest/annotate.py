"""What the passages of a document name and state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ingest.analysed import Analysed, from_plain, to_plain
from ingest.annotated import Annotated
from ingest.extract import extract
from kb.lang.link import Linker
from kb.lang.modality import read_modality
from kb.lang.sentences import sentences
from kb.memo import Memo
from kb.model import Document, Lang, Mention, Passage

FEW = 100
"""Passages that are read without spaCy."""


def annotate(document: Document, linker: Linker, memo: Memo | None = None) -> Annotated:
    """Mentions of concepts, timings and names in every passage but boilerplate, and the statements made there.

    `memo`: what earlier builds found in the same texts.
    """
    analysed = list(analyse_new(document.passages, linker, memo or Memo(None, "analysed", version="")))
    return Annotated(mentions=tuple(m for one in analysed for m in one.mentions), statements=extract(analysed, linker))


def analyse_new(passages: Sequence[Passage], linker: Linker, memo: Memo) -> Iterator[Analysed]:
    """Every passage with its mentions and sentences, in the given order; only many new texts go through spaCy."""
    new = [p for p in passages if not memo.knows(_key(p))]
    if new:
        for one in _few(new, linker) if len(new) <= FEW else _many(new, linker):
            memo.of(_key(one.passage), lambda _, one=one: to_plain(one))  # type: ignore[misc]  # mypy infers no lambda with a default
    for passage in passages:
        yield from_plain(passage, memo.of(_key(passage), _unknown))


def _few(passages: Sequence[Passage], linker: Linker) -> Iterator[Analysed]:
    """The same as the pipeline finds, by the same functions: to import spaCy would take longer than they do."""
    for passage in passages:
        if passage.kind == "boilerplate":
            yield Analysed(passage=passage, mentions=(), sentences=())
            continue
        lang: Lang = "en" if passage.lang == "en" else "zh"
        found = linker.link(passage.text)
        read = ((span, read_modality(passage.text[span.start : span.end], lang)) for span in sentences(passage.text))
        mentions = (
            Mention(passage=passage.id, span=r.span, target=r.target, target_kind=r.target_kind, match=r.match) for r in found
        )
        yield Analysed(passage=passage, mentions=tuple(mentions), sentences=tuple(read))


def _many(passages: Sequence[Passage], linker: Linker) -> Iterator[Analysed]:
    from ingest.pipeline import analyse

    return analyse(passages, linker)


def _key(passage: Passage) -> str:
    return f"{passage.lang} {passage.kind == 'boilerplate'} {passage.text}"


def _unknown(key: str) -> Any:
    raise LookupError(key)
