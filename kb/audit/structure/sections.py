"""Sections: empty ones, and headings that skip a level."""

from __future__ import annotations

from collections.abc import Iterator

from kb.audit.check import check, found
from kb.audit.corpus import Audited, Corpus
from kb.model import Finding, Passage


@check("S101", family="structure", severity="warning", says="A section has a heading and nothing under it.")
def empty_section(corpus: Corpus) -> Iterator[Finding]:
    """Headings that neither text nor a deeper heading follows."""
    for audited in corpus.documents:
        for heading in _headings(audited):
            if not any(p.kind != "boilerplate" for p in _under(audited, heading)):
                yield found("S101", [audited.place(heading)], f"“{heading.text}” is empty.", "Add its text, or take it out.")


def _headings(audited: Audited) -> list[Passage]:
    return [p for p in audited.document.passages if p.kind == "heading"]


def _under(audited: Audited, heading: Passage) -> list[Passage]:
    """The passages after a heading, up to the next one."""
    passages = audited.document.passages
    start = passages.index(heading) + 1
    end = next((n for n in range(start, len(passages)) if passages[n].kind == "heading"), len(passages))
    return list(passages[start:end])
