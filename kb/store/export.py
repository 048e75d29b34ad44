"""The graph as a file: TriG, N-Quads, JSON-LD, or GraphML for programs that draw."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import BinaryIO

from pyoxigraph import RdfFormat

from kb.errors import BadInput
from kb.files import replacing
from kb.graph.names import PREFIXES
from kb.store.oxigraph import EmbeddedStore
from kb.store.server import SparqlServer
from kb.store.snapshot import Snapshot

RDF_FORMATS = {"trig": RdfFormat.TRIG, "nquads": RdfFormat.N_QUADS, "jsonld": RdfFormat.JSON_LD}
FORMATS = (*RDF_FORMATS, "graphml")


def export(source: Snapshot | EmbeddedStore | SparqlServer, format_: str, out: Path) -> None:
    """Writes the whole graph to a file, in one step; `-` is standard output.

    GraphML holds what `kb.network` shows, passages included, not every triple.
    Raises BadInput for an unknown format or a file that cannot be written.
    """
    if format_ not in FORMATS:
        raise BadInput(f"--format {format_}: unknown. Give one of {', '.join(FORMATS)}.")
    store = _embedded(source)
    if str(out) == "-":
        _write(store, format_, sys.stdout.buffer)
        return
    try:
        with replacing(out) as file:
            _write(store, format_, file)
    except OSError as error:
        raise BadInput(f"{out}: cannot be written ({error.strerror or error}). Give a file in a folder that can be.") from error


def _embedded(source: Snapshot | EmbeddedStore | SparqlServer) -> EmbeddedStore:
    if isinstance(source, Snapshot):
        source = source.server() or source.kept_graph()
    return source.embedded() if isinstance(source, SparqlServer) else source


def _write(store: EmbeddedStore, format_: str, file: BinaryIO) -> None:
    if format_ == "graphml":
        from kb.store.picture import view_of_store, write_graphml

        write_graphml(view_of_store(store, passages=True), file)
    elif format_ == "nquads":
        store.oxigraph.dump(file, format=RDF_FORMATS[format_])
    else:
        store.oxigraph.dump(file, format=RDF_FORMATS[format_], prefixes=PREFIXES)
