"""Tables whose rows do not fit their head."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from kb.audit.check import check, found
from kb.audit.corpus import Audited, Corpus
from kb.model import Finding, Lines
from kb.separated import separated

_LIST_TABLE = re.compile(r"(?P<indent>\s*)\.\. list-table::")
_LIST_ROW, _LIST_CELL = re.compile(r"\s*\* -(?:\s|$)"), re.compile(r"\s*-(?:\s|$)")


def _list_rows(audited: Audited) -> Iterator[list[tuple[int, int]]]:
    """Of each list-table of reStructuredText, its rows: (line, cells)."""
    rows: list[tuple[int, int]] = []
    indent = -1
    for number, line in enumerate([*audited.printed, "."] if audited.source.format == "rst" else (), 1):
        opened = _LIST_TABLE.match(line)
        if rows and line.strip() and len(line) - len(line.lstrip()) <= indent:
            yield rows
            rows, indent = [], -1
        if opened:
            indent = len(opened["indent"])
        elif indent >= 0 and _LIST_ROW.match(line):
            rows.append((number, 1))
        elif rows and _LIST_CELL.match(line) and len(line) - len(line.lstrip()) > indent + 2:
            rows[-1] = (rows[-1][0], rows[-1][1] + 1)


_CELL = re.compile(r"(?<!\\)\|")
_RULE = re.compile(r"\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*")


@check("S245", family="structure", severity="warning", says="A row of a table has fewer or more cells than its head.")
def odd_row(corpus: Corpus) -> Iterator[Finding]:
    """Rows of Markdown's tables, between bars, against the line that tells the columns; of list-tables, against most; of
    CSV and TSV against the row that names the columns, or against most where none does."""
    hint = "Put in the cell that is missing, or take out the one too many."
    for audited in corpus.documents:
        for rows in _list_rows(audited):
            columns = Counter(cells for _, cells in rows).most_common(1)[0][0]
            for number, cells in rows:
                if cells != columns and len(rows) > 2:
                    what = f"A row of {cells} cells in a table of {columns} columns."
                    yield found("S245", [audited.at(Lines(number, number))], what, hint, confidence=0.9)
    for audited in (d for d in corpus.documents if d.source.format == "markdown"):
        columns = 0
        for number, line in enumerate(audited.printed, 1):
            if not line.strip().startswith("|"):
                columns = 0
            elif _RULE.fullmatch(line):
                columns = _cells(line)
            elif columns and _cells(line) != columns:
                what = f"A row of {_cells(line)} cells in a table of {columns} columns."
                where = audited.at(Lines(number, number), line.strip()[:80])
                yield found("S245", [where], what, hint, confidence=0.9)
    for audited in (d for d in corpus.documents if d.source.format == "csv"):
        text = audited.document.text
        for row, cells, columns in separated(text, audited.source.file).odd_rows(text):
            what = f"A row of {cells} cells in a table of {columns} columns."
            where = audited.at(row.lines, " ".join(text[row.span.start : row.span.end].split())[:80])
            yield found("S245", [where], what, hint, confidence=0.9)


def _cells(row: str) -> int:
    return len(_CELL.findall(row.strip().strip("|"))) + 1


@check("S253", family="structure", severity="warning", says="A row of a table stands twice.")
def row_twice(corpus: Corpus) -> Iterator[Finding]:
    """A row right below one of the same words, in tables with bars and in rows of values; rows that say little may."""
    for audited in (d for d in corpus.documents if d.source.format in ("markdown", "csv")):
        for number, (one, other) in enumerate(pairwise(audited.printed), 2):
            cells = [cell for cell in re.split(r"[|,\t]", one) if any(map(str.isalnum, cell))]
            barred = audited.source.format == "csv" or one.lstrip().startswith("|")
            if one == other and barred and len(cells) >= _FULL_ROW and _is_told_apart(cells):
                what = f"The row “{cells[0].strip()}” stands twice."
                where = [audited.at(Lines(n, n)) for n in (number, number - 1)]
                yield found("S253", where, what, "Take one out.", confidence=0.9)


def _is_told_apart(cells: Sequence[str]) -> bool:
    """Whether a row has a number of its own, or says so much that no other says the same."""
    return re.search(r"\d", cells[0]) is not None or sum(map(len, cells)) >= _SAYS


_FULL_ROW, _SAYS = 3, 48
"""Cells that such a row must have, and characters in them without a number."""
