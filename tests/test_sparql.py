"""Queries of the graph: rows as plain values, no change, no network, one line for a mistake."""

from __future__ import annotations

import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from kb_samples import chinese, english, quads
from pyoxigraph import Quad, Store

from kb.errors import BadInput
from kb.graph import graph_of_document
from kb.graph.names import graph_name
from kb.store.oxigraph import EmbeddedStore
from kb.store.server import SparqlServer
from kb.store.sparql import sparql
from kb.store.triples import lines_of, to_lines

OXIGRAPH = Path(sys.executable).with_name("oxigraph")
RULES_OF_THE_LAMP = """
SELECT ?id ?text WHERE { ?rule dr:appliesTo concept:lamp ; dcterms:identifier ?id ; dr:text ?text FILTER (lang(?text) = "zh") }
ORDER BY ?id"""


@pytest.fixture(scope="module")
def store() -> EmbeddedStore:
    return EmbeddedStore.of(quads())


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparqlServer]:
    """A real Oxigraph server on a free port."""
    import socket

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    folder = tmp_path_factory.mktemp("server")
    process = subprocess.Popen(
        [str(OXIGRAPH), "serve", "--location", str(folder), "--bind", address], stderr=subprocess.DEVNULL
    )
    try:
        _wait(f"http://{address}/query?query=ASK%7B%7D", process)
        yield SparqlServer(f"http://{address}/")
    finally:
        process.terminate()
        process.wait(10)


def _wait(url: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(200):
        assert process.poll() is None, "the server ended"
        try:
            urllib.request.urlopen(url, timeout=5).close()
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("the server does not answer")


def test_rows_are_plain_values_with_our_prefixes_known(store: EmbeddedStore) -> None:
    rows = sparql(store, RULES_OF_THE_LAMP)
    assert rows.columns == ("id", "text")
    assert list(rows) == [
        {"id": "lamps.closed", "text": "白天不点灯。"},
        {"id": "lamps.dusk", "text": "黄昏可以点灯。"},
    ]


def test_numbers_and_truth_values_are_themselves_and_unbound_is_none(store: EmbeddedStore) -> None:
    (row,) = sparql(store, "SELECT (1+1 AS ?n) (1.5 AS ?d) (true AS ?t) ?gone ('x'@en AS ?x) WHERE {}")
    assert row == {"n": 2, "d": 1.5, "t": True, "gone": None, "x": "x"}


def test_ask_and_construct_give_rows_too(store: EmbeddedStore) -> None:
    assert list(sparql(store, "ASK { concept:lamp skos:broader concept:light }")) == [{"answer": True}]
    (row,) = sparql(store, "CONSTRUCT { concept:lamp dr:seen ?x } WHERE { concept:lamp skos:broader ?x }")
    assert row["object"] == "urn:duel-rulings:concept:light"


@pytest.mark.parametrize(
    "update",
    [
        "INSERT DATA { <urn:a> <urn:b> <urn:c> }",
        "prefix x: <urn:x> # a comment: SELECT\n delete where { ?s ?p ?o }",
        "DROP ALL",
        "LOAD <http://example.org/x>",
        "WITH <urn:g> INSERT { ?s ?p ?o } WHERE { ?s ?p ?o }",
        "BASE <urn:b> PREFIX : <urn:x> CLEAR DEFAULT",
    ],
)
def test_updates_are_refused_and_change_nothing(store: EmbeddedStore, update: str) -> None:
    before = len(store)
    with pytest.raises(BadInput, match="read-only"):
        sparql(store, update)
    assert len(store) == before


@pytest.mark.parametrize("query", ["SELECT * { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }", "ASK { service silent ?x { } }"])
def test_another_server_is_not_asked(store: EmbeddedStore, query: str) -> None:
    with pytest.raises(BadInput, match="network"):
        sparql(store, query)


def test_words_in_texts_and_names_are_no_commands(store: EmbeddedStore) -> None:
    query = "PREFIX service: <urn:service> SELECT ?service { BIND ('SERVICE # insert' AS ?service) } # DROP SERVICE"
    assert list(sparql(store, query)) == [{"service": "SERVICE # insert"}]


@pytest.mark.parametrize(
    "query", ["SELECT", "", "SELECT ?x { ?x a nothing:known }", "选择 ?x", "SELECT * { ?s ?p '" + "x" * 5000]
)
def test_a_mistake_is_told_in_one_short_line(store: EmbeddedStore, query: str) -> None:
    with pytest.raises(BadInput) as error:
        sparql(store, query)
    message = str(error.value)
    assert message.startswith("SPARQL: ") and "\n" not in message and len(message) < 300


def test_a_server_holds_what_was_published(server: SparqlServer, store: EmbeddedStore) -> None:
    server.publish(store)
    assert server.graphs() == store.graphs()
    assert set(server.quads()) == set(store.oxigraph)
    assert list(sparql(server, RULES_OF_THE_LAMP)) == list(sparql(store, RULES_OF_THE_LAMP))
    assert list(sparql(server, "ASK { concept:lamp skos:broader concept:light }")) == [{"answer": True}]
    (row,) = sparql(server, "CONSTRUCT { concept:lamp dr:seen ?x } WHERE { concept:lamp skos:broader ?x }")
    assert row["object"] == "urn:duel-rulings:concept:light"


def test_a_graph_on_a_server_is_replaced_and_removed_whole(server: SparqlServer, store: EmbeddedStore) -> None:
    server.publish(store)
    server.replace("lamps", to_lines(graph_of_document(english())))
    found = {q for q in server.quads() if q.graph_name == graph_name("lamps")}
    assert found == set(graph_of_document(english()))
    server.remove("灯")
    assert "灯" not in server.graphs() and "lamps" in server.graphs()
    server.publish(EmbeddedStore.of(graph_of_document(chinese())))
    assert server.graphs() == ["灯"]


def test_rdflib_reads_a_server(server: SparqlServer, store: EmbeddedStore) -> None:
    server.publish(store)
    rows = list(server.dataset().query("SELECT ?s WHERE { GRAPH ?g { ?s a <urn:duel-rulings:vocab:Rule> } }"))
    assert len(rows) == 2


def test_rdflib_sees_an_embedded_store(store: EmbeddedStore) -> None:
    dataset = store.dataset()
    assert len(list(dataset.query("SELECT ?s WHERE { ?s a <urn:duel-rulings:vocab:Rule> }"))) == 2
    assert len(list(dataset.quads((None, None, None, None)))) == len(store)


@pytest.mark.parametrize("url", ["", "localhost:7878", "file:///etc/passwd", "http://"])
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(BadInput, match="http://localhost"):
        SparqlServer(url)


def test_a_server_that_is_not_there_is_told_in_one_line() -> None:
    with pytest.raises(BadInput) as error:
        sparql(SparqlServer("http://127.0.0.1:1"), "ASK {}")
    assert "cannot be reached" in str(error.value) and "\n" not in str(error.value)


def test_a_server_s_complaint_is_told_in_one_line(server: SparqlServer) -> None:
    with pytest.raises(BadInput) as error:
        sparql(server, "SELECT ?x { ?x")
    assert "refused (400" in str(error.value) and "\n" not in str(error.value)


def test_a_source_s_graph_is_removed_whole() -> None:
    store = Store()
    store.extend(quads())
    store.remove_graph(graph_name("lamps"))
    own = {q.subject for q in quads() if q.graph_name == graph_name("lamps")}
    left: set[Quad] = {q for q in store if q.subject in own}
    assert {q.subject.value.split(":")[2] for q in left} <= {"agent", "extraction"}, "what made the statements of both"  # type: ignore[union-attr]
    assert lines_of(to_lines(store)) == lines_of(to_lines(q for q in quads() if q.graph_name != graph_name("lamps")))


def test_the_queries_of_the_documentation_run(store: EmbeddedStore) -> None:
    import re

    text = (Path(__file__).resolve().parent.parent / "docs" / "graph.md").read_text("utf-8")
    queries = re.findall(r"```sparql\n(.*?)```", text, re.S)
    assert len(queries) >= 5
    for query in queries:
        list(sparql(store, query.replace("damage-step", "lamp")))
