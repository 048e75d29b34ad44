"""Cases that a rule leaves out between two others: it says what holds below one number and from another on."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import pairwise

from kb.audit.check import check, found
from kb.audit.corpus import Audited, Corpus
from kb.audit.structure.outline import on_its_line, readable
from kb.lang.numerals import HAN, WORDS, value
from kb.model import Finding, Lines, Passage

_N = rf"(?:\d{{1,5}}|{WORDS})"
_H = rf"(?:\d{{1,5}}|{HAN})"


_LEAST_ROWS = 3
_CELL = re.compile(
    rf"(?P<first>{_N})\s*(?:[-–—~～]|to|or|至|到|或)\s*(?P<last>{_N})|(?:up to|at most)\s*(?P<most>{_N})"
    rf"|(?P<below>{_N})\s*(?:or (?:fewer|less|lower)|及?以下)|(?P<from>{_N})\s*(?:or (?:more|higher|above)|\+|及?以上|upwards)"
    rf"|(?P<one>{_N})",
    re.IGNORECASE,
)
"""What the first cell of a row may be: a number, or numbers from one to another."""


@check("M329", family="meaning", severity="warning", says="Between two cases of a rule lies one that nothing is said of.")
def gap(corpus: Corpus) -> Iterator[Finding]:
    """Rows that count on but for one number, and sentences on less than one number and more than another of the same thing."""
    for audited in corpus.documents:
        yield from _in_tables(audited)
        yield from _in_columns(audited)
        yield from _in_sentences(audited)


def _in_tables(audited: Audited) -> Iterator[Finding]:
    tables: dict[tuple[str, ...], dict[int, tuple[Passage, str]]] = defaultdict(dict)
    for cell in audited.document.passages:
        if cell.kind == "table-cell":
            name = cell.row_headers[0] if cell.row_headers else cell.text
            tables[cell.heading].setdefault(cell.lines.first, (cell, name))
    for rows in tables.values():
        cases = [(cell, shown) for cell, name in rows.values() if (shown := _CELL.fullmatch(name.strip(" *_：:")))]
        if len(cases) < max(_LEAST_ROWS, len(rows)):
            continue
        bounds = [(cell, *_ends(shown)) for cell, shown in cases]
        broken = [
            (one, other, high, low)
            for (one, _, high), (other, low, _) in pairwise(bounds)
            if high is None or low is None or low != high + 1
        ]
        if len(broken) == 1:
            one, other, high, low = broken[0]
            if high is not None and low is not None and high + 1 < low <= high + (2 if len(bounds) == _LEAST_ROWS else low):
                missing = f"{high + 1:g}" if low == high + 2 else f"{high + 1:g} to {low - 1:g}"
                what = f"The rows go from {high:g} to {low:g}: nothing is said of {missing}."
                where = [audited.at(Lines(p.lines.first, p.lines.first)) for p in (one, other)]
                yield found("M329", where, what, "Add the case, or widen one of its neighbours.", confidence=0.85)


def _in_columns(audited: Audited) -> Iterator[Finding]:
    """A column in which one cell has what is below a number and another what is from a higher one on, and none what lies
    between."""
    columns: dict[tuple[str, ...], list[tuple[Passage, re.Match[str]]]] = defaultdict(list)
    counted: Counter[tuple[str, ...]] = Counter()
    for cell in audited.document.passages:
        if cell.kind == "table-cell" and re.search(r"\d", cell.text):
            column = (*cell.heading, *cell.col_headers)
            counted[column] += 1
            if shown := _SIDE.fullmatch(cell.text.strip(" *_")):
                columns[column].append((cell, shown))
    for column, cells in columns.items():
        below = [(cell, float(shown["below"] or shown["under"])) for cell, shown in cells if shown["below"] or shown["under"]]
        above = [(cell, float(shown["above"])) for cell, shown in cells if shown["above"]]
        if counted[column] == len(below) + len(above) == _SIDES and len(below) == 1 and below[0][1] < above[0][1]:
            low, high = below[0][1], above[0][1]
            what = f"“{below[0][0].text}”, “{above[0][0].text}”: nothing is said of what lies between {low:g} and {high:g}."
            where = [audited.at(Lines(cell.lines.first, cell.lines.first)) for cell, _ in (above[0], below[0])]
            yield found("M329", where, what.replace("”, “", "…"), "Say what holds there.", confidence=0.8)


_SIDES = 2
_SIDE = re.compile(
    r"(?P<above>\d{1,6})\s*(?:及?以上|\+|or more|or above|and more|and above)"
    r"|(?:不足|不满|低于|少于|under|below|less than|fewer than)\s*(?P<below>\d{1,6})|(?P<under>\d{1,6})\s*以下",
    re.IGNORECASE,
)
"""What a cell of such a column may be."""


def _ends(shown: re.Match[str]) -> tuple[float | None, float | None]:
    """The first and the last number of a cell."""
    said = {name: float(value(word)) for name, word in shown.groupdict().items() if word}
    low = said.get("first", said.get("from", said.get("one")))
    high = said.get("last", said.get("most", said.get("below", said.get("one"))))
    return low, high


_SHORTEST = 4
"""Code points between two bounds, under which a word that joins them makes one case of them."""
_LESS = re.compile(
    rf"(?P<name>[\u3400-\u9fff]{{0,2}}?)(?:不满|不足|不到|少于|小于|未满|低于)\s*(?P<n>{_H})(?!\d?\s*[:：]\s*\d)\s*(?P<unit>[\u3400-\u9fff]{{0,2}})"
)
_MORE = re.compile(
    rf"(?P<name>[\u3400-\u9fff]{{0,2}}?)(?:(?P<over>超过|多于|大于|高于)|已?满|达到?|不少于|至少)\s*(?P<n>{_H})\s*(?P<unit>[\u3400-\u9fff]{{0,2}})"
)
_BEFORE = re.compile(
    rf"(?P<n>{_H})\s*(?P<unit>[天日周月年小时分钟]{{1,2}})(?:以前|之前|前)(?:[（(][^）)]{{0,8}}含[^）)]{{0,8}}[)）])?"
    rf"[^。；]{{3,40}}[；;。，][^。；]{{0,10}}前(?:不满|不足|不到|少于)\s*(?P<less>{_H})\s*(?P=unit)"
)
_FROM_TO = re.compile(
    rf"\bfrom (?P<low>{_N}) to (?P<high>{_N}) (?P<unit>[a-z]+)\b[^.]{{3,80}}?"
    rf"\b(?:from (?P<next>{_N}) (?P=unit) (?:on|up|upwards)|(?P<more>{_N}) (?P=unit)? ?or more|with (?P<plus>{_N}) or more)\b",
    re.IGNORECASE,
)

_LESS_EN = re.compile(
    rf"\b(?P<to>up to|at most)?(?P<under>(?:fewer|less) than|under)? (?P<n>{_N}) (?P<unit>[a-z]+)\b"
    r"(?P<between>[^.;]{3,90}[.;,]?[^.;]{0,40}?)"
    rf"\b(?:(?P<over>more than|over)|at least|from) (?P<m>{_N}) (?P=unit)\b",
    re.IGNORECASE,
)
_BOTH = re.compile(
    r"[或和及也都]|\b(?:or|nor|and|also|too|as well|both|either|neither|no|not|never)\s*$|^\s*(?:or|nor)\b"
    r"|\bmore than\b|\bat least\b",
    re.IGNORECASE,
)
"""Between two bounds of one case, of which what lies between them is the other."""


_NUMBERED = re.compile(r"^\W*\d{1,2}[.)、]\s*")


def _in_sentences(audited: Audited) -> Iterator[Finding]:
    """Two cases of one thing, one right behind the other: in one passage, or in two items of a list."""
    text = readable(audited)
    for passage, after in zip(text, [*text[1:], None], strict=True):
        together = passage.text
        if after is not None and passage.kind == after.kind == "bullet":
            together += ("。" if passage.lang == "zh" else " ") + _NUMBERED.sub("", after.text)
        for lower, upper, words in (*_cases(together, passage.text), *_counted(passage, after)):
            what = f"“{words}”: nothing is said of what lies between {lower} and {upper}."
            if lower == upper:
                what = f"“{words}”: nothing is said of {lower} itself."
            where = [on_its_line(audited, passage, words.split("…")[0])]
            yield found("M329", where, what, "Say what holds there.", confidence=0.8)


_ITEM = re.compile(
    rf"(?P<lead>[\u3400-\u9fff]{{2,5}}?)(?P<n>{_H})\s*(?P<unit>[\u3400-\u9fff])(?P<more>(?:及|或)?以上|或更多)?(?=[：:，,、的])"
)


def _counted(passage: Passage, after: Passage | None) -> Iterator[tuple[int, int, str]]:
    """Two items of a list on so many of a thing, and on so many or more."""
    if after is None or not passage.kind == after.kind == "bullet":
        return
    one, other = _ITEM.match(passage.text), _ITEM.match(after.text)
    if one and other and other["more"] and not one["more"] and one["lead"].rstrip("了") == other["lead"].rstrip("了"):
        low, high = value(one["n"]), value(other["n"])
        if one["unit"] == other["unit"] and high > low + 1:
            yield low, high, f"{one[0]}…{other[0]}"


_GRADES = re.compile(
    rf"\b(?P<unit>Level|Rank|Tier|Grade)s? (?:{_N}(?: (?:to|or|and) | ?[-–] ?))?(?P<n>{_N})\b[^.;]{{0,60}}?"
    rf"\b(?P=unit)s? (?P<m>{_N}) (?:or|and) (?:higher|above|more|up)\b",
    re.IGNORECASE,
)


_MORE_EN = re.compile(
    rf"\bmore than (?P<n>{_N}) (?P<unit>[a-z]+)\b(?P<between>[^.;]{{3,90}}[.;,]?[^.;]{{0,50}}?)"
    rf"\b(?:less|fewer) than (?P<m>{_N}) (?P=unit)\b",
    re.IGNORECASE,
)
_FROM_ZH = re.compile(rf"(?P<n>{_H})\s*(?P<unit>[\u3400-\u9fff])?\s*(?:至|到|[-–~～])\s*{_H}\s*(?P<last>[\u3400-\u9fff])")


_SEVERAL = re.compile(
    rf"\b{_N} (?:or|to) (?P<n>{_N}) (?P<unit>[a-z]+)\b(?P<between>[^.;]{{1,60}}[.;,]?[^.;]{{0,40}}?)"
    rf"\bmore than (?P<m>{_N}) (?P=unit)\b",
    re.IGNORECASE,
)
_WITHIN_ZH = re.compile(
    rf"(?P<n>{_H})\s*(?P<unit>[\u3400-\u9fff]{{1,2}}?)(?:以内|之内|及?以下)[^。；;\n]{{0,30}}[。；;\n]+\s*[^。；;\n]{{0,6}}"
    rf"超过\s*(?P<m>{_H})\s*(?P=unit)"
)


def _cases(text: str, first: str) -> Iterator[tuple[int, int, str]]:
    """Where one case ends, where the next begins, and the words of both; the first begins in the text given by itself."""
    for shown in _FROM_TO.finditer(first):
        high, low = value(shown["high"]), value(shown["next"] or shown["more"] or shown["plus"])
        if low > high + 1:
            yield high, low, shown[0]
    for shown in _GRADES.finditer(first):
        grades = re.findall(rf"\b{shown['unit']}s? (?:{_N}(?: (?:to|or|and) | ?[-–] ?))?({_N})", shown[0], re.IGNORECASE)
        low, high = max(value(n) for n in grades[:-1]), value(shown["m"])
        if high > low + 1:
            yield low, high, shown[0]
    for shown in _BEFORE.finditer(first):
        early, late = value(shown["n"]), value(shown["less"])
        if late < early:
            yield late, early, shown[0]
    for shown in (m for m in _LESS_EN.finditer(text) if m.start() < len(first)):
        lower, upper = value(shown["n"]), value(shown["m"])
        apart = upper > lower or (upper == lower and shown["under"] and shown["over"])
        if apart and (shown["under"] or shown["to"]) and not _BOTH.search(shown["between"]):
            yield lower, upper, shown[0]
    for shown in (m for m in _SEVERAL.finditer(text) if m.start() < len(first)):
        if value(shown["m"]) > value(shown["n"]) and not _BOTH.search(shown["between"]):
            yield value(shown["n"]), value(shown["m"]) + 1, shown[0]
    for shown in (m for m in _WITHIN_ZH.finditer(text) if m.start() < len(first)):
        if value(shown["m"]) > value(shown["n"]):
            yield value(shown["n"]), value(shown["m"]), shown[0]
    for shown in (m for m in _MORE_EN.finditer(text) if m.start() < len(first)):
        if value(shown["n"]) == value(shown["m"]) and not _BOTH.search(shown["between"]):
            yield value(shown["n"]), value(shown["n"]), shown[0]
    for less in _LESS.finditer(first):
        behind = list(filter(None, re.split(r"[。；;\n]+", text[less.end() :])))[:2]
        if re.search(r"至|到|[-–—~～]", less[0]):
            continue
        range_ = next((m for part in behind for m in _FROM_ZH.finditer(part)), None)
        covered = any(value(m["n"]) <= value(less["n"]) for m in _FROM_ZH.finditer(text))
        if range_ and not covered and range_["last"] == less["unit"][:1]:
            yield value(less["n"]) - 1, value(range_["n"]), f"{less[0]}…{range_[0]}"
            continue
        more = next((m for part in behind for m in _MORE.finditer(part)), None)
        if more is None or more["unit"] != less["unit"] or more["name"] not in ("", less["name"]):
            continue
        between = text[less.end() : text.index(more[0], less.end())]
        if len(between) < _SHORTEST and _BOTH.search(between):
            continue
        lower, upper = value(less["n"]), value(more["n"])
        if upper > lower or (upper == lower and more["over"]):
            yield lower, upper, f"{less[0]}…{more[0]}"
