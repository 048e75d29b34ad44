"""What the pipeline finds in passages, remembered by their text: only new texts go through spaCy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kb.lang.link import Linker
from kb.lang.modality import Reading
from kb.memo import Memo
from kb.model import Mention, Passage, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysed:
    """What the pipeline found in one passage; spans into its readable text."""

    passage: Passage
    mentions: tuple[Mention, ...]
    sentences: tuple[tuple[Span, Reading], ...]


def analyse_new(passages: Sequence[Passage], linker: Linker, memo: Memo) -> Iterator[Analysed]:
    """Every passage with its mentions and sentences, in the given order; texts the memo knows are not read again."""
    new = [p for p in passages if not memo.knows(_key(p))]
    if new:
        from ingest.pipeline import analyse

        for one in analyse(new, linker):
            memo.of(_key(one.passage), lambda _, one=one: _to_plain(one))  # type: ignore[misc]
    for passage in passages:
        yield _from_plain(passage, memo.of(_key(passage), _unknown))


def _key(passage: Passage) -> str:
    return f"{passage.lang} {passage.kind == 'boilerplate'} {passage.text}"


def _unknown(key: str) -> Any:
    raise LookupError(key)


def _to_plain(one: Analysed) -> list[Any]:
    return [
        [[*m.span, m.target, m.target_kind, m.match] for m in one.mentions],
        [[*span, *reading] for span, reading in one.sentences],
    ]


def _from_plain(passage: Passage, plain: list[Any]) -> Analysed:
    mentions, sentences = plain
    return Analysed(
        passage=passage,
        mentions=tuple(
            Mention(passage=passage.id, span=Span(start, end), target=target, target_kind=kind, match=match)
            for start, end, target, kind, match in mentions
        ),
        sentences=tuple(
            (Span(start, end), Reading(modality, polarity, confidence, Span(*condition) if condition else None, guessed))
            for start, end, modality, polarity, confidence, condition, guessed in sentences
        ),
    )
