"""Queries of the graph: rows as plain values, no change, no network, one line for a mistake."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from graph_server import running
from hypothesis import given, settings
from hypothesis import strategies as st
from kb_samples import chinese, english, quads
from pyoxigraph import NamedNode, Quad, Store

from kb.errors import BadInput, StoreError
from kb.graph import graph_of_document
from kb.graph.names import graph_name
from kb.store.build import build_snapshot
from kb.store.guard import refuse, refuse_service
from kb.store.oxigraph import EmbeddedStore
from kb.store.server import SparqlServer
from kb.store.snapshot import Snapshot, open_current
from kb.store.sparql import sparql
from kb.store.triples import lines_of, to_lines

RULES_OF_THE_LAMP = """
SELECT ?id ?text WHERE { ?rule dr:appliesTo concept:lamp ; dcterms:identifier ?id ; dr:text ?text FILTER (lang(?text) = "zh") }
ORDER BY ?id"""


@pytest.fixture(scope="module")
def store() -> EmbeddedStore:
    return EmbeddedStore.of(quads())


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Snapshot]:
    home = tmp_path_factory.mktemp("home")
    with build_snapshot(home) as draft:
        for document in (english(), chinese()):
            draft.put_graph(document.source.id, "1", lambda d=document: graph_of_document(d))  # type: ignore[misc]
        draft.commit()
    built = open_current(home)
    assert built is not None
    with built:
        yield built


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparqlServer]:
    with running(tmp_path_factory.mktemp("server")) as found:
        yield SparqlServer(f"{found.url}/")


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


ELSEWHERE = "<http://127.0.0.1:1/> { ?s ?p ?o }"


@pytest.mark.parametrize(
    "query",
    [
        f"SELECT * {{ SERVICE {ELSEWHERE} }}",
        "ASK { service silent ?x { } }",
        f"SELECT * {{ ?s ?p 1SERVICE {ELSEWHERE} }}",
        f"SELECT * {{ ?s ?p 'x'SeRvIcE {ELSEWHERE} }}",
        f"SELECT * {{ # a comment that ends with\rSERVICE {ELSEWHERE} }}",
        f"SELECT * {{ ?s ?p '\\'' . # ' \n SERVICE {ELSEWHERE} }}",
        f'SELECT * {{ ?s ?p """a"b\\"""" . SERVICE {ELSEWHERE} # """ \n }}',
        "PREFIX : <http://127.0.0.1:1/> PREFIX serxice: <urn:x> SELECT * { SERVICE:x { ?s ?p ?o } }",
        f"SELECT * {{ ?s ?p ?o FILTER EXISTS {{ SERVICE {ELSEWHERE} }} }}",
        f"SELECT * {{ {{ SELECT * {{ ?s ?p ?o MINUS {{ SERVICE {ELSEWHERE} }} }} }} }}",
        f"SELECT ?service (1 AS ?serxice) {{ SERVICE {ELSEWHERE} }}",
        f"SELECT * {{ \\u0053ERVICE {ELSEWHERE} }}",
        f"SELECT * {{ SER\\U00000056ICE {ELSEWHERE} }}",
    ],
)
def test_another_server_is_not_asked(store: EmbeddedStore, query: str) -> None:
    with pytest.raises(BadInput, match="network"):
        list(sparql(store, query))


def test_words_in_texts_and_names_are_no_commands(store: EmbeddedStore) -> None:
    query = "PREFIX service: <urn:service> SELECT ?service { BIND ('SERVICE # insert' AS ?service) } # DROP SERVICE"
    assert list(sparql(store, query)) == [{"service": "SERVICE # insert"}]
    named = "PREFIX a: <urn:a> SELECT * { <urn:service> a:service 'a'@service FILTER (1 < 2) BIND ('SERVICE \\' {' AS ?x) }"
    assert list(sparql(store, named)) == []


PIECES = ["SERVICE", "service", "SILENT", "SELECT", "*", "FILTER", "BIND", "AS", "GRAPH", "{", "}", "(", ")", "?s", "?p", "?o"]
PIECES += [
    "1",
    ".",
    "#",
    "<",
    ">",
    "<urn:x>",
    "'",
    '"',
    "\\",
    "'''",
    '"""',
    ":",
    "a:",
    "|",
    "^",
    "_:b",
    "%",
    "@en",
    " ",
    "\n",
    "\r",
]
"""What queries are made of, and what hides a word."""


NOISE = st.lists(st.sampled_from(PIECES), max_size=6).map("".join)


@settings(max_examples=300, deadline=None)
@given(NOISE, NOISE, NOISE)
def test_whatever_is_let_through_reaches_no_network(before: str, after: str, end: str) -> None:
    """Oxigraph refuses to ask port 1 with an OSError: a query that got as far is told from all others."""
    query = f"PREFIX a: <urn:a> SELECT * {{ ?s ?p ?o {before}SERVICE{after}<http://127.0.0.1:1/> {{ ?s ?p ?o {end}}} }}"
    asked = EmbeddedStore.of([Quad(NamedNode("urn:s"), NamedNode("urn:p"), NamedNode("urn:o"), NamedNode("urn:g"))])
    with contextlib.suppress(BadInput):
        refuse(query)
        refuse_service(query)
        with contextlib.suppress(SyntaxError, RuntimeError):
            list(asked.oxigraph.query(query, use_default_graph_as_union=True))


@pytest.mark.parametrize(
    "query", ["SELECT", "", "SELECT ?x { ?x a nothing:known }", "选择 ?x", "SELECT * { ?s ?p '" + "x" * 5000]
)
def test_a_mistake_is_told_in_one_short_line(store: EmbeddedStore, query: str) -> None:
    with pytest.raises(BadInput) as error:
        sparql(store, query)
    message = str(error.value)
    assert message.startswith("SPARQL: ") and "\n" not in message and len(message) < 300


def test_a_snapshot_gives_the_rows_of_its_graph(snapshot: Snapshot) -> None:
    query = "SELECT ?g (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g ORDER BY ?g"
    rows = sparql(snapshot, query)
    assert rows.columns == ("g", "n")
    assert list(rows) == list(sparql(snapshot.graph(), query)) != []
    assert len(list(sparql(snapshot, "SELECT * { ?s ?p ?o . ?a ?b ?c } LIMIT 1200"))) == 1200


EVERYTHING = "?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?n ?o . ?p ?q ?r"


def test_a_query_that_takes_too_long_is_ended(snapshot: Snapshot) -> None:
    with pytest.raises(BadInput, match=r"^SPARQL: the query was ended, it took longer than 1 seconds\. Ask for less"):
        list(sparql(snapshot, f"SELECT (COUNT(*) AS ?n) {{ {EVERYTHING} }}", seconds=1))


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("SELECT * " + "{" * 3000 + "}" * 3000, "nested more than"),
        ("SELECT * { FILTER(" + "!" * 40_000 + "true) }", "nested too deep"),
        ("SELECT (1" + "+1" * 24_000 + " AS ?x) {}", "nested too deep"),
        ("ASK {" + " " * 60_000 + "}", "50,000"),
        ("SELECT (<urn:nobody>(1) AS ?x) {}", "<urn:nobody> is not supported"),
        ("SELECT * { ?s ?p ?o", "expected"),
        ("INSERT DATA { <urn:a> <urn:b> <urn:c> }", "read-only"),
        (f"ASK {{ ?s ?p 1SERVICE {ELSEWHERE} }}", "network"),
        (f"SELECT * {{ {EVERYTHING} }} ORDER BY ?a ?m", "memory|took longer"),
    ],
    ids=["groups", "signs", "sums", "length", "function", "syntax", "update", "service", "memory"],
)
def test_a_query_that_cannot_be_answered_ends_in_one_line(snapshot: Snapshot, query: str, why: str) -> None:
    with pytest.raises(BadInput, match=why) as error:
        list(sparql(snapshot, query, seconds=5))
    message = str(error.value)
    assert message.startswith("SPARQL: ") and "\n" not in message and len(message) < 300


def test_rows_need_not_be_read_to_their_end(snapshot: Snapshot) -> None:
    first = next(iter(sparql(snapshot, "SELECT * { ?s ?p ?o . ?a ?b ?c }")))
    assert set(first) == {"s", "p", "o", "a", "b", "c"}


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
    server.publish(EmbeddedStore.of(graph_of_document(english())))
    assert server.graphs() == ["lamps"]
    assert set(server.quads()) == set(graph_of_document(english()))
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
    with pytest.raises(StoreError) as error:
        sparql(SparqlServer("http://127.0.0.1:1"), "ASK {}")
    assert "cannot be reached" in str(error.value) and "\n" not in str(error.value)


def test_another_server_is_not_asked_through_a_server(server: SparqlServer) -> None:
    with pytest.raises(BadInput, match="network"):
        sparql(server, f"SELECT * {{ ?s ?p 1SERVICE {ELSEWHERE} }}")
    assert list(sparql(server, "ASK { FILTER ('SERVICE' = '') }")) == [{"answer": False}]


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


def test_half_pairs_in_a_query_are_no_crash() -> None:
    """Found by `benchmarks.fuzz`."""
    store = EmbeddedStore.of(())
    with pytest.raises(BadInput):
        list(sparql(store, "SELECT \udcff").values)
    assert list(sparql(store, "SELECT ?s { ?s ?p '\udcff' }").values) == []


def test_an_answer_of_a_server_that_never_ends_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that sends more than is read: nothing of it is kept in memory beyond the limit."""
    import threading
    from http.server import BaseHTTPRequestHandler, HTTPServer

    class Endless(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "application/sparql-results+json")
            self.end_headers()
            with contextlib.suppress(OSError):
                for _ in range(1000):
                    self.wfile.write(b" " * 10_000)

        def log_message(self, *args: object) -> None:
            pass

    monkeypatch.setattr("kb.store.wire.MAX_ANSWER", 100_000)
    with HTTPServer(("127.0.0.1", 0), Endless) as server:
        threading.Thread(target=server.handle_request, daemon=True).start()
        with pytest.raises(BadInput, match="Ask for less at once"):
            SparqlServer(f"http://127.0.0.1:{server.server_port}").held()
