"""Clauses and articles that are cited by a number which no document gives one."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping

from kb.audit.check import check, found
from kb.audit.corpus import Audited, Corpus, shared
from kb.audit.structure.outline import RECORDS, on_its_line, readable
from kb.model import Finding, Lines, Passage

_CLAUSE = re.compile(r"[\s*#>|-]*(?:§\s*)?\**(?P<n>\d{1,2}\.\d{1,2})(?![\d.:])\**[\s.、:：)）]")
_ARTICLE = re.compile(r"[\s*#>|-]*\**第\s*(?P<n>\d{1,3})\s*条|[\s*#>|-]*\**Article\s+(?P<en>\d{1,3})\b")
_CITED = re.compile(
    r"\b(?:[Ss]ections?|[Rr]ules?|[Cc]lauses?|[Aa]rticles?|[Pp]aragraphs?|§)\s*(?P<en>\d{1,2}\.\d{1,2})(?!\d|\.\d)"
    r"|第\s*(?P<zh>\d{1,2}\.\d{1,2})\s*[条节款]|(?:规则|章程|规程|见)\s*(?P<of>\d{1,2}\.\d{1,2})(?!\d|\.\d|\s*[版元倍])"
)
_BY_NAME = re.compile(r"《(?P<zh>[^》]{2,14})》\s*第\s*(?P<n>\d{1,3})\s*条")
_EDITION = re.compile(r"\b(?:version|edition)\b|版", re.IGNORECASE)
_KEY = re.compile(r"[A-Z]{1,3}-?\d{1,3}\]?[\s,，的]*$")
"""A source that a list of sources has: its clauses are elsewhere."""
_DELETED = re.compile(r"\b(?:deleted|removed|dropped|struck|taken out|left out)\b|删[去除掉]|取消", re.IGNORECASE)
"""Of a clause that is no more."""
_LEAST = 8
"""Clauses that a document numbers so, and citations of such that lead somewhere for each that does not."""
_LED = 3


@shared
def _numbered(audited: Audited) -> Mapping[str, int]:
    """The lines of what a document numbers in two parts."""
    return {shown["n"]: line for line, text in enumerate(audited.printed, 1) if (shown := _CLAUSE.match(text))}


def _clauses(audited: Audited) -> Mapping[str, int]:
    """The same; none where these are few."""
    told = _numbered(audited)
    return told if len(told) >= _LEAST else {}


@shared
def _articles(audited: Audited) -> Mapping[int, int]:
    """The same of articles that are counted through."""
    shown = ((line, _ARTICLE.match(text)) for line, text in enumerate(audited.printed, 1))
    told = {int(m["n"] or m["en"]): line for line, m in shown if m}
    return told if len(told) >= _LEAST else {}


@check("S247", family="structure", across=True, severity="warning", says="A clause is cited that no document has.")
def no_such_clause(corpus: Corpus) -> Iterator[Finding]:
    """Numbers of clauses that stand nowhere, where most that are cited do; articles past the last of the document named."""
    written = [d for d in corpus.documents if d.source.format not in RECORDS]
    known = {n for d in written for n in _numbered(d)}
    cited = [(d, passage, n) for d in written for passage, n in _citations(d)] if any(map(_clauses, written)) else []
    lost = [(d, passage, n) for d, passage, n in cited if n not in known and not n.endswith(".0")]  # that is an edition
    if lost and len(cited) - len(lost) >= _LED * len(lost):
        for audited, passage, number in lost:
            if _DELETED.search(passage.text):
                continue
            what = f"{number} is cited, and no document has a clause of that number."
            where = on_its_line(audited, passage, number)
            yield found("S247", [where], what, "Look which clause is meant.", confidence=0.85)
    for audited in written:
        yield from _past_the_last(audited, written)
    yield from _under_no_letter(written)


_OF_LETTER = re.compile(r"(?<![\w.-])(?P<letter>[A-Z]{1,2})(?P<n>\d{1,2}\.\d{1,2})(?![\d.]\d|[\w-])")
_HEADS = re.compile(rf"[\s*#>|-]*\**{_OF_LETTER.pattern}\**[\s.、:：)）]")


def _under_no_letter(written: list[Audited]) -> Iterator[Finding]:
    """Clauses that are numbered with a letter before, H10.6, of which there is none though the letter has many."""
    known: dict[str, set[str]] = defaultdict(set)
    for audited in written:
        for line in audited.printed:
            if shown := _HEADS.match(line):
                known[shown["letter"]].add(shown["n"])
    for letter, numbers in known.items():
        if len(numbers) < _LEAST:
            continue
        cited = [
            (audited, passage, shown["n"])
            for audited in written
            for passage in readable(audited)
            for shown in _OF_LETTER.finditer(passage.text)
            if shown["letter"] == letter
        ]
        lost = [
            (audited, passage, n) for audited, passage, n in cited if n not in numbers and not _DELETED.search(passage.text)
        ]
        for audited, passage, n in lost if len(cited) >= _LED * len(lost) else ():
            what = f"{letter}{n} is cited, and no document has a clause of that number."
            where = on_its_line(audited, passage, f"{letter}{n}")
            yield found("S247", [where], what, "Look which clause is meant.", confidence=0.85)


def _citations(audited: Audited) -> Iterator[tuple[Passage, str]]:
    for passage in readable(audited):
        for shown in _CITED.finditer(passage.text):
            before = passage.text[: shown.start()]
            if not (_EDITION.search(before[-12:] + passage.text[shown.end() :][:10]) or _KEY.search(before)):
                yield passage, shown["en"] or shown["zh"] or shown["of"]


def _past_the_last(audited: Audited, written: list[Audited]) -> Iterator[Finding]:
    for passage in readable(audited):
        for shown in _BY_NAME.finditer(passage.text):
            named = [d for d in written if shown["zh"] in f"{d.source.title} {d.source.file}" and _articles(d)]
            if len(named) == 1 and int(shown["n"]) > max(_articles(named[0])):
                last = max(_articles(named[0]))
                end = named[0].at(Lines(_articles(named[0])[last], _articles(named[0])[last]))
                what = f"{shown[0]} is cited, and the document ends at article {last}."
                yield found(
                    "S247",
                    [on_its_line(audited, passage, shown[0]), end],
                    what,
                    "Look which article is meant.",
                    confidence=0.85,
                )
