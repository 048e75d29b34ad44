"""An audit as SARIF 2.1.0, which CI services show beside the lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import quote

from kb.audit.causes import by_cause, cause_of, said_without_part
from kb.audit.check import Check
from kb.audit.run import identity
from kb.model import Finding, FoundAt

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning", "info": "note"}


def sarif(findings: Iterable[Finding], checks: dict[str, Check], *, version: str = "") -> dict[str, Any]:
    """The log, ready for JSON: a rule a check, a result a cause.

    The first places of a cause's findings are its locations, the others are related; `occurrenceCount` says how many findings.
    """
    driver: dict[str, Any] = {
        "name": "duel-rulings",
        "rules": [
            {"id": c.code, "shortDescription": {"text": c.says}, "defaultConfiguration": {"level": _LEVELS[c.severity]}}
            for c in checks.values()
        ],
    }
    if version:
        driver["version"] = version
    numbers = {code: n for n, code in enumerate(checks)}
    results = [_result(group, numbers) for group in by_cause(findings, lambda f: f)]
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]}


def _result(group: Sequence[Finding], numbers: dict[str, int]) -> dict[str, Any]:
    finding = group[0]
    said = said_without_part(finding) if len(group) > 1 else finding.message
    text = f"{said} {finding.hint}".strip()
    related = [p for f in group for p in f.places[1:]]
    found: dict[str, Any] = {
        "ruleId": finding.code,
        "level": _LEVELS[finding.severity],
        "message": {"text": text},
        "rank": round(100 * finding.confidence, 1),
        "partialFingerprints": {"rulings/v1": identity(finding), "cause/v1": cause_of(finding)},
        "locations": [_location(p) for f in group for p in f.places[:1]],
        "occurrenceCount": len(group),
    }
    if finding.code in numbers:
        found["ruleIndex"] = numbers[finding.code]
    if related:
        found["relatedLocations"] = [{"id": n, **_location(p)} for n, p in enumerate(related, 1)]
    return found


def _location(place: FoundAt) -> dict[str, Any]:
    region = {"startLine": place.lines.first, "endLine": place.lines.last, "snippet": {"text": place.quote}}
    return {"physicalLocation": {"artifactLocation": {"uri": quote(place.file)}, "region": region}}
