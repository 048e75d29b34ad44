"""SPARQL 1.1 queries, read-only and offline, of a snapshot's graph or of a server."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyoxigraph import Store

from kb.errors import BadInput
from kb.graph.names import PREFIXES
from kb.plain import whole
from kb.store.guard import refuse, refuse_service
from kb.store.oxigraph import EmbeddedStore
from kb.store.result import Rows, Value, rows_of, shorten
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

    A snapshot and a server may be asked anything: the query is read, and of a snapshot run, in a process of its own that ends
    after `seconds`. A store in this process is for queries of our own.

    Raises BadInput, in one line, for a syntax error, for an update (the graph is read-only), for SERVICE (nothing here reads
    from a network), and for a query that needs too much time or memory; that too while rows are read.
    """
    query = whole(query)
    refuse(query)
    if isinstance(source, Snapshot):
        return _asked_apart(source, query, seconds)
    if isinstance(source, EmbeddedStore):
        refuse_service(query)
        return ask_store(source.oxigraph, query)
    list(_apart(seconds, _guarded, query))
    return rows_of(source.ask(query))


def ask_store(store: Store, query: str) -> Rows:
    """The rows of a query of a store in this process. Raises BadInput for a syntax error or a function nobody knows."""
    with _told():
        rows = rows_of(store.query(query, prefixes=PREFIXES, use_default_graph_as_union=True))
    return Rows(rows.columns, _read(rows.values))


def _read(values: Iterable[tuple[Value, ...]]) -> Iterator[tuple[Value, ...]]:
    with _told():
        yield from values


@contextmanager
def _told() -> Iterator[None]:
    """Oxigraph's complaints as BadInput."""
    try:
        yield
    except (SyntaxError, RuntimeError, OSError) as error:
        raise BadInput(f"SPARQL: {shorten(str(error))} Mend the query.") from error


def _asked_apart(snapshot: Snapshot, query: str, seconds: float) -> Rows:
    """The rows of a snapshot's graph, found by a process of its own."""
    snapshot.verify(GRAPH)
    parts = _apart(seconds, _answered, snapshot.path / GRAPH, query)
    columns = next(parts)
    return Rows(columns, chain.from_iterable(parts))


def _apart(seconds: float, function: Callable[..., Iterator[Any]], *arguments: object) -> Iterator[Any]:
    """What the function yields in a process of its own."""
    try:
        with Worker() as worker:
            yield from worker.each(function, *arguments, seconds=seconds)
    except WorkerEnded as error:
        raise BadInput(f"SPARQL: the query was ended, {error}. Ask for less at once.") from error


def _guarded(query: str) -> Iterator[None]:
    refuse_service(query)
    yield None


def _answered(graph: Path, query: str) -> Iterator[Any]:
    """The columns, then the rows, some hundreds at once."""
    refuse_service(query)
    rows = ask_store(EmbeddedStore.open(graph).oxigraph, query)
    yield rows.columns
    values = iter(rows.values)
    while part := list(islice(values, _AT_ONCE)):
        yield part
