"""Items of minutes that other pages cite by day and number: those about something else, and those that there are not."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import log

from kb.audit.check import check, found
from kb.audit.corpus import Audited, Corpus, shared
from kb.audit.evidence.rows import NAMED, beside, keyed, keys_in
from kb.audit.structure.outline import RECORDS, is_title
from kb.index.terms import index_terms
from kb.lang.dates import days_in
from kb.lang.numerals import HAN, han, value
from kb.model import Finding, Lines, Passage

_MINUTES = re.compile(r"minutes|meeting|panel|committee|council|会议|纪要|例会|记录|决议|裁定会|huiyi", re.IGNORECASE)
_MEETING = re.compile(r"minutes|meeting|会议|纪要|例会|裁定会|决议|jiyao|huiyi", re.IGNORECASE)
"""Of documents that may tell of meetings, those that surely do; what the first takes in besides are lists of changes."""
_EXTRACTS = re.compile(r"\bextract|\bexcerpt|\babridged|\bin part\b|摘录|节选|摘要|选登|摘编", re.IGNORECASE)
_BODY = re.compile(r"panel|committee|council|board|理事会|委员会|规则组|裁定组|裁判组|社务|会员大会", re.IGNORECASE)
"""Who met."""
_OTHER_DAY = re.compile(r"updated|edited|version|next|last|previous|approved|更新|修订|下次|上次|下一次|上一次", re.IGNORECASE)
"""A line whose day is not that of the meeting."""
_ITEM = re.compile(
    rf"[\s*#>|=_-]*(?:(?:item|resolution|no\.)\s*(?P<en>\d{{1,2}})|第\s*(?P<zh>\d{{1,2}}|{HAN})\s*[项条案号]"
    rf"|(?P<n>\d{{1,2}})\s*[.、)）](?!\d)|(?P<han>{HAN})\s*[、.])",
    re.IGNORECASE,
)
_HEADED = re.compile(r"[\s#*=]*(?P<n>\d{1,2})\s+(?=[^\W\d])")
"""A heading that begins with a number alone."""
_CITED = re.compile(rf"\bitem\s+(?P<en>\d{{1,2}})\b|第\s*(?P<zh>\d{{1,2}}|{HAN})\s*[项案]", re.IGNORECASE)
_OF_DAY = re.compile(r"\s*(?:(?P<of>of\b)|(?:in|from)\b|[（(,，])", re.IGNORECASE)
"""How what follows the number of an item goes on with the day."""
_ENDS = re.compile(r"[。；;!?！？]|(?<=[a-z)\]\d])\.\s+(?=[A-Z])")
_CLOSES = re.compile(rf"{_ENDS.pattern}|[)）]")
_NEAR = 30
"""Code points between a day and the number of an item of it."""
_AROUND = 60
"""Code points around a citation in which a word says that it is one of minutes."""
_TOP, _BELOW = 12, 3
"""Lines of the top of a document, and below a heading, in which the day of a meeting stands."""
_ALIKE = 2
"""Words, and how much they must weigh together, that another item shares with what cites it."""
_WEIGHT = 3.0
_HARDLY = 3
"""How many times as much they must weigh as those that the cited item shares."""
_LEAST = 3
"""Items of minutes that are numbered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Item:
    """What was dealt with under a number."""

    audited: Audited
    line: int
    words: frozenset[str]
    keys: frozenset[str]
    text: str
    """What the minutes say under it."""


@dataclass(slots=True, kw_only=True)
class _Meeting:
    """What a document tells of one day."""

    audited: Audited
    day: str
    first: int
    last: int = 0
    keys: set[str] = field(default_factory=set)
    """What stands for it."""
    items: dict[int, _Item] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cited:
    """A citation of an item."""

    audited: Audited
    passage: Passage
    shown: re.Match[str]
    day: str
    by_key: bool
    """Whether a key stands for the day."""


def _number(shown: re.Match[str]) -> int:
    return value(next(g for g in shown.groups() if g))


def _may_tell(audited: Audited, words: re.Pattern[str]) -> bool:
    return audited.source.format not in RECORDS and bool(
        words.search(audited.source.file) or words.search(audited.source.title)
    )


@shared
def _meetings(corpus: Corpus) -> Sequence[_Meeting]:
    """The meetings that documents tell of."""
    return [meeting for audited in corpus.documents if _may_tell(audited, _MINUTES) for meeting in _told(audited)]


def minutes_of(corpus: Corpus) -> Mapping[str, list[Audited]]:
    """By day, the documents that have the minutes of it."""
    found: dict[str, list[Audited]] = defaultdict(list)
    for meeting in _meetings(corpus):
        if meeting.day and _may_tell(meeting.audited, _MEETING) and meeting.audited not in found[meeting.day]:
            found[meeting.day].append(meeting.audited)
    return found


def _told(audited: Audited) -> Iterator[_Meeting]:
    titles = {p.lines.first: p for p in audited.document.passages if p.kind == "heading" and is_title(p)}
    named = days_in(audited.source.file).days or days_in(audited.source.title).days
    days = _days(audited, titles)
    meeting = _Meeting(audited=audited, day=named[0] if len(named) == 1 else "", first=1)
    at, text, depth = (0, 0), "", 0
    for line, printed in enumerate((*audited.printed, ""), 1):
        title = titles.get(line)
        shown = _ITEM.match(printed) or (_HEADED.match(printed) if title and not days_in(printed).days else None)
        ends = title is not None and not shown and len(title.heading) <= depth
        if at[0] and (shown or ends or line in days or line > len(audited.printed)):
            keys = frozenset(keys_in(text))
            item = _Item(audited=audited, line=at[1], words=frozenset(index_terms(text)), keys=keys, text=text)
            meeting.items.setdefault(at[0], item)
            at, text = (0, 0), ""
        if line in days and days[line] != meeting.day:
            meeting.last = line - 1
            yield meeting
            above = " ".join(titles[n].text for n in range(line - _BELOW, line) if n in titles)
            meeting = _Meeting(audited=audited, day=days[line], first=line, keys=keys_in(above))
        if not meeting.items and not at[0]:
            meeting.keys |= keys_in(printed) if not shown else set()
        if shown:
            at, text = (_number(shown), line), printed[shown.end() :]
            depth = len(title.heading) if title else 99
        elif at[0]:
            text += " " + printed
    meeting.last = len(audited.printed)
    yield meeting


def _days(audited: Audited, titles: Mapping[int, Passage]) -> Mapping[int, str]:
    """The lines with which a meeting begins, each with its day: headings; where none has one, lines at the top or below."""
    said = {
        line: days
        for line, printed in enumerate(audited.printed, 1)
        if len(days := days_in(printed).days) == 1 and not _OTHER_DAY.search(printed)
    }
    headed = {line: said[line][0] for line in titles if line in said}
    if headed:
        return headed
    numbered = {n for n, printed in enumerate(audited.printed, 1) if _ITEM.match(printed)}
    numbered |= {n for n in titles if _HEADED.match(audited.printed[n - 1])}
    found: dict[int, str] = {}
    for line, days in sorted(said.items()):
        top = 1 if line <= _TOP else max((n for n in titles if n < line <= n + _BELOW), default=0)
        if top and not numbered & set(range(top, line + 1)) and not any(top < n < line for n in found):
            found[line] = days[0]
    return found


@shared
def _citations(corpus: Corpus) -> Sequence[_Cited]:
    """Where pages that are no minutes cite an item of a day that minutes are there of."""
    meetings = _meetings(corpus)
    told = {m.day for m in meetings if m.day and m.items}
    sources = {m.audited.source.id for m in meetings if m.items}
    by_key = {key: m.day for m in meetings for key in m.keys if m.day in told}
    for key, rows in keyed(corpus).items():
        days = {day for row in rows for day in days_in(row.text).days}
        if len(days) == 1 and days <= told and any(_MEETING.search(row.text) for row in rows):
            by_key.setdefault(key, days.pop())
    for audited in corpus.documents:
        for reference in audited.document.references:
            of = days_in(reference.label).days
            if len(of) == 1 and of[0] in told and _MEETING.search(reference.label):
                by_key.setdefault(reference.key, of[0])
    cited: list[_Cited] = []
    for audited in corpus.documents if told else ():
        if audited.source.id in sources or audited.source.format in RECORDS:
            continue
        for passage in (p for p in audited.document.passages if p.kind != "boilerplate"):
            for shown in _CITED.finditer(passage.text):
                day, keyed_day = _day(passage.text, shown, by_key)
                if day in told:
                    cited.append(_Cited(audited=audited, passage=passage, shown=shown, day=day, by_key=keyed_day))
    return cited


def _day(text: str, shown: re.Match[str], by_key: Mapping[str, str]) -> tuple[str, bool]:
    """The day of the meeting that is meant, and whether a key stands for it; empty if none is named near."""
    before = _ENDS.split(text[max(0, shown.start() - _NEAR) : shown.start()])[-1]
    behind = text[shown.end() : shown.end() + 2 * _NEAR]
    linked = _OF_DAY.match(behind)
    ahead, after = days_in(before).days, days_in(_CLOSES.split(behind)[0]).days if linked else ()
    if after and linked and (linked["of"] or not ahead):
        return after[0], False
    if ahead:
        return ahead[-1], False
    named = [n for n in NAMED.finditer(before) if len(before) - n.end() <= _KEY_NEAR]
    return (by_key.get(named[-1][0], ""), True) if named else ("", False)


_KEY_NEAR = 6
"""Code points between a key and the number of an item of what it stands for."""


@check(
    "E225", family="evidence", across=True, severity="warning", says="An item of minutes that is cited is about something else."
)
def item_about_another(corpus: Corpus) -> Iterator[Finding]:
    """Citations of an item that shares hardly a word with what cites it and no key, where another item shares some."""
    items: dict[str, dict[int, _Item]] = defaultdict(dict)
    for meeting in _meetings(corpus):
        items[meeting.day] = {**meeting.items, **items[meeting.day]}
    every = [item for day, numbered in items.items() if day for item in numbered.values()]
    seen = Counter(word for item in every for word in item.words)
    for one in _citations(corpus) if len(every) > _ALIKE else ():
        cited = items[one.day].get(_number(one.shown))
        if cited is None or cited.audited.source.lang != one.audited.source.lang or _is_footnote(one):
            continue
        cells = beside(one.audited, one.passage)
        text = " ".join((*one.passage.heading[-1:], *(p.text for p in cells)))
        if keys_in(text) & cited.keys:
            continue
        here = frozenset(index_terms(text)) - frozenset(index_terms(one.shown[0]))
        rated = {id(i): sum(log(1 + len(every) / seen[w]) for w in i.words & here) for i in every}
        best = max(every, key=lambda i: rated[id(i)])
        if best is cited or rated[id(best)] < _WEIGHT or len(best.words & here) < _ALIKE:
            continue
        if rated[id(cited)] * _HARDLY > rated[id(best)]:
            continue
        where = one.audited.place(one.passage)
        told = [i.audited.at(Lines(i.line, i.line)) for i in (cited, best)]
        what = f"“{one.day}, {one.shown[0]}” is cited, which has hardly a word of this; another item has more."
        yield found("E225", [where, *told], what, "Look which item is meant.", confidence=0.75)


@check(
    "E227",
    family="evidence",
    across=True,
    severity="warning",
    says="An item is cited that the minutes of its day do not have.",
)
def no_such_item(corpus: Corpus) -> Iterator[Finding]:
    """Citations of a number beyond the last item of a day's minutes, or of one that they pass over."""
    meetings = [m for m in _meetings(corpus) if m.items and _may_tell(m.audited, _MEETING)]
    cited = [(one, [m for m in meetings if m.day == one.day], _number(one.shown)) for one in _citations(corpus)]
    led = Counter(_sign(one) for one, of_day, number in cited if any(number in m.items for m in of_day))
    for one, of_day, number in cited:
        meant = _is_of_minutes(one, of_day) or (_sign(one) and led[_sign(one)] >= _LEAST)
        if not of_day or not meant or any(_may_have(m, number) for m in of_day):
            continue
        longest = max(of_day, key=lambda m: max(m.items))
        last = max(longest.items)
        what = f"“{one.day}, {one.shown[0]}” is cited, and the minutes of that day "
        what += f"end at item {last}." if number > last else f"have no item {number}."
        nearest = longest.items[max(n for n in longest.items if n < number or number < 1)]
        where = [one.audited.place(one.passage), longest.audited.at(Lines(nearest.line, nearest.line))]
        yield found("E227", where, what, "Look which item is meant.", confidence=0.85)


_PUT_OFF = re.compile(
    r"(?:\b(?:agreed|decided|resolved) to )?\b(?:(?:put|lay) (?:\w+ ){0,3}(?:off|aside)"
    r"|postpone[sd]?|defer(?:s|red)?"
    r"|adjourned|tabled|no (?:vote|decision)|without (?:a )?(?:vote|decision)|not (?:voted|decided|adopted)"
    r"|(?:to|until) the next meeting)\b"
    r"|(?:决定|同意|议定)?[^，。；]{0,6}(?:推迟|暂缓|搁置|未(?:作|做)?表决|没有?表决|不表决|未(?:作|做)?(?:出)?决定|没有?(?:作|做)(?:出)?决定"
    r"|下次(?:再|会)|另议|再议)",
    re.IGNORECASE,
)
"""What minutes say of an item on which nothing was decided."""
_DECIDED = re.compile(
    r"\b(?:agreed|adopted|carried|accepted|approved|resolved|decided|unanimous\w*|in favou?r|\d+ (?:to|for|votes?))\b"
    r"|通过|赞成|同意|决定|采纳",
    re.IGNORECASE,
)


@check(
    "E234", family="evidence", across=True, severity="warning", says="An item of minutes is cited in which nothing was decided."
)
def nothing_decided(corpus: Corpus) -> Iterator[Finding]:
    """Citations of an item that was put off, in passages that do not say so."""
    items: dict[tuple[str, int], list[_Item]] = defaultdict(list)
    for meeting in _meetings(corpus):
        for number, item in meeting.items.items():
            items[meeting.day, number].append(item)
    for one in _citations(corpus):
        cited = items.get((one.day, _number(one.shown)), [])
        if len(cited) != 1 or _PUT_OFF.search(one.passage.text) or _is_footnote(one):
            continue
        said = _PUT_OFF.search(cited[0].text)
        if said and not _DECIDED.search(_PUT_OFF.sub(" ", cited[0].text)):
            what = f"“{one.day}, {one.shown[0]}” is cited, of which the minutes say “{said[0]}”."
            where = [one.audited.place(one.passage), cited[0].audited.at(Lines(cited[0].line, cited[0].line))]
            yield found("E234", where, what, "Look when it was decided, and cite that.", confidence=0.8)


def _is_footnote(one: _Cited) -> bool:
    """Whether it stands in the text of a footnote: what rests on it stands elsewhere."""
    return bool(re.match(r"\s*(?:\[\^?[\w-]+\]:?|\.\. \[#?\w+\])\s", one.audited.printed[one.passage.lines.first - 1]))


def _sign(one: _Cited) -> str:
    """The letters before the day of a citation that stand for those who met; empty for none."""
    before = one.passage.text[max(0, one.shown.start() - _AROUND) : one.shown.start()]
    shown = [*re.finditer(r"(?<![\w-])[A-Z]{2,6}(?=[\s.:]{1,2}\d)", before)]
    return shown[-1][0] if shown else ""


def _is_of_minutes(one: _Cited, of_day: Sequence[_Meeting]) -> bool:
    """Whether a citation is one of these minutes: it says so by a word or a key, and names no other body than they do."""
    text, (start, end) = one.passage.text, one.shown.span()
    around = " ".join((*one.passage.col_headers, text[max(0, start - _AROUND) : end + _AROUND]))
    said = {body.casefold() for body in _BODY.findall(around)}
    tops = (
        " ".join((m.audited.source.file, m.audited.source.title, *m.audited.printed[m.first - 1 : m.first + 5])) for m in of_day
    )
    met = {body.casefold() for top in tops for body in _BODY.findall(top)}
    return bool(one.by_key or _MEETING.search(around) or said & met) and not (said and met and not said & met)


def _may_have(meeting: _Meeting, number: int) -> bool:
    """Whether minutes may have an item of a number: it is there, or they are not counted from 1, or a line begins with it."""
    if number in meeting.items or len(meeting.items) < _LEAST or 1 not in meeting.items or number < 1:
        return True
    printed = meeting.audited.printed
    if _EXTRACTS.search(meeting.audited.source.title) or any(_EXTRACTS.search(line) for line in printed[: meeting.first + 5]):
        return True
    begins = re.compile(
        rf"\W*(?:(?:item|no|resolution|point|decision|第|议题|决议)\W*)?(?:{number}(?!\d)|{han(number)}(?=\W|[项条案号])|{_ring(number)})",
        re.I,
    )
    return any(begins.match(line) for line in printed[meeting.first - 1 : meeting.last])


def _ring(number: int) -> str:
    """A number in a ring."""
    return chr(0x2460 + number - 1) if 1 <= number <= 20 else "①"
