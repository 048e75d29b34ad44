"""Sums that do not come out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kb.audit.check import check, found
from kb.audit.corpus import Audited, Corpus
from kb.audit.structure.outline import on_its_line, readable
from kb.lang.numerals import WORDS, value
from kb.model import Finding, Lines

_N = r"(?<![\d.,:/-])\d{1,6}(?:\.\d{1,2})?(?![\d:/]|[.,]\d)"
_MAKES = r"[=＝]|[，,]?\s*(?:合计|一共|总共|等于)|(?:,? that)? (?:is|are|makes?|comes to|leaves)\b"
_CHAIN = re.compile(rf"({_N}(?:\s*[-−–+＋×]\s*{_N})+)\s*(?:{_MAKES})\s*({_N})(?!\s*[-−–+＋×*/=÷]|[a-zA-Z])")
_COME_TO = (
    "(?:which |that |together |all together )*(?:makes?|come to|comes to|add up to|adds up to)"
    "|so that (?:she|he|they|you|it) (?:has|have|had|comes? to|gets?)"
)
_LIST = re.compile(
    rf"({_N}(?:, {_N}){{1,9}},? and {_N}),? (?:{_COME_TO}) ({_N})\b"
    rf"|({_N}(?:、{_N}){{2,9}})，?(?:合计|一共|总共|共计|加起来是?)\s*({_N})",
    re.IGNORECASE,
)
"""Numbers one after the other, and what they come to."""
_TERM = re.compile(r"([-−–+＋×]?)\s*(\d+(?:\.\d+)?)")
_LESS = re.compile(
    rf"({_N}) (less|minus|plus|and|times) (?:(twice|half|three times) )?({_N})"
    rf"(?: \w+){{0,2}}? (?:is|are|makes|make|leaves|leave|comes to|gives|=) ({_N})\b",
    re.IGNORECASE,
)
_SHARE = re.compile(
    rf"({_N})(?: ?%| per ?cent) of (?:the )?[£$€]?({_N})[^.;:]{{0,24}}? (?:is|are|makes|comes to|=),? (?:about )?[£$€]?({_N})",
    re.IGNORECASE,
)
_CHINESE_SHARE = re.compile(
    rf"({_N})\s*[元块镑点张]?的\s*(?:([一二两三四五六七八九])成|({_N})\s*%)[^，。；\d]{{0,4}}[是为即=]\s*({_N})"
)
_TIMES = {"twice": 2.0, "half": 0.5, "three times": 3.0, "": 1.0}
_SIGNS = {"less": -1, "minus": -1, "plus": 1, "and": 1}
_LEAST = 0.01
"""By how much a sum must be off."""
_APART = re.compile(r" {3,}")
"""What sets the cells of a row apart, once bars and tabs are blanks."""
_AMOUNT = re.compile(r"[£$€¥]?(?P<n>\d[\d,]{0,9}(?:\.\d{1,2})?)\s?(?:元|yuan|pounds?|euros?|points?|点|分)?", re.IGNORECASE)
_TOTAL = re.compile(
    r"^(?:total|sum)\b|\btotal$|^(?:all )?(?:income|expenses|expenditure|spending|receipts)$|(?:合计|总计|共计|总额)$",
    re.IGNORECASE,
)
_NEARLY = 0.1
"""How far a total may be from what its rows come to, for it to be meant as that."""


@check("M322", family="meaning", severity="warning", says="A sum does not come out.")
def wrong_sum(corpus: Corpus) -> Iterator[Finding]:
    """Sums written with their result, in figures or in words, and shares of an amount."""
    for audited in corpus.documents:
        for passage in readable(audited):
            for written, stated, right in _sums(passage.text):
                if abs(stated - right) > _LEAST:
                    what = f"“{written}”: it comes to {right:g}, not {stated:g}."
                    yield found("M322", [on_its_line(audited, passage, written)], what, "Correct it.", confidence=0.85)


_PARTS = re.compile(
    r"(?P<parts>(?:(?!每)[^，。；、,.;:：\d]{0,10}\d{1,5}\s?(?P<unit>[分点张元枚个])\s?[，、,]\s?){2,8})"
    r"(?:合计|一共|总共|共计|加起来(?:是)?|共)\s?(?P<sum>\d{1,6})\s?(?P=unit)"
)
"""Amounts with what each is for, and what they come to."""
_START = re.compile(
    r"\b(?:has|had|have|with|at|from|of)\s(?P<en>\d{3,5})\s(?:Life|LP|points)|由\s?(?P<zh>\d{3,5})\s?(?:变为|变成|降到|降为|减到|减为|剩)"
    r"|(?:有|剩|还有)\s?(?P<has>\d{3,5})\s?(?:点|分)?(?:基本分|生命|LP)",
    re.IGNORECASE,
)
_END = re.compile(
    r"\b(?:goes on with|(?:is|are) left with|leaves (?:her|him|them|you|it) (?:with|at|on)"
    r"|ends (?:the turn )?(?:up )?(?:at|on|with)|(?:goes|is|drops|falls) down to|now has|still has|has left)\s(?P<en>\d{3,5})\b"
    r"|(?:变为|变成|降到|降为|减到|减为|还剩|剩下)\s?(?P<zh>\d{2,5})",
    re.IGNORECASE,
)
_LOSS = re.compile(r"\b(?:pays?|paid|loses?|lost|takes?|costs?|damage|toll)\b|扣|支付|付|伤害|失去", re.IGNORECASE)
_TAKEN = re.compile(
    r"(?:扣|失去|支付|付)(?:掉|了)?\s?(?P<loss>\d{2,5})\s?点?，(?:他|她|乙|甲)?的?(?:基本分|生命值?|LP)?[由从]\s?(?P<old>\d{2,5})\s?"
    r"(?:变为|变成|降到|降为|减到|减为)\s?(?P<new>\d{2,5})"
    r"|\b(?:pays?|loses?|takes?) (?P<pays>\d{2,5})\b[^.\d]{0,50}\bfrom (?P<from>\d{2,5}) to (?P<to>\d{2,5})\b",
    re.IGNORECASE,
)
"""What somebody loses, and from what to what."""
_LARGE = re.compile(r"(?<![\d.,:/-])\d{2,5}(?![\d:/%]|[.,]\d|\s?(?:回合|分钟|minutes|turns|星|张))")
_YEAR = re.compile(r"20[0-3]\d")
_MOST_LARGE = 7
"""Numbers of an example, at most, for all that they may come to to be looked through."""


def _unreached(text: str) -> Iterator[tuple[str, float, float]]:
    """Examples in which somebody goes from one number to another that no loss of what is named comes to: the words, what is
    said to be left, and what the last loss leaves."""
    for end in _END.finditer(text):
        stated = int(end["en"] or end["zh"])
        starts = [m for m in _START.finditer(text) if m.start() <= end.start() and m.end() <= end.end()]
        if not starts:
            continue
        start = int(next(g for g in starts[-1].groups() if g))
        others = [int(n) for n in _LARGE.findall(text) if not _YEAR.fullmatch(n)]
        for used in (start, stated):
            if used in others:
                others.remove(used)
        if not others or len(others) > _MOST_LARGE or start <= stated:
            continue
        factors = {value(word) for word in re.findall(rf"\b(?:{WORDS})\b|\b\d\b", text, re.IGNORECASE)}
        losses = {*others, *(abs(a - b) for a in others for b in others), *(n * f for n in others for f in factors)}
        losses |= {n // 2 for n in (*others, start)} | {(n + 1) // 2 for n in (*others, start)}
        reached = {0}
        for loss in losses:
            reached |= {r + loss for r in reached if r + loss <= start}
            if len(reached) > _MOST_REACHED:
                break
        if start - stated not in reached:
            near = min((start - r for r in reached if r), key=lambda left: abs(left - stated))
            yield f"{start} … {end[0]}", float(stated), float(near)


_MOST_REACHED = 20_000


def _sums(text: str) -> Iterator[tuple[str, float, float]]:
    """The sums of a text: how each is written, what it is said to come to, what it comes to."""
    for shown in _CHAIN.finditer(text):
        yield shown[0], float(shown[2]), _chain(shown[1])
    for shown in _PARTS.finditer(text):
        parts = [float(n) for n in re.findall(rf"(\d+)\s?{shown['unit']}", shown["parts"])]
        yield shown[0], float(shown["sum"]), sum(parts)
    for shown in _TAKEN.finditer(text):
        loss, old, new = (float(shown[a] or shown[b]) for a, b in (("loss", "pays"), ("old", "from"), ("new", "to")))
        yield shown[0], new, old - loss
    yield from _unreached(text) if _LOSS.search(text) else ()
    for shown in _LIST.finditer(text):
        listed, stated = shown[1] or shown[3], shown[2] or shown[4]
        yield shown[0], float(stated), sum(map(float, re.findall(r"\d+(?:\.\d+)?", listed)))
    for shown in _LESS.finditer(text):
        one, other = float(shown[1]), float(shown[4]) * _TIMES[(shown[3] or "").lower()]
        how = shown[2].lower()
        yield shown[0], float(shown[5]), one * other if how == "times" else one + _SIGNS[how] * other
    for shown in _SHARE.finditer(text):
        yield shown[0], float(shown[3]), float(shown[2]) * float(shown[1]) / 100
    for shown in _CHINESE_SHARE.finditer(text):
        share = value(shown[2]) * 10 if shown[2] else float(shown[3])
        yield shown[0], float(shown[4]), float(shown[1]) * share / 100


def _chain(text: str) -> float:
    """A sum of sums and products, from the left, products first."""
    total, product = 0.0, 0.0
    for sign, number in _TERM.findall(text):
        if sign == "×":
            product *= float(number)
        else:
            total, product = total + product, float(number) * (1 if sign in ("", "+", "＋") else -1)
    return total + product


@check("M325", family="meaning", severity="warning", says="A total is not what its rows come to.")
def wrong_total(corpus: Corpus) -> Iterator[Finding]:
    """Rows that are named a total, held against those above: no number of them comes to it, and some nearly."""
    for audited in corpus.documents:
        rows: list[float] = []
        for number, line in enumerate([*audited.printed, ""], 1):
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
        if cell.kind != "table-cell" or _row(audited.printed[cell.lines.first - 1]):
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


_NUMBER = re.compile(r"\d{1,6}(?:\.\d{1,2})?")


def _nearly(rows: Sequence[float], total: float) -> float | None:
    """What the last rows come to, two at least, if that is nearly the total and no such sum is the total itself."""
    sums = [sum(rows[-n:]) for n in range(2, len(rows) + 1)]
    if not total or any(abs(one - total) <= _LEAST for one in (*sums, *rows[-1:])):
        return None
    return next((one for one in sums if abs(one - total) <= _NEARLY * total), None)
