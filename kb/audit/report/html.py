"""An audit as one HTML page: no script, nothing from elsewhere, every text escaped, plots as inline SVG."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape

from kb.audit.check import Check
from kb.audit.corpus import Corpus
from kb.audit.report.views import Coverage, contributions, coverage
from kb.audit.run import SEVERITIES, counted, identity
from kb.model import Finding

COLOURS = {"error": "#b3261e", "warning": "#a36a00", "info": "#3a56c4"}
MOST_CONCEPTS = 60
"""Rows of the coverage plot."""
_STYLE = """body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:auto;padding:1rem;color:#1d1b24;background:#fff}
h1,h2{line-height:1.2}table{border-collapse:collapse;width:100%}
td,th{text-align:left;padding:.2rem .5rem;border-bottom:1px solid #d5d0e0}
article{border:1px solid #d5d0e0;border-left-width:6px;border-radius:.5rem}
article{padding:.5rem .8rem;margin:.6rem 0;overflow-wrap:anywhere}
blockquote{margin:.3rem 0;padding-left:.6rem;border-left:3px solid #d5d0e0}small{color:#57515f}svg{max-width:100%;height:auto}
.wide{overflow-x:auto}"""


def html_report(findings: Sequence[Finding], corpus: Corpus, checks: dict[str, Check]) -> str:
    """The page."""
    style = _STYLE + "".join(f"article.{s}{{border-left-color:{c}}}" for s, c in COLOURS.items())
    by_severity = Counter(f.severity for f in findings)
    told = ", ".join(f"{by_severity[s]} {s}" for s in SEVERITIES)
    parts = [
        f"<h1>Audit</h1><p>{len(findings)} findings in {len(corpus.documents)} documents: {told}.</p>",
        "<h2>By document</h2>" + _bars(_by_source(findings, corpus)),
        "<h2>By check</h2>" + _codes(findings, checks),
        "<h2>Contributions</h2>" + _contributions(corpus),
        "<h2>Coverage</h2><div class='wide'>" + _heat(coverage(corpus)) + "</div>",
        "<h2>Findings</h2>" + "".join(_article(f) for f in findings),
    ]
    head = (
        f"<meta charset='utf-8'><meta name='viewport' content='width=device-width'><title>Audit</title><style>{style}</style>"
    )
    return f"<!doctype html><html lang='en'><head>{head}</head><body>{''.join(parts)}</body></html>\n"


def _by_source(findings: Sequence[Finding], corpus: Corpus) -> list[tuple[str, Counter[str]]]:
    return [
        (d.source.id, Counter(f.severity for f in findings if any(p.source == d.source.id for p in f.places)))
        for d in corpus.documents
    ]


def _bars(rows: Sequence[tuple[str, Counter[str]]]) -> str:
    most = max([sum(c.values()) for _, c in rows] or [0]) or 1
    parts = []
    for number, (name, counts) in enumerate(rows):
        y, x = 4 + 26 * number, 180.0
        parts.append(f"<text x='0' y='{y + 15}' font-size='13'>{escape(name)}</text>")
        for severity in SEVERITIES:
            wide = 440 * counts[severity] / most
            title = f"<title>{escape(name)}: {counts[severity]} {severity}</title>"
            parts.append(f"<rect x='{x:.1f}' y='{y}' width='{wide:.1f}' height='20' fill='{COLOURS[severity]}'>{title}</rect>")
            x += wide
        parts.append(f"<text x='{x + 6:.1f}' y='{y + 15}' font-size='13'>{sum(counts.values())}</text>")
    return f"<svg role='img' aria-label='Findings by document' viewBox='0 0 680 {8 + 26 * len(rows)}'>{''.join(parts)}</svg>"


def _codes(findings: Sequence[Finding], checks: dict[str, Check]) -> str:
    rows = "".join(
        f"<tr><td>{escape(code)}</td><td>{n}</td><td>{escape(checks[code].says if code in checks else '')}</td></tr>"
        for code, n in counted(findings).items()
    )
    return f"<table><tr><th>check</th><th>findings</th><th>means</th></tr>{rows}</table>"


def _contributions(corpus: Corpus) -> str:
    head = (
        "<tr><th>document</th><th>passages</th><th>stating</th><th>entries</th><th>entries alone</th><th>terms alone</th></tr>"
    )
    rows = "".join(
        f"<tr><td>{escape(c.source)}</td><td>{c.passages}</td><td>{c.stating}</td><td>{c.cited}</td><td>{len(c.alone)}</td>"
        f"<td>{len(c.concepts_alone)}</td></tr>"
        for c in contributions(corpus)
    )
    return f"<div class='wide'><table>{head}{rows}</table></div>"


def _heat(matrix: Coverage) -> str:
    rows = [r for r in matrix.rows if any(r[1])][:MOST_CONCEPTS]
    most = max([n for _, ns in rows for n in ns] or [0]) or 1
    parts = [
        f"<text x='{232 + 84 * n}' y='12' font-size='11'>{escape(source[:14])}</text>"
        for n, source in enumerate(matrix.sources)
    ]
    for line, (name, counts) in enumerate(rows):
        y = 20 + 16 * line
        parts.append(f"<text x='0' y='{y + 11}' font-size='11'>{escape(name)}</text>")
        for n, count in enumerate(counts):
            shade = 0.0 if not count else 0.15 + 0.85 * (count / most) ** 0.5
            title = f"<title>{escape(name)} in {escape(matrix.sources[n])}: {count}</title>"
            box = f"x='{232 + 84 * n}' y='{y}' width='80' height='14' stroke='#d5d0e0'"
            parts.append(f"<rect {box} fill='#3a56c4' fill-opacity='{shade:.2f}'>{title}</rect>")
    size = f"0 0 {232 + 84 * len(matrix.sources)} {24 + 16 * len(rows)}"
    return f"<svg role='img' aria-label='Passages by concept and document' viewBox='{size}'>{''.join(parts)}</svg>"


def _article(finding: Finding) -> str:
    places = "".join(
        f"<blockquote><small>{escape(p.source)} {escape(p.file)}:{p.lines.told}</small><br>{escape(p.quote)}</blockquote>"
        for p in finding.places
    )
    head = f"<b>{escape(finding.code)}</b> {finding.severity} <small>{identity(finding)} · {finding.confidence:.2f}</small>"
    hint = f"<p><small>{escape(finding.hint)}</small></p>" if finding.hint else ""
    return f"<article class='{finding.severity}'>{head}<p>{escape(finding.message)}</p>{places}{hint}</article>"
