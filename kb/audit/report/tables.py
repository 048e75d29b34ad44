"""Findings as tables that other programs read: CSV and Markdown, a row a finding."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from kb.audit.run import identity
from kb.model import Finding, FoundAt

COLUMNS = ("id", "code", "family", "severity", "confidence", "message", "hint", "places")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_report(findings: Iterable[Finding]) -> str:
    """A header and a row a finding; places joined by "; ". A cell that a spreadsheet would run is quoted by an apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for finding in findings:
        writer.writerow([f"'{cell}" if cell.startswith(_FORMULA) else cell for cell in _cells(finding)])
    return out.getvalue()


def markdown_report(findings: Iterable[Finding]) -> str:
    """A list by check, each finding with its places; texts stand as code, so that nothing in them is read as Markdown."""
    by_code: dict[str, list[Finding]] = {}
    for finding in findings:
        by_code.setdefault(finding.code, []).append(finding)
    told = [f"# Audit\n\n{sum(len(v) for v in by_code.values())} findings\n"]
    for code, group in sorted(by_code.items()):
        told.append(f"\n## {code}: {len(group)}\n\n")
        told += [_entry(f) for f in group]
    return "".join(told)


def _cells(finding: Finding) -> list[str]:
    places = "; ".join(_at(p) for p in finding.places)
    texts = (" ".join(text.split()) for text in (finding.message, finding.hint))
    own = (finding.code, finding.family, finding.severity, f"{finding.confidence:.2f}", *texts)
    return [identity(finding), *own, places]


def _at(place: FoundAt) -> str:
    first, last = place.lines
    return f"{place.file}:{first}" if first == last else f"{place.file}:{first}-{last}"


def _entry(finding: Finding) -> str:
    lines = [f"- {finding.severity}, {identity(finding)}: {_code(finding.message)}\n"]
    lines += [f"  - {_code(_at(p))} {_code(p.quote)}\n" for p in finding.places]
    if finding.hint:
        lines.append(f"  - {_code(finding.hint)}\n")
    return "".join(lines)


def _code(text: str) -> str:
    """The text as inline code, fenced by more backticks than it holds in a row."""
    flat = " ".join(text.split())
    longest = max((len(run) for run in "".join(c if c == "`" else " " for c in flat).split()), default=0)
    fence = "`" * (longest + 1)
    pad = " " if flat.startswith("`") or flat.endswith("`") else ""
    return f"{fence}{pad}{flat}{pad}{fence}" if flat else ""
