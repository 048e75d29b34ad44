"""A SPARQL 1.1 server as the graph's home, by its address: Oxigraph, or a dataset of Jena Fuseki (where queries name
their graphs: only Oxigraph can be asked to see them as one).

Only the protocol is used: queries go to `<address>/query`, updates to `<address>/update`. Nothing else in this project
talks to a network, and this does only where a user gives an address.
"""

from __future__ import annotations

import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pyoxigraph import (
    NamedNode,
    Quad,
    QueryResultsFormat,
    QuerySolutions,
    QueryTriples,
    RdfFormat,
    parse,
    parse_query_results,
)

from kb.errors import BadInput
from kb.graph.names import GRAPH, PREFIXES, graph_name, identifier
from kb.store.oxigraph import EmbeddedStore
from kb.store.result import Result, shorten
from kb.store.triples import lines_of, to_lines

if TYPE_CHECKING:
    from http.client import HTTPResponse

    from rdflib import Dataset

_TIMEOUT = 60.0
"""Seconds without an answer after which a server counts as gone."""
MAX_ANSWER = 256_000_000
"""Bytes of an answer that are read; the whole graph of the five documents has a tenth of that."""
_CHUNK = 5000
"""Triples sent at once."""


class SparqlServer:
    """A server that holds the graph. Every method raises BadInput, in one line, if the server refuses or cannot be reached."""

    def __init__(self, url: str, *, timeout: float = _TIMEOUT) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise BadInput(f"{url}: no address of a SPARQL server. Give one like http://localhost:7878.")
        self.url = url.rstrip("/")
        self._timeout = timeout

    def ask(self, query: str) -> Result:
        """The result of a query; the prefixes of `kb.graph.names` need no declaring, named graphs are seen as one."""
        text = "".join(f"PREFIX {name}: <{iri}>\n" for name, iri in PREFIXES.items()) + query
        accept = "application/sparql-results+json, application/n-triples;q=0.9"
        kind, body = self._post("query?union-default-graph=", "application/sparql-query", text.encode(), accept)
        if "json" in kind:
            return parse_query_results(body, format=QueryResultsFormat.JSON)
        store = EmbeddedStore.of(parse(body, format=RdfFormat.N_TRIPLES)).oxigraph
        return store.query("CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }")

    def graphs(self) -> list[str]:
        """Ids of the named graphs that are ours, sorted."""
        result = self.ask("SELECT DISTINCT ?g WHERE { GRAPH ?g { ?s ?p ?o } }")
        assert isinstance(result, QuerySolutions)
        names = (row["g"] for row in result)
        return sorted(identifier(g.value, "graph") for g in names if isinstance(g, NamedNode) and g.value.startswith(GRAPH))

    def quads(self) -> Iterator[Quad]:
        """Everything in our named graphs."""
        for name in self.graphs():
            graph = graph_name(name)
            triples = self.ask(f"CONSTRUCT {{ ?s ?p ?o }} WHERE {{ GRAPH {graph} {{ ?s ?p ?o }} }}")
            assert isinstance(triples, QueryTriples)
            yield from (Quad(t.subject, t.predicate, t.object, graph) for t in triples)

    def embedded(self) -> EmbeddedStore:
        """A copy of our named graphs in memory."""
        return EmbeddedStore.of(self.quads())

    def replace(self, name: str, triples: bytes) -> None:
        """Makes a named graph hold exactly these N-Triples. Until the last step, readers see the old one whole."""
        graph, loading = graph_name(name), NamedNode(f"{graph_name(name).value}:loading")
        self._update(f"DROP SILENT GRAPH {loading}")
        for chunk in _chunks(sorted(lines_of(triples))):
            self._update(f"INSERT DATA {{ GRAPH {loading} {{\n{chunk}\n}} }}")
        self._update(f"MOVE SILENT GRAPH {loading} TO GRAPH {graph}")

    def remove(self, name: str) -> None:
        """Removes a named graph."""
        self._update(f"DROP SILENT GRAPH {graph_name(name)}")

    def publish(self, store: EmbeddedStore) -> None:
        """Makes the server's graphs those of a store; graphs that are not ours are left alone."""
        for name in store.graphs():
            self.replace(name, to_lines(store.oxigraph.quads_for_pattern(None, None, None, graph_name(name))))
        for name in set(self.graphs()) - set(store.graphs()):
            self.remove(name)

    def dataset(self) -> Dataset:
        """The server's graphs as an rdflib Dataset."""
        from rdflib import Dataset
        from rdflib.plugins.stores.sparqlstore import SPARQLUpdateStore

        store = SPARQLUpdateStore(f"{self.url}/query", f"{self.url}/update", context_aware=True)
        return Dataset(store=store, default_union=True)

    def _update(self, text: str) -> None:
        self._post("update", "application/sparql-update", text.encode(), "*/*")

    def _whole(self, answer: HTTPResponse) -> bytes:
        body = answer.read(MAX_ANSWER + 1)
        if len(body) > MAX_ANSWER:
            raise BadInput(f"{self.url}: answers with more than {MAX_ANSWER // 10**6} MB. Ask for less at once, with LIMIT.")
        return body

    def _post(self, operation: str, kind: str, body: bytes, accept: str) -> tuple[str, bytes]:
        """Media type and body of the answer."""
        headers = {"Content-Type": kind, "Accept": accept}
        request = urllib.request.Request(f"{self.url}/{operation}", data=body, headers=headers, method="POST")
        try:
            with urllib.request.urlopen(request, timeout=self._timeout) as answer:
                return answer.headers.get_content_type(), self._whole(answer)
        except urllib.error.HTTPError as error:
            said = shorten(error.read(2000).decode("utf-8", "replace"))
            raise BadInput(
                f"{self.url}: refused ({error.code} {error.reason}): {said} Mend the query or check the address."
            ) from error
        except (urllib.error.URLError, OSError, ValueError) as error:
            reason = getattr(error, "reason", None) or error
            raise BadInput(f"{self.url}: cannot be reached ({reason}). Check the address, and that the server runs.") from error


def _chunks(lines: Sequence[bytes]) -> Iterator[str]:
    for start in range(0, len(lines), _CHUNK):
        yield b"\n".join(lines[start : start + _CHUNK]).decode()
