"""References of a Markdown text, and which passages they support."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ingest.readers._draft import Piece
from ingest.readers._links import Hyper
from ingest.readers._readable import readable
from ingest.readers._references import names_references, reference
from ingest.segment import LineIndex
from kb.model import Reference

_WORD = re.compile(r"\w")
_NOTE_NUMBER = re.compile(r"\[?\^?\w{1,4}\]?\Z")
_SUPPORTED = frozenset({"paragraph", "bullet", "table-cell", "example", "note", "caption"})


@dataclass(slots=True)
class _Section:
    path: tuple[str, ...]
    pieces: list[Piece] = field(default_factory=list)
    closing: list[str] = field(default_factory=list)
    """References listed without an id: they support what has no footnote."""
    leading: list[str] = field(default_factory=list)
    """References from a line of links: they support the subsections too."""


@dataclass(slots=True)
class Cited:
    """Turns items of reference lists and lines of links into references, and hangs them on what they support.

    A footnote mark supports the passage it stands in; a listed reference without an id everything in its section that has
    no footnote; a line of links its section and the subsections that cite nothing of their own.
    """

    source: str
    text: str
    hypers: Sequence[Hyper]
    index: LineIndex
    references: list[Reference] = field(default_factory=list)
    _ids: set[str] = field(default_factory=set)

    def collect(self, pieces: Sequence[Piece]) -> None:
        """Find the references; sets `kind` and `references` of the pieces, which must be in order and have their headings."""
        sections = [_Section(())]
        footnotes: list[tuple[Piece, str]] = []
        listing = False
        for piece, hypers in zip(pieces, self._inside(pieces), strict=True):
            if piece.kind == "heading" and piece.level:
                sections.append(_Section(piece.heading))
                listing = False
                continue
            section = sections[-1]
            listing = self._piece(piece, hypers, section, listing=listing)
            if piece.kind not in ("reference", "boilerplate"):
                section.pieces.append(piece)
                footnotes += [(piece, h.url[1:]) for h in hypers if h.url.startswith("#") and _NOTE_NUMBER.match(h.label)]
        for piece, key in footnotes:
            if f"{self.source}:ref:{key}" in self._ids:
                piece.references.append(f"{self.source}:ref:{key}")
        _support(sections)

    def _piece(self, piece: Piece, hypers: Sequence[Hyper], section: _Section, *, listing: bool) -> bool:
        """Deal with one piece; returns whether a reference list is open after it."""
        words = readable(self.text[piece.start : piece.end])
        if piece.kind != "heading" and not hypers and names_references(words):
            piece.kind = "boilerplate"
            return True
        if listing and (piece.key is not None or piece.kind == "bullet"):
            self._cite(piece, hypers, words, section)
            return True
        if hypers and piece.kind != "heading" and _nothing_but(words, hypers):
            self._links_only(piece, hypers, section)
        return False

    def _links_only(self, piece: Piece, hypers: Sequence[Hyper], section: _Section) -> None:
        if all(h.url.startswith("#") for h in hypers):
            piece.kind = "boilerplate"
        elif all("//" in h.url for h in hypers):
            piece.kind = "reference"
            ids = [self._add("", h.label, [h], piece) for h in hypers]
            if piece.top:
                section.leading += ids
            elif not (piece.row_headers or piece.col_headers):
                section.closing += ids

    def _cite(self, piece: Piece, hypers: Sequence[Hyper], words: str, section: _Section) -> None:
        piece.kind = "reference"
        ref = self._add(piece.key or "", words, hypers, piece)
        if not piece.key:
            section.closing.append(ref)

    def _add(self, key: str, words: str, hypers: Sequence[Hyper], piece: Piece) -> str:
        lines = self.index.lines(piece.span)
        name = f"line-{lines.first}"
        number = 1
        while f"{self.source}:ref:{key or name}" in self._ids:
            number += 1
            key, name = "", f"line-{lines.first}-{number}"
        found = reference(self.source, key, words, hypers, lines, piece.heading, name)
        self._ids.add(found.id)
        self.references.append(found)
        return found.id

    def _inside(self, pieces: Sequence[Piece]) -> Iterator[list[Hyper]]:
        """The links that begin in each piece, pictures left out."""
        links = [h for h in self.hypers if not h.image]
        at = 0
        for piece in pieces:
            while at < len(links) and links[at].span.start < piece.start:
                at += 1
            first = at
            while at < len(links) and links[at].span.start < piece.end:
                at += 1
            yield links[first:at]


def _nothing_but(words: str, hypers: Sequence[Hyper]) -> bool:
    """Whether a readable text holds nothing but the labels of links."""
    for hyper in hypers:
        words = words.replace(hyper.label, " ", 1)
    return not _WORD.search(words)


def _support(sections: Sequence[_Section]) -> None:
    leading: dict[tuple[str, ...], list[str]] = {s.path: s.leading for s in sections if s.leading}
    for section in sections:
        cites = section.closing + section.leading
        if not cites:
            above = [section.path[:n] for n in range(len(section.path) - 1, 0, -1)]
            cites = next((leading[path] for path in above if path in leading), [])
        for piece in section.pieces:
            if piece.kind in _SUPPORTED and not piece.references:
                piece.references += cites
