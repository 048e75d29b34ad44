"""Markdown structure: paragraphs, items, quotes and pipe tables as pieces, by the line maps of markdown-it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from mdit_py_plugins.admon import admon_plugin

from ingest.readers._draft import Piece, classify, introduces
from ingest.readers._readable import readable
from ingest.readers._tables import Cell, line_cells, replies
from ingest.segment import trim
from kb.model import Span

_LISTS = ("bullet_list", "ordered_list")
_ANCHOR_ITEM = re.compile(
    r"\s*(?:[-*+]|\d+[.)])\s+\[(?:[^\[\]\\]|\\.|\[[^\[\]]*\])*\]\(#[^()\s]*(?:\([^()\s]*\))?[^()\s]*\)\s*\Z"
)
_GIVEN = re.compile(r"[#.][\w:-]+|[\w-]+=\S+")
"""One of the things that a heading is given besides its words: `{#name .class key=value}`."""
_TITLE = re.compile(r"\"(?P<title>[^\"\n]*)\"[ \t]*\r?\n?\Z")
_BOX_OF_EXAMPLES = re.compile(r"\s*(?:!!!|\?\?\?)\+?\s*(?:example|例)", re.I)
_BAR = re.compile(r"(?<!\\)\|")
_RULE_ROW = re.compile(r"[\s|:\-]+\Z")


@dataclass(slots=True)
class MarkdownBlocks:
    """Collects the pieces of a text's Markdown structure.

    `masked` has the length and lines of `text`, with blanks wherever something else (HTML, tables of contents) was read.
    """

    text: str
    masked: str
    pieces: list[Piece] = field(default_factory=list)
    _starts: list[int] = field(default_factory=list)

    def read(self) -> list[Piece]:
        """The pieces, in order of the text."""
        self._starts = [0, *(m.end() for m in re.finditer("\n", self.text)), len(self.text)]
        parser = (
            MarkdownIt("commonmark", {"html": False, "maxNesting": 40})
            .enable("table")
            .disable(["code", "reference"])
            .use(admon_plugin)
        )
        parser.core.ruler.enableOnly(["normalize", "block"])
        self._children(SyntaxTreeNode(parser.parse(self.masked.replace("\r", " "))), None, "paragraph")
        return self.pieces

    def _children(self, node: SyntaxTreeNode, parent: Piece | None, kind: str) -> None:
        before: Piece | None = None
        lead: Piece | None = None
        for child in node.children:
            if child.type in _LISTS:
                lead = self._lead(before, child)
                self._list(child, lead or parent)
                before = None
            else:
                goes_on = lead is not None and child.type == "paragraph" and self._goes_on(child)
                before = self._leaf(child, lead if goes_on else parent, kind)
                lead = None

    def _lead(self, before: Piece | None, following: SyntaxTreeNode) -> Piece | None:
        if before is None or before.kind in ("boilerplate", "heading"):
            return None
        return before if introduces(before, self._span(following).start, self.text) else None

    def _goes_on(self, paragraph: SyntaxTreeNode) -> bool:
        """Whether a paragraph ends the sentence that the list before it is part of."""
        span = self._span(paragraph)
        return readable(self.text[span.start : span.end])[:1].islower()

    def _leaf(self, node: SyntaxTreeNode, parent: Piece | None, kind: str) -> Piece | None:
        if node.type == "heading":
            return self._heading(node, parent)
        if node.type == "admonition":
            self._admonition(node, parent)
            return None
        if node.type == "table":
            return self._table(node)
        if node.type == "blockquote":
            self._children(node, parent, "example")
            return None
        if node.type in ("paragraph", "fence", "code_block", "html_block"):
            return self._add(node, kind, parent, top=kind == "paragraph" and node.level == 0)
        return None

    def _heading(self, node: SyntaxTreeNode, parent: Piece | None) -> Piece:
        """A heading, without the line under it or what it is given besides its words."""
        piece = self._add(node, "heading", parent, level=int(node.tag[1:]))
        if not node.markup.startswith("#"):
            line = trim(self.text, Span(self.text.rindex("\n", piece.start, trim(self.text, piece.span).end), piece.end))
            piece.end = trim(self.text, Span(piece.start, line.start)).end
            self.pieces.append(Piece(*line, "boilerplate"))
        piece.end, _ = besides(self.text, piece.start, piece.end)
        return piece

    def _admonition(self, node: SyntaxTreeNode, parent: Piece | None) -> None:
        """A box (`!!! note "Title"`, as MkDocs has them): its title, if it has one of its own, and what hangs under it."""
        first, _ = node.map or (0, 0)
        line = Span(self._starts[first], self._starts[first + 1])
        titled = _TITLE.search(self.text, *line)
        lead, signs = parent, [line]
        if titled and titled["title"].strip():
            lead = Piece(*titled.span("title"), "paragraph", parent)
            classify(lead, self.text)
            signs = [Span(line.start, lead.start), Span(lead.end, line.end)]
            self.pieces.append(lead)
        self.pieces += [Piece(*trim(self.masked, sign), "boilerplate") for sign in signs]
        kind = "example" if _BOX_OF_EXAMPLES.match(self.text, *line) else "paragraph"
        for child in node.children:
            if child.type in _LISTS:
                self._list(child, lead)
            elif child.type != "admonition_title":
                self._leaf(child, lead, kind)

    def _add(self, node: SyntaxTreeNode, kind: str, parent: Piece | None, *, level: int = 0, top: bool = False) -> Piece:
        piece = Piece(*self._span(node), kind, parent, level=level, top=top)
        classify(piece, self.text)
        self.pieces.append(piece)
        return piece

    def _list(self, node: SyntaxTreeNode, parent: Piece | None) -> None:
        if self._is_contents(node):
            self.pieces.append(Piece(*trim(self.masked, self._span(node)), "boilerplate"))
            return
        for item in node.children:
            at = len(self.pieces)
            first, rest = item.children[:1], item.children[1:]
            lead: Piece | None = parent
            if first and first[0].type in ("paragraph", "heading"):
                lead = self._leaf(first[0], parent, "bullet")
            elif first and first[0].type in _LISTS:
                self._list(first[0], parent)
            elif first:
                self._leaf(first[0], parent, "bullet")
            lead = self.pieces[at] if len(self.pieces) > at and first and first[0].type not in _LISTS else lead
            for child in rest:
                if child.type in _LISTS:
                    self._list(child, lead)
                else:
                    self._leaf(child, lead, "bullet")

    def _is_contents(self, node: SyntaxTreeNode) -> bool:
        span = self._span(node)
        lines = [line for line in self.masked[span.start : span.end].split("\n") if line.strip()]
        return len(lines) > 2 and all(_ANCHOR_ITEM.match(line) for line in lines)

    def _span(self, node: SyntaxTreeNode) -> Span:
        first, last = node.map or (0, 0)
        return Span(self._starts[min(first, len(self._starts) - 1)], self._starts[min(last, len(self._starts) - 1)])

    def _table(self, node: SyntaxTreeNode) -> Piece | None:
        first, last = node.map or (0, 0)
        rows: list[list[Span]] = []
        for line in range(first, last):
            span = Span(self._starts[line], self._starts[min(line + 1, len(self._starts) - 1)])
            if line != first + 1 or not _RULE_ROW.match(self.masked[span.start : span.end]):
                rows.append(_bars(self.masked, span))
        self.pieces += cell_pieces(line_cells(rows, self.text, header=True), self.text)
        return None


def _bars(text: str, line: Span) -> list[Span]:
    """What stands between the bars of a line, the outer bars left out."""
    cuts = [m.start() for m in _BAR.finditer(text, *line)]
    edges = [line.start - 1, *cuts, line.end]
    cells = [Span(a + 1, b) for a, b in pairwise(edges)]
    if cells and not text[cells[0].start : cells[0].end].strip():
        cells = cells[1:]
    return cells[:-1] if cells and not text[cells[-1].start : cells[-1].end].strip() else cells


def cell_pieces(cells: list[Cell], text: str) -> list[Piece]:
    """Pieces for the cells of a table written in lines; those that hold nothing readable are left out."""
    found: list[Piece] = []
    for cell in cells:
        if not readable(text[cell.span.start : cell.span.end]):
            continue
        piece = Piece(*cell.span, "heading" if cell.header else "table-cell")
        piece.row_headers, piece.col_headers = cell.row_headers, cell.col_headers
        classify(piece, text)
        found.append(piece)
    by_span = {piece.span: piece for piece in found if piece.kind == "table-cell"}
    for question, answer in replies(cells):
        if asked := by_span.get(question.span):
            asked.kind = "question"
            if answer and (told := by_span.get(answer.span)):
                told.kind, told.parent = "answer", asked
    return found


def besides(text: str, start: int, end: int) -> tuple[int, str]:
    """Where the words of a heading end that stands there, and the name that it is given behind them; empty for none.

    >>> besides("# Tides {#tide .small}", 0, 22), besides("# Tides {a, b}", 0, 14)
    ((7, 'tide'), (14, ''))
    """
    line = text[start:end].rstrip()
    at = line.rfind("{")
    if at < 1 or not line.endswith("}") or not line[at - 1].isspace():
        return end, ""
    given = line[at + 1 : -1].removeprefix(":").split()
    if not given or not all(map(_GIVEN.fullmatch, given)):
        return end, ""
    return start + len(line[:at].rstrip()), next((one[1:] for one in given if one.startswith("#")), "")
