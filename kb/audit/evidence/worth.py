"""What references are worth: statements beyond their source, no page, no edition, no title, none at all."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from kb.audit.check import MAX_PLACES, check, found
from kb.audit.corpus import Audited, Corpus
from kb.audit.meaning.entries import Entries, at_lines, entries_of
from kb.audit.structure.outline import places, tight
from kb.model import Finding, FoundAt, Lines, Reference

_BEYOND = re.compile(
    r"extrapolat|no (?:official )?(?:source|ruling)s? (?:anywhere|that|specifically)|unconfirmed"
    r"|(?<!is )(?<!are )not (?:officially )?confirmed|never (?:been )?(?:discussed|mentioned|explained|covered)"
    r"|not (?:been )?(?:discussed|covered|explained) in|presumabl[ye]|it is (?:unclear|unknown)|partially incorrect"
    r"|still being adjusted|under adjustment|is supported by comparison"
    r"|推测|未确认|没有(?:官方)?(?:出处|裁定|根据)(?!的)|尚无|调整中|无明确",
    re.IGNORECASE,
)


_PRINTED = re.compile(r"rulebook|manual|handbook|guide|手册|规则书|ルールブック", re.IGNORECASE)
_NUMBERED = re.compile(r"\bpp?\.?\s*\d|pages?\W*\d|第?\s*\d+\s*页|page=\d", re.IGNORECASE)
_EDITION = re.compile(r"version|edition|v\d|\b20\d\d\b|版", re.IGNORECASE)
STATING = 30
"""Passages that state something, from which on a document is one that should say where it has them from."""
SHORT = 40
"""Code points under which a passage is a label and no statement."""


@check(
    "E205",
    family="evidence",
    across=True,
    severity="warning",
    says="The document itself says that a statement goes beyond its source.",
)
def beyond_source(corpus: Corpus) -> Iterator[Finding]:
    """Passages that admit an extrapolation or that their source does not treat the matter, with who states it as settled."""
    entries = entries_of(corpus)
    for audited in corpus.documents:
        shown = [p for p in audited.document.passages if p.kind != "boilerplate"]
        spans = [p.lines for p in shown if len(p.text) >= SHORT and _BEYOND.search(p.text)]
        lines = {next((n for n in range(a, b + 1) if _BEYOND.search(audited.printed[n - 1])), a) for a, b in spans}
        lines |= {r.lines.first for r in audited.document.references if r.extrapolation}
        for line in sorted(lines):
            what = "The text itself says that this goes beyond what its source states."
            where = [_at(audited, line), *_also(entries, audited, line)]
            if len(where) > 1:
                what = f"{what} {where[1].source} states it without that reserve."
            yield found("E205", where, what, "Find a source that states it, or say that it is an inference.", confidence=0.9)


def _at(audited: Audited, line: int) -> FoundAt:
    return at_lines(audited, Lines(line, line))


def _also(entries: Entries, audited: Audited, line: int) -> list[FoundAt]:
    """Where other documents state the same: by the entries that cite this line."""
    mine = [
        r
        for r in entries.of_source.get(audited.source.id, ())
        if any(c.source == audited.source.id and c.lines.first <= line <= c.lines.last for c in r.cites)
    ]
    found_: list[FoundAt] = []
    for rule in mine:
        found_ += [entries.place(rule, s) for s in entries.current(rule) if s != audited.source.id]
    return list({(p.source, p.lines): p for p in found_}.values())[:2]


def _stated(audited: Audited, reference: Reference) -> str:
    return " ".join(audited.printed[reference.lines.first - 1 : reference.lines.last])


@check(
    "E207",
    family="evidence",
    severity="info",
    says="A reference to a printed work names no page or no edition, while others do.",
)
def no_page(corpus: Corpus) -> Iterator[Finding]:
    """Rulebooks and handbooks cited as a whole in documents that cite them by page."""
    for audited in corpus.documents:
        printed = [r for r in audited.document.references if _PRINTED.search(r.label)]
        without = [r for r in printed if not r.page and not _NUMBERED.search(_stated(audited, r))]
        paged = len(printed) - len(without)
        if without and paged >= len(without):
            where = places(audited, [r.lines.first for r in without])
            what = f"“{without[0].label}” names no page; {paged} of {len(printed)} such references do."
            yield found("E207", where, what, "Give the page.", confidence=0.8)
        same: dict[str, list[Reference]] = defaultdict(list)
        for reference in printed:
            if not _EDITION.search(reference.label) and reference.page:
                same[re.sub(r"[\d\s,.–-]+$", "", reference.label.lower()).replace("pages", "page")].append(reference)
        for name, references in same.items():
            if any(_EDITION.search(r.label) for r in printed):
                where = [audited.at(tight(r.lines)) for r in references[:4]]
                what = (
                    f"{len(references)} references to “{name}” give pages but no edition; pages differ from edition to edition."
                )
                yield found("E207", where, what, "Name the edition the pages are of.", confidence=0.85)


_OUTSIDE = re.compile(r"https?://\S|\[\d{1,3}\](?!\()|\[\[[^\]]+\]\]|<ref\b")


def _links_out(audited: Audited) -> bool:
    """Whether it shows addresses or footnote marks: without references, those were lost in reading, not by its author."""
    return any(_OUTSIDE.search(line) for line in audited.printed)


@check(
    "E208",
    family="evidence",
    severity="info",
    says="A document cites nothing at all and is not official itself.",
    off="of 5 on two unseen collections none was worth a look: a house's own rules rest on nothing else.",
)
def no_references(corpus: Corpus) -> Iterator[Finding]:
    """Unofficial documents without any reference, one finding each, at the first statement of its first main parts."""
    for audited in corpus.documents:
        stating = sum(bool(audited.statements.get(p.id)) for p in audited.document.passages)
        official = audited.source.authority in ("official", "official-ruling")
        if official or stating < STATING or audited.document.references or _links_out(audited) or not _of_the_game(audited):
            continue
        parts: dict[str, FoundAt] = {}
        for passage in audited.document.passages:
            if audited.statements.get(passage.id) and len(passage.heading) > 1:
                parts.setdefault(passage.heading[min(1, len(passage.heading) - 1)], audited.place(passage))
        if where := list(parts.values())[:MAX_PLACES]:
            what = f"{audited.source.title} cites nothing: none of its {stating} statements can be traced."
            yield found("E208", where, what, "Name what it follows.", confidence=0.7)


NAMING = 0.6
"""Share of a document's statements that name something of the vocabulary, from which on it is about the game."""


def _of_the_game(audited: Audited) -> bool:
    """Whether a document states rules of the game: a manual or a diary has no rulings to cite."""
    said = [s for statements in audited.statements.values() for s in statements]
    return sum(bool(s.concepts or s.timing or s.cards) for s in said) >= NAMING * len(said)


_EMPTY_LABELS = frozenset({"source", "sources", "example", "link", "here", "reference", "ref", "来源", "出处", "链接"})


@check("E212", family="evidence", severity="info", says="A reference says only that it is one: no title, page or date.")
def nameless_reference(corpus: Corpus) -> Iterator[Finding]:
    """References whose label is a word like "source"."""
    for audited in corpus.documents:
        bare = [r for r in audited.document.references if r.label.strip().lower() in _EMPTY_LABELS]
        for start in range(0, len(bare), 4):
            where = [audited.at(tight(r.lines)) for r in bare[start : start + 4]]
            what = f"{len(bare)} reference(s) are labelled “{bare[0].label}” and name no title, edition, page or date."
            yield found("E212", where, what, "Name what is cited, with page and date.", confidence=0.8)
