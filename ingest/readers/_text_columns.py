"""Columns of a plain text: two of prose side by side, or a table whose cells stand under each other, with or without a rule of
dashes over every column.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from statistics import median

from docutils.utils import column_width

from ingest.readers._text_lines import Line
from kb.model import Span

_GAP = re.compile(r"\S(\s{3,}|\t+)(?=\S)")
_COLUMN_RULE = re.compile(r"(?:-{2,}|={2,})(?:[ ]+(?:-{2,}|={2,}))+")
_DASHES = re.compile(r"[-=]+")
_FEWEST = 3
_WIDE = 4
"""Rows of a ruled table for each in which a cell runs into the next column, at least."""


@dataclass(frozen=True, slots=True)
class RuledCell:
    """A cell of a table with ruled columns; a wrapped one has a span for each of its lines."""

    row: int
    column: int
    spans: list[Span]


@dataclass(frozen=True, slots=True)
class Ruled:
    """A table whose columns are told by lines of dashes; row 0 heads the others."""

    cells: list[RuledCell]
    rules: list[Line]
    taken: int
    """Lines from the first on."""


def ruled(lines: Sequence[Line], at: int, text: str) -> Ruled | None:
    """The table that begins with the line at an index: one line of heads, dashes under every head, rows up to a blank line.

    Dashes may also stand above the heads and below the last row. A line whose first column is empty goes on with the row above
    it; a cell that is too wide runs into the column beside it. None where no such table begins, or where many do.
    """
    if not any(_COLUMN_RULE.fullmatch(line.words) for line in lines[at : at + 2]):
        return None
    page, onward = lines[at].page, (lines[n] for n in range(at, len(lines)))
    block = list(takewhile(lambda line: line.words and line.page == page, onward))
    rules = [n for n, line in enumerate(block) if _COLUMN_RULE.fullmatch(line.words)]
    heads = 1 if rules[:1] == [0] else 0
    if heads + 1 not in rules or len(block) < heads + 3:
        return None
    rule = block[heads + 1]
    starts = [rule.indent + dashes.start() for dashes in _DASHES.finditer(rule.words)]
    rows: list[dict[int, RuledCell]] = []
    wide, under = 0, [line for n, line in enumerate(block) if n not in rules]
    for line in under:
        parts, fits = _under(line, starts, text)
        wide += not fits
        if 0 in parts or not rows:
            rows.append({})
        for column, span in parts.items():
            rows[-1].setdefault(column, RuledCell(len(rows) - 1, column, [])).spans.append(span)
    cells = [cell for row in rows for cell in row.values()]
    sound = len(rows) > 1 and len(rows[0]) > 1 and wide * _WIDE <= len(under)
    return Ruled(cells, [block[n] for n in rules], len(block)) if sound else None


def _under(line: Line, starts: Sequence[int], text: str) -> tuple[dict[int, Span], bool]:
    """What of a line stands under each column, and whether no word runs across an edge."""
    words = text[line.start : line.end]
    at, places = line.indent, []
    for character in words:
        places.append(at)
        at += int(column_width(character))
    ends = [next((n for n, place in enumerate(places) if place >= start), len(words)) for start in starts[1:]]
    cuts = [0]
    for end in ends:
        cuts.append(max(cuts[-1], end if end in (0, len(words)) or words[end - 1].isspace() else _gap(words, end)))
    cuts.append(len(words))
    parts = {column: words[a:b] for column, (a, b) in enumerate(pairwise(cuts)) if words[a:b].strip()}
    begun = {column: line.start + cuts[column] + len(part) - len(part.lstrip()) for column, part in parts.items()}
    spans = {column: Span(begun[column], begun[column] + len(part.strip())) for column, part in parts.items()}
    return spans, cuts[1:-1] == ends


def _gap(words: str, at: int) -> int:
    """Where the words that run across a place end: behind the next two blanks, or with the line."""
    found = words.find("  ", at)
    return len(words) if found < 0 else found + 2


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
