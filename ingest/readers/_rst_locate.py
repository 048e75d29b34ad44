"""Where a stretch of a parsed reStructuredText document stands in its file."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from kb.model import Span

_NEAR = (0, -1, 1, -2, 2, -3, 3)
_FARTHEST = 60
"""Lines searched onwards from the last find where the parser's line number leads nowhere."""
_MARKER = re.compile(
    r"\s*(?:(?:[-*+•‣⁃]|\(?(?:\d{1,4}|[A-Za-z]|#|[ivxlcdmIVXLCDM]{1,8})[.)]|\||\.\.\s+\[[^\]]*\]|\.\.\s+[\w.+:-]+::|:[^:]+:)\s+)*"
)
"""What may stand before a text on its first line and belongs to it: indentation, list signs, bars, field and note names."""


@dataclass(slots=True)
class Locator:
    """Finds texts in the order they are asked for."""

    text: str
    _lines: list[str] = field(init=False)
    _starts: list[int] = field(init=False)
    _last: int = 0
    _taken: dict[int, int] = field(default_factory=dict)
    """Columns up to which a line has been given away, by line index."""

    def __post_init__(self) -> None:
        self._lines = self.text.split("\n")
        at, self._starts = 0, []
        for line in self._lines:
            self._starts.append(at)
            at += len(line) + 1

    def find(self, raw: str, line: int | None, *, cell: bool = False) -> Span | None:
        """The span of a text whose lines the parser has stripped of indentation and markers, `line` being its guess (from 1).

        A cell of a table is looked for between blanks or bars, not above the cell before it: it may be the end of another.
        None if the text is not there. What has been found once is not found again.
        """
        wanted = [row.strip() for row in raw.split("\n") if row.strip()]
        if not wanted:
            return None
        if cell and len(wanted) == 1 and (span := self._cell(wanted[0], line)):
            return span
        for first in self._candidates(line):
            span = self._at(first, wanted)
            if span:
                self._last = first
                return span
        return None

    def _cell(self, row: str, line: int | None) -> Span | None:
        by_itself = re.compile(rf"(?<![^\s|]){re.escape(row)}(?![^\s|])")
        between_commas = re.compile(rf"(?<![^\s,\"]){re.escape(row)}(?![^\s,\"])")
        below = sorted({i for i in self._candidates(line) if i >= self._last})
        for at in below:
            taken = self._taken.get(at, 0)
            found = [m for pattern in (by_itself, between_commas) if (m := pattern.search(self._lines[at], taken))]
            if shown := min(found, key=re.Match.start, default=None):
                self._last, self._taken[at] = at, shown.end()
                start = 0 if not taken and self._marked(at, shown.start()) else shown.start()
                return Span(self._starts[at] + start, self._starts[at] + shown.end())
        return None

    def _candidates(self, line: int | None) -> list[int]:
        near = [line - 1 + step for step in _NEAR] if line else []
        return [i for i in [*near, *range(self._last, self._last + _FARTHEST)] if 0 <= i < len(self._lines)]

    def _at(self, first: int, wanted: Sequence[str]) -> Span | None:
        column = self._column(first, wanted[0], whole=len(wanted) > 1)
        if column is None:
            return None
        last, end = first, column[1]
        for row in wanted[1:]:
            last += 1
            while last < len(self._lines) and not self._lines[last].strip():
                last += 1
            if last >= len(self._lines):
                return None
            at = _place(self._lines[last], row, 0)
            if at is None:
                return None
            end = at[1]
        start = column[0] if self._taken.get(first, 0) or not self._marked(first, column[0]) else 0
        for i in range(first, last):
            self._taken[i] = len(self._lines[i])
        self._taken[last] = max(self._taken.get(last, 0), end)
        return Span(self._starts[first] + start, self._starts[last] + end)

    def _column(self, line: int, row: str, *, whole: bool) -> tuple[int, int] | None:
        """Where a row stands in a line, after what has been given away; one that goes on must come to the line's end."""
        found = _place(self._lines[line], row, self._taken.get(line, 0))
        if found is None or (whole and self._lines[line][found[1] :].strip(" \t\r|")):
            return None
        return found

    def _marked(self, line: int, column: int) -> bool:
        return bool(_MARKER.fullmatch(self._lines[line], 0, column))

    def line_span(self, index: int) -> Span:
        """The whole of a line, by its index from 0."""
        return Span(self._starts[index], self._starts[index] + len(self._lines[index]))

    def line_at(self, offset: int) -> int:
        """Index of the line an offset stands in."""
        return bisect_right(self._starts, offset) - 1

    def line(self, index: int) -> str:
        """A line without its line feed; empty outside the text."""
        return self._lines[index] if 0 <= index < len(self._lines) else ""


def _place(line: str, row: str, start: int) -> tuple[int, int] | None:
    """First and end column of a row in a line, not before `start`; white space inside may differ.

    A row stands behind its markers or runs to the end of its line, unless it is a cell of a table.
    """
    marker = _MARKER.match(line)
    for at in (marker.end() if marker else 0, len(line.rstrip()) - len(row), line.find(row, start)):
        if at >= start and line.startswith(row, at):
            return at, at + len(row)
    if "\t" not in line and "\f" not in line and "\v" not in line:
        return None
    match = re.compile(r"\s+".join(map(re.escape, row.split()))).search(line, start)
    return match.span() if match else None
