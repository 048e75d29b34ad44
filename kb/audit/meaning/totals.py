"""Totals that their rows do not come to: at the end of a list or table, of a column or a row, and told below a table."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from kb.audit.check import check, found
from kb.audit.corpus import Audited, Corpus
from kb.audit.meaning.sums import LEAST
from kb.audit.structure.outline import on_its_line
from kb.lang.numerals import HAN, WORDS, value
from kb.model import Finding, Lines, Passage

_APART = re.compile(r" {3,}")
"""What sets the cells of a row apart, once bars and tabs are blanks."""
_AMOUNT = re.compile(r"[£$€¥]?(?P<n>\d[\d,]{0,9}(?:\.\d{1,2})?)\s?(?:元|yuan|pounds?|euros?|points?|点|分)?", re.IGNORECASE)
_TOTAL = re.compile(
    r"^(?:total|sum)\b|\btotal$|^(?:all )?(?:income|expenses|expenditure|spending|receipts)$|(?:合计|总计|共计|总额)$",
    re.IGNORECASE,
)
_NEARLY = 0.1
"""How far a total may be from what its rows come to, for it to be meant as that."""


@check("M325", family="meaning", severity="warning", says="A total is not what its rows come to.")
def wrong_total(corpus: Corpus) -> Iterator[Finding]:
    """Rows that are named a total, held against those above: no number of them comes to it, and some nearly."""
    for audited in corpus.documents:
        rows: list[float] = []
        for number, line in enumerate([*audited.printed, ""], 1):
            if _NO_LAST.search(line):
                continue
            shown = _row(line)
            if not shown:
                rows = [] if line.strip(" |-=+:_") else rows
                continue
            label, said = shown
            if _TOTAL.search(label) and (near := _nearly(rows, said)) is not None:
                what = f"“{label}”: the rows above come to {near:g}, not {said:g}."
                where = [audited.at(Lines(number, number))]
                yield found("M325", where, what, "Correct the total, or the row that is wrong.", confidence=0.85)
            rows.append(said)
        yield from _in_columns(audited)
        yield from _below_tables(audited)
        yield from _along_rows(audited)


_NO_LAST = re.compile(r"\|\s*\|\s*$")
"""A row without a last cell: what stands before it belongs to another column."""
_EDGES = " *_:："


def _row(line: str) -> tuple[str, float] | None:
    """What a row of a table or of columns is called, and the number that it ends in; None for another line.

    >>> _row("| **Total** | £276.50 |"), _row("    Oil sold       186.00"), _row("Lit 12 lamps.")
    (('Total', 276.5), ('Oil sold', 186.0), None)
    """
    cells = [cell for part in _APART.split(line.replace("|", "   ").expandtabs()) if (cell := part.strip(_EDGES))]
    shown = _AMOUNT.fullmatch(cells[-1]) if len(cells) > 1 else None
    return (cells[0], float(shown["n"].replace(",", ""))) if shown else None


def _in_columns(audited: Audited) -> Iterator[Finding]:
    """The same of the cells of a column, where the rows are no lines."""
    columns: dict[tuple[str, ...], list[float]] = {}
    for cell in audited.document.passages:
        line = audited.printed[cell.lines.first - 1]
        if cell.kind != "table-cell" or (_row(line) and not _NO_LAST.search(line)):
            continue
        rows = columns.setdefault((*cell.heading, *cell.col_headers), [])
        label = " ".join(cell.row_headers[-1:]).strip(_EDGES)
        if not _NUMBER.fullmatch(cell.text.strip()):
            continue
        said = float(cell.text.strip())
        if _TOTAL.search(label):
            if (near := _nearly(rows, said)) is not None:
                what = f"“{label}”: the rows above come to {near:g}, not {said:g}."
                yield found(
                    "M325", [audited.place(cell)], what, "Correct the total, or the row that is wrong.", confidence=0.85
                )
            rows.clear()
        else:
            rows.append(said)


_STATED = re.compile(
    r"^(?:\w{0,4})(?:合计|总计|共计|一共|总共)\s*(?P<zh>\d{1,6})"
    r"|\b(?:comes? to|in all|altogether|total of|together)\b[^.\d]{0,12}[£$€]?(?P<en>\d[\d,]{0,8})",
    re.IGNORECASE,
)


def _below_tables(audited: Audited) -> Iterator[Finding]:
    """A sentence right below a table that says what its last column comes to."""
    rows: list[float] = []
    for passage in audited.document.passages:
        if passage.kind == "table-cell":
            shown = _AMOUNT.fullmatch(passage.text.strip(_EDGES)) if passage.row_headers else None
            rows += [float(shown["n"].replace(",", ""))] if shown else []
            continue
        stated = _STATED.search(passage.text) if rows and passage.kind == "paragraph" else None
        if stated:
            said = float((stated["zh"] or stated["en"]).replace(",", ""))
            near = _nearly(rows, said)
            if near is not None and near == sum(rows):
                what = f"“{stated[0]}”: the rows above come to {near:g}, not {said:g}."
                where = [on_its_line(audited, passage, stated[0])]
                yield found("M325", where, what, "Correct the total, or the row that is wrong.", confidence=0.85)
        if passage.kind not in ("boilerplate", "heading"):
            rows = []


_OF_ROW = re.compile(
    rf"(?:grand |row )?(?:total|sum)(?: points)?|best (?P<en>\d{{1,2}}|{WORDS})"
    rf"|总分|合计|总计|最好(?P<zh>\d{{1,2}}|{HAN})[场次轮]?",
    re.IGNORECASE,
)
"""Titles of a column that says what its row comes to, or the best numbers of it."""
_ROWS_OF_TOTALS = 3


def _along_rows(audited: Audited) -> Iterator[Finding]:
    """A column of totals in which most are what their rows come to, and few are not."""
    tables: dict[tuple[str, ...], dict[int, list[Passage]]] = defaultdict(lambda: defaultdict(list))
    for cell in audited.document.passages:
        if cell.kind == "table-cell":
            tables[cell.heading][cell.lines.first].append(cell)
    for rows in tables.values():
        told: list[tuple[Passage, float, float]] = []
        for cells in rows.values():
            last = cells[-1]
            shown = _OF_ROW.fullmatch(" ".join(last.col_headers).strip(_EDGES))
            numbers = [float(c.text.strip(_EDGES)) for c in cells[:-1] if _NUMBER.fullmatch(c.text.strip(_EDGES))]
            if shown and _NUMBER.fullmatch(last.text.strip(_EDGES)) and len(numbers) > 1:
                most = value(shown["en"] or shown["zh"]) if shown["en"] or shown["zh"] else len(numbers)
                best = sorted(numbers, reverse=True)[:most]
                told.append((last, float(last.text.strip(_EDGES)), sum(best)))
        wrong = [one for one in told if abs(one[1] - one[2]) > LEAST]
        if len(told) >= _ROWS_OF_TOTALS and len(wrong) * _ROWS_OF_TOTALS <= len(told):
            for cell, said, right in wrong:
                what = f"“{' '.join(cell.row_headers) or cell.text}”: the row comes to {right:g}, not {said:g}."
                where = [audited.at(Lines(cell.lines.first, cell.lines.first))]
                yield found("M325", where, what, "Correct the total, or the row that is wrong.", confidence=0.85)


_NUMBER = re.compile(r"\d{1,6}(?:\.\d{1,2})?")


def _nearly(rows: Sequence[float], total: float) -> float | None:
    """What the last rows come to, two at least, if that is nearly the total and no such sum is the total itself."""
    sums = [sum(rows[-n:]) for n in range(2, len(rows) + 1)]
    if not total or any(abs(one - total) <= LEAST for one in (*sums, *rows[-1:])):
        return None
    return next((one for one in sums if abs(one - total) <= _NEARLY * total), None)
