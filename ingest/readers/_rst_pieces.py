"""What a reStructuredText document says, piece by piece, each located in the file."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from docutils import nodes

from ingest.readers._draft import Piece, classify
from ingest.readers._rst_locate import Locator
from ingest.readers._rst_text import ADORNMENT, rst_text, rst_visible

_ADORNED = re.compile(ADORNMENT)
_ADMONITIONS = ("note", "warning", "tip", "important", "attention", "caution", "danger", "error", "hint", "admonition")
_SPHINX_NOTES = frozenset(("versionadded", "versionchanged", "deprecated", "seealso", "todo", "versionremoved"))
_NAVIGATION = frozenset(("toctree", "index", "contents", "sectnum", "meta", "highlight", "tags"))
_EXAMPLE = re.compile(r"\W*(?:examples?\b|例)", re.I)
_INTRODUCES = re.compile(r"[:：]\s*\Z")


@dataclass(frozen=True, slots=True)
class _Context:
    kind: str = "paragraph"
    top: bool = True
    path: tuple[str, ...] = ()
    parent: Piece | None = None
    row_headers: tuple[str, ...] = ()
    col_headers: tuple[str, ...] = ()

    def of(self, kind: str, parent: Piece | None = None) -> _Context:
        return replace(self, kind=kind, top=False, parent=parent or self.parent)


@dataclass(slots=True)
class RstPieces:
    """Walks a document tree; what it cannot place in the file is left to whoever covers the rest."""

    text: str
    locator: Locator
    pieces: list[Piece] = field(default_factory=list)
    cited: list[tuple[str, nodes.Element, Piece]] = field(default_factory=list)
    """Footnotes and citations: their key (a number in order for unnumbered ones), node and first piece."""
    inline: list[tuple[Piece, nodes.Element]] = field(default_factory=list)
    """References, roles, footnote marks and images, each with the piece it stands in."""
    expand: Callable[[str], str] = str
    """Puts in what substitutions stand for."""
    images: list[tuple[nodes.Element, int]] = field(default_factory=list)
    """Pictures with the line (from 1) their directive stands on."""

    def read(self, document: nodes.document) -> None:
        """Collect everything in the tree."""
        self._children(document, _Context())

    def _text(self, raw: str) -> str:
        return rst_text(self.expand(raw))

    def _children(self, node: nodes.Element, context: _Context) -> None:
        for child in node.children:
            if isinstance(child, nodes.Element):
                self._node(child, context)

    def _node(self, node: nodes.Element, context: _Context) -> None:
        name = node.tagname
        if name == "section":
            self._section(node, context)
        elif name in ("bullet_list", "enumerated_list"):
            self._list(node, context)
        elif name in ("footnote", "citation"):
            self._footnote(node, context)
        elif name == "definition_list_item":
            self._definition(node, context)
        elif name == "line_block":
            self._lines(node, context)
        elif name == "table":
            self._table(node, context)
        elif name in ("paragraph", "literal_block", "doctest_block", "math_block", "term", "caption", "line", "attribution"):
            self._leaf(node, context.of("caption") if name == "caption" else context)
        elif name in ("comment", "substitution_definition"):
            self._leaf(node, context.of("boilerplate"))
        elif name == "image":
            self.images.append((node, node.line or 1))
        elif name not in ("system_message", "target", "pending", "raw", "label"):
            self._other(node, context)

    def _other(self, node: nodes.Element, context: _Context) -> None:
        """Admonitions, directives nobody knows, quotes, fields: their content, in the kind that their name gives it."""
        classes: set[str] = set(node.get("classes", []))
        if classes & _NAVIGATION:
            self._children(node, context.of("boilerplate"))
            return
        kind = "note" if node.tagname in _ADMONITIONS or classes & _SPHINX_NOTES else context.kind
        titles = [c for c in node.children if isinstance(c, nodes.title)]
        inside = replace(context, kind=kind, top=context.top and kind == context.kind)
        for title in titles:
            if _EXAMPLE.match(title.astext()):
                inside = inside.of("example")
            head = self._leaf(title, inside)
            inside = inside.of(inside.kind, head)
        for child in node.children:
            if isinstance(child, nodes.Element) and child not in titles:
                self._node(child, inside)

    def _section(self, node: nodes.Element, context: _Context) -> None:
        title = next((c for c in node.children if isinstance(c, nodes.title)), None)
        words = self._text(title.rawsource or title.astext()) if title else ""
        path = (*context.path, words) if words else context.path
        piece = self._leaf(title, replace(context, path=path, kind="heading")) if title else None
        if piece:
            piece.level = len(path)
            self._with_adornment(piece)
        for child in node.children:
            if isinstance(child, nodes.Element) and child is not title:
                self._node(child, _Context(path=path))

    def _with_adornment(self, piece: Piece) -> None:
        first, last = self.locator.line_at(piece.start), self.locator.line_at(piece.end)
        under, over = self.locator.line(last + 1), self.locator.line(first - 1)
        if _ADORNED.fullmatch(under):
            piece.end = self.locator.line_span(last + 1).end
            if over.strip() and over.strip() == under.strip():
                piece.start = self.locator.line_span(first - 1).start

    def _list(self, node: nodes.Element, context: _Context) -> None:
        parent = context.parent or self._announcing()
        for item in node.children:
            before = len(self.pieces)
            if isinstance(item, nodes.Element):
                self._first_leads(item, context.of("bullet" if context.kind == "paragraph" else context.kind, parent), before)

    def _first_leads(self, node: nodes.Element, context: _Context, before: int) -> None:
        """Children of an item: all after the first piece hang under it."""
        for child in node.children:
            if isinstance(child, nodes.Element):
                mine = self.pieces[before] if len(self.pieces) > before else None
                self._node(child, context.of(context.kind, mine) if mine else context)

    def _announcing(self) -> Piece | None:
        last = self.pieces[-1] if self.pieces else None
        if last is None or last.kind in ("heading", "boilerplate"):
            return None
        return last if _INTRODUCES.search(self._text(self.text[last.start : last.end])) else None

    def _definition(self, node: nodes.Element, context: _Context) -> None:
        self._first_leads(node, context, len(self.pieces))

    def _lines(self, node: nodes.Element, context: _Context) -> None:
        """A line block: every line by itself, indented ones under the last that is less indented."""
        head: Piece | None = None
        for child in node.children:
            if isinstance(child, nodes.line_block):
                self._lines(child, context.of(context.kind, head) if head else context)
            elif isinstance(child, nodes.Element):
                head = self._leaf(child, context) or head

    def _footnote(self, node: nodes.Element, context: _Context) -> None:
        before = len(self.pieces)
        self._first_leads(node, context.of("reference"), before)
        if len(self.pieces) > before:
            label = next((c.astext() for c in node.children if isinstance(c, nodes.label)), "")
            names = node.get("names", ())
            self.cited.append((label or (names[0] if names else ""), node, self.pieces[before]))

    def _table(self, node: nodes.Element, context: _Context) -> None:
        for title in (c for c in node.children if isinstance(c, nodes.title)):
            self._leaf(title, context.of("caption"))
        heads = [[self._text(_raw(e)) for e in row.children if isinstance(e, nodes.entry)] for row in node.findall(_head_row)]
        for row in node.findall(nodes.row):
            first = ""
            for column, entry in enumerate(e for e in row.children if isinstance(e, nodes.entry)):
                above = tuple(head[column] for head in heads if column < len(head) and head[column])
                if _head_row(row):
                    self._children(entry, context.of("heading"))
                    continue
                beside = (first,) if first and column else ()
                self._children(entry, replace(context.of("table-cell"), parent=None, row_headers=beside, col_headers=above))
                first = first or self._text(_raw(entry))

    def _leaf(self, node: nodes.Element, context: _Context) -> Piece | None:
        span = self.locator.find(_raw(node), node.line, cell=isinstance(node.parent, nodes.entry))
        if span is None:
            return None
        piece = Piece(*span, context.kind, context.parent, heading=context.path, top=context.top)
        piece.row_headers, piece.col_headers = context.row_headers, context.col_headers
        _classify(piece, rst_visible(self.expand(self.text[span.start : span.end])))
        self.pieces.append(piece)
        for kind in (nodes.reference, nodes.footnote_reference, nodes.citation_reference, nodes.inline, nodes.target):
            self.inline += [(piece, found) for found in node.findall(kind)]
        self.images += [(found, self.locator.line_at(piece.start) + 1) for found in node.findall(nodes.image)]
        return piece


def _head_row(node: nodes.Node) -> bool:
    return isinstance(node, nodes.row) and isinstance(node.parent, nodes.thead)


def _raw(node: nodes.Element) -> str:
    if node.tagname == "entry":
        return "\n".join(_raw(c) for c in node.children if isinstance(c, nodes.Element))
    return node.rawsource if node.rawsource and node.tagname != "image" else node.astext()


def _classify(piece: Piece, words: str) -> None:
    """Kind and mark by the visible words; the piece's own offsets are into the file, so a stand-in is asked."""
    asked = Piece(0, len(words), piece.kind, piece.parent and Piece(0, 0, "paragraph"), top=piece.top)
    classify(asked, words)
    piece.kind, piece.mark = asked.kind, asked.mark
