"""SPARQL 1.1 queries, read-only and offline, of a snapshot's graph or of a server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kb.errors import BadInput
from kb.plain import whole
from kb.store.guard import refuse, refuse_service
from kb.store.oxigraph import EmbeddedStore
from kb.store.result import Rows
from kb.store.snapshot import GRAPH, Snapshot
from kb.worker import Worker, WorkerEnded

if TYPE_CHECKING:
    from kb.store.server import SparqlServer

SECONDS = 30.0
"""How long a query may run."""
_AT_ONCE = 500
"""Rows handed over together."""


def sparql(source: Snapshot | EmbeddedStore | SparqlServer, query: str, *, seconds: float = SECONDS) -> Rows:
    """What a query gives. Without GRAPH it sees all named graphs as one; the prefixes of `kb.graph.names` need no declaring.

    A snapshot and a server may be asked anything: the query is read and asked in a process of its own that ends after
    `seconds`. A store in this process is for queries of our own.

    Raises BadInput, in one line, for a syntax error, for an update (the graph is read-only), for SERVICE (nothing here reads
    from a network), and for a query that needs too much time or memory; that too while rows are read. Raises StoreError if a
    server that keeps the graph refuses or is not there.
    """
    query = whole(query)
    refuse(query)
    if isinstance(source, EmbeddedStore):
        refuse_service(query)
        return source.ask(query)
    if isinstance(source, Snapshot):
        server = source.server()
        if server is None:
            source.verify(GRAPH)
        return _asked_apart(server or source.path / GRAPH, query, seconds)
    return _asked_apart(source, query, seconds)


def _asked_apart(source: Path | SparqlServer, query: str, seconds: float) -> Rows:
    """The rows of a graph in a folder or on a server, found by a process of its own."""
    parts = _apart(seconds, _answered, source, query)
    columns = next(parts)
    return Rows(columns, chain.from_iterable(parts))


def _apart(seconds: float, function: Callable[..., Iterator[Any]], *arguments: object) -> Iterator[Any]:
    """What the function yields in a process of its own."""
    try:
        with Worker() as worker:
            yield from worker.each(function, *arguments, seconds=seconds)
    except WorkerEnded as error:
        raise BadInput(f"SPARQL: the query was ended, {error}. Ask for less at once.") from error


def _answered(source: Path | SparqlServer, query: str) -> Iterator[Any]:
    """The columns, then the rows, some hundreds at once."""
    refuse_service(query)
    rows = (EmbeddedStore.open(source) if isinstance(source, Path) else source).ask(query)
    yield rows.columns
    values = iter(rows.values)
    while part := list(islice(values, _AT_ONCE)):
        yield part
