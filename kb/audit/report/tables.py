"""Findings as tables that other programs read: CSV and Markdown, a row a finding."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from kb.audit.causes import by_cause, cause_of, said_without_part
from kb.audit.run import identity
from kb.model import Finding, FoundAt

COLUMNS = ("id", "cause", "code", "family", "severity", "confidence", "message", "hint", "places")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_report(findings: Iterable[Finding]) -> str:
    """A header and a row a finding, those of one cause together; places joined by "; ".

    A cell that a spreadsheet would run is quoted by an apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for finding in (f for group in by_cause(findings, lambda f: f) for f in group):
        writer.writerow([f"'{cell}" if cell.startswith(_FORMULA) else cell for cell in _cells(finding)])
    return out.getvalue()


def markdown_report(findings: Iterable[Finding]) -> str:
    """A list by check, each cause with all its places; texts stand as code, so that nothing in them is read as Markdown."""
    by_code: dict[str, list[Finding]] = {}
    for finding in findings:
        by_code.setdefault(finding.code, []).append(finding)
    told = [f"# Audit\n\n{sum(len(v) for v in by_code.values())} findings\n"]
    for code, group in sorted(by_code.items()):
        told.append(f"\n## {code}: {len(group)}\n\n")
        told += [_entry(cause) for cause in by_cause(group, lambda f: f)]
    return "".join(told)


def _cells(finding: Finding) -> list[str]:
    places = "; ".join(_at(p) for p in finding.places)
    texts = (" ".join(text.split()) for text in (finding.message, finding.hint))
    own = (finding.code, finding.family, finding.severity, f"{finding.confidence:.2f}", *texts)
    return [identity(finding), cause_of(finding), *own, places]


def _at(place: FoundAt) -> str:
    first, last = place.lines
    return f"{place.file}:{first}" if first == last else f"{place.file}:{first}-{last}"


def _entry(cause: Sequence[Finding]) -> str:
    finding = cause[0]
    lines: list[str] = []
    for said in dict.fromkeys(said_without_part(f) for f in cause):
        same = [f for f in cause if said_without_part(f) == said]
        lines.append(f"- {finding.severity}, {', '.join(identity(f) for f in same)}: {_code(said)}\n")
        lines += [f"  - {_code(_at(p))} {_code(p.quote)}\n" for f in same for p in f.places]
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
