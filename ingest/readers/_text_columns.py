"""Columns of a plain text: two of prose side by side, or a table whose cells stand under each other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from statistics import median

from ingest.readers._text_lines import Line
from kb.model import Span

_GAP = re.compile(r"\S(\s{3,}|\t+)(?=\S)")
_FEWEST = 3


def column_cells(lines: Sequence[Line], text: str) -> list[list[Span]]:
    """Of lines set in columns, the cells of each line; none if the lines are not.

    Every line but short ones, which belong to the first column alone, must have its gaps at the same columns.
    """
    rows = [_cells(line, text) for line in lines]
    wide = [row for row in rows if len(row) > 1]
    if len(wide) < _FEWEST or len(wide) < 0.7 * len(rows):
        return []
    count = max(len(row) for row in wide)
    starts = [[_column(text, lines[i], row[c]) for i, row in enumerate(rows) if len(row) == count] for c in range(1, count)]
    if any(len(column) < 0.6 * len(wide) or max(column) - min(column) > 3 for column in starts):
        return []
    return rows if all(len(row) in (1, count) for row in rows) else []


def is_prose(rows: Sequence[Sequence[Span]]) -> bool:
    """Whether cells are lines of running text in two columns, not entries of a table."""
    if max(len(row) for row in rows) != 2 or len(rows) < 4:
        return False
    widths = [row[0].end - row[0].start for row in rows if len(row) == 2]
    return median(widths) >= 20 and median(widths) >= 0.75 * max(widths)


def has_header(rows: Sequence[Sequence[Span]], text: str) -> bool:
    """Whether the first row heads the others: it has no numbers where they have, or names what they explain at length."""
    wide = [[text[slice(*cell)] for cell in row[1:]] for row in rows if len(row) > 1]
    head, body = "".join(wide[0]), [cell for row in wide[1:] for cell in row]
    counted = sum(any(c.isdigit() for c in cell) for cell in body) * 2 > len(body)
    if any(c.isdigit() for c in head):
        return False
    return counted or max(map(len, wide[0])) * 2 < median(map(len, body))


def side_by_side(rows: Sequence[Sequence[Span]], text: str) -> list[str]:
    """The lines of the first column, then those of the second."""
    left = [text[slice(*row[0])] for row in rows]
    return [*left, *(text[slice(*row[1])] for row in rows if len(row) == 2)]


def _cells(line: Line, text: str) -> list[Span]:
    cuts = [(line.start + m.start(1), line.start + m.end(1)) for m in _GAP.finditer(text[line.start : line.end])]
    edges = [line.start, *(edge for cut in cuts for edge in cut), line.end]
    return [Span(a, b) for a, b in zip(edges[::2], edges[1::2], strict=True)]


def _column(text: str, line: Line, cell: Span) -> int:
    return line.indent + len(text[line.start : cell.start].expandtabs(4))
