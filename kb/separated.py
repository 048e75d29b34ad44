"""Tables kept as text, cells set apart by commas, semicolons or tabs (CSV, TSV): what stands where.

The standard library's `csv` gives what cells say, not where they stand, so one pattern finds them here; it cuts every sound
file as `csv` does. A quote that nothing closes is a letter like others, so that it does not swallow the rows below it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Literal

from kb.model import Lines, Span

_SEPARATORS = (",", ";", "\t")
_DECLARED = re.compile(r'"?sep=([^\w\s"]|\t)"? *(?:\r\n|\n|\r|\Z)', re.I)
"""The line by which a spreadsheet is told what sets the cells apart."""
_LINE_END = re.compile(r"\r\n|\n|\r")
_LOOKED_AT = 200
"""Rows from which it is told how a table is written."""
_LATER = 0.25
"""What a separator counts that the first row has not."""
_MOST = 0.5
"""Share of the rows that have as many cells as the first, from which on a separator is one whatever the first row says."""
_NEARLY_ALL = 0.9
"""The same where a blank follows each separator, as in running text."""
_SEVERAL = 5
"""Rows from which on they are held against each other."""
_LABEL = 40
"""Code points of the head of a single column, at most."""
_LONG = 80
"""Code points from which on a cell is more than a name."""
_NUMBER = re.compile(r"[\W\d_]*\d[\W\d_]*")
_CLOSED = re.compile(r"[.!?。！？][\"”’」』)）]*\Z")
_SENTENCE = 20
"""Width from which on words that end like a sentence are one; Chinese characters are two wide."""
_WIDE = re.compile("[\u2e80-\u9fff\uff00-\uffef]")

_Shape = Literal["nothing", "number", "sentence", "words"]


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: `span` is what it says, without the quotes around it."""

    span: Span
    quoted: bool

    def said(self, text: str) -> str:
        """What stands in it, line breaks and all; a quote that is written twice is one."""
        raw = text[self.span.start : self.span.end].strip()
        return raw.replace('""', '"') if self.quoted else raw


@dataclass(frozen=True, slots=True)
class Row:
    """One row with all its cells, blank ones too."""

    span: Span
    lines: Lines
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Separated:
    """A table as it is written. Rows without a word are left out."""

    above: tuple[Row, ...]
    """Rows of a single cell before the table: its title, remarks."""
    head: Row | None
    """The row that names the columns; None if no row does."""
    rows: tuple[Row, ...]

    def odd_rows(self, text: str) -> Iterator[tuple[Row, int, int]]:
        """Rows with fewer or more cells than the head, or without one than most rows: (row, its cells, the table's columns).

        Blank cells at the end of a row are none too many unless nearly all rows have as many cells as the head; those of the
        head are none that have to be there.
        """
        most = len(self.head.cells) if self.head else self._usual()
        least = _filled(self.head, text) if self.head else most
        even = len(self.rows) >= _SEVERAL and sum(len(row.cells) == most for row in self.rows) >= _NEARLY_ALL * len(self.rows)
        for row in self.rows if most > 1 else ():
            if len(row.cells) < least:
                yield row, len(row.cells), least
            elif (filled := _filled(row, text)) > most or (len(row.cells) > most and even):
                yield row, max(filled, len(row.cells) if even else 0), most

    def _usual(self) -> int:
        """How many cells more than half of the rows have; 0 if there is no such number."""
        counted = Counter(len(row.cells) for row in self.rows).most_common(1)
        return counted[0][0] if counted and counted[0][1] * 2 > len(self.rows) and len(self.rows) > 2 else 0


def separated(text: str, file: str = "") -> Separated:
    """The table that a text is, however it is written; a text in which nothing sets cells apart has one column of lines.

    `file` is what it is called: in a `.tsv` tabs set the cells apart where there are any.
    """
    declared = _DECLARED.match(text)
    start, line = (declared.end(), 2) if declared else (0, 1)
    separator = declared[1] if declared else _separator(text, file)
    rows = [row for row in _rows(text, separator, start, line) if _said(row, text)]
    first = next((n for n, row in enumerate(rows) if sum(map(bool, _words(row, text))) > 1), 0)
    named = bool(rows) and _names_columns(rows[first], rows[first + 1 : first + 1 + _LOOKED_AT], text)
    below = rows[first + named :]
    return Separated(above=tuple(rows[:first]), head=rows[first] if named else None, rows=tuple(below))


@cache
def _cell(separator: str) -> re.Pattern[str]:
    """A cell from where it begins to its separator or the end of its line: in quotes, begun with a quoted word, or plain."""
    end = rf"{re.escape(separator)}\r\n"
    return re.compile(
        rf' *+"(?P<quoted>(?:[^"]++|"")*+)" *+(?=[{end}]|\Z)| *+"(?:[^"\r\n]++|"")*+"[^{end}]*+|[^{end}]*+',
    )


def _rows(text: str, separator: str, start: int = 0, line: int = 1) -> Iterator[Row]:
    """The rows from an offset on, blank ones too; `line` is the number of the line there."""
    pattern = _cell(separator)
    at = begun = start
    cells: list[Cell] = []
    while begun < len(text):
        found = pattern.match(text, at)
        assert found is not None
        quoted = found["quoted"] is not None
        cells.append(Cell(Span(*found.span("quoted" if quoted else 0)), quoted))
        at = found.end()
        if separator and text.startswith(separator, at):
            at += len(separator)
            continue
        last = line + text.count("\n", begun, at)
        yield Row(Span(begun, at), Lines(line, last), tuple(cells))
        ended = _LINE_END.match(text, at)
        at = begun = ended.end() if ended else len(text)
        line, cells = last + (ended is not None and ended[0] != "\r"), []


def _separator(text: str, file: str) -> str:
    """What sets the cells apart: that by which most rows have as many cells as the first; empty if nothing does."""
    told: dict[str, float] = {}
    for separator in _SEPARATORS:
        looked_at = list(islice(_rows(text, separator), _LOOKED_AT))
        rows = [row for row in looked_at if _said(row, text)]
        if not rows and any(len(row.cells) > 1 for row in looked_at):
            return separator  # nothing but blank cells
        first = next((n for n, row in enumerate(rows) if len(row.cells) > 1), None)
        if first is None:
            continue
        share = sum(len(row.cells) == len(rows[first].cells) for row in rows) / len(rows)
        names = _words(rows[first], text)
        named = all(_shape(words) in ("words", "nothing") for words in names) and not _CLOSED.search(names[-1])
        if _runs_on(rows, text):
            sets_apart = (share >= _NEARLY_ALL and len(rows) > 1) or (share >= _MOST and named)
        else:
            sets_apart = share >= _MOST or named
        if sets_apart:
            told[separator] = share * (_LATER if first else 1)
    if "\t" in told and file.lower().endswith(".tsv"):
        return "\t"
    return max(told, key=lambda separator: told[separator], default="")


def _runs_on(rows: Sequence[Row], text: str) -> bool:
    """Whether every cell but the first of a row begins with a blank, as words after a comma do."""
    later = [cell for row in rows for cell in row.cells[1:] if cell.said(text)]
    return all(text[cell.span.start - 2 * cell.quoted] == " " for cell in later)


def _names_columns(head: Row, rows: Sequence[Row], text: str) -> bool:
    """Whether a row names what stands in the columns below it: no cell of it is one of its column by its looks.

    A single column is named only by what is short above numbers or sentences.
    """
    names = _words(head, text)
    said = [words for row in rows if (words := _words(row, text)) != names]
    if len(names) == 1:
        usual = _usual_shape([cells[0] for cells in said])
        return _shape(names[0]) == "words" and len(names[0]) <= _LABEL and usual in ("number", "sentence")
    for number, name in enumerate(names):
        column = [cells[number] for cells in said if number < len(cells)]
        shape, usual = _shape(name), _usual_shape(column)
        if shape in ("number", "sentence") and usual in (shape, "nothing"):
            return False
        if name and column.count(name) > 1:
            return False
    return True


def _usual_shape(column: Sequence[str]) -> _Shape:
    counted = Counter(shape for words in column if (shape := _shape(words)) != "nothing").most_common(1)
    return counted[0][0] if counted else "nothing"


def _shape(words: str) -> _Shape:
    """What a cell looks like, by its words."""
    if not words:
        return "nothing"
    if _NUMBER.fullmatch(words):
        return "number"
    closed = _CLOSED.search(words) and len(words) + len(_WIDE.findall(words)) > _SENTENCE
    return "sentence" if closed or len(words) > _LONG else "words"


def _words(row: Row, text: str) -> list[str]:
    return [cell.said(text) for cell in row.cells]


def _said(row: Row, text: str) -> bool:
    return any(_words(row, text))


def _filled(row: Row, text: str) -> int:
    """How many cells a row has up to the last that says something."""
    return max((n for n, words in enumerate(_words(row, text), 1) if words), default=0)
