"""Pieces of a document while a reader is still finding out how they hang together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from ingest.readers._readable import readable, split_mark, visible
from ingest.segment import Block, is_markup, trim
from kb.model import Lang, Span

_EXAMPLE = re.compile(r"\W*(?:for example\b|examples?\s*\d*\s*[:：]|e\.g\.|例子|例如|例\s*\d*\s*[：:])", re.I)
_EXAMPLE_TITLE = re.compile(r"\W*(?:examples?\b|例子?\W*\Z)", re.I)
_NOTE = re.compile(r"\W*(?:note\b|important\W|n\.b\.|注意|注\s*[：:]|※)", re.I)
_LEGAL = re.compile(
    r"©|\(c\)\s*(?:19|20)\d\d|^\W*copyright\b(?=\W*(?:\(c\)|\d{4}|by\b|$))|registered trademark|all rights reserved", re.I
)
"""A line on who owns the text; an item (c) is none."""
_NUMBER = re.compile(r"[\W\d]+\Z")
_LEADS_EXAMPLES = re.compile(r"\b(?:for example|for instance|e\.g\.)\s*[:：]\Z|例如[:：]\Z", re.I)
_FINISHED = re.compile(r"[.!?。！？][\"”’」』)）]*\Z")


@dataclass(slots=True, eq=False)
class Piece:
    """One passage to be: offsets into the stored text, and other pieces instead of indexes."""

    start: int
    end: int
    kind: str
    parent: Piece | None = None
    illustrates: Piece | None = None
    heading: tuple[str, ...] = ()
    level: int = 0
    """Of a heading as printed, 1 the outermost; of an item indented by a spacer, its depth; else 0."""
    top: bool = False
    """Whether it is a paragraph outside lists, quotes and tables."""
    row_headers: tuple[str, ...] = ()
    col_headers: tuple[str, ...] = ()
    mark: Literal["yes", "no"] | None = None
    lost_mark: bool = False
    references: list[str] = field(default_factory=list)
    page: int | None = None
    status: str = ""
    """Of the ruling it cites: outdated, unconfirmed."""
    key: str | None = None
    """Id of the HTML list item it begins, empty if that has none; None for what is no such item."""

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self.start, self.end)


def cut(piece: Piece, edges: Sequence[int]) -> list[Piece]:
    """The piece cut where stretches of it begin and end, offsets into its own slice, the first 0 and the last its length: it
    becomes the first of them, the others are paragraphs beside it."""
    rest = [
        Piece(piece.start + first, piece.start + last, "paragraph", piece.parent, heading=piece.heading, page=piece.page)
        for first, last in pairwise(edges[1:])
    ]
    for part in rest:
        part.references = list(piece.references)
    piece.end = piece.start + edges[1]
    return [piece, *rest]


def classify(piece: Piece, text: str) -> None:
    """Set kind and mark of a piece by its own words: example, note, legal line, bare number, check or cross."""
    raw = text[piece.start : piece.end]
    piece.mark, rest = split_mark(visible(raw))
    if not rest:
        piece.kind = "boilerplate"
    if piece.kind in ("heading", "boilerplate", "reference"):
        return
    if _NUMBER.match(rest) and not piece.mark and piece.top:
        piece.kind = "boilerplate"
    elif _EXAMPLE.match(rest) or (piece.parent and _leads_examples(piece.parent, text)):
        piece.kind = "example"
    elif piece.top and _LEGAL.search(rest):
        piece.kind = "boilerplate"
    elif piece.kind in ("paragraph", "bullet") and _NOTE.match(rest):
        piece.kind = "note"


def _leads_examples(piece: Piece, text: str) -> bool:
    return bool(_LEADS_EXAMPLES.search(readable(text[piece.start : piece.end])))


def starts_example(raw: str) -> bool:
    """Whether a slice begins with words that announce an example."""
    return bool(_EXAMPLE.match(readable(raw)))


def introduces(piece: Piece, following: int, text: str) -> bool:
    """Whether a paragraph leads into the list that comes next: it ends with a colon, or breaks off without a full stop."""
    words = readable(text[piece.start : piece.end])
    return is_markup(text[piece.end : following]) and not _FINISHED.search(words)


def assign_illustrated(pieces: Sequence[Piece]) -> None:
    """Tie every example to its parent, or else to the last rule before it under the same heading or, failing that, at all."""
    last: Piece | None = None
    for piece in pieces:
        if piece.kind == "paragraph" and piece.heading and _EXAMPLE_TITLE.match(piece.heading[-1]):
            piece.kind = "example"
        if piece.kind == "example":
            piece.illustrates = piece.illustrates or piece.parent or last
        elif piece.kind in ("paragraph", "bullet", "note", "table-cell"):
            last = piece
        elif piece.kind == "heading" and piece.level == 1:
            last = None


def to_blocks(pieces: Sequence[Piece], text: str, lang: Lang | None = None) -> list[Block]:
    """Blocks in order of the text, pieces with nothing but white space left out."""
    kept = [p for p in sorted(pieces, key=lambda p: p.span) if trim(text, p.span).end > trim(text, p.span).start]
    index = {id(p): i for i, p in enumerate(kept)}
    return [
        Block(
            span=p.span,
            kind=p.kind,
            heading=p.heading,
            lang=lang,
            parent=index.get(id(p.parent)),
            illustrates=index.get(id(p.illustrates)),
            row_headers=p.row_headers,
            col_headers=p.col_headers,
            mark=p.mark,
            references=tuple(dict.fromkeys(p.references)),
            page=p.page,
            status=p.status,
        )
        for p in kept
    ]
