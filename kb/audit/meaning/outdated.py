"""Values that a change log or minutes say were changed, and that another page still gives as they were."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from math import log

from kb.audit.check import MAX_PLACES, check, found
from kb.audit.corpus import Audited, Corpus
from kb.audit.evidence.registers import TOLD
from kb.audit.evidence.rows import beside, rows_of
from kb.audit.evidence.superseded import HISTORY, PASSED, WITHDRAWN
from kb.audit.structure.outline import RECORDS
from kb.index.terms import index_terms
from kb.lang.detect import detect
from kb.lang.numerals import HAN, WORDS, value
from kb.model import SEARCHED_KINDS, Finding, Passage

COVERED = 0.6
"""Share of the words of what was changed, seldom ones counting more, that a passage must have with its headings."""
TELLING, TELLING_COVERED = 100, 0.35
"""From where on a number itself tells what is spoken of, and the share that is enough with it."""
ROUND = 20
"""From where on a number that is changed without a word for what it counts may have one elsewhere."""
SELDOM, FEW = 0.035, 4
"""Share of the passages that have the most telling of these words, at most, or as few of them."""
FEWEST = 2
"""Of these words, at least."""
_N = rf"[£$€]?(?:\d{{1,6}}|{WORDS})\b"
_WORD = r"(?: (?!to\b|instead\b|in\b)[A-Za-z-]+)"
_H = rf"(?:\d{{1,6}}|{HAN})"
_UNIT = r"[\u4e00-\u9fff]"
_CHANGED = (
    "goes|go|went|raised?|lower(?:ed|s)?|changed?|increased?|reduced?|cut|extended|shortened|dropp?(?:ed|s)?|rises?|rose|fell|falls?"
    "|up|down|now"
)
_FORMERLY = (
    "before (?:that )?it was|(?:it|they|these|this) used to (?:be|last|take|have)|it was|it had been|was|formerly|before"
    "|not|no longer"
)
_CHANGES = (
    re.compile(
        rf"^(?P<what>[A-Z][\w' -]{{2,40}}?),? from (?P<old>{_N}){_WORD}{{0,3}}? to (?P<new>{_N})(?P<unit>{_WORD})?",
    ),
    re.compile(
        rf"\b(?:{_CHANGED})\b[^.;]{{0,60}}? from (?P<old>{_N}){_WORD}{{0,3}}? to (?P<new>{_N})(?P<unit>{_WORD})?", re.IGNORECASE
    ),
    re.compile(
        rf"(?<![\w.-])(?P<new>{_N})(?P<unit>{_WORD})?{_WORD}{{0,4}} (?:instead|in place) of (?P<old>{_N})(?![\w-]|\.\d)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?<![\w.-])(?P<new>{_N})(?P<unit>{_WORD})?[^.;]{{0,40}}[;,(.] ?(?:{_FORMERLY}) (?P<old>{_N})\b", re.IGNORECASE
    ),
    re.compile(
        rf"(?:[由从]\s*)?(?<!\d)(?P<old>{_H})\s*个?(?P<unit>{_UNIT})?[^，。；]{{0,8}}?"
        rf"(?:改[为成]|变[为成]|[升降减增]加?少?[到为至]|提高[到为至]|调整?[到为至]|[延缩][长短][到为至])\s*(?P<new>{_H})"
    ),
)
"""From which number to which, as change logs and minutes put it."""
_IDLE = re.compile(
    r"\d|[的由从了为是在]|^(?:now|go|went|rais|lower|chang|increas|reduc|cut|not|no|and|befor|propos|when|up|most|least|mai|may|time|card|done)$"
)
"""In terms that say nothing of what was changed."""
_LOG = re.compile(
    r"release|revision|amend|what['’]?s?[- ]new|修改|修订|改动|版本|xiugai|xiuding|gengxin|biangeng", re.IGNORECASE
)
"""Names of pages that tell what is new in an edition."""
_CIRCULAR = re.compile(r"(?<![a-z])(?:circulars?|announcements?|bulletins?)(?![a-z])|通告|公告", re.IGNORECASE)
_YEAR = re.compile(r"(?<!\d)20\d\d(?!\d)")
"""In the name of a page that tells of one event."""
_BREAK = re.compile(r"[。；;:：]|\.\s|\n")
_VOTE = 2
"""Lines below a proposal in which stands what came of it."""
_REJECTED = re.compile(
    r"\bnot (?:adopted|carried|accepted|approved)\b|\b(?:rejected|declined|turned down|withdrawn|fell|failed)\b"
    r"|未(?:获)?通过|否决|不予采纳|撤回",
    re.IGNORECASE,
)
"""What tells that a change was proposed and not made."""
_ASIDE = re.compile(r"[(（][^)）]*[)）]|[*_`]+")


@dataclass(frozen=True, slots=True)
class _Change:
    """A value that was changed."""

    audited: Audited
    passage: Passage
    old: int
    new: int
    unit: str
    about: frozenset[str]
    """Words of what has it."""
    said: str
    clause: str = ""
    """The number of the clause that was changed; empty where none is named."""


@check("M324", family="meaning", across=True, severity="warning", says="A page gives a value that was changed since.")
def outdated(corpus: Corpus) -> Iterator[Finding]:
    """Changes from one number to another, and what other documents of the language state of the same with the old one."""
    changes = list(_changes(corpus))
    if not changes:
        return
    words = _words(corpus)
    stated = [
        (audited, passage)
        for audited in corpus.documents
        if audited.source.format not in RECORDS and not _tells(audited) and not _YEAR.search(audited.source.file)
        for passage in audited.document.passages
        if passage.kind in SEARCHED_KINDS
        and passage.kind != "question"
        and not (PASSED.search(passage.text) or WITHDRAWN.search(passage.text))
        and not (passage.kind == "table-cell" and WITHDRAWN.search(audited.printed[passage.lines.first - 1]))
    ]
    told: set[str] = set()
    for change in changes:
        if any(other.old == change.new and other.new == change.old and other.about & change.about for other in changes):
            continue
        still = [
            (audited, passage)
            for audited, passage in stated
            if passage.id not in told and passage.lang == change.passage.lang and _still(change, audited, passage, words)
        ]
        if still:
            told |= {passage.id for _, passage in still}
            what = f"{change.old} was changed to {change.new}: “{change.said}”."
            places = [audited.place(passage) for audited, passage in still[: MAX_PLACES - 1]]
            places.append(change.audited.place(change.passage))
            yield found("M324", places, what, "Give the new value, or say until when the old one held.", confidence=0.75)


def _tells(audited: Audited) -> bool:
    """Whether a document tells what became of rules: a change log, minutes."""
    return any(
        pattern.search(name)
        for pattern in (HISTORY, TOLD, _CIRCULAR, _LOG)
        for name in (audited.source.file, audited.source.title)
    )


def _changes(corpus: Corpus) -> Iterator[_Change]:
    for audited in (d for d in corpus.documents if d.source.format not in RECORDS):
        yield from _in_rows(audited)
        for passage in audited.document.passages if _tells(audited) else ():
            if passage.kind == "boilerplate":
                continue
            text = _ASIDE.sub(" ", passage.text)
            below = "\n".join(audited.printed[passage.lines.last : passage.lines.last + _VOTE])
            if _REJECTED.search(f"{text}\n{below}"):
                continue
            for pattern in _CHANGES:
                for shown in pattern.finditer(text):
                    before = _BREAK.split(text[: shown.start()])
                    clause = next((part for part in reversed(before) if index_terms(part)), "")
                    clause = clause or shown.groupdict().get("what") or ""
                    told = _BREAK.split(text[shown.end() :])[0] if passage.lang == "en" else ""
                    about = frozenset(t for t in index_terms(f"{clause} {told}") if not _IDLE.search(t))
                    old, new = (value(shown[name].lstrip("£$€")) for name in ("old", "new"))
                    if about and old != new:
                        yield _Change(
                            audited,
                            passage,
                            old,
                            new,
                            (shown["unit"] or "").strip().lower().rstrip("s"),
                            about,
                            shown[0].strip(),
                            _clause(" ".join((*passage.row_headers, text[: shown.start()]))),
                        )


def _in_rows(audited: Audited) -> Iterator[_Change]:
    """Changes told in two columns: what a clause said before, and what it says now."""
    for row in rows_of(audited):
        was, now = ([cell.text for cell in row.under(titles)] for titles in (BEFORE, NOW))
        if len(was) != 1 or len(now) != 1:
            continue
        lang = detect(f"{was[0]} {now[0]}")
        old, new = _values(was[0], lang), _values(now[0], lang)
        about = frozenset(t for t in index_terms(was[0]) if not _IDLE.search(t))
        cell = next((audited.passages[i] for i in sorted(row.passages) if audited.passages[i].text == was[0]), None)
        if len(old) == len(new) == 1 and old[0][0] != new[0][0] and about and cell:
            said = f"{was[0]} → {now[0]}"
            yield _Change(audited, cell, old[0][0], new[0][0], old[0][1], about, said, _clause(row.key or row.text))


def _clause(text: str) -> str:
    """The one clause that a text names by its number; empty for none or several."""
    named = set(_NUMBERED.findall(text))
    return named.pop() if len(named) == 1 else ""


@dataclass(frozen=True, slots=True)
class _Words:
    """How many of the passages have a word."""

    passages: int
    counts: Mapping[str, int]
    values: Mapping[tuple[str, int, str], int]
    """How many passages give a number with a word after it, by language."""

    def weight(self, words: Collection[str]) -> float:
        """What words count together, seldom ones more."""
        return sum(log(1 + self.passages / self.counts[word]) for word in words if word in self.counts)

    def is_seldom(self, word: str) -> bool:
        return self.counts.get(word, 0) <= max(FEW, SELDOM * self.passages)


def _words(corpus: Corpus) -> _Words:
    passages = [p for d in corpus.documents for p in d.document.passages]
    terms = Counter(term for p in passages for term in set(index_terms(p.text)))
    values: Counter[tuple[str, int, str]] = Counter((p.lang, *pair) for p in passages for pair in set(_values(p.text, p.lang)))
    return _Words(len(passages), terms, values)


def _still(change: _Change, audited: Audited, passage: Passage, words: _Words) -> bool:
    """Whether a passage says of the same thing that it has the old value."""
    values = _values(_NUMBERED.sub(" ", passage.text), passage.lang)
    telling = change.old >= TELLING
    counted = {number for number, _ in values}
    whatever = telling or (not change.unit and change.old >= ROUND)
    if (change.old, change.unit) not in values and not (whatever and change.old in counted):
        return False
    if change.new in counted:
        return False
    if change.clause and (change.old, change.unit) in values and _cites(audited, passage, change.clause):
        return True
    above = audited.passages.get(passage.parent or "")
    titles = (*passage.heading, above.text if above else "")
    held = change.about & set(index_terms(" ".join((*titles, passage.text))))
    covered = words.weight(held) >= (TELLING_COVERED if telling else COVERED) * words.weight(change.about)
    if covered and len(held) >= (1 if telling else FEWEST) and any(map(words.is_seldom, held)):
        return True
    heads = change.about & set(index_terms(" ".join(passage.row_headers)))
    if change.about and heads == change.about:
        row = " ".join(cell.text for cell in beside(audited, passage))
        if change.new not in (number for number, _ in _values(row, passage.lang)):
            return True
    named = change.about & set(index_terms(" ".join((*titles[-2:], *passage.row_headers, passage.text[:_OPENS]))))
    seldom = words.values.get((passage.lang, change.old, change.unit), 0) <= 2 * FEW
    return change.unit in _TIMES and seldom and words.weight(named) >= TELLING_COVERED * words.weight(change.about)


def _cites(audited: Audited, passage: Passage, clause: str) -> bool:
    """Whether a passage, or the row that it stands in, cites a clause; what has the number itself is the clause."""
    said = " ".join(p.text for p in beside(audited, passage)) if passage.kind == "table-cell" else passage.text
    return clause in _NUMBERED.findall(said) and not re.match(rf"\W*{re.escape(clause)}(?![\d.])", said)


_NUMBERED = re.compile(r"(?<![\d.])\d{1,3}\.\d{1,2}(?:\.\d{1,2})?(?![\d.]\d|\s?[%版])")
"""What a clause is numbered by."""
BEFORE = re.compile(
    r"before|was|old|from|previous(?:ly)?|formerly|(?:old|previous) (?:text|value|wording|rule)"
    r"|旧|原(?:来|值|文|规则?)?|[改此以]前|修改前|原先"
)
NOW = re.compile(
    r"now|new|to|after|since|(?:new|present) (?:text|value|wording|rule)|新|现(?:在|行)?|[改此以]后|修改后|改为|新规"
)
"""Titles of the columns of a table of changes."""
_TIMES = frozenset(("minute", "hour", "day", "week", "round", "turn", "分", "小", "天", "周", "轮", "回"))
"""Units of time, by their first character in Chinese: what takes so long is one thing for all formats, unlike cards."""
_OPENS = 12
"""Code points with which an entry of a glossary opens."""
_EN_VALUE = re.compile(rf"(?<![\w.-])(\d{{1,6}}|{WORDS})(?![\w-]|\.\d)(?: ([a-z]+))?", re.IGNORECASE)
_ZH_VALUE = re.compile(rf"(?<![\d.第])(\d{{1,6}}|{HAN})(?![\d.]\d)\s*个?([\u4e00-\u9fff])?")


def _values(text: str, lang: str) -> list[tuple[int, str]]:
    """The numbers of a text with the word after each."""
    pattern = _ZH_VALUE if lang == "zh" else _EN_VALUE
    return [(value(m[1]), (m[2] or "").lower().rstrip("s")) for m in pattern.finditer(text)]
