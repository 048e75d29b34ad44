"""Lines of a plain text, and which of them only belong to its pages: running titles, page numbers, rules of dashes."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import quantiles

from docutils.utils import column_width

_NUMBER_LINE = re.compile(r"\W*(?:page|p\.|第)?\s*(\d{1,4})\s*页?\s*(?:(?:of|/|共)\s*\d{1,4}\s*页?)?\W*", re.I)
_PAGE_LINE = re.compile(
    r"\W*(?:page\s+\d{1,4}(?:\s*(?:of|/)\s*\d{1,4})?|第\s*\d{1,4}\s*[页頁](?:\s*[共/]\s*\d{1,4}\s*[页頁]?)?)\W*", re.I
)
"""A line that says itself that it is the number of a page."""
_DIGITS = re.compile(r"\d+")
_COUNTED = re.compile(
    r"\W*(?:chapter|part|section|example|rule|step|figure|table|case|question|answer|appendix|q|a|no|version|level)\W*#"
    r"|\W*#\W|第#|.*[章节條条例问答步]\W*#?\Z",
    re.I,
)
"""What is counted in a text for its own sake."""
_TOLD = re.compile(r"[.!?。！？;；,，]\Z")
_EDGE = 2
_OFTEN = 3
_LONGEST = 90
RULE = re.compile(r"([-=_*~·.#+—─━═])\s?(?:\1\s?){2,}")
"""A line drawn across the page."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line less the white space around it; offsets into the text."""

    start: int
    end: int
    words: str
    indent: int
    """Columns before the first character, a tab counted as four."""
    page: int
    """Counted from 1 by form feeds."""

    @property
    def width(self) -> int:
        """Columns it takes: wide characters take two."""
        return int(column_width(self.words))


def text_lines(text: str) -> list[Line]:
    """The lines of a text in order, blank ones included with no words."""
    found: list[Line] = []
    at, page = 0, 1
    for raw in text.split("\n"):
        page += raw.count("\f")
        words = raw.strip()
        start = at + (len(raw) - len(raw.lstrip()) if words else 0)
        before = raw[: start - at].expandtabs(4).replace("\u3000", "  ")
        found.append(Line(start, start + len(words), words, len(before.replace("\f", "")), page))
        at += len(raw) + 1
    return found


def wrap_width(lines: Sequence[Line]) -> int:
    """Columns at which the text is wrapped; 0 if its paragraphs stand on one line each."""
    widths = [line.width for line in lines if line.width > 20]
    if len(widths) < 4:
        return 0
    usual = round(quantiles(widths, n=10)[8])
    near = sum(usual * 0.75 <= w <= usual + 6 for w in widths) / len(widths)
    return usual if usual <= 130 and near >= 0.4 else 0


def furniture(lines: Sequence[Line]) -> set[int]:
    """Indexes of the lines that belong to pages and not to the text."""
    shown = [i for i, line in enumerate(lines) if line.words]
    numbers = _page_numbers(lines, shown)
    edges = _edges(lines, shown, numbers)
    keys = {i: _key(lines[i].words) for i in shown}
    often = Counter(keys[i] for i in edges if len(lines[i].words) <= _LONGEST)
    pages = lines[-1].page if lines else 1
    wanted = max(_OFTEN, round(0.25 * max(pages, len(numbers))))
    same = Counter(lines[i].words for i in edges)
    running = {i for i in edges if same[lines[i].words] >= wanted or (often[keys[i]] >= wanted and not _counts(keys[i]))}
    return numbers | running | _numbered_titles(lines, keys)


def _key(words: str) -> str:
    return _DIGITS.sub("#", words.lower().replace("#", " "))


def _counts(key: str) -> bool:
    """Whether lines of a key count something else than pages: chapters, or what a sentence is about."""
    return bool(_COUNTED.match(key)) or ("#" in key and bool(_TOLD.search(key)))


def _page_numbers(lines: Sequence[Line], shown: Sequence[int]) -> set[int]:
    """Lines with nothing but a number that stand by themselves and count upwards."""
    found = [(i, int(m[1])) for i in shown if (m := _NUMBER_LINE.fullmatch(lines[i].words)) and _apart(lines, i)]
    run: list[tuple[int, int]] = []
    for i, number in found:
        if not run or run[-1][1] < number <= run[-1][1] + 3:
            run.append((i, number))
    said = {i for i, _ in found if _PAGE_LINE.fullmatch(lines[i].words)}
    return said | {i for i, _ in run} if len(run) >= _OFTEN else said


def _apart(lines: Sequence[Line], i: int) -> bool:
    """Whether a line is the first or last of its page or has a blank line on one side."""
    before, after = lines[i - 1] if i else None, lines[i + 1] if i + 1 < len(lines) else None
    return any(line is None or not line.words or line.page != lines[i].page for line in (before, after))


def _edges(lines: Sequence[Line], shown: Sequence[int], numbers: set[int]) -> set[int]:
    """The lines next to a page's end: two on each side of a form feed or of a page number."""
    found: set[int] = set()
    for at in range(1, len(shown)):
        if lines[shown[at]].page != lines[shown[at - 1]].page:
            found.update(shown[max(0, at - _EDGE) : at + _EDGE])
        if shown[at] in numbers:
            found.update(i for i in shown[max(0, at - _EDGE) : at + _EDGE + 1] if i not in numbers)
    if found:
        found.update((*shown[:_EDGE], *shown[-_EDGE:]))
    return found


def _numbered_titles(lines: Sequence[Line], keys: dict[int, str]) -> set[int]:
    """Running titles with the page's number on their line: the same words, the number counting upwards."""
    series: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for i, key in keys.items():
        words = key.replace("#", " ").split()
        wordy = len(words) > 1 or len("".join(words)) > 3
        if _TOLD.search(key):
            continue
        if key.count("#") == 1 and key.strip(" -–—|·").strip("#") and wordy and not _COUNTED.match(key):
            if re.match(r"\W*#", key) is None and re.search(r"#\W*\Z", key) is None:
                continue
            series[key].append((i, int(_DIGITS.findall(lines[i].words)[0])))
    found: set[int] = set()
    for run in series.values():
        rising = all(a[1] < b[1] <= a[1] + 3 for a, b in pairwise(run))
        if len(run) >= _OFTEN and rising and all(_apart(lines, i) for i, _ in run):
            found.update(i for i, _ in run)
    return found
