"""Sums that do not come out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.audit.check import check, found
from kb.audit.corpus import Corpus
from kb.audit.structure.outline import on_its_line, readable
from kb.lang.numerals import WORDS, value
from kb.model import Finding

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
LEAST = 0.01
"""By how much a sum must be off."""


@check("M322", family="meaning", severity="warning", says="A sum does not come out.")
def wrong_sum(corpus: Corpus) -> Iterator[Finding]:
    """Sums written with their result, in figures or in words, and shares of an amount."""
    for audited in corpus.documents:
        for passage in readable(audited):
            for written, stated, right in _sums(passage.text):
                if abs(stated - right) > LEAST:
                    what = f"“{written}”: it comes to {right:g}, not {stated:g}."
                    yield found("M322", [on_its_line(audited, passage, written)], what, "Correct it.", confidence=0.85)


_PARTS = re.compile(
    r"(?P<parts>(?:(?![^，。；、,.;:：\d]{0,9}[每各])[^，。；、,.;:：\d]{0,10}\d{1,5}\s?(?P<unit>[分点张元枚个])\s?[，、,]\s?){2,8})"
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
        if re.search(r"[每各][^，。；、]{0,12}$", text[: shown.start()]):
            continue  # several pay it
        sentence = re.split(r"[。；;]", text[: shown.start()])[-1]
        if re.search(rf"\d\s?{shown['unit']}", sentence):
            continue  # the list begins before
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
