"""A SPARQL 1.1 server as the graph's home, by its address: any that speaks the protocol of queries and updates.

Nothing but that protocol is used. Every query names the graphs that it is about, so neither what else a server holds nor what
is on its way to it is seen. Which graphs those are, and what each was made from, the server keeps in a graph of its own, the
record; the request that puts new graphs in place writes the record too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from pyoxigraph import (
    Literal,
    NamedNode,
    Quad,
    QueryResultsFormat,
    QuerySolutions,
    RdfFormat,
    Triple,
    parse,
    parse_query_results,
)

from kb.errors import StoreError
from kb.graph.names import PREFIXES, graph_name, identifier, node, term
from kb.store.oxigraph import EmbeddedStore
from kb.store.result import Rows, Value, rows_of
from kb.store.triples import lines_of, to_lines
from kb.store.wire import Wire, checked

if TYPE_CHECKING:
    from rdflib import Dataset

_TIMEOUT = 60.0
_UPDATE_TIMEOUT = 600.0
"""Seconds without an answer after which a server counts as gone; putting all graphs in place may take long."""
_CHUNK = 5000
"""Triples sent at once."""
_RECORD = node("record", "published")
_MADE_OF = term("dr:madeOf")
_RESULT = "application/sparql-results+json, application/n-triples;q=0.9"


class SparqlServer:
    """A server that holds the graph. Every method raises StoreError, in one line, if the server refuses or is not there."""

    def __init__(
        self, url: str, update_url: str = "", *, user: str = "", password: str = "", timeout: float = _TIMEOUT
    ) -> None:
        """One address has `/query` and `/update` put after it; two are that of queries and that of updates, as they are.

        Raises BadInput if one is no address.
        """
        base = checked(url)
        self.url = base
        self._query_url, self._update_url = (base, checked(update_url)) if update_url else (f"{base}/query", f"{base}/update")
        self._wire = Wire(user=user, password=password)
        self._timeout = timeout
        self._held: dict[str, str] | None = None

    def ask(self, query: str) -> Rows:
        """The rows of a query, which sees our named graphs, and without GRAPH all of them as one.

        Raises BadInput for a mistake in it, StoreError also while rows are read.
        """
        names = [graph_name(name).value for name in self.graphs()]
        kind, body = self._post(query, [("default-graph-uri", n) for n in names] + [("named-graph-uri", n) for n in names])
        rows = rows_of(_solutions(self.url, body)) if "json" in kind else _triple_rows(self.url, kind, body)
        return Rows(rows.columns, self._sound(rows.values))

    def _sound(self, values: Iterable[tuple[Value, ...]]) -> Iterator[tuple[Value, ...]]:
        try:
            yield from values
        except (SyntaxError, ValueError) as error:
            raise _nonsense(self.url) from error

    def held(self) -> Mapping[str, str]:
        """What each of our named graphs there was made from, by id, as it was when first asked; empty if there is none."""
        if self._held is None:
            _, body = self._post(f"SELECT ?g ?key WHERE {{ GRAPH {_RECORD} {{ ?g {_MADE_OF} ?key }} }}")
            try:
                rows = [(row["g"], row["key"]) for row in _solutions(self.url, body)]
                self._held = {identifier(g.value, "graph"): key.value for g, key in rows}
            except (SyntaxError, ValueError, AttributeError) as error:
                raise _nonsense(self.url) from error
        return self._held

    def graphs(self) -> list[str]:
        """Ids of the named graphs that are ours, sorted. Raises StoreError if there is none."""
        if not self.held():
            raise StoreError(f"{self.url}: holds no graph of ours. Run `rulings build --store sparql:{self.url}` first.")
        return sorted(self.held())

    def quads(
        self,
        subject: NamedNode | None = None,
        predicate: NamedNode | None = None,
        object_: NamedNode | Literal | None = None,
        graph: NamedNode | None = None,
    ) -> Iterator[Quad]:
        """The quads of our named graphs that fit; None stands for anything."""
        s, p, o = (
            str(t) if t is not None else f"?{name}" for name, t in zip("spo", (subject, predicate, object_), strict=True)
        )
        for name in (graph,) if graph else [graph_name(name) for name in self.graphs()]:
            kind, body = self._post(f"CONSTRUCT {{ {s} {p} {o} }} WHERE {{ GRAPH {name} {{ {s} {p} {o} }} }}")
            yield from (Quad(t.subject, t.predicate, t.object, name) for t in _triples(self.url, kind, body))

    def embedded(self) -> EmbeddedStore:
        """A copy of our named graphs in memory."""
        return EmbeddedStore.of(self.quads())

    def put(
        self,
        graphs: Mapping[str, str],
        triples: Callable[[str], bytes],
        *,
        tell: Callable[[int, int], object] = lambda done, total: None,
    ) -> tuple[str, ...]:
        """Makes our named graphs there exactly these: by id, what each was made from; `triples` gives the N-Triples of one.

        Only what was made from something else is sent, to a name beside it; one request at the end puts all of it in place
        and takes out what is no more. If the server goes away before, it holds what it held, and the next call begins anew.
        Gives the ids of the graphs that were sent.
        """
        self._held = None
        held = self.held()
        sent = tuple(name for name, key in graphs.items() if held.get(name) != key)
        gone = sorted(set(held) - set(graphs))
        if not sent and not gone:
            return ()
        counts = {}
        for number, name in enumerate(sent):
            tell(number, len(sent))
            counts[name] = self._load(name, triples(name))
        for name, count in counts.items():
            self._arrived(name, count)
        self._update(
            ";\n".join([*(_placed(name, count) for name, count in counts.items()), *map(_dropped, gone), _record(graphs)])
        )
        self._held = dict(graphs)
        return sent

    def publish(self, store: EmbeddedStore) -> None:
        """Makes our named graphs there those of a store."""
        lines = {name: to_lines(store.quads(graph=graph_name(name))) for name in store.graphs()}
        self.put({name: _hash(data) for name, data in lines.items()}, lines.__getitem__)

    def dataset(self) -> Dataset:
        """The server's graphs, all of them, as an rdflib Dataset that is read."""
        from rdflib import Dataset
        from rdflib.plugins.stores.sparqlstore import SPARQLStore

        store = SPARQLStore(self._query_url, context_aware=True, auth=self._wire.login)
        return Dataset(store=store, default_union=True)

    def _load(self, name: str, triples: bytes) -> int:
        """Sends a graph to the name beside it; how many triples it has."""
        lines = sorted(lines_of(triples))
        loading = _loading(name)
        self._update(f"DROP SILENT GRAPH {loading}")
        for chunk in _chunks(lines):
            self._update(f"INSERT DATA {{ GRAPH {loading} {{\n{chunk}\n}} }}")
        return len(lines)

    def _arrived(self, name: str, count: int) -> None:
        """Raises StoreError unless a graph is there whole: a server that was started anew meanwhile may have lost some."""
        _, body = self._post(f"SELECT (COUNT(*) AS ?n) WHERE {{ GRAPH {_loading(name)} {{ ?s ?p ?o }} }}")
        arrived = next((row["n"] for row in rows_of(_solutions(self.url, body))), None)
        if arrived != count:
            raise StoreError(
                f"{self.url}: of the {count:,} triples of {name}, {arrived} arrived. Nothing was put in place: build again."
            )

    def _post(self, query: str, more: Sequence[tuple[str, str]] = ()) -> tuple[str, bytes]:
        """Media type and body of the answer to a query."""
        text = "".join(f"PREFIX {name}: <{iri}>\n" for name, iri in PREFIXES.items()) + query
        body = urlencode([("query", text), *more]).encode()
        return self._wire.post(
            self._query_url, "application/x-www-form-urlencoded", body, accept=_RESULT, timeout=self._timeout
        )

    def _update(self, text: str) -> None:
        self._wire.post(self._update_url, "application/sparql-update", text.encode(), accept="*/*", timeout=_UPDATE_TIMEOUT)


def _loading(name: str) -> NamedNode:
    return node("loading", name)


def _placed(name: str, count: int) -> str:
    """The update that puts a loaded graph in place; of an empty one nothing was loaded."""
    return f"MOVE GRAPH {_loading(name)} TO GRAPH {graph_name(name)}" if count else _dropped(name)


def _dropped(name: str) -> str:
    return f"DROP SILENT GRAPH {graph_name(name)}"


def _record(graphs: Mapping[str, str]) -> str:
    """The update that writes the record anew."""
    rows = "\n".join(f"{graph_name(name)} {_MADE_OF} {Literal(key)} ." for name, key in sorted(graphs.items()))
    return f"DROP SILENT GRAPH {_RECORD};\nINSERT DATA {{ GRAPH {_RECORD} {{\n{rows}\n}} }}"


def _hash(data: bytes) -> str:
    import hashlib

    return hashlib.sha256(b"\n".join(sorted(lines_of(data)))).hexdigest()


def _nonsense(url: str, kind: str = "") -> StoreError:
    what = f"with {kind}, which is" if kind else "with what is"
    return StoreError(f"{url}: answers {what} no whole SPARQL result. Check the address and the server's log.")


def _solutions(url: str, body: bytes) -> QuerySolutions:
    try:
        return parse_query_results(body, format=QueryResultsFormat.JSON)  # type: ignore[return-value]  # the query says which kind of result it is
    except (SyntaxError, ValueError) as error:
        raise _nonsense(url) from error


def _triples(url: str, kind: str, body: bytes) -> list[Triple]:
    if "n-triples" not in kind and "text/plain" not in kind:
        raise _nonsense(url, kind)
    try:
        return [quad.triple for quad in parse(body, format=RdfFormat.N_TRIPLES)]
    except (SyntaxError, ValueError) as error:
        raise _nonsense(url) from error


def _triple_rows(url: str, kind: str, body: bytes) -> Rows:
    store = EmbeddedStore.of(Quad(t.subject, t.predicate, t.object) for t in _triples(url, kind, body))
    return store.ask("CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }")


def _chunks(lines: Sequence[bytes]) -> Iterator[str]:
    for start in range(0, len(lines), _CHUNK):
        yield b"\n".join(lines[start : start + _CHUNK]).decode()
