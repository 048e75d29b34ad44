"""Days held against the tables that have them: rulings dated before their source, and sources cited with another day."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator, Mapping, Sequence

from kb.audit.check import check, found
from kb.audit.corpus import Corpus
from kb.audit.evidence.registers import TOLD
from kb.audit.evidence.rows import DATED, NAMED, SOURCED, Row, keyed, keys_in, rows_of, tables
from kb.audit.evidence.superseded import HISTORY
from kb.audit.structure.outline import RECORDS, on_its_line
from kb.lang.dates import MONTH, days_in, month_number, placed_days
from kb.model import Finding, Lines

_LEAST, _SHARE = 4, 0.2
"""Rulings of a table whose sources are dated, and the share of those dated before them from which on that is its way."""
_BESIDE = re.compile(r"[；;、]|\band\b|\n|和|及")
"""Signs between several sources."""


@check("E228", family="evidence", across=True, severity="warning", says="A ruling is dated before its source.")
def dated_before_its_source(corpus: Corpus) -> Iterator[Finding]:
    """Rows whose day is earlier than that of every source that they name, in tables whose other rows are not."""
    rows = keyed(corpus)
    for table in tables(corpus).values():
        sourced = [(row, sources) for row in table if row.day and (sources := _sources(row, rows))]
        early = [(row, sources) for row, sources in sourced if row.day < min(sources)]
        if len(sourced) < _LEAST or len(early) > max(1, _SHARE * len(sourced)):
            continue
        for row, sources in early:
            day = min(sources)
            where = [row.at(row.under(DATED)), row.at(row.under(SOURCED)), *(source.at() for source in sources[day])]
            what = f"{row.key or 'The ruling'} is dated {row.day}, before its source, which is of {day}."
            yield found("E228", list(dict.fromkeys(where))[:3], what, "Look up which day is right.", confidence=0.85)


def _sources(row: Row, rows: Mapping[str, Sequence[Row]]) -> Mapping[str, Sequence[Row]]:
    """The days of the sources that a row names, with the rows that have them; empty if one of them has none that is known."""
    days: dict[str, list[Row]] = {}
    for named in (part for cell in row.under(SOURCED) for part in _BESIDE.split(cell.text) if part.strip()):
        own = days_in(named).days
        listed = [source for key in keys_in(named) for source in rows.get(key, ()) if source.table != row.table and source.day]
        if not (own or listed):
            return {}
        for day in own:
            days.setdefault(day, [])
        for source in listed:
            days.setdefault(source.day, []).append(source)
    return days


_OF_YEAR = re.compile(
    rf"(?<![\w/-])(?P<day>\d{{1,2}}) (?P<month>{MONTH})\b(?! \d{{1,2}}\b)"
    r"|(?<!\d)(?P<number>\d{1,2})\s*月\s*(?P<zhday>\d{1,2})\s*日",
    re.IGNORECASE,
)
"""A day of a month, with or without its year."""


@check("E232", family="evidence", severity="warning", says="A day is named that no calendar has.")
def no_such_day(corpus: Corpus) -> Iterator[Finding]:
    """Days beyond the last of their month, with the year or without."""
    for audited in corpus.documents:
        for number, line in enumerate(audited.printed, 1):
            if day := next(_impossible(line), ""):
                where = [audited.at(Lines(number, number))]
                yield found("E232", where, f"“{day}”: no such day.", "Look up which day is meant.", confidence=0.9)


def _impossible(line: str) -> Iterator[str]:
    for span, day in placed_days(line):
        year, month, number = map(int, day.split("-"))
        whole = not re.search(r"[\w/-]$", line[: span.start]) and not re.match(r"[\w/-]", line[span.end :])
        if whole and 1 <= month <= _MONTHS and not 1 <= number <= calendar.monthrange(year, month)[1]:
            yield line[slice(*span)]
    for shown in _OF_YEAR.finditer(line):
        month = int(shown["number"]) if shown["number"] else month_number(shown["month"])
        last = calendar.monthrange(_LEAP, month)[1] if 1 <= month <= _MONTHS else 0
        if last and int(shown["day"] or shown["zhday"]) > last:
            yield shown[0]

    yield from (shown[0] for shown in _NO_MONTH.finditer(line))


_NO_MONTH = re.compile(r"^(?:date|updated|issued|日期)\s*[:：]\s*[\"']?(?:19|20)\d\d-(?:1[3-9]|[2-9]\d)-\d\d\b", re.IGNORECASE)
"""A day in the head of a page whose month and day have changed places."""
_LEAP, _MONTHS = 2024, 12
_OF = re.compile(r"(?P<open>\s*[（(]\s*)?(?P<words>[^（）()\d]{0,40}?)")
"""What stands between a key and the day that is given for it."""
_WORDS = """
a the of on by dated from given ruled decided issued written ruling rulings decision decisions answer letter mail email e-mail
message minutes meeting report circular notice bulletin panel council committee board desk judge judges
"""
_SPEAKING = frozenset(_WORDS.split())
"""Words between a key and its day, besides those of its row."""
_SPEAKING_ZH = re.compile(
    r"(?:的|于|裁定|裁决|判例|决定单?|决议|纪要|会议|记录|来信|信|函|邮件|答复|回复|通知|通告|公告|报告|理事会|委员会|规则组|裁判组|裁定组|主裁)*"
)
_TURNED = re.compile(
    r"\b(?:since|until|till|from|as of|after|before|by|effective|in force|valid)\W*$|(?:自|从|直到|截至|直至|到)\W*$",
    re.IGNORECASE,
)
"""Words before a key that make its day one on which something began or ended."""
_GOES_ON = re.compile(
    r"\s*(?:on\b|onwards?\b|to\b|until\b|[-–—~～至到起止前后]|以[后前来]|之[后前]|生效|施行|废止|修[订改]|更新|确认|通过)"
)
"""Words behind a day that make it one."""
_CLOSED = re.compile(
    r"\s*(?:的?(?:来信|信|函|纪要|会议记录|会议|裁定|答复|决定单?|决议))?"
    r"(?:[,，]?\s*(?:item \d+|第\s*\S{1,3}\s*[项条号]))?\s*[)）\]】]"
)
_NEAR = 50
"""Code points between a key and its day, at most."""
_APART = 10
"""Code points before a key in which another one shares its day."""


@check(
    "E230", family="evidence", across=True, severity="warning", says="A source is cited with another day than its list gives."
)
def day_of_another(corpus: Corpus) -> Iterator[Finding]:
    """A key with a day beside it or in one bracket, where no row of the key has that day, nor any source that it names."""
    rows = keyed(corpus)
    for audited in corpus.documents if any(row.day for of_key in rows.values() for row in of_key) else ():
        if audited.source.format in RECORDS or TOLD.search(audited.source.file) or HISTORY.search(audited.source.file):
            continue
        heads = {passage for row in rows_of(audited) if row.key for passage in row.passages}
        for passage in audited.document.passages:
            if passage.kind in ("boilerplate", "heading", "reference") or passage.id in heads:
                continue
            for key, day in _days_of_keys(passage.text, rows):
                own = [row for row in rows[key] if row.day]
                if own and day not in _known_days(key, rows):
                    where = [on_its_line(audited, passage, key), *(row.at() for row in own[:2])]
                    what = f"{key} is given as of {day}, and the list has {own[0].day}."
                    yield found("E230", where, what, "Look up which day is right.", confidence=0.85)


def _known_days(key: str, rows: Mapping[str, Sequence[Row]]) -> set[str]:
    """The days that a key or its rows name, or the rows of the keys that these name."""
    named = {other for row in rows[key] for other in keys_in(row.text) if other in rows}
    said = [key, *(row.text for other in (key, *named) for row in rows[other])]
    return {day for text in said for day in days_in(text).days}


_GONE_THEN = re.compile(r"[^。.;；]{0,12}(?:撤销|废止|取代|作废|失效|withdr|superse|replace|revoke)", re.IGNORECASE)
"""What happened on a day, if that was the end of it."""


def _days_of_keys(text: str, rows: Mapping[str, Sequence[Row]]) -> Iterator[tuple[str, str]]:
    """Keys of rows, each with the day that stands beside it."""
    days = list(placed_days(text))
    shown = [key for key in NAMED.finditer(text) if not any(span.start <= key.start() < span.end for span, _ in days)]
    for number, key in enumerate(shown):
        behind = next(((span, day) for span, day in days if 0 <= span.start - key.end() <= _NEAR), None)
        alone = number == 0 or key.start() - shown[number - 1].end() > _APART
        if key[0] not in rows or behind is None or not alone or _TURNED.search(text[: key.start()]):
            continue
        span, day = behind
        between = _OF.fullmatch(text[key.end() : span.start])
        if between is None or _GOES_ON.match(text[span.end :]):
            continue
        words = between["words"].strip(" ,，:：")
        if _GONE_THEN.match(text[span.end :]):
            continue
        closed = bool(_CLOSED.match(text[span.end :]))
        if (words.casefold() in ("", "of") or _are_of_a_source(words, rows[key[0]])) and (
            closed or not (between["open"] or words.casefold() not in ("", "of"))
        ):
            yield key[0], day


def _are_of_a_source(words: str, rows: Sequence[Row]) -> bool:
    """Whether words between a key and a day say of what kind the source is, and no more."""
    own = {word.casefold() for row in rows for word in re.findall(r"[A-Za-z-]+", row.text)}
    latin = {word.casefold() for word in re.findall(r"[A-Za-z-]+", words)}
    return latin <= _SPEAKING | own and bool(_SPEAKING_ZH.fullmatch(re.sub(r"[A-Za-z\s,，、:：'’-]+", "", words)))
