"""A document's sections, as its headings divide it; shared by the checks, no check itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from kb.audit.check import MAX_PLACES
from kb.audit.corpus import Audited, Corpus, shared
from kb.audit.structure.program import is_program
from kb.model import FoundAt, Lines, Passage

MAX_LINES = 15
"""Lines of a place, at most."""
_HASHES = re.compile(r"^\s*(#{1,6})")
RECORDS = frozenset({"qa-json", "faq-json"})
"""Formats of collections of answers: dates years apart, headings and formulas that come again are normal in them."""
CHAT = re.compile(
    r"\s*[\[【(]?(?:(?:\d{4}[-/.])?\d{1,2}[-/.]\d{1,2}[ T]+|\d{1,2} [A-Z][a-z]{2,8}\.?,? )?"
    r"\d{1,2}:\d{2}(?::\d{2})?[\])】]?\s"
)
"""How a line of a chat begins."""
MAIL = re.compile(r"\s*(?:From|To|Cc|Date|Subject|Sent)\s*:", re.IGNORECASE)
"""How a line in the head of a letter begins."""
_FURNITURE = 60
"""Code points up to which boilerplate counts as page furniture, not as content."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A heading and what stands under it up to the next heading."""

    heading: Passage
    level: int
    """The number of # before it, or its depth where the format has none."""
    body: tuple[Passage, ...]
    """Boilerplate and the column titles of tables included."""
    marked: bool
    """Whether # marks it as a heading."""

    @property
    def text(self) -> tuple[Passage, ...]:
        """What it says itself: neither references nor page furniture nor titles."""
        return tuple(p for p in self.body if p.kind not in ("heading", "reference", "boilerplate"))

    @property
    def has_content(self) -> bool:
        """Whether anything but page furniture stands in it: text, references, long boilerplate."""
        return any(p.kind not in ("heading", "boilerplate") or len(p.text) > _FURNITURE for p in self.body)

    @property
    def title(self) -> str:
        """As printed."""
        return self.heading.text


_HEAD_OF_TABLE = re.compile(r"<th\b", re.IGNORECASE)


def is_title(passage: Passage) -> bool:
    """Whether a heading opens a section; the titles of a table's rows and columns do not."""
    return passage.kind == "heading" and passage.heading[-1:] == (passage.text,)


def _opens_section(audited: Audited, passage: Passage) -> bool:
    """Whether it does in print: the head of a table may have the words of the section's own title."""
    line = audited.printed[passage.lines.first - 1].lstrip()
    return is_title(passage) and not line.startswith(("|", "* ", "- ")) and not _HEAD_OF_TABLE.search(line)


@shared
def sections(audited: Audited) -> Sequence[Section]:
    """All sections in order; what stands before the first heading is left out."""
    passages = audited.document.passages
    starts = [n for n, p in enumerate(passages) if _opens_section(audited, p)]
    return [_section(audited, passages[a:b]) for a, b in pairwise([*starts, len(passages)])]


def _section(audited: Audited, passages: Sequence[Passage]) -> Section:
    heading = passages[0]
    hashes = _HASHES.match(audited.printed[heading.lines.first - 1])
    return Section(
        heading=heading,
        level=len(hashes[1]) if hashes else len(heading.heading),
        body=tuple(passages[1:]),
        marked=bool(hashes),
    )


def children(section: Section, everything: Sequence[Section]) -> list[Section]:
    """All sections under a section, at any depth."""
    path = section.heading.heading
    start = everything.index(section) + 1
    found: list[Section] = []
    for other in everything[start:]:
        if other.heading.heading[: len(path)] != path or len(other.heading.heading) <= len(path):
            break
        found.append(other)
    return found


@shared
def readable(audited: Audited) -> Sequence[Passage]:
    """The passages that carry the document's text: no headings, references, boilerplate or program text."""
    passages = audited.document.passages
    return [p for p in passages if p.kind not in ("heading", "reference", "boilerplate") and not is_program(audited, p)]


def in_chinese(corpus: Corpus) -> Iterator[tuple[Audited, list[Passage]]]:
    """The Chinese documents, each with its passages but for references and boilerplate."""
    for audited in corpus.documents:
        if audited.source.lang == "zh":
            yield audited, [p for p in audited.document.passages if p.kind not in ("reference", "boilerplate")]


def on_its_line(audited: Audited, passage: Passage, words: str) -> FoundAt:
    """The one line of a passage on which some words are printed; all its lines if they are not on one."""
    first, last = passage.lines
    line = next((n for n in range(first, last + 1) if words in audited.printed[n - 1]), 0)
    return audited.at(Lines(line, line)) if line else audited.place(passage)


def times(count: int) -> str:
    """How often, in words: once, twice, 3 times."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def tight(lines: Lines) -> Lines:
    """The lines, cut where they are too many for a place."""
    return Lines(lines.first, min(lines.last, lines.first + MAX_LINES - 1))


def places(audited: Audited, lines: Iterable[int]) -> list[FoundAt]:
    """One place for each run of neighbouring lines, the first four."""
    return [audited.at(run) for run in islice(_runs(sorted(set(lines))), MAX_PLACES)]


def every_place(audited: Audited, lines: Iterable[int]) -> list[FoundAt]:
    """One place for each run of neighbouring lines, all of them."""
    return [audited.at(run) for run in _runs(sorted(set(lines)))]


def _runs(lines: Sequence[int]) -> Iterator[Lines]:
    start = 0
    for end in range(1, len(lines) + 1):
        if end == len(lines) or lines[end] != lines[end - 1] + 1 or end - start == MAX_LINES:
            yield Lines(lines[start], lines[end - 1])
            start = end


def in_fours(found: Sequence[FoundAt]) -> Iterator[Sequence[FoundAt]]:
    """The places, four at a time."""
    for start in range(0, len(found), MAX_PLACES):
        yield found[start : start + MAX_PLACES]
