"""Tables of contents: entries that lead nowhere, and headings that no entry names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kb.audit.check import MAX_PLACES, check, found
from kb.audit.corpus import Audited, Corpus
from kb.audit.structure.outline import places, sections, tight
from kb.model import Finding, Lines, Link

_LEADER = re.compile(r"^(?P<title>[^.…]{2,80})(?:\.{3,}|…+)\s*\d+\s*$")
_PAGE = re.compile(r"\b(?:see|page|pages)\b[^.)]{0,40}\bpage (\d+)|\(see page \d+|see page \d+|见第?\s*\d+\s*页", re.IGNORECASE)
_NUMBERED = re.compile(r"^\s*\d+(?:\.\d+)*\s+(?P<title>\S.*?)\s*$")
_BARE = re.compile(r"[\W_]+")
_PAGE_NUMBER = re.compile(r"\W*(?:page\s*)?\d{1,4}\W*|.*\bpage \d{1,4}\W*|.*\s[-–—]\s?\d{1,4}\s?[-–—]", re.IGNORECASE)
_INDEX = re.compile(r"\W*(?:index|索引)\W*", re.IGNORECASE)
_FEWEST = 4


def bare(title: str) -> str:
    """A title without punctuation and case."""
    return _BARE.sub("", title.casefold())


@check(
    "S111",
    family="structure",
    severity="warning",
    says="A link inside the document, or an entry of its contents, leads nowhere.",
)
def broken_entry(corpus: Corpus) -> Iterator[Finding]:
    """Contents with page numbers but neither pages nor links; entries without a heading; links to no anchor."""
    for audited in corpus.documents:
        yield from _paged_contents(audited)
        yield from _plain_contents(audited)
        entries = _entries(audited)
        titles = [bare(s.title) for s in sections(audited)]
        for link in audited.document.links:
            if link.resolves is False and not _is_footnote(link) and link in entries:
                what = f"The entry “{link.label}” points to {link.url}, which is not there."
                yield found("S111", [audited.at(link.lines)], what, "Point it to the heading.")
        entered = _leaders(audited)
        told = {bare(line) for line in audited.printed}
        lost = [
            n
            for n, title in entered
            if not any(bare(title) in t or (t and t in bare(title)) for t in titles) and bare(title) not in told
        ]
        if lost:
            what = f"The contents name {len(lost)} heading{'s' if len(lost) > 1 else ''} that the text does not have."
            yield found("S111", places(audited, lost), what, "Name the headings as they are, or restore them.", confidence=0.8)


def _is_footnote(link: Link) -> bool:
    return link.label.strip("[] ").isdigit()


def _leaders(audited: Audited) -> list[tuple[int, str]]:
    """Entries with a page number: (line, title); those of an index of words, at the end, are none."""
    end = next((n for n, line in enumerate(audited.printed) if _INDEX.fullmatch(line)), len(audited.printed))
    return [
        (n, shown["title"].strip())
        for n, line in enumerate(audited.printed[:end], 1)
        if (shown := _LEADER.match(line)) and line[0] != "#"
    ]


def _paged_contents(audited: Audited) -> Iterator[Finding]:
    leaders = _leaders(audited)
    if len(leaders) >= _FEWEST and audited.source.format != "pdf" and not _has_pages(audited):
        last = leaders[0][0] + 1 if leaders[0][0] + 1 < leaders[1][0] else leaders[0][0]
        where = [audited.at(Lines(leaders[0][0], last)), *(audited.at(Lines(n, n)) for n, _ in leaders[1:MAX_PLACES])]
        what = f"The contents name {len(leaders)} pages, but the text has neither pages nor links."
        yield found("S111", where, what, "Link each entry to its heading.", severity="info", confidence=0.95)


def _has_pages(audited: Audited) -> bool:
    """Whether a plain text still has the numbers of its pages."""
    furniture = (p.text for p in audited.document.passages if p.kind == "boilerplate")
    return audited.source.format == "text" and sum(_PAGE_NUMBER.fullmatch(t) is not None for t in furniture) >= _FEWEST


def _plain_contents(audited: Audited) -> Iterator[Finding]:
    """Numbered entries above the first heading that are titles of sections and link to none."""
    titles = {bare(s.title): s.heading.lines.first for s in sections(audited)}
    start = min(titles.values(), default=0)
    numbered = [(n, _NUMBERED.match(line)) for n, line in enumerate(audited.printed[: max(start - 1, 0)], 1)]
    entries = [n for n, shown in numbered if shown and bare(shown["title"]) in titles]
    linked = {n for link in audited.document.links for n in range(link.lines.first, link.lines.last + 1)}
    if len(entries) >= _FEWEST and not linked & set(entries):
        what = f"The contents name {len(entries)} sections and link to none of them."
        where = [audited.at(tight(Lines(entries[0], entries[-1])))]
        yield found("S111", where, what, "Link each entry to its heading.", severity="info", confidence=0.85)


@check("S112", family="structure", severity="info", says="Headings are missing from the table of contents.")
def missing_entry(corpus: Corpus) -> Iterator[Finding]:
    """Marked headings that no entry names, where the contents list headings of that level; up to four a finding."""
    for audited in corpus.documents:
        entries = [e for e in _entries(audited) if isinstance(e, Link)]
        if len(entries) < _FEWEST:
            continue
        yield from _other_words(audited, entries)
        named = {e.url.removeprefix("#") for e in entries} | {bare(e.label) for e in entries}
        first, last = entries[0].lines.first, entries[-1].lines.last
        anchors = {a.lines.first: a.name for a in audited.document.anchors}
        everything = [s for s in sections(audited) if s.heading.lines.first > last]
        levels = {s.level for s in everything if anchors.get(s.heading.lines.first) in named}
        lost = [
            s
            for s in everything
            if s.level in levels and anchors.get(s.heading.lines.first) not in named and bare(s.title) not in named
        ]
        for start in range(0, len(lost), MAX_PLACES - 1):
            group = lost[start : start + MAX_PLACES - 1]
            titles = ", ".join(f"“{s.title}”" for s in group)
            where = [
                *(audited.place(s.heading) for s in group),
                audited.at(_gap(entries, group[0].heading.lines.first, audited)),
            ]
            yield found("S112", where, f"The contents (lines {first} to {last}) do not list {titles}.", "Add the entries.")


def _other_words(audited: Audited, entries: Sequence[Link]) -> Iterator[Finding]:
    """Entries that do not read as the heading they lead to."""
    lines = {a.name: a.lines.first for a in audited.document.anchors if not a.explicit}
    titles = {s.heading.lines.first: s for s in sections(audited)}
    headings = [(e, titles.get(lines.get(e.url.removeprefix("#"), 0))) for e in entries]
    odd = [(e, s) for e, s in headings if s and _words(e.label) != _words(s.title)]
    if odd and len(odd) * 5 <= len(entries):
        told = ", ".join(f"“{e.label}” for “{s.title}”" for e, s in odd[:2])
        where = [p for e, s in odd[:2] for p in (audited.at(e.lines, e.label), audited.place(s.heading))]
        what = f"{len(odd)} entr{'ies do' if len(odd) > 1 else 'y does'} not read as the heading: {told}."
        yield found("S112", where, what, "Write the entry as the heading is written.", confidence=0.7)


def _words(title: str) -> str:
    """A title without what contents may leave out: its number, what stands in brackets behind it, capitals."""
    return " ".join(re.sub(r"^(?:[a-z]|\d+)[.)]\s|\s\([^()]*\)$", "", title.casefold()).split())


def _gap(entries: Sequence[Link], line: int, audited: Audited) -> Lines:
    """The first entry whose heading stands after a line: where the missing entry belongs."""
    at = {a.name: a.lines.first for a in audited.document.anchors}
    return next((e.lines for e in entries if at.get(e.url.removeprefix("#"), 0) > line), entries[-1].lines)


def _entries(audited: Audited) -> list[Link]:
    """Links to headings that stand in lines of a list with nothing else: the table of contents."""
    found_here = [
        link
        for link in audited.document.links
        if link.url.startswith("#")
        and not _is_footnote(link)
        and re.fullmatch(r"\s*[-*+\d.]+\s*(?:\*\*|__)?\[.*\]\(#[^()]*\)(?:\*\*|__)?\s*", audited.printed[link.lines.first - 1])
    ]
    return found_here if len(found_here) >= _FEWEST else []


@check("S113", family="structure", severity="info", says="The text sends the reader to a page, but the document has no pages.")
def lost_pages(corpus: Corpus) -> Iterator[Finding]:
    """References to page numbers in a document without pages; all of a document together."""
    for audited in corpus.documents:
        if audited.source.format == "pdf":
            continue
        lines = [p.lines.first for p in audited.document.passages if p.kind != "reference" and _PAGE.search(p.text)]
        if lines:
            what = f"{len(lines)} passage{'s' if len(lines) > 1 else ''} refer to a page of this document, which has no pages."
            yield found("S113", places(audited, lines), what, "Name the section instead.", confidence=0.9)
