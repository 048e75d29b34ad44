"""Small corpora for tests of checks: read by the real readers, names found by plain search, one statement a passage."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from ingest.readers import html, markdown, qa_json, rst, zh_notes
from kb.audit.corpus import Audited, Corpus
from kb.audit.run import all_checks
from kb.graph.read import ReadDocument
from kb.model import SEARCHED_KINDS, Concept, Document, Finding, Mention, Rule, Source, Span, Statement, Timing

READERS = {"markdown": markdown, "html": html, "zh-notes": zh_notes, "qa-json": qa_json, "rst": rst}


def audited(
    source: Source, text: str, concepts: Iterable[Concept] = (), timings: Iterable[Timing] = (), **changes: object
) -> Audited:
    """A document as an audit sees it; `changes` replace fields of every reference."""
    document = READERS[source.format].read(source, text.encode())
    document = replace(document, references=tuple(replace(r, **changes) for r in document.references))  # type: ignore[arg-type]
    mentions = tuple(_mentions(document, [("concept", c) for c in concepts] + [("timing", t) for t in timings]))
    statements = tuple(_statements(document, mentions))
    return Audited(read=ReadDocument(document=document, mentions=mentions, statements=statements))


def _mentions(document: Document, named: Sequence[tuple[str, Concept | Timing]]) -> Iterator[Mention]:
    for passage in document.passages:
        for kind, thing in named:
            label = thing.labels.get(document.source.lang, "")
            for name in (label, *thing.aliases.get(document.source.lang, ())):
                at = passage.text.lower().find(name.lower()) if name else -1
                if at >= 0:
                    match = "label" if name == label else "alias"
                    span = Span(at, at + len(name))
                    yield Mention(passage=passage.id, span=span, target=thing.id, target_kind=kind, match=match)  # type: ignore[arg-type]


def _statements(document: Document, mentions: Sequence[Mention]) -> Iterator[Statement]:
    for passage in document.passages:
        if passage.kind in SEARCHED_KINDS:
            span = Span(0, len(passage.text))
            may = "cannot" not in passage.text
            concepts = tuple(dict.fromkeys(m.target for m in mentions if m.passage == passage.id))
            yield Statement(
                id=f"{passage.id}!1",
                passage=passage.id,
                modality="permits" if may else "forbids",
                polarity=may,
                span=span,
                concepts=concepts,
            )


def found(code: str, documents: Sequence[Audited], rules: Sequence[Rule] = (), **rest: object) -> list[Finding]:
    """What one check finds in a corpus."""
    return list(all_checks()[code](Corpus(documents=tuple(documents), rules=tuple(rules), **rest)))  # type: ignore[arg-type]


def touched(findings: Iterable[Finding]) -> Mapping[str, set[int]]:
    """The lines that findings name, by document."""
    lines: dict[str, set[int]] = {}
    for finding in findings:
        for place in finding.places:
            lines.setdefault(place.source, set()).update(range(place.lines.first, place.lines.last + 1))
    return lines
