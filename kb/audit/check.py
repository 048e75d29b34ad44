"""The checks of an audit: one function each, found by their codes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from kb.audit.corpus import Corpus
from kb.model import Family, Finding, FoundAt, Severity

Run = Callable[[Corpus], Iterable[Finding]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One check: what it looks for, and the function that looks."""

    code: str
    """Letter of the family (S, E, M) and three digits; never given to another check."""
    family: Family
    severity: Severity
    """Of its findings, unless one says otherwise."""
    says: str
    """One line: what a finding of this code means."""
    run: Run
    across: bool = False
    """Whether it compares documents. Any other is shown one document at a time, and what it found there is kept."""
    off: str = ""
    """Why it is left out unless asked for: what its precision came to. Empty for a check that always runs."""

    def __call__(self, corpus: Corpus) -> Iterator[Finding]:
        """Its findings, in the order of the documents."""
        yield from self.run(corpus)


_CHECKS: dict[str, Check] = {}


def check(
    code: str, *, family: Family, severity: Severity, says: str, across: bool = False, off: str = ""
) -> Callable[[Run], Run]:
    """Registers the decorated function as a check; one that is not `across` documents is given one at a time, and `off` says
    why one runs only when asked for. Raises ValueError for a code that is taken."""

    def register(run: Run) -> Run:
        if code in _CHECKS:
            raise ValueError(f"{code}: two checks of this code")
        _CHECKS[code] = Check(code=code, family=family, severity=severity, says=says, run=run, across=across, off=off)
        return run

    return register


def registered() -> dict[str, Check]:
    """All checks that have been imported, by code, sorted."""
    return dict(sorted(_CHECKS.items()))


def found(
    code: str,
    places: Iterable[FoundAt],
    message: str,
    hint: str = "",
    *,
    confidence: float = 1.0,
    severity: Severity | None = None,
) -> Finding:
    """A finding of a registered check; the place that most needs a change comes first."""
    made_by = _CHECKS[code]
    where = tuple(places)
    return Finding(
        code=code,
        severity=severity or made_by.severity,
        message=message,
        hint=hint,
        source=where[0].source if where else "",
        lines=where[0].lines if where else None,
        family=made_by.family,
        places=where,
        confidence=confidence,
    )


MAX_PLACES = 4
"""Places of a finding, at most."""
MOST_PLACES = 12
"""Places of one fault that are shown, at most: more of them say nothing new."""


def found_each(
    code: str, where: Sequence[FoundAt], message: str, hint: str = "", *, confidence: float = 1.0
) -> Iterator[Finding]:
    """One fault in many places: findings of four places each, which the later ones number; the first twelve places."""
    for start in range(0, min(len(where), MOST_PLACES), MAX_PLACES):
        group = where[start : start + MAX_PLACES]
        numbered = f" (Places {start + 1} to {start + len(group)} of {len(where)}.)" if start else ""
        yield found(code, group, message + numbered, hint, confidence=confidence)
