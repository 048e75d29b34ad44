"""Sources cited by a number or a sign that stands for them in a list or table: those that it lacks, or calls withdrawn."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kb.audit.check import check, found
from kb.audit.corpus import Audited, Corpus
from kb.audit.evidence.registers import FORM, GONE, LISTS, PARTLY, register_of
from kb.audit.evidence.rows import NAMED, SOURCED, Row, tables
from kb.audit.evidence.superseded import HISTORY, PASSED, REPLACES, WITHDRAWN
from kb.audit.structure.outline import RECORDS
from kb.model import Finding, Lines

_ENTRY = re.compile(
    r"\s*(?:[|*+-]\s*|\.\.\s+)*(?P<open>\[?)(?P<sign>[A-Z]{0,2})-?(?P<number>\d{1,3})"
    r"(?:\]?\*{0,2}\s*(?:[|,，、:：.]|\s{2,}|$)|\]\*{0,2}\s)(?P<says>.*)"
)
_LEAST = 3
"""Entries of a list of sources, counted from 1."""
_SHARE = 3
"""Times as many sources of a table's column another table must have as it lacks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A list of sources, with its form: [n], or a letter and n."""

    audited: Audited
    sign: str
    entries: Mapping[int, tuple[int, str]]
    """By number, the line and what is said of the source."""

    @property
    def cited(self) -> re.Pattern[str]:
        """How one is cited."""
        return re.compile(
            rf"(?<![\w-]){self.sign}-?(\d{{1,3}})(?![\w-])" if self.sign else r"(?<![\w\]])\[(\d{1,3})\](?![(:\[])"
        )


def listed_in(audited: Audited) -> Listed | None:
    """The list of sources of a document that says it is one by its name or title."""
    if not (LISTS.search(audited.source.file) or LISTS.search(audited.source.title)):
        return None
    forms: dict[str, dict[int, tuple[int, str]]] = {}
    for line, text in enumerate(audited.printed, 1):
        shown = _ENTRY.match(text)
        if shown and (shown["open"] or shown["sign"]):
            further = audited.printed[line] if line < len(audited.printed) and not shown["says"].strip() else ""
            forms.setdefault(shown["sign"], {}).setdefault(int(shown["number"]), (line, shown["says"] + further))
    for sign, entries in forms.items():
        if len(entries) >= _LEAST and sorted(entries) == list(range(1, len(entries) + 1)):
            return Listed(audited=audited, sign=sign, entries=entries)
    return None


@check(
    "E222",
    family="evidence",
    across=True,
    severity="warning",
    says="A source is cited by a number that the list of sources does not have, or calls withdrawn.",
)
def no_such_source(corpus: Corpus) -> Iterator[Finding]:
    """Citations of the entries of a list of sources in the other documents, where there is one such list; and the sources that
    a column of a table names by the keys of another table."""
    lists = [one for d in corpus.documents if d.source.format not in RECORDS and (one := listed_in(d))]
    for listed in lists if len(lists) == 1 else ():
        for audited in (d for d in corpus.documents if d is not listed.audited and d.source.format not in RECORDS):
            if HISTORY.search(audited.source.file):
                continue
            for number, line in enumerate(audited.printed, 1):
                for shown in listed.cited.finditer("" if FORM.search(line) else line):
                    yield from _judged(listed, audited, number, shown)
    yield from _lacking(corpus, lists[0] if len(lists) == 1 else None)


def _judged(listed: Listed, audited: Audited, number: int, shown: re.Match[str]) -> Iterator[Finding]:
    key = int(shown[1])
    where = audited.at(Lines(number, number))
    if key not in listed.entries:
        last = max(listed.entries)
        what = f"{shown[0]} is cited, and the list of sources ends at {last}."
        end = listed.audited.at(Lines(listed.entries[last][0], listed.entries[last][0]))
        yield found("E222", [where, end], what, "Cite the source that is meant, or add it to the list.", confidence=0.85)
        return
    line, says = listed.entries[key]
    register = register_of(listed.audited)
    if register and any(row == line for row, _ in register.rows.values()):
        return  # told by what looks at tables
    gone = GONE.search(says) and not PARTLY.search(says)
    if (gone or (WITHDRAWN.search(says) and not REPLACES.search(says))) and not _is_past(audited.printed[number - 1], shown):
        what = f"{shown[0]} is cited, which the list of sources calls withdrawn."
        told = listed.audited.at(Lines(line, line))
        yield found("E222", [where, told], what, "Cite the source that has replaced it.", confidence=0.85)


def _is_past(line: str, shown: re.Match[str]) -> bool:
    """Whether a line speaks of what it cites as of something past. That something was changed is said in the same clause, or
    it is what rests on the source that was changed."""
    clause = re.split(r"[，。；]", line[: shown.start()])[-1] + re.split(r"[，。；]", line[shown.end() :])[0]
    return bool(PASSED.search(line.replace("改", "")) or "改" in clause)


def _lacking(corpus: Corpus, listed: Listed | None) -> Iterator[Finding]:
    """Keys in the column of sources of a table that look like those of another table, which has the others and not these."""
    every = tables(corpus)
    for table, rows in every.items():
        named: dict[str, list[Row]] = defaultdict(list)
        for row in rows:
            for cell in row.under(SOURCED):
                for key in NAMED.findall(cell.text):
                    named[key].append(row)
        told: set[str] = set()
        lists = ([r for r in other if r.key] for name, other in every.items() if name != table)
        for register in lists if named else ():
            keys = {row.key for row in register}
            forms = {_form(key) for key in keys}
            lacking = [key for key in named if key not in keys and _form(key) in forms and not _is_anywhere(corpus, key)]
            if len(keys & named.keys()) < max(_LEAST, _SHARE * len(lacking)):
                continue
            if listed and register[0].audited is listed.audited:
                lacking = [key for key in lacking if not listed.cited.search(key)]
            for key in [key for key in lacking if key not in told]:
                told.add(key)
                what = f"{key} is cited, which the list of sources does not have."
                where = [row.at(row.under(SOURCED)) for row in named[key][:2]]
                yield found(
                    "E222",
                    [*where, register[-1].at()],
                    what,
                    "Cite the source that is meant, or add it to the list.",
                    confidence=0.85,
                )


def _form(key: str) -> str:
    return re.sub(r"\d", "0", key)


def _is_anywhere(corpus: Corpus, key: str) -> bool:
    """Whether a row, a title or a document has a key for its name."""
    if any(row.key == key for rows in tables(corpus).values() for row in rows):
        return True
    for audited in corpus.documents:
        titles = (p.text for p in audited.document.passages if p.kind == "heading")
        if any(key in title for title in (audited.source.file, audited.source.title, *titles)):
            return True
    return False
