"""Sections without text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kb.audit.check import check, found
from kb.audit.corpus import Audited, Corpus
from kb.audit.structure.outline import Section, children, in_fours, sections
from kb.model import Finding, FoundAt, Severity


@check("S101", family="structure", severity="warning", says="A section has a heading and nothing under it.")
def empty_section(corpus: Corpus) -> Iterator[Finding]:
    """Sections that hold no text, nor do the sections under them."""
    for audited in corpus.documents:
        everything = sections(audited)
        linked = {link.url.removeprefix("#") for link in audited.document.links}
        for section in everything:
            under = children(section, everything)
            bracketed = section.title.strip("*# ").startswith(("[", "（", "(")) and not under
            titled = audited.source.format == "text" and section.heading.lines.last <= TITLE_LINES
            titled = titled or (section is everything[0] and _twice_titled(everything))
            titled = titled or (section is everything[0] and audited.printed[section.heading.lines.first - 1].startswith("**"))
            titled = titled or _to_fill_in(audited, section, everything)
            if titled or bracketed or _is_contents(section) or section.text or any(s.text or s.has_content for s in under):
                continue
            if section.has_content or (not under and _lists_titles(section)):
                listing = _OF_SOURCES.search(f"{audited.source.file} {audited.source.title} {section.title}")
                cites = any(p.kind == "reference" for p in section.body) and not _lists_sources(section)
                if not under and cites and not listing:
                    yield _only_references(audited.place(section.heading), section)
                continue
            last = under[-1].title if under else ""
            what = f"“{section.title}” is empty" + (f", so is all under it (“{last}”)." if last else ".")
            announced = any(n.lines == section.heading.lines and n.name in linked for n in audited.document.anchors)
            severity: Severity | None = "error" if announced and not under else None
            yield found(
                "S101", [audited.place(section.heading)], what, "Add its text, or take the heading out.", severity=severity
            )


TITLE_LINES = 6
"""Lines at the top of a plain text that may be its title, what it is of and which edition."""


def _twice_titled(everything: Sequence[Section]) -> bool:
    """Whether a document has its title in two languages, one right below the other."""
    if len(everything) < 2:
        return False
    one, other = everything[0].heading, everything[1].heading
    languages = {bool(re.search(r"[\u3400-\u9fff]", h.text)) for h in (one, other)}
    return other.lines.first == one.lines.last + 1 and len(languages) == 2 and everything[0].level == everything[1].level


def _to_fill_in(audited: Audited, section: Section, everything: Sequence[Section]) -> bool:
    """Whether lines to write on stand under a heading."""
    at = everything.index(section)
    end = everything[at + 1].heading.lines.first - 1 if at + 1 < len(everything) else len(audited.printed)
    return any(re.fullmatch(r"\W*_{5,}[\W_]*", line) for line in audited.printed[section.heading.lines.last : end])


def _is_contents(section: Section) -> bool:
    """Whether it is the table of contents: its entries are furniture, not text."""
    return bool(section.body) and section.title.strip("*# ：:").casefold() in ("contents", "table of contents", "目录", "目次")


def _lists_titles(section: Section) -> bool:
    """Whether several short lines stand in it that no link leads from: a list which lost its addresses, not nothing."""
    furniture = [p for p in section.body if p.kind == "boilerplate" and any(c.isalpha() for c in p.text)]
    return sum(p.lines.last - p.lines.first + 1 for p in furniture) >= _TITLES


_TITLES = 3
"""Lines of furniture under a heading from which on something stood there."""


_OF_SOURCES = re.compile(r"reference|bibliograph|sources|footnotes|来源|出处|文献|参考|脚注|注释", re.IGNORECASE)
"""Documents, and sections, that list what others rest on."""


def _lists_sources(section: Section) -> bool:
    return sum(p.kind == "reference" for p in section.body) > 2


def _only_references(place: FoundAt, section: Section) -> Finding:
    what = f"“{section.title}” holds references but says nothing."
    return found("S101", [place], what, "State what the references establish.", severity="info", confidence=0.8)


_CHAPTER = re.compile(r"\W*(?P<n>\d{1,3})(?!\d)(?:[.、．]?\s|[^\d.])")


def _counts_on(section: Section, below: Section) -> bool:
    """Whether a chapter's number goes on in that of the section under it, as in numbered rules: 5, 5.1."""
    shown = _CHAPTER.match(section.title)
    first = (below.title, *(p.text for p in below.text[:1]))
    return shown is not None and any(re.match(rf"\W*{shown['n']}\.1(?!\d)", text) for text in first)


_PART, _ARTICLE = re.compile(r"\W*第.{1,3}[编章]"), re.compile(r"\W*第.{1,4}[节条]")
"""A part of an ordinance and what it consists of."""
USUALLY = 1.5
"""Headings with an introduction for each without one, from which on it is missed."""


@check(
    "S102", family="structure", severity="info", says="A heading is followed by a deeper heading, without a sentence between."
)
def no_introduction(corpus: Corpus) -> Iterator[Finding]:
    """Headings with sections under them and no words of their own, the document's title aside; four of a document together.

    Only where others of the document have such words: many never have any.
    """
    for audited in corpus.documents:
        everything = sections(audited)
        bare = []
        tops = [s for s in everything if len(s.heading.heading) == 1]
        title = tops[0] if len(tops) == 1 and tops[0] is everything[0] else None
        led = 0
        for section in everything:
            under = children(section, everything)
            led += bool(under) and section is not title and bool(section.text)
            if under and section is not title and not section.has_content and any(s.text for s in under):
                if _counts_on(section, under[0]) or (_PART.match(section.title) and _ARTICLE.match(under[0].title)):
                    continue
                bare.append(audited.place(section.heading))
        for group in in_fours(bare) if led >= USUALLY * len(bare) else ():
            titles = ", ".join(f"“{p.quote}”" for p in group)
            yield found("S102", group, f"No introduction under {titles}.", "Say what the section covers.", confidence=0.9)
