"""HTML tables and lists inside a Markdown text: one piece per item, per cell, per part of a cell."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ingest.readers._draft import Piece, classify, starts_example
from ingest.readers._readable import readable
from ingest.readers._tables import Cell, html_cells, lost_columns
from ingest.readers._tags import BLOCK, Node, Tag, find_tags
from ingest.segment import trim
from kb.model import Span

_DOUBLE_BREAK = re.compile(r"<br[^<>]*>(?:\s*<img[^<>]*>)*(?:\s*<br[^<>]*>)+", re.I)
_BREAK = re.compile(r"<br[^<>]*>", re.I)
_LISTS = ("ul", "ol")


@dataclass(slots=True)
class HtmlBlocks:
    """Collects the pieces of one HTML region, and the empty cells that must once have held marks."""

    text: str
    pieces: list[Piece] = field(default_factory=list)
    lost: list[tuple[Span, Piece]] = field(default_factory=list)
    """Tags of an empty cell, and the piece that says what its mark was about."""

    def read(self, root: Node) -> None:
        """Collect everything below a region's root node."""
        self._content(root, _Context(kind="paragraph"), None)

    def _content(self, node: Node, context: _Context, parent: Piece | None) -> list[Piece]:
        """Pieces of a node's own text; block elements inside it follow their own rules."""
        at = node.inner.start
        own: list[Piece] = []
        for child in _blocks(node):
            own += self._run(Span(at, child.outer.start), context, parent)
            self._block(child, context, own[-1] if own else parent, own)
            at = max(at, child.outer.end)
        return own + self._run(Span(at, node.inner.end), context, parent)

    def _block(self, node: Node, context: _Context, before: Piece | None, own: list[Piece]) -> None:
        if node.name in _LISTS:
            self._list(node, context, before)
        elif node.name == "table":
            self._table(node)
        elif node.name == "details":
            self._details(node, context, before)
        elif node.name == "li":
            self._content(node, context.of("bullet"), before)
        else:
            own += self._content(node, context, None)

    def _list(self, node: Node, context: _Context, parent: Piece | None) -> None:
        for item in node.children:
            if item.name == "li":
                self._item(item, context.of("bullet"), parent)
            elif item.name in _LISTS:
                self._list(item, context, parent)

    def _item(self, item: Node, context: _Context, parent: Piece | None) -> None:
        before = len(self.pieces)
        self._content(item, context, parent)
        mine = self.pieces[before:]
        if mine:
            mine[0].key = item.attrs.get("id", "")
        for piece in mine[1:]:
            if piece.parent is parent:
                piece.parent = mine[0]

    def _details(self, node: Node, context: _Context, before: Piece | None) -> None:
        summary = next((c for c in node.children if c.name == "summary"), None)
        head = self._content(summary, context, before) if summary else []
        rest = Node("", {}, node.outer, Span(summary.outer.end if summary else node.inner.start, node.inner.end))
        rest.children = [c for c in node.children if c is not summary]
        self._content(rest, context, head[-1] if head else before)

    def _table(self, node: Node) -> None:
        cells = html_cells(node, self.text)
        lost = lost_columns(cells)
        first: dict[int, Piece] = {}
        for cell in cells:
            own = self._cell(cell)
            if own:
                first.setdefault(cell.row, own[0])
            place = _lost_place(cell) if cell.column in lost and not cell.header else None
            if place and cell.row in first:
                self.lost.append((place, first[cell.row]))

    def _cell(self, cell: Cell) -> list[Piece]:
        assert cell.node is not None
        if cell.header:
            return self._heads(cell)
        before = len(self.pieces)
        self._content(cell.node, _Context("table-cell", cell.row_headers, cell.col_headers), None)
        return self.pieces[before:]

    def _heads(self, cell: Cell) -> list[Piece]:
        span = strip_tags(self.text, cell.span)
        piece = Piece(span.start, span.end, "heading", row_headers=cell.row_headers)
        if cell.text:
            self.pieces.append(piece)
        return [piece] if cell.text else []

    def _run(self, span: Span, context: _Context, parent: Piece | None) -> list[Piece]:
        found: list[Piece] = []
        for part in _split(self.text, span):
            inner = strip_tags(self.text, part)
            if not readable(self.text[inner.start : inner.end]):
                continue
            piece = Piece(*inner, context.kind, parent)
            piece.row_headers, piece.col_headers = context.row_headers, context.col_headers
            classify(piece, self.text)
            if piece.kind == "example":
                piece.illustrates = found[-1] if found else parent
            found.append(piece)
        self.pieces += found
        return found


def _lost_place(cell: Cell) -> Span | None:
    """Where a cell's mark stood, if the cell is empty or holds an empty summary."""
    nodes = list(cell.node.walk()) if cell.node else []
    summary = next((n for n in nodes if n.name == "summary" and n.inner.start == n.inner.end), None)
    return summary.outer if summary else nodes[0].outer if nodes and not cell.text else None


@dataclass(frozen=True, slots=True)
class _Context:
    kind: str
    row_headers: tuple[str, ...] = ()
    col_headers: tuple[str, ...] = ()

    def of(self, kind: str) -> _Context:
        return _Context(kind, self.row_headers, self.col_headers)


def _blocks(node: Node) -> list[Node]:
    """Children that stand on their own; inline elements count only if they wrap such a child."""
    found: list[Node] = []
    for child in node.children:
        if child.name in BLOCK and child.name not in ("br", "hr"):
            found.append(child)
        elif any(n.name in BLOCK and n.name not in ("br", "hr") for n in child.walk()):
            found += _blocks(child)
    return found


def _split(text: str, span: Span) -> list[Span]:
    """The stretch cut at blank lines made of two breaks, and where an example starts after one."""
    cuts = [(m.start(), m.end()) for m in _DOUBLE_BREAK.finditer(text, *span)]
    for match in _BREAK.finditer(text, *span):
        inside = any(a <= match.start() < b for a, b in cuts)
        if not inside and starts_example(text[match.end() : min(span.end, match.end() + 200)]):
            cuts.append(match.span())
    parts: list[Span] = []
    at = span.start
    for start, end in sorted(cuts):
        parts.append(Span(at, start))
        at = end
    return [*parts, Span(at, span.end)]


def strip_tags(text: str, span: Span) -> Span:
    """The span less white space, images, breaks, comments and block tags at both ends; inline tags stay."""
    tags = find_tags(text, *span)
    return _strip_end(text, _strip_start(text, trim(text, span), tags), tags)


def _strip_start(text: str, span: Span, tags: Sequence[Tag]) -> Span:
    for tag in tags:
        if tag.span.start != span.start or not _loose(tag):
            break
        span = trim(text, Span(tag.span.end, max(tag.span.end, span.end)))
    return span


def _strip_end(text: str, span: Span, tags: Sequence[Tag]) -> Span:
    for tag in reversed(tags):
        if tag.span.end != span.end or tag.span.start < span.start or not _loose(tag):
            break
        span = trim(text, Span(span.start, tag.span.start))
    return span


def _loose(tag: Tag) -> bool:
    return tag.name in BLOCK or tag.name in ("!", "img")
