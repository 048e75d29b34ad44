"""What an HTML page says, piece by piece: headings, paragraphs, list items, cells, and what is only there to navigate."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from ingest.readers._draft import Piece, classify
from ingest.readers._page_tags import BLOCKS, main_part, page_text, page_visible
from ingest.readers._tables import Cell, html_cells
from ingest.readers._tags import Node
from ingest.segment import trim
from kb.model import Span

_BOILERPLATE = frozenset(
    (
        *("head", "nav", "footer", "script", "style", "noscript", "template", "iframe", "svg", "select", "textarea"),
        *("button", "search", "object", "canvas", "title", "video", "audio"),
    )
)
_ROLES = frozenset(("navigation", "search", "contentinfo", "banner", "menu", "menubar", "dialog", "complementary"))
_NAVIGATION = re.compile(
    r"""(?:^|\s)(?:
    toc | table-of-contents | toctree-wrapper | nav | nav(?:bar|box|header|footer|igation) | (?:sphinx)?sidebar | menu
    | breadcrumbs?
    | pag(?:er|ination) | footer | printfooter | site-?(?:header|footer|notice) | (?:page__)?(?:left|right)-rail | skip-link
    | cookie-\w+ | ads? | advert\w* | noprint | [ac]mbox | (?:portable-)?infobox | dablink | hatnote
    | edit-?(?:link|button|page) | share(?:-buttons?)? | related-\w+ | comments?-(?:area|section|list) | catlinks
    | mw-(?:editsection|jump-link|head|panel|navigation|footer|indicators|hidden-catlinks|empty-elt)
    )(?:\s|$)""",
    re.I | re.X,
)
_ADMONITION = re.compile(r"(?:^|\s)(?:admonition|note|notice|warning|caution|important|tip|hint|alert)(?:\s|$)", re.I)
_HEADING = re.compile(r"h([1-6])")
_LISTS = ("ul", "ol", "menu")
_INTRODUCES = re.compile(r"[:：]\s*\Z")


@dataclass(frozen=True, slots=True)
class _Context:
    kind: str = "paragraph"
    top: bool = True
    row_headers: tuple[str, ...] = ()
    col_headers: tuple[str, ...] = ()

    def of(self, kind: str) -> _Context:
        return replace(self, kind=kind, top=False)


@dataclass(slots=True)
class PagePieces:
    """Collects the pieces of a page in order of its text."""

    text: str
    notes: frozenset[str] = frozenset()
    """Ids of the elements that footnote marks point to."""
    pieces: list[Piece] = field(default_factory=list)
    cited: list[tuple[str, Node, Piece]] = field(default_factory=list)
    """Footnotes: their id, element and first piece."""
    _path: list[tuple[int, str]] = field(default_factory=list)
    _main: Node | None = None

    def read(self, root: Node) -> list[Piece]:
        """The pieces of everything below the page's root."""
        self._main = main_part(root, self.text)
        self._content(root, _Context(), None)
        return self.pieces

    def _content(self, node: Node, context: _Context, parent: Piece | None) -> list[Piece]:
        """Pieces of a node's own text; elements inside it that stand on their own follow their own rules."""
        at = node.inner.start
        own: list[Piece] = []
        for child in blocks(node):
            own += self._run(Span(at, child.outer.start), context, parent)
            own += self._block(child, context, parent, own[-1] if own else None)
            at = max(at, child.outer.end)
        return own + self._run(Span(at, node.inner.end), context, parent)

    def _block(self, node: Node, context: _Context, parent: Piece | None, before: Piece | None) -> list[Piece]:
        start = len(self.pieces)
        key = self._note_id(node)
        if is_boilerplate(node) or self._beside(node):
            self.pieces.append(Piece(*node.outer, "boilerplate", heading=self._heading()))
            return []
        own = self._known(node, context, parent, before)
        if key and len(self.pieces) > start:
            self.cited.append((key, node, self.pieces[start]))
            for piece in self.pieces[start:]:
                piece.kind = "reference"
        return own

    def _beside(self, node: Node) -> bool:
        """Whether a page that says what its main part is has this element beside it; its titles stay."""
        main = self._main
        if main is None or _HEADING.fullmatch(node.name):
            return False
        inside = main.outer.start <= node.outer.start and node.outer.end <= main.outer.end
        around = node.outer.start <= main.outer.start and main.outer.end <= node.outer.end
        return not inside and not around

    def _known(self, node: Node, context: _Context, parent: Piece | None, before: Piece | None) -> list[Piece]:
        if level := _HEADING.fullmatch(node.name):
            return self._title(node, int(level[1]))
        if node.name in _LISTS:
            self._list(node, context, parent or self._announced_by(before))
        elif node.name == "table" and not _is_layout(node):
            self._table(node)
        elif node.name in ("dl", "details", "figure"):
            self._headed(node, context, parent)
        else:
            return self._content(node, _inside(node, context), parent)
        return []

    def _announced_by(self, before: Piece | None) -> Piece | None:
        """The paragraph right before a list, if it ends in a colon."""
        last = before or (self.pieces[-1] if self.pieces else None)
        if last is None or last.kind in ("heading", "boilerplate"):
            return None
        return last if _INTRODUCES.search(page_text(self.text[last.start : last.end])) else None

    def _title(self, node: Node, level: int) -> list[Piece]:
        title = page_text(self.text[node.inner.start : node.inner.end])
        if title:
            self._path = [*(p for p in self._path if p[0] < level), (level, title)]
            self.pieces.append(Piece(*node.outer, "heading", heading=self._heading(), level=level))
        return []

    def _list(self, node: Node, context: _Context, parent: Piece | None) -> None:
        at = node.inner.start
        for item in blocks(node):
            self._run(Span(at, item.outer.start), context.of("bullet"), parent)
            before = len(self.pieces)
            self._block(item, context.of("bullet"), parent, None)
            mine = self.pieces[before:]
            for piece in mine[1:]:
                if piece.parent is parent and mine[0].kind == piece.kind:
                    piece.parent = mine[0]
            at = item.outer.end
        self._run(Span(at, node.inner.end), context.of("bullet"), parent)

    def _headed(self, node: Node, context: _Context, parent: Piece | None) -> None:
        """A term and what it means, a summary and its details: the rest hangs under the last head."""
        head: Piece | None = None
        at = node.inner.start
        for child in blocks(node):
            self._run(Span(at, child.outer.start), context, head or parent)
            before = len(self.pieces)
            is_head = child.name in ("dt", "summary")
            self._block(child, context, parent if is_head else head or parent, None)
            if is_head and len(self.pieces) > before:
                head = self.pieces[before]
            at = child.outer.end
        self._run(Span(at, node.inner.end), context, head or parent)

    def _table(self, node: Node) -> None:
        before = len(self.pieces)
        cells = html_cells(node, self.text)
        for child in blocks(node):
            if child.name == "caption":
                self._content(child, _Context("caption", top=False), None)
        for cell in cells:
            self._cell(cell)
        self.pieces[before:] = sorted(self.pieces[before:], key=lambda p: p.span)

    def _cell(self, cell: Cell) -> None:
        if cell.node is None:
            return
        if cell.header:
            span = trim(self.text, cell.span)
            if cell.text:
                self.pieces.append(Piece(*span, "heading", heading=self._heading(), row_headers=cell.row_headers))
            return
        self._content(cell.node, _Context("table-cell", False, cell.row_headers, cell.col_headers), None)

    def _run(self, span: Span, context: _Context, parent: Piece | None) -> list[Piece]:
        span = trim(self.text, span)
        raw = self.text[span.start : span.end]
        words = page_visible(raw) if raw else ""
        if not words:
            return []
        piece = Piece(*span, context.kind, parent, heading=self._heading(), top=context.top)
        piece.row_headers, piece.col_headers = context.row_headers, context.col_headers
        _classify(piece, words)
        if self._main and not (self._main.outer.start <= span.start < self._main.outer.end):
            piece.kind = "boilerplate"
        self.pieces.append(piece)
        return [piece]

    def _heading(self) -> tuple[str, ...]:
        return tuple(title for _, title in self._path)

    def _note_id(self, node: Node) -> str:
        """The id by which footnote marks reach this element: its own or that of an empty anchor at its beginning."""
        if not self.notes or node.name in ("html", "body", "main", *_LISTS) or _HEADING.fullmatch(node.name):
            return ""
        inline = (c.attrs.get("id") or c.attrs.get("name", "") for c in node.children if c.name not in BLOCKS)
        return next((i for i in (node.attrs.get("id", ""), *inline) if i in self.notes), "")


def _classify(piece: Piece, words: str) -> None:
    """Kind and mark by the visible words; the piece's own offsets are into the page, so a stand-in is asked."""
    asked = Piece(0, len(words), piece.kind, piece.parent and Piece(0, 0, "paragraph"), top=piece.top)
    classify(asked, words)
    piece.kind, piece.mark = asked.kind, asked.mark


def blocks(node: Node) -> list[Node]:
    """Children that stand on their own; running-text elements count only if they wrap such a child."""
    found: list[Node] = []
    for child in node.children:
        if child.name in BLOCKS:
            found.append(child)
        elif child.children and any(n.name in BLOCKS for n in child.walk()):
            found += blocks(child)
    return found


def _inside(node: Node, context: _Context) -> _Context:
    if node.name == "blockquote":
        return context.of("example")
    if node.name == "figcaption":
        return context.of("caption")
    if node.name in ("div", "aside", "p", "section") and _ADMONITION.search(node.attrs.get("class", "")):
        return context.of("note")
    return context.of("bullet") if node.name == "li" else context


def is_boilerplate(node: Node) -> bool:
    """Whether an element only navigates, or holds nothing that a visitor reads."""
    if node.name in _BOILERPLATE or node.attrs.get("role", "") in _ROLES:
        return True
    named = f"{node.attrs.get('class', '')} {node.attrs.get('id', '')}"
    return node.name not in ("html", "body", "main", "article") and bool(_NAVIGATION.search(named))


def _is_layout(table: Node) -> bool:
    """Whether a table only arranges the page: headings of the page stand inside it, or it has a single cell."""
    names = [n.name for n in table.walk()]
    return any(_HEADING.fullmatch(n) for n in names) or sum(n in ("td", "th") for n in names) <= 1
