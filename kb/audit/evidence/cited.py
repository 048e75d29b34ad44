"""What a document's statements rest on: references missing, unofficial, too far away; shared by sections, tables and lists."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from kb.audit.check import check, found, found_each
from kb.audit.corpus import Audited, Corpus
from kb.audit.evidence.addresses import claims_official
from kb.audit.structure.outline import MAX_LINES, Section, every_place, sections, tight
from kb.model import Finding, FoundAt, Lines, Passage, Reference

SHARE, CITING = 0.5, 3
"""Share of a document's sections with text, and their number, that must have references before one without is missed."""
MANY = 12
"""Statements that share the same few references of their section and no footnote, from which on none can be traced."""
FEW = 2
"""References of a section that are too few for so many statements."""
_FOOTNOTE = re.compile(r"<sup>|\[\^?\d+(?:\.\d+)?\]|\[\s*note", re.IGNORECASE)


def cited_under(audited: Audited) -> Mapping[tuple[str, ...], Sequence[Reference]]:
    """The references listed under each heading path."""
    under: dict[tuple[str, ...], list[Reference]] = defaultdict(list)
    for reference in audited.document.references:
        under[reference.heading].append(reference)
    return under


def _has(section: Section, under: Mapping[tuple[str, ...], Sequence[Reference]]) -> bool:
    return bool(under.get(section.heading.heading)) or any(p.references for p in section.text)


def opening(audited: Audited, section: Section) -> FoundAt:
    """Where a section's text begins."""
    return audited.at(tight(section.text[0].lines), section.text[0].text)


@check("E201", family="evidence", severity="warning", says="A section has no reference, while most of its document's have.")
def uncited_section(corpus: Corpus) -> Iterator[Finding]:
    """Sections with text of their own and no reference, in documents that give references as a rule."""
    for audited in corpus.documents:
        under = cited_under(audited)
        told = [s for s in sections(audited) if s.text and s.heading.kind == "heading"]
        without = [s for s in told if not _has(s, under)]
        if len(told) - len(without) < max(CITING, SHARE * len(told)):
            continue
        for section in without:
            what = f"“{section.title}” states rules and cites nothing; {len(told) - len(without)} of {len(told)} sections do."
            yield found("E201", [opening(audited, section)], what, "Add the reference it rests on.", confidence=0.9)


@check("E202", family="evidence", severity="warning", says="A section rests on an unofficial source alone.")
def unofficial_only(corpus: Corpus) -> Iterator[Finding]:
    """Sections without an official reference, where they lead to known fan sites or the document has official ones elsewhere:
    who goes by house rules has no others."""
    for audited in corpus.documents:
        official = any(r.official or claims_official(r) for r in audited.document.references)
        for path, references in cited_under(audited).items():
            if any(r.official or claims_official(r) or not r.url or _is_note(r) for r in references):
                continue
            if not official and all(r.official is None for r in references):
                continue
            section = next((s for s in sections(audited) if s.heading.heading == path and s.text), None)
            names = ", ".join(dict.fromkeys(r.label for r in references))
            if section:
                last = references[0].lines.last
                whole = Lines(section.heading.lines.first, max(last, section.text[-1].lines.last))
                where = [audited.at(tight(whole), section.text[0].text)]
                if whole.last - whole.first >= MAX_LINES:
                    where.append(audited.at(tight(references[0].lines), references[0].label))
                what = f"“{section.title}” has no other reference than {names}, not known to be official."
                yield found("E202", where, what, "Find the official ruling or rulebook page.", confidence=0.95)


_NOTE = re.compile(r"[.!?][\"”')]? +[A-Z][a-z]+ .*[.!?][\"”')]?$|[。！？].*[。！？]$", re.DOTALL)


def _is_note(reference: Reference) -> bool:
    """Whether a footnote tells something in sentences: its links are no source of what the section says."""
    return bool(_NOTE.search(reference.label.strip()))


@check(
    "E203", family="evidence", severity="info", says="Table cells or list items carry no footnote, while those around them do."
)
def uncited_item(corpus: Corpus) -> Iterator[Finding]:
    """Parts of cells and items that state something without a footnote where most parts of the section have one."""
    for audited in corpus.documents:
        for section in sections(audited):
            items = [p for p in section.text if p.kind in ("table-cell", "bullet")]
            parts = [part for p in items for part in _parts(audited, p)]
            without = [n for n, noted in parts if not noted]
            noted = len(parts) - len(without)
            if noted < 4 or noted < 2 * len(without):
                continue
            what = f"“{section.title}”: no footnote here, while {noted} of {len(parts)} statements around have one."
            hint = "Add the footnote, or say what it follows from."
            yield from found_each("E203", every_place(audited, without), what, hint, confidence=0.8)


def _parts(audited: Audited, passage: Passage) -> list[tuple[int, bool]]:
    """Lines of a passage that state something, and whether each carries a footnote."""
    found_: list[tuple[int, bool]] = []
    for number in range(passage.lines.first, passage.lines.last + 1):
        line = audited.printed[number - 1]
        if len(re.sub(r"<[^>]+>|[\s\[\]\d]", "", line)) >= 25 and not line.rstrip().endswith((":", "：")):
            found_.append((number, bool(_FOOTNOTE.search(line))))
    return found_


@check("E204", family="evidence", severity="warning", says="Many statements share a section's one or two references.")
def shared_reference(corpus: Corpus) -> Iterator[Finding]:
    """Sections with many statements, no footnotes and at most two references, which stand at the top or the end."""
    for audited in corpus.documents:
        everything = sections(audited)
        for path, references in cited_under(audited).items():
            if len(references) > FEW or (len(references) == 1 and references[0].official):
                continue
            below = [s for s in everything if s.heading.heading[: len(path)] == path]
            stating = [p for s in below for p in s.text if audited.statements.get(p.id)]
            own = {r.id for r in references}
            shared = [p for p in stating if p.references and set(p.references) <= own]
            if len(shared) < MANY or any(_FOOTNOTE.search(audited.raw(p)) for p in shared):
                continue
            name = path[-1] if path else ""
            common = f"the section's {len(references)} references in common"
            what = f"{len(shared)} statements under “{name}” have {common} and none of their own."
            where = [audited.at(tight(references[0].lines)), audited.place(shared[0])]
            yield found(
                "E204",
                where[:1] if shared[0].lines.last - shared[0].lines.first >= MAX_LINES else where,
                what,
                "Cite each statement.",
                confidence=0.85,
            )
