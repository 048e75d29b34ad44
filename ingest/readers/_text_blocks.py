"""What stands in a plain text: headings, wrapped paragraphs, items, questions and answers, captions, columns."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from ingest.readers._draft import Piece, classify
from ingest.readers._readable import readable
from ingest.readers._tables import Cell, line_cells, with_headers
from ingest.readers._text_columns import Ruled, column_cells, has_header, is_prose, ruled, side_by_side
from ingest.readers._text_headings import title_at
from ingest.readers._text_lines import RULE, Line, furniture, wrap_width
from ingest.readers._text_words import Joiner
from kb.model import Span

_BULLET = re.compile(r"(?:[-–—•·○●◦▪►▸✦*+・]\s+|[•○●◦▪►▸✦・](?=\S)|[①-⑳]\s*|[✔✓✅☑❌✗✘✖]\ufe0f?\s*)(?=\S)")
_NUMBERED = re.compile(
    r"(?:\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.)](?!\d)\s+|[（(]\d{1,2}[)）]\s*|\d{1,3}(?:\.\d{1,3}){1,4}[.)]?\s+|\d{1,2}[、．]\s*)(?=\S)"
)
_QUESTION = re.compile(r"(?:Q|Question|问题?|問)\s*+\d*+\s*+[.:：)）]\s*(?=\S)", re.I)
_ASKED_BY_NUMBER = re.compile(r"(?:Q|Question|问题?|問)\s*+\d{1,3}\s++(?=\S)", re.I)
_ANSWER = re.compile(r"(?:A|Answer|Ruling|答案?|回答)\s*+\d*+\s*+[.:：)）]\s*(?=\S)", re.I)
_CAPTION = re.compile(
    r"[\[(（【]\s*(?:pictured|picture|image|photo|figure|fig\.|diagram|illustration|图片?|图示|配图|插图)\s*\d*\s*[:：]?",
    re.I,
)
_FIGURE = re.compile(r"(?:figure|fig\.|diagram|table|图|表)\s*\d+\s*[:：.]", re.I)
_ENTRY = re.compile(r"(?<!\.)\.{4,}+\s*\d{1,4}(?:,\s*\d{1,4})*\Z")
"""A word of an index, with dots up to the pages where it stands."""
_CLOSES = re.compile(r"[\])）】]\s*\Z")
_ENDED = re.compile(r"[.!?。！？；;:：][\"”’」』)）\]]*\Z")
_GOES_ON = re.compile(r"[，、,]\Z")
_LEADS = re.compile(r"[:：]\Z")
_STARTS = re.compile(r"[\"“‘(\[「『（]*(?:[A-Z0-9]|[\u3400-\u9fff])")

_ELSEWHERE = 0
"""The page of a blank line that stands for what was read elsewhere."""
_CUT_OFF = 40
"""Columns from which a line that does not end a sentence goes on in the next."""


@dataclass(slots=True)
class TextBlocks:
    """Collects the pieces of a text from its lines."""

    text: str
    lines: Sequence[Line]
    joiner: Joiner
    pieces: list[Piece] = field(default_factory=list)
    texts: dict[int, str] = field(default_factory=dict)
    """Readable texts, by where their piece starts, of pieces whose own slice would read otherwise."""
    _open: Piece | None = None
    _question: Piece | None = None
    _last: Line | None = None
    _items: list[tuple[int, Piece]] = field(default_factory=list)
    _width: int = 0

    def read(self, skipped: Sequence[tuple[int, int]] = ()) -> None:
        """Collect everything; `skipped` are ranges of lines (from 0, end exclusive) that were read elsewhere: nothing goes on
        across them."""
        left_out = furniture(self.lines) | {i for first, last in skipped for i in range(first, last)}
        self._width = wrap_width(self.lines)
        for i in sorted(left_out):
            line = self.lines[i]
            if line.words and not any(first <= i < last for first, last in skipped):
                self.pieces.append(Piece(line.start, line.end, "boilerplate"))
        kept, at = self._kept(left_out, {first for first, _ in skipped}), 0
        while at < len(kept):
            at += self._at(kept, at)
        self.pieces.sort(key=lambda p: p.span)

    def _kept(self, left_out: Collection[int], marked: Collection[int]) -> list[Line]:
        """The lines that are not left out; a blank one where something begins that was read elsewhere."""
        kept: list[Line] = []
        for i, line in enumerate(self.lines):
            if i in marked:
                kept.append(Line(line.start, line.start, "", 0, _ELSEWHERE))
            if i not in left_out:
                kept.append(line)
        return kept

    def _at(self, lines: Sequence[Line], at: int) -> int:
        """Deals with the line at an index; how many lines that took."""
        line = lines[at]
        if not line.words:
            self._blank(lines, at)
            return 1
        if self._last is None and (table := ruled(lines, at, self.text)):
            return self._ruled(table)
        if RULE.fullmatch(line.words) or not any(c.isalnum() for c in line.words):
            self._close(Piece(line.start, line.end, "boilerplate"))
            return 1
        if _ENTRY.search(line.words):
            self._close(Piece(line.start, line.end, "boilerplate"))
            return 1
        if _CAPTION.match(line.words) or (_FIGURE.match(line.words) and self._last is None):
            return self._caption(lines, at)
        if self._last is None and (taken := self._columns(lines, at)):
            return taken
        if title := title_at(lines, at, self._width):
            end = lines[at + title.lines - 1].end
            self._close(Piece(line.start, end, "heading", level=title.rank))
            self._items.clear()
            self._question = None
            return title.lines
        self._line(line)
        return 1

    def _blank(self, lines: Sequence[Line], at: int) -> None:
        """A blank line ends a paragraph, unless a page ends in the middle of its sentence."""
        following = next((lines[n] for n in range(at, len(lines)) if lines[n].words), None)
        last = self._last
        turned = last is not None and following is not None and following.page != last.page
        between = turned and last is not None and not _ENDED.search(last.words) and following is not None
        if lines[at].page == _ELSEWHERE or not (between and following is not None and not _STARTS.match(following.words)):
            self._open = self._last = None

    def _close(self, piece: Piece) -> None:
        self.pieces.append(piece)
        self._open = self._last = None

    def _caption(self, lines: Sequence[Line], at: int) -> int:
        taken = 1
        bracketed = _CAPTION.match(lines[at].words) is not None
        while bracketed and taken < 5 and not _CLOSES.search(lines[at + taken - 1].words):
            if at + taken >= len(lines) or not lines[at + taken].words:
                break
            taken += 1
        self._close(Piece(lines[at].start, lines[at + taken - 1].end, "caption"))
        return taken

    def _columns(self, lines: Sequence[Line], at: int) -> int:
        """Reads lines set in columns, up to the next blank line; how many, 0 if they are not."""
        end = at
        while end < len(lines) and lines[end].words and lines[end].page == lines[at].page:
            end += 1
        rows = column_cells(lines[at:end], self.text)
        if not rows or len(rows[0]) == 1:
            return 0
        if is_prose(rows):
            piece = Piece(lines[at].start, lines[end - 1].end, "paragraph", top=True)
            self.texts[piece.start] = self.joiner.joined(side_by_side(rows, self.text))
            self._close(piece)
        else:
            self._table(rows)
        return end - at

    def _table(self, rows: list[list[Span]]) -> None:
        for cell in line_cells([row for row in rows if len(row) > 1], self.text, header=has_header(rows, self.text)):
            kind = "heading" if cell.header else "table-cell"
            self.pieces.append(Piece(*cell.span, kind, row_headers=cell.row_headers, col_headers=cell.col_headers))
        for row in rows:
            if len(row) == 1:
                self.pieces.append(Piece(*row[0], "paragraph", top=True))
        self._open = self._last = None

    def _ruled(self, table: Ruled) -> int:
        """Reads a table with ruled columns; how many lines it has."""
        spans = {(cell.row, cell.column): cell.spans for cell in table.cells}
        shown = {at: " ".join(readable(self.text[slice(*span)]) for span in lines) for at, lines in spans.items()}
        cells = [
            Cell(span=spans[row, column][0], row=row, column=column, header=row == 0, text=text)
            for (row, column), text in shown.items()
        ]
        for cell in with_headers(cells):
            kind = "heading" if cell.header else "table-cell"
            self.pieces.append(Piece(*cell.span, kind, row_headers=cell.row_headers, col_headers=cell.col_headers))
            self.texts[cell.span.start] = shown[cell.row, cell.column]
        rules = [Span(line.start, line.end) for line in table.rules]
        for part in (*rules, *(span for lines in spans.values() for span in lines[1:])):
            self._close(Piece(*part, "boilerplate"))
        return table.taken

    def _line(self, line: Line) -> None:
        words = line.words
        if _QUESTION.match(words) or _ASKED_BY_NUMBER.match(words):
            self._question = self._begin(line, "question", None)
        elif _ANSWER.match(words) and self._question is not None:
            self._begin(line, "answer", self._question)
        elif _BULLET.match(words) or self._numbered(line):
            self._item(line)
        elif self._open is not None and not self._breaks(line):
            self._open.end = line.end
        else:
            self._paragraph(line)
        self._last = line

    def _numbered(self, line: Line) -> bool:
        """Whether a line begins a numbered item: one inside a paragraph may be a sentence that goes on with a number."""
        if not _NUMBERED.match(line.words):
            return False
        return self._open is None or self._last is None or bool(_ENDED.search(self._last.words)) or bool(self._items)

    def _begin(self, line: Line, kind: str, parent: Piece | None) -> Piece:
        piece = Piece(line.start, line.end, kind, parent)
        self.pieces.append(piece)
        self._open = piece
        self._items.clear()
        return piece

    def _item(self, line: Line) -> None:
        while self._items and self._items[-1][0] >= line.indent:
            self._items.pop()
        parent = self._items[-1][1] if self._items else self._lead()
        piece = Piece(line.start, line.end, "bullet", parent)
        self.pieces.append(piece)
        self._items.append((line.indent, piece))
        self._open = piece

    def _lead(self) -> Piece | None:
        """The paragraph that leads into a list, or the lead of the list that goes on."""
        last = self.pieces[-1] if self.pieces else None
        if last is None or last.kind not in ("paragraph", "bullet", "answer", "note", "example"):
            return None
        if last.kind == "bullet":
            above = last.parent
            while above is not None and above.kind == "bullet":
                above = above.parent
            return above
        return last if _LEADS.search(self.text[last.start : last.end]) else None

    def _breaks(self, line: Line) -> bool:
        """Whether a line begins a paragraph although no blank line stands before it."""
        last = self._last
        if last is None:
            return True
        if not self._width:
            hangs = line.indent > last.indent and self._open is not None and self._open.kind != "paragraph"
            cut = last.width >= _CUT_OFF and not _ENDED.search(last.words)
            return not (
                hangs or cut or _GOES_ON.search(last.words) or (line.words[:1].islower() and not _ENDED.search(last.words))
            )
        if self._items and line.indent >= self._items[-1][0] + 1:
            return False
        ended, starts = bool(_ENDED.search(last.words)), bool(_STARTS.match(line.words))
        indented = line.indent >= last.indent + 2 and not self._items
        return (ended and starts and last.width < 0.75 * self._width) or (indented and ended and starts)

    def _paragraph(self, line: Line) -> None:
        if line.indent == 0 or not self._items:
            self._items.clear()
        parent = None
        if self._items and line.indent > self._items[-1][0]:
            parent = self._items[-1][1]
        self._open = Piece(line.start, line.end, "paragraph", parent, top=parent is None)
        self.pieces.append(self._open)

    def finish(self) -> None:
        """Kinds told by words; texts of paragraphs that a page's end runs through."""
        for piece in self.pieces:
            if piece.kind in ("paragraph", "bullet", "answer"):
                answer = piece.kind == "answer"
                classify(piece, self.text)
                piece.kind = "answer" if answer and piece.kind != "boilerplate" else piece.kind
        inside = [p for p in self.pieces if p.kind == "boilerplate"]
        for piece in self.pieces:
            cut = [b for b in inside if piece is not b and piece.start <= b.start and b.end <= piece.end]
            if cut:
                self.texts[piece.start] = self.joiner.joined(self._without(piece, cut))
                self.pieces = [p for p in self.pieces if not any(p is b for b in cut)]

    def _without(self, piece: Piece, cut: Sequence[Piece]) -> list[str]:
        edges = [piece.start, *(edge for b in cut for edge in b.span), piece.end]
        parts = [self.text[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True)]
        return [line for part in parts for line in part.split("\n")]
