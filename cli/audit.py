"""`rulings audit`."""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import Home, Sources
from kb.errors import BadInput

if TYPE_CHECKING:
    from kb.audit.check import Check
    from kb.audit.corpus import Corpus
    from kb.audit.kept import Made
    from kb.model import Finding
    from kb.store.snapshot import Snapshot

FORMATS = ("table", "json", "html", "sarif", "csv", "markdown")


def register(app: typer.Typer) -> None:
    """Adds the commands around an audit."""
    from cli import diff, review

    app.command("audit")(audit)
    review.register(app)
    diff.register(app)


def audit(
    source: Annotated[list[str] | None, typer.Option("--source", metavar="ID", help="Only findings in this document.")] = None,
    code: Annotated[list[str] | None, typer.Option("--code", metavar="CODE", help="Only this check.")] = None,
    severity: Annotated[str, typer.Option("--severity", help="error, warning or info: nothing less severe.")] = "info",
    format_: Annotated[str, typer.Option("--format", help=f"One of {', '.join(FORMATS)}.")] = "table",
    explain: Annotated[str, typer.Option("--explain", metavar="CODE", help="What a code means.")] = "",
    all_: Annotated[bool, typer.Option("--all", help="With findings that are decided on.")] = False,
    fix: Annotated[
        Path | None, typer.Option("--fix", metavar="DIR", help="Write mended copies, a patch and a report to this new folder.")
    ] = None,
    every: Annotated[bool, typer.Option("--every", help="With checks that are off because they are often wrong.")] = False,
    rules: Annotated[
        bool,
        typer.Option("--rules", help="Hold each statement of your own documents against the digest too, some 0.1 s each."),
    ] = False,
    view: Annotated[str, typer.Option("--view", help="coverage, single-source, contributions or official instead.")] = "",
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", min=1, metavar="N", help="How long it may take; usually what the documents give it."),
    ] = None,
    digest: Annotated[bool, typer.Option("--digest", help="The digest against the documents, both ways, instead.")] = False,
    home: Home = None,
    sources: Sources = None,
) -> int:
    """Look for what is wrong in the built documents: structure, evidence, meaning. Exit status 1 if something was found."""
    from kb.audit.run import SEVERITIES, all_checks

    if explain:
        return _explain(explain)
    checks = all_checks() if code or every or format_ in ("html", "sarif") else {}
    for each in code or ():
        _known(each, checks)
    if severity not in SEVERITIES:
        raise BadInput(f"--severity {severity}: unknown. Give one of {', '.join(SEVERITIES)}.")
    if format_ not in FORMATS:
        raise BadInput(f"--format {format_}: unknown. Give one of {', '.join(FORMATS)}.")
    if view or digest:
        from cli import audit_views

        return audit_views.show(view, digest=digest, format_=format_, home=home, sources=sources)
    from cli.audited import open_made
    from cli.progress import progress_bar
    from kb.audit.apart import findings_of, of_snapshot
    from kb.audit.replies import HELD
    from kb.audit.run import chosen
    from kb.digest.load import sources_dir
    from kb.home import home_dir
    from kb.store.snapshot import open_current

    snapshot = open_current(home_dir(home))
    if snapshot is None:
        raise BadInput("audit: no documents are built. Run `rulings build FILE` first.")
    with snapshot:
        for each in source or ():
            _known(each, snapshot.manifest.sources)
        made = open_made(snapshot, home, sources, seconds=seconds)
        corpus, codes, found = made.corpus, code or (), made.findings
        if every or any(checks[c].off for c in codes if c != HELD):
            with progress_bar() as tell:
                tell("Looking for what is wrong in the documents", 0, 1)
                found = tuple(
                    of_snapshot(findings_of, snapshot, seconds, None, sources_dir(sources), tuple(codes), every=every)
                )
        if rules or HELD in codes:
            found = _with_rules(made, snapshot, home, sources, found)
        findings = chosen(found, codes=codes, sources=source or (), least=severity)
        if not all_:
            findings = _open(findings, corpus, home, sources)
        if fix is not None:
            return _fix(fix, findings, corpus)
        _print(findings, format_, corpus, checks)
    return 1 if findings else 0


def _with_rules(
    made: Made, snapshot: Snapshot, home: Path | None, sources: Path | None, found: Sequence[Finding]
) -> tuple[Finding, ...]:
    """The findings with those of the statements that the digest denies; what it replied to is asked once."""
    from cli.held import against_rules
    from cli.progress import progress_bar
    from kb.audit.run import ranked
    from kb.digest.load import sources_dir
    from kb.home import home_dir

    with progress_bar() as tell:
        held, new = against_rules(made, snapshot, home_dir(home), sources_dir(sources), tell)
    if new:
        print(f"audit: {new} statements were held against the rules; what was replied is kept.", file=sys.stderr)
    return tuple(ranked([*found, *held.findings]))


def _open(findings: Sequence[Finding], corpus: Corpus, home: Path | None, sources: Path | None) -> list[Finding]:
    """Those that nobody has decided on, or whose text has changed since; what is deferred still waits."""
    from cli.review import open_ledger
    from kb.reviews.queue import queue_of

    reviews = open_ledger(home, sources).reviews()
    if not reviews:
        return list(findings)
    items = queue_of(corpus, findings, reviews)
    done = {id(i.finding) for i in items if i.decided and i.decided.decision != "defer"}
    return [f for f in findings if id(f) not in done]


def _fix(folder: Path, findings: Sequence[Finding], corpus: Corpus) -> int:
    from kb.audit.mend.copies import mends, write_copies
    from kb.audit.run import counted

    found = mends(findings, corpus)
    for path in write_copies(folder, found, corpus) if found else ():
        print(path)
    told = ", ".join(f"{c} {n}" for c, n in counted(m.finding for m in found).items()) or "none"
    print(f"{len(found)} of {len(findings)} findings have one right mend: {told}. No document was altered.")
    return 0


def _known(name: str, names: Collection[str]) -> None:
    from rapidfuzz.process import extractOne

    if name not in names:
        near = extractOne(name, list(names))
        offer = f" Did you mean {near[0]}?" if near and near[1] > 60 else ""
        raise BadInput(f"{name}: not known.{offer} Known: {', '.join(sorted(names))}.")


def _off(check: Check) -> str:
    return f" Off unless asked for (--code {check.code}, --every): {check.off}" if check.off else ""


def _explain(code: str) -> int:
    from kb.audit.run import all_checks

    checks = all_checks()
    wanted = list(checks) if code == "all" else [code]
    for each in wanted:
        _known(each, checks)
        print(f"{each}  {checks[each].family}, {checks[each].severity}: {checks[each].says}{_off(checks[each])}")
    return 0


def _print(findings: Sequence[Finding], format_: str, corpus: Corpus, checks: dict[str, Check]) -> None:
    if format_ == "html":
        from kb.audit.report.html import html_report

        print(html_report(findings, corpus, checks), end="")
        return
    if format_ == "sarif":
        from kb.audit.report.sarif import sarif

        print(json.dumps(sarif(findings, checks), ensure_ascii=False, indent=1))
        return
    if format_ in ("csv", "markdown"):
        from kb.audit.report.tables import csv_report, markdown_report

        print((csv_report if format_ == "csv" else markdown_report)(findings), end="")
        return
    if format_ == "json":
        from cli.finding import finding_json

        print(json.dumps([finding_json(f) for f in findings], ensure_ascii=False, indent=1))
        return
    from kb.audit.causes import by_cause
    from kb.audit.run import counted

    causes = by_cause(findings, lambda f: f)
    for group in causes:
        _print_cause(group)
    told = ", ".join(f"{c} {n}" for c, n in counted(findings).items()) or "none"
    print(f"{len(findings)} findings of {len(causes)} causes: {told}")


def _print_cause(group: Sequence[Finding]) -> None:
    """Findings of one cause: what they say and advise once where it is the same, with every place."""
    from kb.audit.causes import said_without_part
    from kb.audit.run import identity

    first = group[0]
    same = len({said_without_part(f) for f in group}) == 1
    if same:
        print(f"{first.code} {first.severity:7} {said_without_part(first)} ({', '.join(identity(f) for f in group)})")
    else:
        print(f"{first.code} {first.severity:7} One cause, {len(group)} findings, {sum(len(f.places) for f in group)} places:")
    for f in group:
        if not same:
            print(f"  - {f.message} ({identity(f)})")
        for p in f.places:
            print(f"    {p.source} {p.file}:{p.lines.told} “{p.quote}”")
    for hint in dict.fromkeys(f.hint for f in group if f.hint):
        print(f"    → {hint}")
