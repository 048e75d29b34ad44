"""The printed lines of a PDF page in reading order, columns and ruled tables taken apart."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

_CID = re.compile(r"\(cid:\d+\)")
_CJK = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f]")
_BOLD = re.compile(r"bold|black|heavy|semib|demi", re.I)
_GUTTER = 10.0
"""Narrowest blank strip between two columns, in points."""
_COLUMN_LINES = 5
"""Fewest lines side by side that make columns."""


@dataclass(frozen=True, slots=True)
class PdfLine:
    """One printed line, or one cell of a table; lengths in points from the top left corner of the page."""

    text: str
    page: int
    left: float
    right: float
    top: float
    bottom: float
    size: float
    bold: bool
    edge: float
    """Right edge of the column it stands in."""
    marginal: bool
    """Whether it stands in the top or bottom tenth of the page."""
    cell: tuple[int, int, int] | None = None
    """Table, row and column, each from 0, for a cell."""


def page_lines(page: Any, number: int) -> list[PdfLine]:
    """Lines of a pdfplumber page, from top to bottom, left column before right column, each table's cells together."""
    words = page.extract_words(extra_attrs=["size", "fontname"], keep_blank_chars=False)
    tables = [t for t in page.find_tables() if _is_table(t)]
    cells = [line for n, table in enumerate(tables) for line in _cells(table, words, number, n)]
    free = [w for w in words if not any(_inside(w, t.bbox) for t in tables)]
    ordered = [
        line for column in _columns(_rows(free), float(page.width)) for line in _merged(column, number, float(page.height))
    ]
    for n, table in enumerate(tables):
        mine = [c for c in cells if c.cell and c.cell[0] == n]
        at = next((i for i, line in enumerate(ordered) if line.cell is None and _follows(line, table.bbox)), len(ordered))
        ordered[at:at] = mine
    return ordered


def _is_table(table: Any) -> bool:
    """Whether ruled lines make rows and columns, not just a box around a text."""
    return len(table.rows) > 1 and max(len(row.cells) for row in table.rows) > 1


def _inside(word: dict[str, Any], box: Sequence[float]) -> bool:
    x, y = (word["x0"] + word["x1"]) / 2, (word["top"] + word["bottom"]) / 2
    return bool(box[0] <= x <= box[2] and box[1] <= y <= box[3])


def _follows(line: PdfLine, box: Sequence[float]) -> bool:
    return line.top >= box[3] - 2 and line.left < box[2] and line.right > box[0]


def _cells(table: Any, words: Sequence[dict[str, Any]], page: int, number: int) -> Iterator[PdfLine]:
    for r, row in enumerate(table.rows):
        for c, box in enumerate(row.cells):
            mine = [w for w in words if box and _inside(w, box)]
            lines = [line for part in _rows(mine) for line in _merged([part], page, 0.0)]
            if lines:
                text = "\n".join(line.text for line in lines)
                bold = all(line.bold for line in lines)
                yield PdfLine(text, page, box[0], box[2], box[1], box[3], lines[0].size, bold, box[2], False, (number, r, c))


def _rows(words: Sequence[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Words that stand on one base line, from left to right, the rows from top to bottom."""
    rows: list[list[dict[str, Any]]] = []
    for word in sorted(words, key=lambda w: (w["bottom"], w["x0"])):
        if rows and word["bottom"] - rows[-1][0]["bottom"] <= max(2.0, 0.3 * word["size"]):
            rows[-1].append(word)
        else:
            rows.append([word])
    return [sorted(row, key=lambda w: float(w["x0"])) for row in rows]


def _columns(rows: Sequence[list[dict[str, Any]]], width: float) -> list[list[list[dict[str, Any]]]]:
    """The rows of a page as columns in reading order; rows across the whole width separate sets of columns."""
    gutter = _gutter(rows, width)
    if gutter is None:
        return [list(rows)]
    found: list[list[list[dict[str, Any]]]] = []
    left: list[list[dict[str, Any]]] = []
    right: list[list[dict[str, Any]]] = []
    for row in rows:
        if _crosses(row, gutter):
            found += [left, right, [row]]
            left, right = [], []
            continue
        left += [part] if (part := [w for w in row if w["x1"] <= gutter]) else []
        right += [part] if (part := [w for w in row if w["x0"] >= gutter]) else []
    return [column for column in [*found, left, right] if column]


def _gutter(rows: Sequence[list[dict[str, Any]]], width: float) -> float | None:
    """Middle of the blank strip between two columns of running text; None if the page has one column."""
    best: tuple[int, float] | None = None
    for step in range(35, 66):
        x = width * step / 100
        free = sum(not _crosses(row, x) for row in rows)
        if free >= 0.7 * len(rows) and (best is None or free > best[0]) and _is_columns(rows, x):
            best = (free, x)
    return best[1] if best else None


def _crosses(row: Sequence[dict[str, Any]], x: float) -> bool:
    """Whether a word stands on the line, or words on both sides are too near to each other for a gutter."""
    if any(w["x0"] < x < w["x1"] for w in row):
        return True
    before = max((w["x1"] for w in row if w["x1"] <= x), default=None)
    after = min((w["x0"] for w in row if w["x0"] >= x), default=None)
    return before is not None and after is not None and after - before < _GUTTER


def _is_columns(rows: Sequence[list[dict[str, Any]]], x: float) -> bool:
    """Whether there is running text on both sides: enough lines, most of them full, most beginning at one left edge."""
    apart = [row for row in rows if not _crosses(row, x)]
    for side in ([w for w in r if w["x1"] <= x] for r in apart), ([w for w in r if w["x0"] >= x] for r in apart):
        lines = [(part[0]["x0"], part[-1]["x1"]) for part in side if part]
        if len(lines) < _COLUMN_LINES:
            return False
        start, end = min(a for a, _ in lines), max(b for _, b in lines)
        full = sum(b - a > 0.6 * (end - start) for a, b in lines)
        aligned = Counter(round(a / 3) for a, _ in lines).most_common(1)[0][1]
        if 2 * full < len(lines) or 2 * aligned < len(lines):
            return False
    return True


def _merged(rows: Sequence[list[dict[str, Any]]], page: int, height: float) -> list[PdfLine]:
    edge = max((w["x1"] for row in rows for w in row), default=0.0)
    return [_line(row, page, edge, height) for row in rows]


def _line(row: Sequence[dict[str, Any]], page: int, edge: float, height: float) -> PdfLine:
    text = ""
    for before, word in zip([None, *row], row, strict=False):
        shown = _CID.sub("•", word["text"])
        gap = word["x0"] - before["x1"] if before else 0.0
        tight = text and _CJK.match(text[-1]) and _CJK.match(shown) and gap < 0.15 * word["size"]
        text += shown if not text or tight else f" {shown}"
    sizes: Counter[float] = Counter()
    for word in row:
        sizes[round(float(word["size"]), 1)] += len(_CID.sub("•", word["text"]))
    letters = [w for w in row if any(c.isalnum() for c in w["text"])]
    return PdfLine(
        text=text.replace("\0", ""),
        page=page,
        left=row[0]["x0"],
        right=row[-1]["x1"],
        top=min(w["top"] for w in row),
        bottom=max(w["bottom"] for w in row),
        size=sizes.most_common(1)[0][0],
        bold=bool(letters) and all(_BOLD.search(w["fontname"]) for w in letters),
        edge=edge,
        marginal=row[0]["bottom"] < height / 10 or row[0]["top"] > height * 9 / 10,
    )
