"""A document as read: its source, passages, references and marks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kb.model.base import Authority, Lang, Lines, Span, Territory, Tri

PASSAGE_KINDS = (
    "heading",
    "paragraph",
    "bullet",
    "table-cell",
    "example",
    "note",
    "caption",
    "reference",
    "question",
    "answer",
    "option",
    "boilerplate",
)
SEARCHED_KINDS = frozenset(PASSAGE_KINDS) - {"heading", "reference", "option", "boilerplate"}
"""Kinds of passage that answer questions; the others are kept and counted, not searched. An option of a quiz may be wrong."""
STATING_KINDS = SEARCHED_KINDS - {"question"}
"""Kinds that state something: what a question supposes is no rule."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One document: what the registry knows about it."""

    id: str
    file: str
    title: str
    lang: Lang
    edition: str = ""
    issued: str = ""
    """ISO date or year; empty if the document does not say."""
    publisher: str = ""
    territory: Territory = "both"
    authority: Authority = "notes"
    supersedes: tuple[str, ...] = ()
    sha256: str = ""
    url: str = ""
    format: str = ""
    """Name of the reader that must read it; empty lets the readers decide."""
    title_zh: str = ""
    """Its title for readers of Chinese; empty if it goes by `title` there too. Kept in the registry alone, not in the graph."""
    edition_zh: str = ""
    names: str = ""
    """What names between bars stand for on all pages of its site, as reStructuredText defines them. In the registry alone."""

    def title_in(self, lang: str) -> str:
        """Its title for readers of a language; the original one where there is none.

        >>> Source(id="lamps", file="lamps.md", title="Lamps", lang="en", title_zh="灯").title_in("zh")
        '灯'
        """
        return (self.title_zh if lang == "zh" else "") or self.title

    def edition_in(self, lang: str) -> str:
        """What its edition is called for readers of a language; as in the document where there is no other name."""
        return (self.edition_zh if lang == "zh" else "") or self.edition


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """The smallest citable piece of a document. Passages of one document partition its non-space text."""

    id: str
    """`source:heading/path#ordinal`, the ordinal counted within the heading path from 1: stable under edits elsewhere."""
    source: str
    heading: tuple[str, ...]
    """Titles from the outermost heading down, as printed."""
    kind: str
    lang: Lang
    span: Span
    """Into the stored text of the document."""
    lines: Lines
    text: str
    """The readable text: the raw slice less its markup, white space folded."""
    content_hash: str
    """sha256 of `text`, first 16 hex digits: a changed text is noticed by it."""
    page: int | None = None
    parent: str | None = None
    """The passage this one hangs under (a bullet's bullet, a list's introducing line)."""
    row_headers: tuple[str, ...] = ()
    col_headers: tuple[str, ...] = ()
    mark: Literal["yes", "no"] | None = None
    """Polarity shown by a check or cross mark."""
    illustrates: str | None = None
    """For an example: the passage it is an example of."""
    references: tuple[str, ...] = ()
    """Ids of the References whose marks stand in this passage or in the list that closes its section."""
    status: str = ""
    """For official rulings: outdated, unconfirmed and the like; shown with every citation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """What a document itself cites."""

    id: str
    """`source:ref:key`."""
    source: str
    key: str
    """The footnote's number or the anchor id that footnotes point to; empty where nothing can point to it."""
    label: str
    lines: Lines
    url: str = ""
    archive_url: str = ""
    page: str = ""
    date: str = ""
    official: Tri = None
    extrapolation: bool = False
    """The source admits that it goes beyond what it cites."""
    heading: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A hyperlink as it stands in a document."""

    source: str
    label: str
    url: str
    lines: Lines
    passage: str = ""
    resolves: Tri = None
    """For a link inside the document: whether its target exists."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """Something that a link inside the document can point to."""

    source: str
    name: str
    lines: Lines
    explicit: bool
    """True for an id in the text, False for one derived from a heading."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Image:
    """A picture the document shows."""

    source: str
    url: str
    alt: str
    lines: Lines
    exists: Tri = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A place that carries, or has lost, a check or cross mark."""

    source: str
    lines: Lines
    passage: str
    mark: Literal["yes", "no"] | None
    """None: the layout shows that a mark stood here, but it is gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One document as read: its stored text and everything found in it."""

    source: Source
    text: str
    """The stored text: the decoded file itself, or for PDF, JSON, Word and EPUB what was extracted."""
    passages: tuple[Passage, ...]
    references: tuple[Reference, ...] = ()
    links: tuple[Link, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    images: tuple[Image, ...] = ()
    marks: tuple[Mark, ...] = ()
    cards: tuple[tuple[str, str], ...] = ()
    """For official rulings: (passage id, Konami card id) pairs the file states itself."""
