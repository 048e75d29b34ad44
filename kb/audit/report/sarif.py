"""An audit as SARIF 2.1.0, which CI services show beside the lines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from kb.audit.check import Check
from kb.audit.run import identity
from kb.model import Finding, FoundAt

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning", "info": "note"}


def sarif(findings: Iterable[Finding], checks: dict[str, Check], *, version: str = "") -> dict[str, Any]:
    """The log, ready for JSON: a rule a check, a result a finding; the first place is its location, the others are related."""
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
    results = [_result(f, numbers) for f in findings]
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]}


def _result(finding: Finding, numbers: dict[str, int]) -> dict[str, Any]:
    text = f"{finding.message} {finding.hint}".strip()
    found: dict[str, Any] = {
        "ruleId": finding.code,
        "level": _LEVELS[finding.severity],
        "message": {"text": text},
        "rank": round(100 * finding.confidence, 1),
        "partialFingerprints": {"rulings/v1": identity(finding)},
        "locations": [_location(p) for p in finding.places[:1]],
    }
    if finding.code in numbers:
        found["ruleIndex"] = numbers[finding.code]
    if finding.places[1:]:
        found["relatedLocations"] = [{"id": n, **_location(p)} for n, p in enumerate(finding.places[1:], 1)]
    return found


def _location(place: FoundAt) -> dict[str, Any]:
    region = {"startLine": place.lines.first, "endLine": place.lines.last, "snippet": {"text": place.quote}}
    return {"physicalLocation": {"artifactLocation": {"uri": quote(place.file)}, "region": region}}
