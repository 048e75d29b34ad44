"""An audit: every check over the corpus, the most severe findings first."""

from __future__ import annotations

import hashlib
import importlib
import pkgutil
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from kb.audit import evidence, meaning, structure
from kb.audit.check import Check, registered
from kb.audit.corpus import Audited, Corpus, shared
from kb.model import Finding, Severity
from kb.official import FORMATS

SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")
"""Most severe first."""
FAMILIES = (structure, evidence, meaning)


def all_checks() -> dict[str, Check]:
    """Every check by its code, sorted."""
    for family in FAMILIES:
        for module in pkgutil.iter_modules(family.__path__, f"{family.__name__}."):
            importlib.import_module(module.name)
    return registered()


def audit(
    corpus: Corpus,
    *,
    codes: Collection[str] = (),
    sources: Collection[str] = (),
    least: Severity = "info",
    every: bool = False,
    known: Mapping[str, Mapping[str, Sequence[Finding]]] | None = None,
    progress: Callable[[str, int, int], None] | None = None,
) -> list[Finding]:
    """Findings, most severe first, then surest, then by place.

    `codes`: only these checks, all if empty. `sources`: only findings that touch one of these documents. `least`: none less
    severe. `every`: with the checks that are off, which run otherwise only where `codes` names them. `known`: what the
    checks that compare no documents find, by document and code, all of it for each document that is named. A finding that says
    of the same places the same as another is left out.
    """
    checks = [c for c in all_checks().values() if (c.code in codes if codes else every or not c.off)]
    made: list[Finding] = []
    for number, check in enumerate(checks):
        if progress:
            progress(f"{check.code} {check.says}", number, len(checks))
        if check.across:
            made += check(_written(corpus) if check.family == "structure" else corpus)
        else:
            made += _in_each(check, corpus, known or {})
    return chosen(ranked(made), sources=sources, least=least)


def ranked(findings: Iterable[Finding]) -> list[Finding]:
    """Findings in the order of an audit, those that say the same of the same places once."""
    return sorted({identity(f): f for f in findings}.values(), key=_rank)


def _in_each(check: Check, corpus: Corpus, known: Mapping[str, Mapping[str, Sequence[Finding]]]) -> Iterator[Finding]:
    for audited in corpus.documents:
        found = known.get(audited.source.id)
        yield from in_document(check, corpus, audited) if found is None else found.get(check.code, ())


def in_document(check: Check, corpus: Corpus, audited: Audited) -> list[Finding]:
    """What a check that compares no documents finds in one of them.

    Records of a database (official statements and Q&As) have no structure of their own: the checks of structure pass them by.
    """
    if check.family == "structure" and audited.source.format in FORMATS:
        return []
    alone = _alone(corpus)
    if audited.source.id not in alone:
        alone[audited.source.id] = replace(corpus, documents=(audited,))
    return list(check(alone[audited.source.id]))


@shared
def _alone(corpus: Corpus) -> dict[str, Corpus]:
    """Documents as corpora of their own, as far as they have been asked for."""
    return {}


@shared
def _written(corpus: Corpus) -> Corpus:
    """The documents that are no records of a database."""
    return replace(corpus, documents=tuple(d for d in corpus.documents if d.source.format not in FORMATS))


def chosen(
    findings: Iterable[Finding], *, codes: Collection[str] = (), sources: Collection[str] = (), least: Severity = "info"
) -> list[Finding]:
    """Of the findings of an audit, in their order, those that `audit` gives when it is asked for these only."""
    worst = SEVERITIES[: SEVERITIES.index(least) + 1]
    return [
        f
        for f in findings
        if f.severity in worst
        and (not codes or f.code in codes)
        and (not sources or any(p.source in sources for p in f.places))
    ]


def _rank(finding: Finding) -> tuple[int, float, str, int, str]:
    first = finding.lines.first if finding.lines else 0
    return (SEVERITIES.index(finding.severity), -finding.confidence, finding.source, first, finding.code)


def identity(finding: Finding) -> str:
    """A short name of a finding that stays while the quoted text stays, wherever it moves: 12 hex digits."""
    said = [finding.code, *sorted(f"{p.source}\0{p.quote}" for p in finding.places)]
    if not finding.places:
        said += [finding.key, finding.message]
    return hashlib.sha256("\1".join(said).encode("utf-8", "surrogatepass")).hexdigest()[:12]


def counted(findings: Iterable[Finding]) -> dict[str, int]:
    """How many findings there are of each code, sorted by code."""
    counts: dict[str, int] = {}
    for finding in findings:
        counts[finding.code] = counts.get(finding.code, 0) + 1
    return dict(sorted(counts.items()))
