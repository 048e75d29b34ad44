"""What the pipeline finds in a passage, and the same as plain lists, so that it can be remembered by the text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kb.lang.modality import Reading
from kb.model import Mention, Passage, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysed:
    """What the pipeline found in one passage; spans into its readable text."""

    passage: Passage
    mentions: tuple[Mention, ...]
    sentences: tuple[tuple[Span, Reading], ...]


def to_plain(one: Analysed) -> list[Any]:
    """Mentions and sentences as lists, texts and numbers; the passage is left out."""
    return [
        [[*m.span, m.target, m.target_kind, m.match] for m in one.mentions],
        [[*span, *reading] for span, reading in one.sentences],
    ]


def from_plain(passage: Passage, plain: list[Any]) -> Analysed:
    """What `to_plain` gave for the same text, now of this passage."""
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
