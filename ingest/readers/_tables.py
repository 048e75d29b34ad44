"""Table cells with the row and column headers that apply to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ingest.readers._readable import readable
from ingest.readers._tags import Node
from kb.model import Span

MAX_SPAN = 200
"""Larger rowspan and colspan values are cut to this."""


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
            rows, columns = _count(node, "rowspan"), _count(node, "colspan")
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
    corner = next((c for c in cells if c.row == 0 and c.column == 0 and top), None)
    stub = corner.columns if corner and not _parallel(cells, top) else 0
    return [
        replace(cell, row_headers=_row_headers(cell, cells, stub, top), col_headers=_col_headers(cell, cells, top))
        for cell in cells
    ]


def _header_rows(cells: Sequence[Cell]) -> int:
    rows = 0
    while any(c.row == rows for c in cells) and all(c.header for c in cells if c.row == rows):
        rows += 1
    return rows


def _parallel(cells: Sequence[Cell], top: int) -> bool:
    """Whether the columns are alternatives side by side, so that the first one does not head the rows."""
    first = [c.text.split()[:1] for c in cells if c.row == top - 1]
    return len(first) > 1 and all(first) and all(word == first[0] for word in first)


def _row_headers(cell: Cell, cells: Sequence[Cell], stub: int, top: int) -> tuple[str, ...]:
    if cell.row < top:
        return ()
    return tuple(
        c.text
        for c in cells
        if c.row < cell.row + cell.rows and cell.row < c.row + c.rows and c.row >= top and c.column < cell.column and c.text
        if c.header or (c.column < stub and not cell.header)
    )


def _col_headers(cell: Cell, cells: Sequence[Cell], top: int) -> tuple[str, ...]:
    if cell.header:
        return ()
    return tuple(
        c.text
        for c in cells
        if c.row < top and c.column < cell.column + cell.columns and cell.column < c.column + c.columns and c.text
    )


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
    body = [c for c in cells if c.row >= top and not c.header and c.columns == 1 and c.rows == 1]
    lost: set[int] = set()
    for column in {c.column for c in body} - {0} if top else ():
        here = [c for c in body if c.column == column]
        empty = sum(not c.text for c in here)
        if empty >= 3 and 2 * empty >= len(here):
            lost.add(column)
    return lost
