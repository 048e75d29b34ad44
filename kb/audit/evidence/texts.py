"""References held against what they cite, where that is built as well: official Q&As by their numbers."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kb.audit.check import check, found
from kb.audit.corpus import Audited, Corpus
from kb.audit.structure.outline import tight
from kb.model import Finding, Passage, Reference, Statement

FEWEST = 2
"""Concepts that a statement must name for a cited text that names none of them to be about something else."""
_NUMBER = re.compile(r"\bqa[#/]|[?&]fid=")
_NAME = re.compile(r"[\"“”「『]([^\"“”「」『』]{2,})[\"“”」』]")
_OPPOSITE = {"permits": "forbids", "forbids": "permits"}


@dataclass(slots=True)
class _Asked:
    """One Q&A of a built collection."""

    audited: Audited
    reference: Reference
    passages: list[Passage] = field(default_factory=list)

    @property
    def text(self) -> str:
        return _folded(" ".join(p.text for p in self.passages))

    @property
    def concepts(self) -> set[str]:
        return _concepts(self.audited, self.passages)

    @property
    def answers(self) -> list[Statement]:
        return [s for p in self.passages if p.kind == "answer" for s in self.audited.statements.get(p.id, ())]


@check(
    "E213",
    family="evidence",
    across=True,
    severity="warning",
    says="A reference says something else than the text that cites it.",
)
def says_something_else(corpus: Corpus) -> Iterator[Finding]:
    """References to a Q&A at hand that is about other cards or matters, or that answers the opposite."""
    asked = _collections(corpus)
    for audited in corpus.documents:
        citing = _traced(audited)
        for reference in audited.document.references:
            number = _number(reference)
            if number not in asked or asked[number].audited is audited:
                continue
            qa = asked[number]
            what = _other_cards(reference, qa) or next(
                filter(None, (_otherwise(audited, p, qa) for p in citing[reference.id])), ""
            )
            if what:
                where = [audited.at(tight(reference.lines)), *map(audited.place, citing[reference.id][:1])]
                where.append(qa.audited.place(next((p for p in qa.passages if p.kind == "answer"), qa.passages[0])))
                yield found(
                    "E213", where, what, "Read the Q&A; correct its number, the label or the statement.", confidence=0.75
                )


def _collections(corpus: Corpus) -> Mapping[str, _Asked]:
    """Every Q&A of the built collections by its number."""
    asked: dict[str, _Asked] = {}
    for audited in corpus.documents:
        if audited.source.format != "qa-json":
            continue
        own = {r.id: _Asked(audited, r) for r in audited.document.references}
        for passage in audited.document.passages:
            for name in passage.references:
                if passage.kind in ("heading", "question", "answer") and name in own:
                    own[name].passages.append(passage)
        asked |= {qa.reference.key: qa for qa in own.values() if qa.passages}
    return asked


def _number(reference: Reference) -> str:
    """The number of the Q&A that a reference leads to; empty for anything else."""
    at = _NUMBER.search(reference.url)
    digits = re.match(r"\d+", reference.url[at.end() :]) if at else None
    return digits.group() if digits else ""


def _traced(audited: Audited) -> Mapping[str, Sequence[Passage]]:
    """The passages that name a reference by a footnote, alone: what a whole section shares says nothing of any passage."""
    citing: dict[str, list[Passage]] = defaultdict(list)
    keyed = {r.id for r in audited.document.references if r.key}
    for passage in audited.document.passages:
        if len(passage.references) == 1 and passage.references[0] in keyed and audited.statements.get(passage.id):
            citing[passage.references[0]].append(passage)
    return citing


def _other_cards(reference: Reference, qa: _Asked) -> str:
    names = [n for n in _NAME.findall(reference.label) if _folded(n) not in qa.text]
    if not names or not any(p.lang == "en" for p in qa.passages):
        return ""
    return f"“{reference.label}” names {', '.join(names)}; Q&A {qa.reference.key} does not."


def _otherwise(audited: Audited, passage: Passage, qa: _Asked) -> str:
    """What sets a passage against the Q&A it cites; empty if nothing does."""
    named, about = _concepts(audited, [passage]), qa.concepts
    if len(named) >= FEWEST and about and not named & about:
        return f"Q&A {qa.reference.key} names nothing of what the statement that cites it is about."
    for statement in audited.statements[passage.id]:
        against = _OPPOSITE.get(statement.modality)
        alike = [s for s in qa.answers if statement.concepts and set(s.concepts) == set(statement.concepts)]
        if against and alike and all(s.modality == against for s in alike):
            return f"Q&A {qa.reference.key} {against} what the statement that cites it {statement.modality}."
    return ""


def _concepts(audited: Audited, passages: Sequence[Passage]) -> set[str]:
    return {m.target for p in passages for m in audited.mentions.get(p.id, ()) if m.target_kind == "concept"}


def _folded(text: str) -> str:
    return re.sub(r"[^\w]+", " ", text.casefold()).strip()
