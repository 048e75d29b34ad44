"""Items of minutes that other pages cite by day and number, and that are about something else."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import log

from kb.audit.check import check, found
from kb.audit.corpus import Audited, Corpus, shared
from kb.audit.structure.outline import RECORDS
from kb.index.terms import index_terms
from kb.lang.dates import days_in
from kb.model import Finding, Lines

_MINUTES = re.compile(r"minutes|meeting|panel|committee|council|会议|纪要|例会|记录|决议|裁定会|huiyi", re.IGNORECASE)
_DIGITS = "零一二三四五六七八九十"
_ITEM = re.compile(
    r"[\s*#>|=_-]*(?:(?:item|resolution|no\.)\s*(?P<en>\d{1,2})|第\s*(?P<zh>\d{1,2}|[一二三四五六七八九十])\s*[项条案号]"
    r"|(?P<n>\d{1,2})\s*[.、)）](?!\d)|(?P<han>[一二三四五六七八九十])\s*[、.])",
    re.IGNORECASE,
)
_CITED = re.compile(r"\bitem\s+(?P<en>\d{1,2})\b|第\s*(?P<zh>\d{1,2}|[一二三四五六七八九十])\s*[项案]", re.IGNORECASE)
_NEAR = 30
"""Code points between a day and the number of an item of it."""
_ALIKE = 2
"""Words, and how much they must weigh together, that another item shares with what cites it."""
_WEIGHT = 3.0
_HARDLY = 3
"""How many times as much they must weigh as those that the cited item shares."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Item:
    """What was dealt with under a number."""

    audited: Audited
    line: int
    words: frozenset[str]


def _number(shown: re.Match[str]) -> int:
    said = next(g for g in shown.groups() if g)
    return int(said) if said.isdecimal() else _DIGITS.index(said)


@shared
def _items(corpus: Corpus) -> Mapping[str, Mapping[int, _Item]]:
    """By day, the numbered items of minutes."""
    dealt: dict[str, dict[int, _Item]] = defaultdict(dict)
    for audited in corpus.documents:
        if audited.source.format in RECORDS or not (
            _MINUTES.search(audited.source.file) or _MINUTES.search(audited.source.title)
        ):
            continue
        day, current, text = "", (0, 0), ""
        for line, printed in enumerate((*audited.printed, ""), 1):
            shown = _ITEM.match(printed)
            days = days_in(printed).days
            if current[0] and (shown or line > len(audited.printed) or (days and printed.lstrip().startswith("#"))):
                dealt[day].setdefault(current[0], _Item(audited=audited, line=current[1], words=frozenset(index_terms(text))))
                current, text = (0, 0), ""
            if shown and day:
                current, text = (_number(shown), line), printed[shown.end() :]
            elif current[0]:
                text += " " + printed
            if days and not current[0]:
                day = days[0]
    return dealt


@check(
    "E225", family="evidence", across=True, severity="warning", says="An item of minutes that is cited is about something else."
)
def item_about_another(corpus: Corpus) -> Iterator[Finding]:
    """Citations of an item that shares hardly a word with what cites it, where another item shares some."""
    items = _items(corpus)
    every = [(day, number, item) for day, numbered in items.items() for number, item in numbered.items()]
    seen = Counter(word for _, _, item in every for word in item.words)
    sources = {item.audited.source.id for _, _, item in every}
    for audited in corpus.documents if len(every) > _ALIKE else ():
        if audited.source.id in sources or audited.source.format in RECORDS:
            continue
        for passage in audited.document.passages:
            for shown in _CITED.finditer(passage.text) if passage.kind != "boilerplate" else ():
                before = passage.text[max(0, shown.start() - _NEAR) : shown.start()]
                behind = passage.text[shown.end() : shown.end() + _NEAR]
                days = days_in(before).days or days_in(behind).days
                cited = items.get(days[-1], {}).get(_number(shown)) if days else None
                if cited is None or cited.audited.source.lang != audited.source.lang:
                    continue
                here = frozenset(index_terms(" ".join((*passage.heading[-1:], passage.text)))) - frozenset(
                    index_terms(shown[0])
                )
                rated = {id(i): sum(log(1 + len(every) / seen[w]) for w in i.words & here) for _, _, i in every}
                best = max((i for _, _, i in every), key=lambda i: rated[id(i)])
                if best is cited or rated[id(best)] < _WEIGHT or len(best.words & here) < _ALIKE:
                    continue
                if rated[id(cited)] * _HARDLY > rated[id(best)]:
                    continue
                where = audited.place(passage)
                told = [i.audited.at(Lines(i.line, i.line)) for i in (cited, best)]
                what = f"“{days[-1]}, {shown[0]}” is cited, which has hardly a word of this; another item has more."
                yield found("E225", [where, *told], what, "Look which item is meant.", confidence=0.75)
