"""Series of numbers that skip one or give one twice: lists, headings, clauses, questions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from kb.audit.check import check, found
from kb.audit.corpus import Audited, Corpus
from kb.audit.structure.outline import sections
from kb.lang.numerals import HAN, value
from kb.model import Finding, Lines

_STEP = re.compile(r"^\s*(?P<n>\d{1,2})[.、)](?!\d)\s*\S")


@check("S244", family="structure", severity="warning", says="A numbered list skips a number, or gives one twice.")
def skipped_number(corpus: Corpus) -> Iterator[Finding]:
    """Items on neighbouring lines, counted from 1 on, of which one is followed by one too high, or by itself."""
    for audited in corpus.documents:
        for line, number in _given_twice(audited):
            where = [audited.at(Lines(n, n)) for n in (line, line - 1)]
            yield found("S244", where, f"The number {number} is given twice.", "Number it anew.", confidence=0.9)
        for run in _numbered_runs(audited):
            for (line, number), (after, further) in pairwise(run):
                if run[0][1] == 1 and number + 1 < further <= number + 3:
                    what = f"The list goes from {number} to {further}."
                    where = [audited.at(Lines(n, n)) for n in (after, line)]
                    yield found("S244", where, what, "Add what is missing, or number it anew.", confidence=0.9)


def _given_twice(audited: Audited) -> Iterator[tuple[int, int]]:
    """Lines with the number of the line right before: (line, number). The list goes on rightly on both sides, or it was counted
    from 1 on and ends there."""
    told = [*(int(shown["n"]) if (shown := _STEP.match(line)) else 0 for line in audited.printed), 0]
    for n in range(2, len(told) - 1):
        if told[n] == told[n - 1] == told[n - 2] + 1 and told[n] > 1:
            counted = told[n] > 2 and told[n - told[n] : n] == [*range(1, told[n] + 1)]
            if told[n + 1] == told[n] + 1 or (told[n + 1] == 0 and counted):
                yield n + 1, told[n]


_IN_LINE = re.compile(r"[.;。；]\s+\d{1,2}\.\s")


def _numbered_runs(audited: Audited) -> Iterator[list[tuple[int, int]]]:
    """Runs of numbered lines with nothing but empty lines between: (line, number), two at least."""
    run: list[tuple[int, int]] = []
    passed = {n for p in audited.document.passages if p.kind == "boilerplate" for n in range(p.lines.first, p.lines.last + 1)}
    for number, line in enumerate([*audited.printed, "."], 1):
        shown = _STEP.match(line)
        if shown and _IN_LINE.search(line, shown.end()):
            shown = None  # several items on one line
        if shown and (not run or int(shown["n"]) > run[-1][1]):
            run.append((number, int(shown["n"])))
        elif line.strip() and not line[0].isspace() and number not in passed:
            if len(run) > 1:
                yield run
            run = [(number, int(shown["n"]))] if shown else []


_COUNTED = re.compile(
    r"(?P<mark>[\s#*>-]*)(?P<stem>(?:Q|R-|§|No\.\s?|Section\s|Article\s|Rule\s|第|问|问题|[A-Z]{1,2}(?=\d{1,2}\.))?\s?(?:\d{1,3}\.)*)(?P<n>\d{1,2})"
    r"(?P<tail>[.、．:：)）]|\s?[条章节款问])?\**(?=[\s:：]|$)"
)
_HUNDREDS = re.compile(r"(?P<mark>)(?P<stem>[1-9])(?P<n>\d\d)(?P<tail>)(?=[ \t]{2,}\S)")
"""Rules that are counted anew from each hundred on, as rulebooks in plain text number them."""
_ARTICLES = re.compile(rf"(?P<mark>[\s#>*-]*)(?P<stem>第)(?P<n>{HAN})(?P<tail>[条款])\**(?=[\s:：　])")
"""Articles counted in Chinese."""
_NEAR = 40
"""Lines within which a number that stands twice is one of the same series."""
_TO = re.compile(r"\s*(?:to|through|[-–—~～至到])\s*[A-Z第]{0,3}[-\s]?\d", re.IGNORECASE)
_GOES_ON = re.compile(r"\s+[a-z]")
"""What follows a number in the middle of a sentence."""
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
        whole = not any(_ABRIDGED.search(text) for text in (audited.source.title, audited.source.file, *audited.printed[:_TOP]))
        for series in _counted(audited) if whole else ():
            twice = 0  # the number that was given twice just before: it stands for the next
            for (line, number), (after, further) in pairwise(series):
                where = [audited.at(Lines(n, n)) for n in (after, line)]
                gone = further == number + 2 and number != twice and not _elsewhere(audited, line, after, number + 1)
                if gone and not _spoken_of(audited, line, number):
                    what = f"The numbers go from {_number(audited, line)} to {_number(audited, after)}."
                    yield found("S246", where, what, "Add what is missing, or number it anew.", confidence=0.9)
                elif further == number:
                    what = f"The number {_number(audited, line)} is given twice."
                    yield found("S246", where, what, "Number it anew.", confidence=0.9)
                twice = number if further == number else 0


_ABRIDGED = re.compile(
    r"\babridged|\bexcerpt|\bextracts?\b|节选|摘编|摘译|节译"
    r"|\b(?:numbers|numbering) (?:are|is|follows?) (?:those|that)? ?(?:of )?the\b"
    r"|编号(?:与|同|沿用|依照?|按)[^，。]{0,8}(?:原文|中文|正文|规则)",
    re.IGNORECASE,
)
_TOP = 14
"""Lines of the top of a document, where it says that it is part of another."""


def _spoken_of(audited: Audited, line: int, number: int) -> bool:
    """Whether the document names the missing number elsewhere: as one that was never given out, or taken back."""
    shown = _shown(audited.printed[line - 1])
    if shown is None or not re.search(r"[A-Z]", shown["stem"]):
        return False
    missing = f"{shown['stem'].strip()}{number + 1:0{len(shown['n'])}}"
    return any(re.search(rf"(?<![\w-]){re.escape(missing)}(?!\d)", text) for text in audited.printed)


def _elsewhere(audited: Audited, line: int, after: int, number: int) -> bool:
    """Whether a number stands between two lines in another form: at another level of heading, say."""
    lines = audited.printed[line : after - 1]
    alone = (not above.strip() for above in ["", *lines])
    shown = zip(map(_shown, lines), alone, strict=False)
    return any(one is not None and value(one["n"]) == number and (one["mark"].strip() or by_itself) for one, by_itself in shown)


def _shown(text: str) -> re.Match[str] | None:
    return _HUNDREDS.match(text) or _ARTICLES.match(text) or _COUNTED.match(text)


def _number(audited: Audited, line: int) -> str:
    shown = _shown(audited.printed[line - 1])
    return f"{shown['stem']}{shown['n']}{shown['tail'] or ''}".strip(" .、．:：)）") if shown else ""


def _counted(audited: Audited) -> Iterator[list[tuple[int, int]]]:
    """Series of numbers by their form, (line, number) each: from 1 on, three at least, steps of one, or of two or none."""
    titles = {s.heading.lines.first for s in sections(audited)}
    running: dict[tuple[str, str, str], list[tuple[int, int]]] = {}
    for line, text in enumerate(audited.printed, 1):
        shown = _shown(text)
        if not shown or not (line in titles or shown["stem"].strip()) or not text[shown.end() :].strip(" *") + shown["stem"]:
            continue
        if _TO.match(text[shown.end() :]):
            continue  # the title of several of them
        if line > 1 and _GOES_ON.match(text[shown.end() :]) and audited.printed[line - 2].strip():
            continue  # a sentence that names the number runs over two lines
        form = (shown["mark"].strip(), shown["stem"].strip(), (shown["tail"] or "").strip())
        number = value(shown["n"])
        series = running.setdefault(form, [])
        again = bool(series) and number == series[-1][1] > 1 and line - series[-1][0] <= _NEAR
        if series and not again and not 0 < number - series[-1][1] < 3:
            yield from [series] if len(series) >= _BEGUN else []
            series = running[form] = []
        if series or number == 1:
            series.append((line, number))
    yield from (s for s in running.values() if len(s) >= _BEGUN)
