"""How old the rulings are that statements rest on."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from kb.audit.check import MAX_PLACES, check, found
from kb.audit.corpus import Audited, Corpus
from kb.audit.evidence.addresses import ARCHIVE, is_archived, runs_of
from kb.audit.structure.outline import RECORDS
from kb.model import SEARCHED_KINDS, Finding, Passage, Reference

YEARS = 8
"""Age in years, against the newest reference of all documents, from which a dated ruling is called old."""
_DAY = re.compile(r"\d{4}\D\d{1,2}\D\d{1,2}")
MOST = 3
"""Findings on references of one document, at most."""
_RULING = re.compile(r"ruling|\bfaq|q&a|ｑ＆ａ|裁定|问答", re.IGNORECASE)
STATEMENTS = 24
"""Statements of one document that are shown, at most."""


def _year(reference: Reference) -> int:
    """When it was made; else when it was still online to be archived; 0 if neither is known."""
    dated = re.match(r"\d{4}", reference.date) or re.match(r"\d{4}", _captured(reference))
    return int(dated.group()) if dated else 0


def _captured(reference: Reference) -> str:
    copy = ARCHIVE.match(reference.archive_url or reference.url)
    return (copy[1] or "") if copy else ""


def _newest(corpus: Corpus) -> int:
    dates = [r.date[:4] for d in corpus.documents for r in d.document.references if re.match(r"\d{4}", r.date)]
    return max(map(int, dates), default=0)


def _written(corpus: Corpus) -> Sequence[Audited]:
    return [d for d in corpus.documents if d.source.format not in RECORDS]


@check(
    "E209",
    family="evidence",
    across=True,
    severity="info",
    says="A document cites rulings that are old, while there are newer ones.",
)
def old_rulings(corpus: Corpus) -> Iterator[Finding]:
    """Dated references much older than the newest one; archived copies are told of by themselves."""
    newest = _newest(corpus)
    for audited in _written(corpus):
        dated = [r for r in audited.document.references if re.match(r"\d{4}", r.date) and not r.archive_url]
        old = [r for r in dated if newest - int(r.date[:4]) >= YEARS]
        years = sorted({r.date[:4] for r in old})
        for some in list(runs_of(audited, old))[:MOST]:
            span = years[0] if len(years) == 1 else f"{years[0]} to {years[-1]}"
            what = f"{len(old)} references of {span}; the newest are of {newest}. Rules may have changed since."
            yield found("E209", some, what, "Check against a ruling of today.", confidence=0.65)


@check("E216", family="evidence", across=True, severity="info", says="A statement rests on old rulings alone.")
def old_alone(corpus: Corpus) -> Iterator[Finding]:
    """Statements all of whose footnotes name old rulings, dated or known by the year of their archived copy."""
    newest = _newest(corpus)
    for audited in _written(corpus):
        keyed = {r.id: r for r in audited.document.references if r.key}
        resting = [p for p in audited.document.passages if _all_old(audited, p, keyed, newest)]
        for start in range(0, min(len(resting), STATEMENTS), MAX_PLACES):
            some = resting[start : start + MAX_PLACES]
            years = sorted(_year(keyed[name]) for p in some for name in p.references if name in keyed)
            span = str(years[0]) if years[0] == years[-1] else f"{years[0]} to {years[-1]}"
            what = f"{len(resting)} statements rest on old rulings alone; here of {span}, while the newest are of {newest}."
            where = [audited.place(p) for p in some]
            yield found("E216", where, what, "Find a ruling of today that says the same.", confidence=0.7)


@check("E217", family="evidence", across=True, severity="info", says="One ruling is cited with two dates.")
def two_dates(corpus: Corpus) -> Iterator[Finding]:
    """References of one label to one address that are dated differently: the older one tells a state that was changed since."""
    dated: dict[tuple[str, str], list[tuple[Audited, Reference]]] = defaultdict(list)
    for audited in _written(corpus):
        for one in audited.document.references:
            if _DAY.match(one.date) and one.url and not is_archived(one):
                dated[one.url, one.label].append((audited, one))
    for cited in dated.values():
        ordered = sorted(cited, key=lambda c: c[1].date)
        (audited, old), (other, new) = ordered[0], ordered[-1]
        if old.date != new.date:
            where = [audited.at(old.lines, old.label), other.at(new.lines, new.label)]
            what = f"“{old.label}” is dated {old.date} here and {new.date} elsewhere."
            yield found("E217", where, what, "Look at its state of today and give that date.", confidence=0.85)


def _all_old(audited: Audited, passage: Passage, keyed: dict[str, Reference], newest: int) -> bool:
    cited = [keyed[name] for name in passage.references if name in keyed]
    stating = passage.kind in SEARCHED_KINDS and bool(audited.statements.get(passage.id))
    old = all(_RULING.search(r.label) and 0 < _year(r) <= newest - YEARS for r in cited)
    return stating and bool(cited) and old
