"""Reads GitHub Markdown with embedded HTML, also where it was made from a PDF.

HTML tables and lists are read first and blanked; markdown-it then gives the structure of the rest by lines. What neither
understood, tags for the most part, `partition` keeps as boilerplate.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ingest.readers._cited import Cited
from ingest.readers._contents import assign_pages, dotted
from ingest.readers._dated import DatedLinks
from ingest.readers._decode import decode
from ingest.readers._draft import Piece, assign_illustrated, to_blocks
from ingest.readers._front import front, under_title
from ingest.readers._html_blocks import HtmlBlocks
from ingest.readers._labels import tie_forward
from ingest.readers._links import Hyper, anchors, find_hypers, images, links, passage_at
from ingest.readers._markdown_blocks import MarkdownBlocks, besides
from ingest.readers._messages import split_messages
from ingest.readers._outline import assign_headings
from ingest.readers._paragraphs import (
    bold_headings,
    decorated_headings,
    find_lost_marks,
    indent_spaced,
    join_labels,
    mark_lists,
    tab_tables,
)
from ingest.readers._quiz import find_quizzes
from ingest.readers._readable import readable
from ingest.readers._replies import tie_replies
from ingest.readers._tags import Tag, find_tags, regions, tree
from ingest.segment import LineIndex, partition
from kb.fenced import open_fence
from kb.model import Document, Mark, Passage, Source, Span

_REGIONS = frozenset({"table", "ol", "ul"})
_SPACED = re.compile(r"^#{1,6}[ \t]+\S", re.M)
_UNSPACED = re.compile(r"^#{1,6}[^\s#]", re.M)
_LINK = re.compile(r"\]\([^()\s]+\)")
_SIGNS = re.compile(r"\]\([^()\s]+\)|^(?:[-*+]|\d+\.) +\S|^```|^\|.*\|[ \t]*$|\*\*\S", re.M)
_OTHERS = re.compile(r"\A\s*(?:<!doctype\s+html|<html\b|<\?xml|%PDF|\{|\[\s*\{)|^\.\. \S", re.I | re.M)


def matches(source: Source, head: str) -> bool:
    """Whether a text looks like Markdown: by its file name, or by headings `# so` together with lists, links or tables."""
    if _OTHERS.search(head) or len(_UNSPACED.findall(head)) > len(_SPACED.findall(head)):
        return False
    if source.file.lower().endswith((".md", ".markdown")):
        return True
    return bool(_SPACED.search(head) and _SIGNS.search(head)) or len(_LINK.findall(head)) >= 3


def read(source: Source, data: bytes) -> Document:
    """The document: passages for every paragraph, item and cell part, and its references, links, anchors, images and marks.

    Raises BadInput if the bytes are not text.
    """
    return document(source, decode(data, source.file))


def document(source: Source, text: str) -> Document:
    """The document of a text that is already decoded."""
    draft = _Draft(text)
    draft.read()
    pieces = draft.pieces
    index = LineIndex(text)
    hypers = find_hypers(text, draft.tags)
    cited = Cited(source.id, text, hypers, index)
    cited.collect(pieces)
    dated = DatedLinks(source.id, text, index, every_official=False)
    dated.collect(_within(pieces, hypers))
    pieces = tie_forward(
        tie_replies(find_quizzes(split_messages(pieces, text), text, readable), text, readable), text, readable
    )
    assign_illustrated(pieces)
    passages = under_title(partition(source.id, source.lang, text, to_blocks(pieces, text), readable), front(text))
    titled = [(p.span, readable(text[p.start : p.end])) for p in pieces if p.kind == "heading" and p.level]
    named = anchors(source.id, draft.tags, titled, index, [*_given(pieces, text)])
    return Document(
        source=source,
        text=text,
        passages=passages,
        references=(*cited.references, *dated.references),
        links=tuple(links(source.id, hypers, {a.name for a in named}, passages, index)),
        anchors=tuple(named),
        images=tuple(images(source.id, hypers, index)),
        marks=_marks(source.id, pieces, draft.lost, passages, index),
    )


_NAMED = re.compile(r"\{(?::|(?=[^{}\n]*\}[ \t]*\n:[ \t]))[^{}#\n]*#(?P<name>[\w:-]++)[^{}\n]*+\}")
"""`{: #name }` anywhere, `{#name}` behind what a definition list explains."""


def _given(pieces: Sequence[Piece], text: str) -> Iterator[tuple[Span, str]]:
    """The names that headings and stretches of text are given, with their spans."""
    for shown in _NAMED.finditer(text):
        if not text.startswith("#", text.rfind("\n", 0, shown.start()) + 1):
            yield Span(*shown.span()), shown["name"]
    for piece in (p for p in pieces if p.kind == "heading" and p.level):
        stop = text.find("\n", piece.end)
        _, name = besides(text, piece.start, len(text) if stop < 0 else stop)
        if name:
            yield piece.span, name


def _within(pieces: Sequence[Piece], hypers: Sequence[Hyper]) -> Iterator[tuple[Piece, Hyper]]:
    """The links, each with the piece it stands in; those in lists of references, which are read already, left out."""
    starts = [p.start for p in pieces]
    for link in hypers:
        at = bisect_right(starts, link.span.start) - 1
        if (
            at >= 0
            and not link.image
            and link.span.end <= pieces[at].end
            and pieces[at].kind not in ("reference", "boilerplate")
        ):
            yield pieces[at], link


@dataclass(slots=True)
class _Draft:
    """The pieces of a text, found in the order that each step needs what the one before it found."""

    text: str
    pieces: list[Piece] = field(default_factory=list)
    tags: list[Tag] = field(default_factory=list)
    lost: list[tuple[Span, Piece]] = field(default_factory=list)

    def read(self) -> None:
        text = self.text
        self.tags = find_tags(text)
        contents = dotted(text)
        ahead = front(text)
        spans = [
            s
            for s in regions(self.tags, _REGIONS)
            if not any(o and s.end > o.start and s.start < o.end for o in (contents and contents[0], ahead and ahead.span))
        ]
        taken = sorted([*spans, *([contents[0]] if contents else []), *([ahead.span] if ahead else [])])
        flow = MarkdownBlocks(text, _without_open_fence(_mask(text, taken, self.tags))).read()
        flow = [part for piece in flow for part in _outside(piece, taken)]
        for span in spans:
            self._region(span)
        find_lost_marks([*flow, *self.pieces], text)
        decorated_headings(flow, text)
        flow = bold_headings(flow, text)
        flow = join_labels(tab_tables(flow, text), text)
        indent_spaced(flow, text)
        self.pieces += [Piece(*s, "boilerplate") for s in (contents and contents[0], ahead and ahead.span) if s]
        self.pieces = sorted([*self.pieces, *flow], key=lambda p: p.span)
        mark_lists(self.pieces, text)
        assign_headings(self.pieces, text)
        if contents:
            assign_pages(self.pieces, contents[1], text)

    def _region(self, span: Span) -> None:
        root = tree([t for t in self.tags if span.start <= t.span.start < span.end], span)
        found = HtmlBlocks(self.text)
        found.read(root)
        self.pieces += found.pieces
        self.lost += found.lost


_TITLED = re.compile(r"^[ \t]*\n#{1,6}[ \t]+\S", re.M)
"""A heading with an empty line above it: program text has none."""


def _without_open_fence(masked: str) -> str:
    """The text with blanks for a fence that is never closed, where sections follow: what forgot its end is no program text."""
    lines = masked.split("\n")
    opened = open_fence(lines)
    if not opened or not _TITLED.search("\n".join(lines[opened:])):
        return masked
    return _without_open_fence("\n".join([*lines[: opened - 1], " " * len(lines[opened - 1]), *lines[opened:]]))


def _mask(text: str, taken: Sequence[Span], tags: Sequence[Tag]) -> str:
    """The text with blanks for what was read elsewhere, for comments and for lines of tags alone; lines and length stay."""
    spans = sorted([*taken, *(t.span for t in tags if t.name == "!"), *_tag_lines(text, tags)])
    out: list[str] = []
    at = 0
    for start, end in spans:
        if end > at:
            start = max(at, start)
            out += [text[at:start], re.sub(r"[^\n]", " ", text[start:end])]
            at = end
    return "".join([*out, text[at:]])


def _tag_lines(text: str, tags: Sequence[Tag]) -> list[Span]:
    """Tags with nothing but other tags beside them on their lines."""
    groups: list[list[Tag]] = []
    for tag in tags:
        beside = bool(groups) and not re.search(r"\S|\n", text[groups[-1][-1].span.end : tag.span.start])
        if beside:
            groups[-1].append(tag)
        else:
            groups.append([tag])
    return [t.span for group in groups if _alone(text, group[0].span.start, group[-1].span.end) for t in group]


def _alone(text: str, start: int, end: int) -> bool:
    """Whether a stretch has its lines to itself."""
    stop = text.find("\n", end)
    return not (text[text.rfind("\n", 0, start) + 1 : start].strip() or text[end : len(text) if stop < 0 else stop].strip())


def _outside(piece: Piece, taken: Sequence[Span]) -> list[Piece]:
    """The piece less what was read elsewhere; where something is left on both sides, the rest follows as a piece of its own."""
    rest = [s for s in taken if s.start < piece.end and s.end > piece.start]
    if not rest:
        return [piece]
    edges = [piece.start, *(e for s in rest for e in s), piece.end]
    parts = [Span(a, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if b > a]
    if not parts:
        return []
    piece.start, piece.end = parts[0]
    return [piece, *(Piece(*p, "paragraph", piece.parent) for p in parts[1:])]


def _marks(
    source: str, pieces: Sequence[Piece], lost: Sequence[tuple[Span, Piece]], passages: Sequence[Passage], index: LineIndex
) -> tuple[Mark, ...]:
    """Every mark that stands in the text or has stood there, in order."""
    by_id = {p.id: p for p in passages}
    found: list[tuple[int, Mark]] = []
    for piece in pieces:
        passage = by_id.get(passage_at(passages, piece.start))
        if passage and (piece.mark or piece.lost_mark):
            found.append((piece.start, Mark(source=source, lines=passage.lines, passage=passage.id, mark=piece.mark)))
    for span, about in lost:
        mark = Mark(source=source, lines=index.lines(span), passage=passage_at(passages, about.start), mark=None)
        found.append((span.start, mark))
    return tuple(mark for _, mark in sorted(found, key=lambda pair: pair[0]))
