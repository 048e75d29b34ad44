"""Statements: what each sentence of a passage permits, forbids, requires, defines or tells, and on what condition."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ingest.pipeline import Analysed
from kb.bundled import load_timings
from kb.lang.modality import Reading
from kb.model import SEARCHED_KINDS, Mention, Modality, Passage, Span, Statement

_EXCEPTION = re.compile(
    r"^\W*(however|but|except|unless|although|the exception|exceptions?\b|instead|on the other hand)\b"
    r"|\b(unless|except (if|when|that|for))\b|^\W*(但是?|不过|然而|作为例外|例外|除非)|除非|的例外",
    re.I,
)
_EXAMPLE = re.compile(r"\b(for example|for instance|e\.g\.|in the example)|^\W*(例子?[:：]|比如|例如)", re.I)
_MARKED: Mapping[str, tuple[Modality, bool]] = {"yes": ("permits", True), "no": ("forbids", False)}


def extract(analysed: Iterable[Analysed]) -> tuple[Statement, ...]:
    """The statements of one document's passages, in their order; none from headings, references and boilerplate.

    An exception points to the sentence before it, or to the passage it hangs under. A check or cross mark says what a
    passage permits or forbids, whatever its words do.
    """
    timings = frozenset(t.id for t in load_timings())
    found: list[Statement] = []
    first_of: dict[str, str] = {}
    for one in analysed:
        if one.passage.kind in SEARCHED_KINDS and one.sentences:
            made = _of_passage(one, timings, first_of)
            found += made
            if made:
                first_of[one.passage.id] = made[0].id
    return tuple(found)


def _of_passage(one: Analysed, timings: frozenset[str], first_of: Mapping[str, str]) -> list[Statement]:
    passage = one.passage
    made: list[Statement] = []
    for number, (span, reading) in enumerate(one.sentences, 1):
        sentence = passage.text[span.start : span.end]
        modality, polarity, confidence = _said(passage, sentence, reading, number)
        if modality is None:
            continue
        named = [m for m in one.mentions if span.start <= m.span.start < span.end]
        before = made[-1].id if made else first_of.get(passage.parent or passage.illustrates or "")
        made.append(
            Statement(
                id=f"{passage.id}!{number}",
                passage=passage.id,
                modality=modality,
                polarity=polarity,
                span=span,
                concepts=_named(named, "concept"),
                timing=tuple(t for t in _named(named, "timing") if t in timings),
                cards=tuple(dict.fromkeys(passage.text[m.span.start : m.span.end] for m in named if m.target_kind == "name")),
                condition=_slice(sentence, reading.condition),
                exception_of=before if before and _EXCEPTION.search(sentence) else None,
                confidence=confidence,
            )
        )
    return made


def _slice(sentence: str, span: Span | None) -> str:
    return sentence[span.start : span.end] if span else ""


def _said(passage: Passage, sentence: str, reading: Reading, number: int) -> tuple[Modality | None, bool, float]:
    """Modality, polarity and confidence of a sentence; no modality if it states nothing."""
    if passage.mark and number == 1:
        return (*_MARKED[passage.mark], 0.95)
    if passage.kind == "example" or _EXAMPLE.search(sentence):
        return "example", reading.polarity, min(reading.confidence, 0.8)
    if sentence.rstrip().endswith((":", "：")) and reading.confidence < 0.6:
        return None, True, 0.0
    return reading.modality, reading.polarity, reading.confidence


def _named(mentions: Iterable[Mention], kind: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(m.target for m in mentions if m.target_kind == kind))
