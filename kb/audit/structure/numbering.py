"""Numbers that do not add up: announced counts, interrupted and headless lists."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kb.audit.check import MAX_PLACES, check, found
from kb.audit.corpus import Audited, Corpus
from kb.audit.structure.outline import is_title, on_its_line, readable, sections
from kb.model import Finding, Lines, Passage

_TEN = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_WORDS = {word: number for number, word in enumerate(_TEN, 1)}
_CHINESE = {c: n for n, c in enumerate("一二三四五六七八九十", 1)} | {"两": 2}
_THINGS = "|".join(
    f"{thing}s?"
    for thing in (
        *("type", "kind", "step", "sub-step", "timing", "case", "group", "phase"),
        *("condition", "way", "part", "reason", "example", "rule", "categorie"),
    )
)
_ANNOUNCED = re.compile(
    rf"\b(?P<en>\d{{1,2}}|{'|'.join(_WORDS)}) (?:[a-z-]+ )?(?P<thing>{_THINGS})\b[^.]*[.:]?$"
    rf"|(?:分为|有|以下|下面|共计?|按照以下|属于以下)\s*(?P<zh>\d{{1,2}}|[一两二三四五六七八九十])"
    r"\s*(?P<zhthing>[个种段步类项条]\w{0,4})(?:，?(?:依次|分别|即|就)(?:是|为))?[。：:]?$",
    re.IGNORECASE,
)
_INLINE = re.compile(
    rf"\b(?P<en>{'|'.join(_WORDS)}) (?P<thing>[a-z]+s)\b[^.,:;()]{{0,40}}: "
    r"(?P<list>(?:[^.,;:()]{2,30}, )+(?:and |or )?[^.,;:()]{2,30})\."
    r"|(?:有|分为|分成)\s*(?P<zh>\d{1,2}|[两二三四五六七八九十])(?P<zhthing>[个种类项]\w{0,4})"
    r"[：:](?P<zhlist>(?:[^。，；：、（）]{1,12}、)+[^。，；：、（）]{1,14})。"
)
_LAST = re.compile(r" (?:and|or) |[和与及]")
_ITEM = re.compile(r"^\s*(?:#{1,6}\s*)?(?:\*\*)?(?P<n>\d{1,2})[.、)](?:\*\*)?\s*(?P<title>\S.*)$")


@check(
    "S191",
    family="structure",
    severity="warning",
    says="A text announces a number of things, and the list after it has another.",
)
def wrong_count(corpus: Corpus) -> Iterator[Finding]:
    """Announcements at the end of a passage, compared with the numbered or marked list that follows at once."""
    for audited in corpus.documents:
        passages = [p for p in audited.document.passages if p.kind not in ("boilerplate", "reference")]
        for number, passage in enumerate(passages):
            shown = _ANNOUNCED.search(passage.text.strip())
            if not shown:
                continue
            announced, thing = _read(shown["en"] or shown["zh"]), shown["thing"] or shown["zhthing"]
            items = _following(audited, passages[number + 1 :])
            if len(items) > 1 and len(items) != announced and announced > 1:
                beyond = items[announced] if len(items) > announced else items[-1]
                what = f"{announced} {thing} are announced, {len(items)} follow."
                where = [audited.place(passage), *(audited.place(p) for p in dict.fromkeys((beyond, *items[-2:])))]
                yield found("S191", where[:MAX_PLACES], what, "Correct the number, or the list.", confidence=0.9)
        yield from _wrong_inline(audited)


def _wrong_inline(audited: Audited) -> Iterator[Finding]:
    """Sentences that announce a number and list things behind a colon."""
    for passage in readable(audited):
        for shown in _INLINE.finditer(passage.text):
            announced, thing = _read(shown["en"] or shown["zh"]), shown["thing"] or shown["zhthing"]
            *firm, last = re.split(r", (?:and |or )?|、", shown["list"] or shown["zhlist"])
            counts = {len(firm) + 1, len(firm) + len(_LAST.split(last))}
            if announced > 1 and announced not in counts:
                what = f"{announced} {thing} are announced, {max(counts)} follow."
                where = on_its_line(audited, passage, shown[0])
                yield found("S191", [where], what, "Correct the number, or the list.", confidence=0.85)


def _read(number: str) -> int:
    return int(number) if number.isdigit() else _WORDS.get(number.casefold()) or _CHINESE.get(number, 0)


def _following(audited: Audited, passages: Sequence[Passage]) -> list[Passage]:
    """The list that begins at once: numbered items from 1 on, whatever stands between; or marked items without a gap."""
    if not passages:
        return []
    if (shown := _ITEM.match(audited.printed[passages[0].lines.first - 1])) and shown["n"] == "1":
        return _numbered_from_one(audited, passages)
    items: list[Passage] = []
    for passage in passages:
        if passage.kind != "bullet" or (items and passage.parent and passage.parent in {i.id for i in items}):
            if passage.kind == "bullet":
                continue
            break
        if items and passage.parent != items[0].parent:
            break
        items.append(passage)
    return items if items and items[0].parent else []


def _numbered_from_one(audited: Audited, passages: Sequence[Passage]) -> list[Passage]:
    items: list[Passage] = []
    for passage in passages:
        line = audited.printed[passage.lines.first - 1]
        shown = _ITEM.match(line)
        if shown and int(shown["n"]) == len(items) + 1:
            items.append(passage)
        elif line.lstrip().startswith("#") and is_title(passage):
            break
    return items


@dataclass(frozen=True, slots=True, kw_only=True)
class _Block:
    """Lines without an empty one between."""

    lines: Lines
    text: str
    number: int | None
    """The number it opens with."""
    short: bool


_OPENS = re.compile(r"^(?:[-*+]\s+)?(?:\*\*)?(?P<n>\d{1,2}|I)(?:\*\*)?[.、)]?\s+(?=\S)")


def _blocks(audited: Audited) -> list[_Block]:
    blocks: list[_Block] = []
    start = 0
    for number, line in enumerate([*audited.printed, ""], 1):
        if line.strip():
            start = start or number
        elif start:
            text = audited.printed[start - 1]
            shown = _OPENS.match(text)
            value = (1 if shown["n"] == "I" else int(shown["n"])) if shown else None
            blocks.append(_Block(lines=Lines(start, number - 1), text=text, number=value, short=len(text) < 40))
            start = 0
    return blocks


@check("S192", family="structure", severity="info", says="A caption stands in the middle of a numbered list.")
def interrupted_list(corpus: Corpus) -> Iterator[Finding]:
    """A short line without a number between the short items n and n+1."""
    for audited in corpus.documents:
        blocks = _blocks(audited)
        for number, (before, between, after) in enumerate(zip(blocks, blocks[1:], blocks[2:], strict=False)):
            numbered = before.number is not None and after.number == before.number + 1
            plain = between.number is None and not re.match(r"\s*[-#*<|\d]", between.text)
            if numbered and plain and before.short and between.short and after.short and before.number == 1:
                last = _last_item(blocks, number + 2)
                what = f"“{between.text.strip()}” stands between items {before.number} and {after.number} of a list."
                where = [audited.at(Lines(before.lines.first, min(last, before.lines.first + 14)))]
                yield found("S192", where, what, "Move it above the list.", confidence=0.95)


def _last_item(blocks: Sequence[_Block], at: int) -> int:
    while at + 1 < len(blocks) and blocks[at + 1].number == (blocks[at].number or 0) + 1:
        at += 1
    return blocks[at].lines.last


@check("S193", family="structure", severity="info", says="The first items of a numbered list have lost their numbers.")
def headless_list(corpus: Corpus) -> Iterator[Finding]:
    """A section whose paragraphs are not numbered until one opens with 2 or 3, as many before it as numbers are missing."""
    for audited in corpus.documents:
        blocks = _blocks(audited)
        titles = [s.heading.lines.first for s in sections(audited)]
        for number, block in enumerate(blocks):
            if block.number not in (2, 3, 4) or block.text[:1] in "-*+" or block.lines.first in titles:
                continue
            start = max((t for t in titles if t < block.lines.first), default=0)
            before = [b for b in blocks[:number] if b.lines.first > start and not b.text.startswith(("#", "<"))]
            if len(before) == block.number - 1 and all(b.number is None for b in before):
                where = [audited.at(Lines(before[0].lines.first, min(block.lines.last, before[0].lines.first + 14)))]
                what = f"The list begins with item {block.number}; the {len(before)} before it carry no number."
                yield found("S193", where, what, "Number them.", confidence=0.95)


@check("S194", family="structure", severity="info", says="A letter stands for a digit.")
def letter_for_digit(corpus: Corpus) -> Iterator[Finding]:
    """A capital I in the place of 1, with 2 in the same place after it."""
    for audited in corpus.documents:
        blocks = _blocks(audited)
        for number, block in enumerate(blocks):
            after = [b.number for b in blocks[number + 1 : number + 4]]
            if block.text.startswith("I ") and block.short and 2 in after:
                what = f"“{block.text.strip()}” opens a numbered list with the letter I."
                yield found("S194", [audited.at(block.lines)], what, "Write 1.", confidence=0.95)


_STEP = re.compile(r"^\s*(?P<n>\d{1,2})[.、)]\s*\S")


@check("S244", family="structure", severity="warning", says="A numbered list skips a number.")
def skipped_number(corpus: Corpus) -> Iterator[Finding]:
    """Items on neighbouring lines, counted from 1 on, of which one is followed by one too high."""
    for audited in corpus.documents:
        for run in _numbered_runs(audited):
            for (line, number), (after, further) in pairwise(run):
                if run[0][1] == 1 and number + 1 < further <= number + 3:
                    what = f"The list goes from {number} to {further}."
                    where = [audited.at(Lines(n, n)) for n in (after, line)]
                    yield found("S244", where, what, "Add what is missing, or number it anew.", confidence=0.9)


def _numbered_runs(audited: Audited) -> Iterator[list[tuple[int, int]]]:
    """Runs of numbered lines with nothing but empty lines between: (line, number), two at least."""
    run: list[tuple[int, int]] = []
    passed = {n for p in audited.document.passages if p.kind == "boilerplate" for n in range(p.lines.first, p.lines.last + 1)}
    for number, line in enumerate([*audited.printed, "."], 1):
        shown = _STEP.match(line)
        if shown and (not run or int(shown["n"]) > run[-1][1]):
            run.append((number, int(shown["n"])))
        elif line.strip() and not line[0].isspace() and number not in passed:
            if len(run) > 1:
                yield run
            run = [(number, int(shown["n"]))] if shown else []


_COUNTED = re.compile(
    r"(?P<mark>[\s#*>-]*)(?P<stem>(?:Q|R-|§|No\.\s?|Section\s|Article\s|Rule\s|第|问|问题)?\s?(?:\d{1,2}\.)*)(?P<n>\d{1,2})"
    r"(?P<tail>[.、．:：)）]|\s?[条章节款问])?\**(?=[\s:：]|$)"
)
_NEAR = 40
"""Lines within which a number that stands twice is one of the same series."""
_BEGUN = 3
"""Numbers of a series before one is missed."""


@check(
    "S246",
    family="structure",
    severity="warning",
    says="The numbers of headings, clauses or questions skip one, or give one twice.",
)
def skipped_heading(corpus: Corpus) -> Iterator[Finding]:
    """Series of headings, and of lines with a number of several parts or with a word before it, counted from 1 on."""
    for audited in corpus.documents:
        for series in _counted(audited):
            for (line, number), (after, further) in pairwise(series):
                where = [audited.at(Lines(n, n)) for n in (after, line)]
                if further == number + 2:
                    what = f"The numbers go from {_number(audited, line)} to {_number(audited, after)}."
                    yield found("S246", where, what, "Add what is missing, or number it anew.", confidence=0.9)
                elif further == number:
                    what = f"The number {_number(audited, line)} is given twice."
                    yield found("S246", where, what, "Number it anew.", confidence=0.9)


def _number(audited: Audited, line: int) -> str:
    shown = _COUNTED.match(audited.printed[line - 1])
    return f"{shown['stem']}{shown['n']}{shown['tail'] or ''}".strip(" .、．:：)）") if shown else ""


def _counted(audited: Audited) -> Iterator[list[tuple[int, int]]]:
    """Series of numbers by their form, (line, number) each: from 1 on, three at least, steps of one, or of two or none."""
    titles = {s.heading.lines.first for s in sections(audited)}
    running: dict[tuple[str, str, str], list[tuple[int, int]]] = {}
    for line, text in enumerate(audited.printed, 1):
        shown = _COUNTED.match(text)
        if not shown or not (line in titles or shown["stem"].strip()) or not text[shown.end() :].strip(" *") + shown["stem"]:
            continue
        form = (shown["mark"].strip(), shown["stem"].strip(), (shown["tail"] or "").strip())
        number = int(shown["n"])
        series = running.setdefault(form, [])
        again = bool(series) and number == series[-1][1] > 1 and line - series[-1][0] <= _NEAR
        if series and not again and not 0 < number - series[-1][1] < 3:
            yield from [series] if len(series) >= _BEGUN else []
            series = running[form] = []
        if series or number == 1:
            series.append((line, number))
    yield from (s for s in running.values() if len(s) >= _BEGUN)


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
    """Rows of Markdown's tables, between bars, against the line that tells the columns; of list-tables, against most."""
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


def _cells(row: str) -> int:
    return len(_CELL.findall(row.strip().strip("|"))) + 1
