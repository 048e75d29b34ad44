"""Table cells with the row and column headers that apply to them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ingest.readers._readable import readable
from ingest.readers._tags import Node
from kb.model import Span

MAX_SPAN = 200
"""Larger rowspan and colspan values are cut to this."""
MAX_PLACES = 100_000
"""Places of a table that are kept track of; once so many are taken, cells count for one place each."""
_ASKS = re.compile(r"[?？][\"”’」』)）]*\Z")
_REPLIES = re.compile(r"(?:the )?(?:a|answers?|ruling|reply|response)|答|答案|回答|答复|裁定", re.I)
"""What a column of answers is called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One cell: `span` is what is between its tags or bars, `row` and `column` count from 0."""

    span: Span
    row: int
    column: int
    rows: int = 1
    columns: int = 1
    header: bool = False
    text: str = ""
    node: Node | None = None
    row_headers: tuple[str, ...] = ()
    col_headers: tuple[str, ...] = ()


def html_cells(table: Node, text: str) -> list[Cell]:
    """Cells of an HTML table in order of the text, spans taken into account, with their headers."""
    cells: list[Cell] = []
    taken: set[tuple[int, int]] = set()
    for row, tr in enumerate(_rows(table)):
        column = 0
        for node in (n for n in tr.children if n.name in ("td", "th")):
            while (row, column) in taken:
                column += 1
            rows, columns = (_count(node, "rowspan"), _count(node, "colspan")) if len(taken) < MAX_PLACES else (1, 1)
            taken.update((row + r, column + c) for r in range(rows) for c in range(columns))
            words = readable(text[node.inner.start : node.inner.end])
            cells.append(
                Cell(
                    span=node.inner,
                    row=row,
                    column=column,
                    rows=rows,
                    columns=columns,
                    header=node.name == "th",
                    text=words,
                    node=node,
                )
            )
            column += columns
    return with_headers(cells)


def _rows(node: Node) -> Iterator[Node]:
    for child in node.children:
        if child.name == "tr":
            yield child
        elif child.name != "table":
            yield from _rows(child)


def _count(node: Node, name: str) -> int:
    digits = node.attrs.get(name, "1").strip()
    return min(MAX_SPAN, max(1, int(digits))) if digits.isdecimal() else 1


def with_headers(cells: Sequence[Cell]) -> list[Cell]:
    """The cells with their headers: header rows at the top for columns; for rows the header cells or the stub before them.

    The stub is what stands under the first header cell, where there is a header row; without one a row is headed only by its
    header cells.
    """
    top = _header_rows(cells)
    heads = [c for c in cells if c.row < top]
    corner = next((c for c in heads if c.row == 0 and c.column == 0), None)
    stub = corner.columns if corner and not _parallel(heads, top) else 0
    tops: dict[int, list[Cell]] = defaultdict(list)
    for head in heads:
        for column in range(head.column, head.column + head.columns):
            tops[column].append(head)
    sides: dict[int, list[Cell]] = defaultdict(list)
    for cell in cells:
        if cell.row >= top and cell.text and (cell.header or cell.column < stub):
            for row in range(cell.row, cell.row + cell.rows):
                sides[row].append(cell)
    return [replace(c, row_headers=_row_headers(c, sides), col_headers=_col_headers(c, tops)) for c in cells]


def _header_rows(cells: Sequence[Cell]) -> int:
    """How many rows from the top hold header cells only."""
    plain = min((c.row for c in cells if not c.header), default=None)
    return plain if plain is not None else 1 + max((c.row for c in cells), default=-1)


def _parallel(heads: Sequence[Cell], top: int) -> bool:
    """Whether the columns are alternatives side by side, so that the first one does not head the rows."""
    first = [c.text.split()[:1] for c in heads if c.row == top - 1]
    return len(first) > 1 and all(first) and all(word == first[0] for word in first)


def _row_headers(cell: Cell, sides: Mapping[int, Sequence[Cell]]) -> tuple[str, ...]:
    """Texts of the heads to the left, in every row that the cell spans; a header cell is headed by header cells alone."""
    found = [
        side
        for row in range(cell.row, cell.row + cell.rows)
        for side in sides.get(row, ())
        if side.column < cell.column and (side.header or not cell.header)
    ]
    return tuple({id(side): side.text for side in found}.values())


def _col_headers(cell: Cell, tops: Mapping[int, Sequence[Cell]]) -> tuple[str, ...]:
    """Texts of the heads above, in every column that the cell spans, row by row."""
    if cell.header:
        return ()
    found = {id(head): head for column in range(cell.column, cell.column + cell.columns) for head in tops.get(column, ())}
    return tuple(head.text for head in sorted(found.values(), key=lambda head: (head.row, head.column)) if head.text)


def line_cells(rows: Sequence[Sequence[Span]], text: str, *, header: bool | None) -> list[Cell]:
    """Cells of a table written one row a line, bars or tabs between the cells.

    `header` says whether the first row heads the columns; None decides: it does unless all rows begin with the same word,
    which makes the first column the heads of the rows.
    """
    words = [[readable(text[s.start : s.end]) for s in row] for row in rows]
    starts = {row[0].split()[0] if row and row[0].split() else "" for row in words}
    has_header = header if header is not None else not (len(rows) > 1 and len(starts) == 1 and "" not in starts)
    cells = [
        Cell(span=span, row=r, column=c, header=r == 0 if has_header else c == 0, text=words[r][c])
        for r, row in enumerate(rows)
        for c, span in enumerate(row)
    ]
    return with_headers(cells)


def lost_columns(cells: Sequence[Cell]) -> set[int]:
    """Columns that held marks once: at least three body cells are empty, and these are half of the column or more."""
    top = _header_rows(cells)
    body: dict[int, list[bool]] = defaultdict(list)
    for cell in cells:
        if 0 < top <= cell.row and not cell.header and cell.columns == cell.rows == 1:
            body[cell.column].append(not cell.text)
    return {column for column, empty in body.items() if column and sum(empty) >= 3 and 2 * sum(empty) >= len(empty)}


def replies(cells: Sequence[Cell]) -> Iterator[tuple[Cell, Cell | None]]:
    """Questions with their answers, cells of one row; None for one without. A column asks if half of its cells do, the column
    that is called so tells, or else the next one.
    """
    rows: dict[int, dict[int, Cell]] = defaultdict(dict)
    columns: dict[int, list[Cell]] = defaultdict(list)
    for cell in cells:
        if cell.text and not cell.header:
            rows[cell.row][cell.column] = cell
            columns[cell.column].append(cell)
    asking = {column for column, some in columns.items() if 2 * sum(map(_asks, some)) >= len(some)}
    called = [c.column for c in cells if c.header and c.row == 0 and _REPLIES.fullmatch(c.text.strip())]
    for column in sorted(asking):
        telling = next((c for c in called if c > column and c not in asking), column + 1)
        for row in rows.values() if telling not in asking else ():
            question, answer = row.get(column), row.get(telling)
            if question and _asks(question):
                yield question, None if answer is None or _asks(answer) else answer


def _asks(cell: Cell) -> bool:
    return bool(_ASKS.search(cell.text))
