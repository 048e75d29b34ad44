"""`rulings concept`, `timing`, `sparql`, `export`."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import Home, Json, Sources, Store
from kb.errors import BadInput

if TYPE_CHECKING:
    from kb.store.server import SparqlServer
    from kb.store.snapshot import Snapshot


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command("concept")(concept)
    app.command("timing")(timing)
    app.command("sparql")(sparql)
    app.command("export")(export)


def concept(
    name: Annotated[list[str], typer.Argument()], as_json: Json = False, home: Home = None, sources: Sources = None
) -> int:
    """Show a term: its names in each language, its rules and its neighbours."""
    from cli.pages import show_concept
    from query.browse.pages import concept_page

    page = concept_page(" ".join(name), home=home, sources=sources)
    print(json.dumps(asdict(page), ensure_ascii=False)) if as_json else show_concept(page)
    return 0


def timing(
    name: Annotated[list[str], typer.Argument()], as_json: Json = False, home: Home = None, sources: Sources = None
) -> int:
    """Show a timing: where it lies in the turn, what comes next, what happens and what may be activated."""
    from cli.pages import show_timing
    from query.browse.pages import timing_page

    page = timing_page(" ".join(name), home=home, sources=sources)
    print(json.dumps(asdict(page), ensure_ascii=False)) if as_json else show_timing(page)
    return 0


def sparql(
    query: Annotated[str, typer.Argument(help="A SPARQL 1.1 query, or - for standard input.")],
    seconds: Annotated[float, typer.Option("--seconds", min=1, help="How long the query may run.")] = 30,
    store: Store = "",
    as_json: Json = False,
    home: Home = None,
) -> int:
    """Ask the graph a SPARQL query; it is read-only."""
    from kb.store.sparql import sparql as run

    text = sys.stdin.read() if query == "-" else query
    rows = run(_source(home, store), text, seconds=seconds)
    if as_json:
        print(json.dumps(list(rows), ensure_ascii=False))
        return 0
    for number, row in enumerate(rows):
        if number == 0:
            print("\t".join(row))
        print("\t".join("" if v is None else str(v) for v in row.values()))
    return 0


def export(
    out: Annotated[Path, typer.Argument(help="The file to write, or - for standard output.")],
    format_: Annotated[str, typer.Option("--format", help="trig, nquads, jsonld or graphml.")] = "trig",
    store: Store = "",
    home: Home = None,
) -> int:
    """Write the whole graph to a file."""
    from kb.store.export import export as run

    run(_source(home, store), format_, out)
    return 0


def _source(home: Path | None, store: str) -> Snapshot | SparqlServer:
    from kb.home import home_dir
    from kb.store.place import LOCAL, address_of, server_at
    from kb.store.snapshot import open_current

    folder = home_dir(home)
    if address := address_of(folder, store):
        return server_at(address)
    snapshot = open_current(folder, store=LOCAL)
    if snapshot is None:
        raise BadInput("Nothing is built yet. Run `rulings build PATH` first.")
    return snapshot
