"""A finding as JSON, the same for `rulings audit` and `rulings review`."""

from __future__ import annotations

from kb.audit.causes import cause_of
from kb.audit.run import identity
from kb.model import Finding


def finding_json(finding: Finding) -> dict[str, object]:
    """A finding as `--format json` prints it."""
    return {
        "id": identity(finding),
        "cause": cause_of(finding),
        "code": finding.code,
        "family": finding.family,
        "severity": finding.severity,
        "places": [
            {"file": p.file, "source": p.source, "lines": list(p.lines), "quote": p.quote, "passage": p.passage}
            for p in finding.places
        ],
        "message": finding.message,
        "hint": finding.hint,
        "confidence": round(finding.confidence, 2),
    }
