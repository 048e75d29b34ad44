"""Statements of two documents in the same words but for a number or a denial: no entry of the digest need know them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from kb.audit.check import check, found
from kb.audit.corpus import Audited, Corpus
from kb.index.duplicates import candidates, turning_units, units_of
from kb.model import SEARCHED_KINDS, Finding, Passage

SAME = 97.0
"""Least rapidfuzz ratio (0..100) of two statements without their numbers and turning words."""
FEWEST = 7
"""Units (English words, Chinese characters) that a statement must have besides those."""
_ASIDE = re.compile(r"\[[^\]]*\]|[(（][^)）]*\d[^)）]*[)）]|^\W*(?:\d+|[IVX]+)(?:[.):、]|\s)\s*")
"""Footnote marks, asides with a number (a page, a list's item), the number an item bears."""


@dataclass(frozen=True, slots=True)
class _Said:
    """A statement as it is compared."""

    audited: Audited
    passage: Passage
    text: str
    turning: Counter[str]
    rest: tuple[str, ...]


@check(
    "M319",
    family="meaning",
    across=True,
    severity="warning",
    says="Two documents say the same but for a number or a denial.",
    off="false in every sample on unseen documents, whose sentences of one mould speak of different cards.",
)
def turned(corpus: Corpus) -> Iterator[Finding]:
    """Statements of two documents of one language that agree in all other words; each once, with the nearest of the other."""
    said = list(_said(corpus.documents))
    near: dict[tuple[int, str], tuple[float, _Said, _Said]] = {}
    for a, b in candidates([s.rest for s in said]):
        one, other = said[a], said[b]
        if one.audited is other.audited or one.passage.lang != other.passage.lang:
            continue
        score = fuzz.ratio(" ".join(one.rest), " ".join(other.rest), score_cutoff=SAME) + (one.turning == other.turning)
        pair = (a, other.audited.source.id)
        if score >= SAME and score > near.get(pair, (0.0,))[0]:
            near[pair] = (score, one, other)
    for _, one, other in near.values():
        if one.turning != other.turning:
            yield _found(one, other)


def _said(documents: Sequence[Audited]) -> Iterator[_Said]:
    for audited in documents:
        for passage in audited.document.passages:
            for statement in audited.statements.get(passage.id, ()):
                text = passage.text[statement.span.start : statement.span.end]
                units = units_of(_ASIDE.sub(" ", text))
                turning = turning_units(units)
                rest = tuple(u for u in units if u not in turning)
                if len(rest) >= FEWEST and passage.kind in SEARCHED_KINDS and statement.modality != "example":
                    yield _Said(audited, passage, text, turning, rest)


def _found(one: _Said, other: _Said) -> Finding:
    mine, theirs = (_told(s, o) for s, o in ((one, other), (other, one)))
    what = f"{one.audited.source.title} says {mine}, {other.audited.source.title} {theirs}, in otherwise the same words."
    hint = "Decide which source prevails, or say for which edition or territory each holds."
    return found(
        "M319",
        [one.audited.place(one.passage, one.text), other.audited.place(other.passage, other.text)],
        what,
        hint,
        confidence=0.8,
    )


def _told(one: _Said, other: _Said) -> str:
    only = list((one.turning - other.turning).elements())
    return "“" + "”, “".join(only) + "”" if only else "nothing instead"
