"""Rows of tables, and sections under a key that give what they say one title a line; shared by the checks, no check itself."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kb.audit.corpus import Audited, Corpus, shared
from kb.audit.structure.outline import RECORDS, sections, tight
from kb.lang.dates import days_in
from kb.model import FoundAt, Lines, Passage

_KEY = r"[A-Z]{1,6}(?:[-–]?[A-Z]{0,3}|[ ])\d{1,6}(?:[-–./][A-Z0-9]{1,6}){0,3}|\d{2,4}-\d{2,4}"
KEY = re.compile(_KEY)
"""What stands for a row: letters and numbers, or two numbers with a dash."""
NAMED = re.compile(rf"(?<![\w./-])(?:{_KEY})(?![\w-]|\.\d)")
"""A key in a text."""
DATED = re.compile(
    r"(?:date|day|dated|ruled|decided|date of (?:the )?(?:ruling|decision|source)|(?:ruling|decision|source) date)(?: on)?"
    r"|(?:裁定|裁决|决定|判定|会议|发布)?(?:日期|日子|之?日)|时间"
)
"""Titles of a column with the day on which something was ruled or written."""
SOURCED = re.compile(
    r"(?:source|basis|authority|reference|ref|origin|based on|rests on|according to|(?:ruled|decided) (?:in|by))"
    r"(?: ?(?:ids?|nos?|numbers?|keys?|codes?)|s)?|依据|来源|出处|根据|(?:依据|来源|出处)(?:编号|号)"
)
"""Titles of a column that names what a ruling rests on."""
_NUMBERED = re.compile(r".*\b(?:no|number|id|key|code|sign)s?|.*(?:编号|代号|案号|序号|号)")
"""Titles of a column of keys that is not the first."""
_FIELD = re.compile(r"[\s:*_>|-]*(?P<title>[A-Za-z][A-Za-z ]{1,24}|[\u3400-\u9fff]{2,6})[\s*_]*[:：][\s*_]*(?P<said>\S.*)")
_RANGE = re.compile(
    r"(?P<sign>[A-Z][A-Z0-9./–-]*?)(?P<first>\d{1,4})\s*(?:to|until|through|[–—~～]|至|到)\s*(?P=sign)?(?P<last>\d{1,4})(?!\d)"
)
_CHINESE = re.compile(r"[\u3400-\u9fff]+")
_LONGEST = 50
"""Keys that a range names, at most."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What a row says under one title."""

    text: str
    lines: Lines


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row of a table, or a section under a key."""

    audited: Audited
    table: tuple[str, ...]
    """What its table has and no other one."""
    key: str
    """What stands for it; empty where nothing does."""
    cells: Mapping[str, Cell]
    """By title of the column, small letters."""
    passages: frozenset[str] = frozenset()
    """The ids of its cells, where it is a row of a table."""

    @property
    def lines(self) -> Lines:
        """From its first line to its last."""
        every = [cell.lines for cell in self.cells.values()]
        return Lines(min(x.first for x in every), max(x.last for x in every))

    @property
    def text(self) -> str:
        """All that it says."""
        return " | ".join(cell.text for cell in self.cells.values())

    def under(self, titles: re.Pattern[str]) -> Sequence[Cell]:
        """The cells of the columns whose titles are such."""
        return [cell for title, cell in self.cells.items() if _is(title, titles)]

    @property
    def day(self) -> str:
        """The one day on which it was ruled or written; empty where its columns say none, or several."""
        days = {day for cell in self.under(DATED) for day in days_in(cell.text).days}
        return days.pop() if len(days) == 1 else ""

    def at(self, cells: Sequence[Cell] = ()) -> FoundAt:
        """Where it stands, or some of its cells do."""
        every = [cell.lines for cell in cells] or [self.lines]
        return self.audited.at(tight(Lines(min(x.first for x in every), max(x.last for x in every))))


def keys_in(text: str) -> set[str]:
    """The keys that a text names, with those that lie between two of them.

    >>> sorted(keys_in("R-24-02, and L-08 to L-10"))
    ['L-08', 'L-09', 'L-10', 'R-24-02']
    """
    named = set(NAMED.findall(text))
    for shown in _RANGE.finditer(text):
        first, last = int(shown["first"]), int(shown["last"])
        if first < last <= first + _LONGEST:
            named |= {f"{shown['sign']}{n:0{len(shown['first'])}}" for n in range(first, last + 1)}
    return named


def beside(audited: Audited, passage: Passage) -> Sequence[Passage]:
    """All cells of the row of a table in which a passage stands; it alone where it stands in none."""
    return _beside(audited).get(passage.id, (passage,))


@shared
def _beside(audited: Audited) -> Mapping[str, Sequence[Passage]]:
    return {passage.id: cells for cells in _table_rows(audited) for passage in cells}


@shared
def _table_rows(audited: Audited) -> Sequence[Sequence[Passage]]:
    """The cells of each row. A row begins with the cell that heads it, or where a column comes a second time."""
    found: list[list[Passage]] = []
    open_row = False
    for passage in audited.document.passages:
        if passage.kind != "table-cell" and not (passage.row_headers and passage.col_headers):
            open_row = open_row and passage.kind in ("boilerplate", "reference")
            continue
        if not open_row or _opens_row(found[-1], passage):
            found.append([])
        found[-1].append(passage)
        open_row = True
    return found


def _opens_row(row: Sequence[Passage], cell: Passage) -> bool:
    before = row[-1]
    if cell.heading != before.heading:
        return True
    if cell.col_headers == before.col_headers:  # a second paragraph of one cell, or a table of one column
        return cell.row_headers != before.row_headers or not cell.col_headers
    if cell.col_headers and any(cell.col_headers == other.col_headers for other in row):
        return True
    if cell.row_headers:
        return bool(before.row_headers) and cell.row_headers != before.row_headers
    return bool(before.row_headers) or cell.lines.first != before.lines.first


@shared
def rows_of(audited: Audited) -> Sequence[Row]:
    """The rows of the tables of a document, and its sections under a key that give a day or a source by its title."""
    return (*_rows_of_tables(audited), *_rows_of_sections(audited))


def _rows_of_tables(audited: Audited) -> Iterator[Row]:
    read: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    for passages in _table_rows(audited):
        cells: dict[str, Cell] = {}
        for passage in passages:
            title = _title(passage.col_headers)
            said = cells.get(title)
            lines = passage.lines if said is None else Lines(said.lines.first, passage.lines.last)
            cells[title] = Cell(passage.text if said is None else f"{said.text} {passage.text}", lines)
        head = next((p for p in passages if not p.row_headers), None)
        names = (head.text,) if head else passages[0].row_headers
        if len(cells) > (1 if head else 0):
            table = (*passages[0].heading, _title(head.col_headers) if head else "")
            ids = frozenset(p.id for p in passages)
            read[table].append(Row(audited=audited, table=table, key=_key(names, cells), cells=cells, passages=ids))
    for table, rows in read.items():
        titles = sorted({title for row in rows for title in row.cells})
        yield from (replace(row, table=(audited.source.id, table[-1], *titles)) for row in rows)


def _title(headers: Sequence[str]) -> str:
    return " ".join(headers).replace("_", " ").casefold().strip(" .:：*")


def _key(names: Sequence[str], cells: Mapping[str, Cell]) -> str:
    shown = [*names, *(cell.text for title, cell in cells.items() if _is(title, _NUMBERED))]
    return next((key for said in shown if KEY.fullmatch(key := said.strip(" *`[]"))), "")


def _is(title: str, titles: re.Pattern[str]) -> bool:
    """Whether a title is such a one, or is in one of the two languages that it is given in."""
    parts = (title, *(" ".join(part.split()) for part in (_CHINESE.sub("", title), "".join(_CHINESE.findall(title)))))
    return any(titles.fullmatch(part.strip(" /()（）")) for part in parts if part)


def _rows_of_sections(audited: Audited) -> Iterator[Row]:
    for section in sections(audited):
        shown = NAMED.match(section.title.strip(" *`[]【】"))
        if shown is None or not section.body:
            continue
        cells: dict[str, Cell] = {}
        for number in range(section.heading.lines.last + 1, section.body[-1].lines.last + 1):
            field = _FIELD.match(audited.printed[number - 1])
            title = field["title"].casefold().strip() if field else ""
            if field and (_is(title, DATED) or _is(title, SOURCED)):
                cells.setdefault(title, Cell(field["said"].strip(" *_"), Lines(number, number)))
        if cells:
            yield Row(audited=audited, table=(audited.source.id, "sections"), key=shown[0], cells=cells)


@shared
def tables(corpus: Corpus) -> Mapping[tuple[str, ...], Sequence[Row]]:
    """The rows of every table; those of tables that a document goes on with under another heading together."""
    found: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    for audited in corpus.documents:
        for row in rows_of(audited) if audited.source.format not in RECORDS else ():
            found[row.table].append(row)
    return found


@shared
def keyed(corpus: Corpus) -> Mapping[str, Sequence[Row]]:
    """The rows that a key stands for."""
    found: dict[str, list[Row]] = defaultdict(list)
    for rows in tables(corpus).values():
        for row in rows:
            if row.key:
                found[row.key].append(row)
    return found
