"""Names that a glossary, a change log or a sentence says have been replaced, and that a page in force still uses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kb.audit.check import MAX_PLACES, check, found
from kb.audit.corpus import Audited, Corpus
from kb.audit.evidence.registers import TOLD
from kb.audit.evidence.rows import rows_of
from kb.audit.evidence.superseded import HISTORY, PASSED, WITHDRAWN
from kb.audit.meaning.outdated import BEFORE, NOW
from kb.audit.structure.outline import CHAT, RECORDS
from kb.model import Finding, FoundAt, Lines

_NAME = r"[\"“「『‘'*_]{1,2}(?P<%s>[^\"“”「」『』‘’'*_\n]{2,24})[\"”」』’'*_]{1,2}"
_OLD, _NEW = _NAME % "old", _NAME % "new"
_SAID = (
    re.compile(
        rf"(?:旧称|旧名|原称|原名)?\s?{_OLD}\s?(?:一律|统一|现已?|已|从此)?(?:改称|改叫|改名为|更名为|改名叫|统一为)\s?{_NEW}"
    ),
    re.compile(
        rf"{_OLD} (?:is|was|has been|are|were|have been) (?:now |since )?(?:renamed|called|replaced by)(?: to| as)? {_NEW}",
        re.IGNORECASE,
    ),
    re.compile(rf"\brenamed(?: from)? {_OLD} (?:to|as|into) {_NEW}", re.IGNORECASE),
    re.compile(rf"\b(?:formerly|previously|used to be) (?:called |known as |named )?{_OLD}", re.IGNORECASE),
    re.compile(
        rf"\b(?:called|named|known as) {_OLD} (?:before|until|up to|in (?:the )?(?:old|first|second|third|earlier))\b",
        re.IGNORECASE,
    ),
    re.compile(r"\bis now called (?P<new>[A-Z][\w-]+)\. It used to be called (?P<old>[A-Z][\w-]+)\b"),
)
"""A name and the one that has taken its place; or the old one alone."""
_RETIRED = re.compile(
    r"(?:已?停用的?|旧|原|不再使用的?)(?:旧?称|名称|名|叫法)|(?:old|former|retired|deprecated|obsolete) (?:name|term|word)s?"
)
"""Titles of a column of such names."""
_NAMED = re.compile(r"\b(?:name|term|word|called)\b|名|称|词|叫法", re.IGNORECASE)
"""What a row of a table of changes is about, where that is a name."""
_APART = re.compile(r"\s*[、，,;；/]\s*")
_WORDS, _MOST = 3, 4
"""Words of an English name, and places where an old one may still stand, at most: a name of many is a word of the language."""
_LETTERS = 4


@dataclass(frozen=True, slots=True)
class _Renamed:
    old: str
    new: str
    place: FoundAt


@check("M331", family="meaning", across=True, severity="warning", says="A name that has been replaced is still used.")
def old_name(corpus: Corpus) -> Iterator[Finding]:
    """Old names on pages in force, on lines that do not speak of the past or of both names."""
    written = [d for d in corpus.documents if d.source.format not in RECORDS]
    told: dict[str, _Renamed] = {}
    for one in (renamed for d in written for renamed in _renamed(d)):
        told.setdefault(one.old.casefold(), one)
    current = [d for d in written if not _tells(d)]
    for one in told.values():
        where = [audited.at(Lines(n, n)) for audited in current for n in _uses(audited, one)]
        if 0 < len(where) <= _MOST:
            what = f"“{one.old}” is an old name" + (f"; it is “{one.new}” now." if one.new else ".")
            yield found("M331", [*where[: MAX_PLACES - 1], one.place], what, "Use the name that holds now.", confidence=0.8)


def _tells(audited: Audited) -> bool:
    named = f"{audited.source.file} {audited.source.title}"
    return any(pattern.search(named) for pattern in (HISTORY, TOLD))


def _renamed(audited: Audited) -> Iterator[_Renamed]:
    for row in rows_of(audited):
        head = next((cell.text for cell in row.cells.values() if cell.text.strip()), "")
        for cell in row.under(_RETIRED):
            yield from (_Renamed(old, head, row.at([cell])) for old in _APART.split(cell.text.strip()) if _is_name(old))
        was, now = ([cell.text.strip() for cell in row.under(titles)] for titles in (BEFORE, NOW))
        if len(was) == len(now) == 1 and _NAMED.search(head) and all(map(_is_name, (*was, *now))):
            yield _Renamed(was[0], now[0], row.at())
    for passage in audited.document.passages:
        if passage.kind in ("boilerplate", "reference"):
            continue
        text = audited.raw(passage)
        for pattern in _SAID:
            for shown in pattern.finditer(text):
                names = shown.groupdict()
                old, new = names["old"], names.get("new") or ""
                if _is_name(old) and old != new:
                    yield _Renamed(old, new, audited.place(passage))


def _is_name(text: str) -> bool:
    """Whether a text may be a name: a few words without a number."""
    if re.search(r"[\d。，；：:|/]", text) or not text.strip():
        return False
    if re.search(r"[\u3400-\u9fff]", text):
        return 2 <= len(text) <= 8
    return len(text) >= _LETTERS and len(text.split()) <= _WORDS


def _uses(audited: Audited, one: _Renamed) -> Iterator[int]:
    """The lines on which an old name stands as one in use."""
    han = re.search(r"[\u3400-\u9fff]", one.old) is not None
    pattern = re.compile(re.escape(one.old) if han else rf"(?<![\w-]){re.escape(one.old)}s?(?![\w-])", re.IGNORECASE)
    for number, line in enumerate(audited.printed, 1):
        if not pattern.search(line) or CHAT.match(line) or (one.place.source == audited.source.id and _near(number, one)):
            continue
        if one.new and one.new.casefold() in line.casefold():
            continue
        if not (PASSED.search(line) or WITHDRAWN.search(line) or _RETIRED.search(line)):
            yield number


def _near(number: int, one: _Renamed) -> bool:
    return one.place.lines.first - 1 <= number <= one.place.lines.last + 1
