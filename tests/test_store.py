"""`--store sparql:URL`: the graph of a home on a real server, behind user and password, which may go away at any moment."""

from __future__ import annotations

import asyncio
import json
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from graph_server import PASSWORD, USER, Gate, Running, gated, running
from pyoxigraph import NamedNode, Quad, RdfFormat

from cli.main import main
from ingest.build import Order, build
from kb.errors import BadInput, SnapshotError, StoreError
from kb.store.oxigraph import EmbeddedStore
from kb.store.place import address_of, server_at
from kb.store.server import SparqlServer
from kb.store.snapshot import Snapshot, open_current
from query.browse.pages import concept_page

ENGLISH = "# Lantern rules\n\n## Oil\n\nA lantern in the Damage Step costs its keeper 300 Life Points.\n"
OTHER = "# Wicks\n\nA wick that is trimmed in the Damage Step burns for two turns.\n"
COUNT = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"


@pytest.fixture
def behind(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path / "server") as server:
        yield server


@pytest.fixture
def gate(behind: Running, monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    monkeypatch.setenv("RULINGS_STORE_USER", USER)
    monkeypatch.setenv("RULINGS_STORE_PASSWORD", PASSWORD)
    monkeypatch.delenv("RULINGS_STORE", raising=False)
    with gated(behind) as gate:
        yield gate


@pytest.fixture
def home(tmp_path: Path, few_rules: Path) -> Path:
    """A home with one document, its graph kept here."""
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "lantern.md").write_text(ENGLISH, "utf-8")
    home = tmp_path / "home"
    build(home, Order(paths=[tmp_path / "documents"], encoder="none"))
    return home


def again(home: Path, store: str = "", text: str = "") -> None:
    """Builds again, with a second document if there is a text."""
    if text:
        (home.parent / "documents" / "wicks.md").write_text(text, "utf-8")
    build(home, Order(paths=[home.parent / "documents"], encoder="none", store=store))


def kept(home: Path) -> set[Quad]:
    """What the home's own copy holds, read from its files, checksums compared."""
    with _current(home, store="local") as snapshot:
        snapshot.verify()
        return set(snapshot.kept_graph().oxigraph)


def _current(home: Path, **more: str) -> Snapshot:
    snapshot = open_current(home, **more)
    assert snapshot is not None
    return snapshot


def there(gate: Gate) -> set[Quad]:
    return set(server_at(f"sparql:{gate.url}").quads())


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main(list(argv))
    said = capsys.readouterr()
    assert PASSWORD not in said.out + said.err
    return code, said.out, said.err


def one_line(said: str) -> str:
    assert said.count("\n") == 1 and said.endswith("\n") and "Traceback" not in said, said
    return said.strip()


def test_a_build_puts_its_graph_on_the_server_and_reading_goes_there(
    home: Path, gate: Gate, capsys: pytest.CaptureFixture[str]
) -> None:
    at = ("--home", str(home))
    pages = [["concept", "Damage Step"], ["timing", "Damage Step"], ["sparql", COUNT], ["sparql", "DESCRIBE source:lantern"]]
    here = [run(capsys, *page, *at) for page in pages]
    with _current(home) as snapshot:
        document = snapshot.document("lantern")
    again(home, f"sparql:{gate.url}")
    assert there(gate) == kept(home) != set()
    for page, before in zip(pages, here, strict=True):
        gate.asked.clear()
        code, out, said = run(capsys, *page, *at)
        assert (code, sorted(out.splitlines()), said) == (0, sorted(before[1].splitlines()), "")
        assert set(gate.asked) == {"/query"}
    with _current(home) as snapshot:
        assert snapshot.document("lantern") == document
        with pytest.raises(SnapshotError, match="holds no document wicks"):
            snapshot.document("wicks")
    out = home.parent / "graph.nq"
    assert run(capsys, "export", str(out), "--format", "nquads", *at)[0] == 0
    assert len(out.read_text("utf-8").splitlines()) == len(kept(home))


def test_only_what_changed_is_sent(home: Path, gate: Gate) -> None:
    store = f"sparql:{gate.url}"
    again(home, store)
    gate.updates = 0
    again(home)
    assert gate.updates == 0, "nothing changed"
    again(home, text=OTHER)
    assert gate.updates == 4, "a document cleared and sent, its citations, none, cleared; then all in place at once"
    assert there(gate) == kept(home)
    (home.parent / "documents" / "wicks.md").unlink()
    again(home)
    assert there(gate) == kept(home) and not any("wicks" in str(q) for q in there(gate))


def test_the_home_remembers_its_server_until_it_is_told_otherwise(
    home: Path, gate: Gate, behind: Running, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    again(home, f"sparql:{gate.url}")
    assert address_of(home) == f"sparql:{gate.url}" and address_of(home, "local") == ""
    behind.end()
    ask = ("sparql", COUNT, "--json", "--home", str(home))
    assert run(capsys, *ask)[0] == 2
    assert run(capsys, *ask, "--store", "local")[0] == 0
    monkeypatch.setenv("RULINGS_STORE", "local")
    assert json.loads(run(capsys, *ask)[1]) == [{"n": len({(q.subject, q.predicate, q.object) for q in kept(home)})}]
    monkeypatch.delenv("RULINGS_STORE")
    again(home, "local", OTHER)
    assert address_of(home) == "" and run(capsys, *ask)[0] == 0


def test_a_server_needs_no_home_to_be_asked(home: Path, gate: Gate, capsys: pytest.CaptureFixture[str]) -> None:
    again(home, f"sparql:{gate.url}")
    nowhere = str(home.parent / "nowhere")
    code, out, _ = run(capsys, "sparql", COUNT, "--store", f"sparql:{gate.url}/query,{gate.url}/update", "--home", nowhere)
    assert code == 0 and int(out.split()[1]) > 100


@pytest.mark.parametrize("user", ["", "stranger"])
def test_who_is_not_let_in_is_told_so_and_the_home_stays(
    home: Path, gate: Gate, user: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = kept(home)
    monkeypatch.setenv("RULINGS_STORE_USER", user)
    monkeypatch.setenv("RULINGS_STORE_PASSWORD", f"{PASSWORD}!" if user else "")
    store = f"sparql:{gate.url}"
    for command in (["build"], ["sparql", COUNT]):
        code, _, said = run(capsys, *command, "--store", store, "--home", str(home))
        assert code == 2 and "refused (401" in one_line(said) and "RULINGS_STORE_PASSWORD" in said
        assert "!" not in said
    assert kept(home) == before and address_of(home) == ""


def test_a_server_that_is_not_there_is_told_before_anything_is_built(
    home: Path, gate: Gate, behind: Running, capsys: pytest.CaptureFixture[str]
) -> None:
    before = kept(home)
    behind.end()
    for url in (gate.url, behind.url, "http://nobody.invalid"):
        code, _, said = run(capsys, "build", "--store", f"sparql:{url}", "--home", str(home))
        assert code == 2 and "cannot be reached" in one_line(said)
    assert kept(home) == before and address_of(home) == ""


@pytest.mark.parametrize("at", [1, 2, 3, 4])
def test_a_server_that_goes_away_in_the_middle_of_a_build_loses_nothing(
    home: Path, gate: Gate, behind: Running, at: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ended, for good, before any of the four updates that a new document takes."""
    again(home, f"sparql:{gate.url}")
    before, pointer = kept(home), (home / "current").read_bytes()
    (home.parent / "documents" / "wicks.md").write_text(OTHER, "utf-8")
    gate.updates = 0
    gate.before = lambda number: behind.end() if number == at else None
    command = ["build", str(home.parent / "documents"), "--encoder", "none", "--home", str(home)]
    code, _, said = run(capsys, *command)
    assert code == 2 and "cannot be reached" in one_line(said)
    assert kept(home) == before and (home / "current").read_bytes() == pointer
    gate.before = lambda number: None
    behind.start()
    assert there(gate) == before, "and what it held"
    assert run(capsys, "sparql", COUNT, "--home", str(home))[0] == 0
    assert run(capsys, *command)[0] == 0
    assert there(gate) == kept(home) > before


def test_a_server_that_comes_back_empty_in_the_middle_puts_nothing_in_place(home: Path, few_rules: Path, gate: Gate) -> None:
    """One that keeps its data in memory alone."""
    before = kept(home)
    with running(None) as forgetful:
        gate.behind = forgetful

        def restarted(number: int) -> None:
            if number == 4:
                forgetful.end()
                forgetful.start()

        gate.before = restarted
        with pytest.raises(StoreError, match="Nothing was put in place"):
            again(home, f"sparql:{gate.url}")
        assert not server_at(f"sparql:{gate.url}").held()
        gate.before = lambda number: None
        again(home, f"sparql:{gate.url}")
        assert there(gate) == kept(home) == before


def test_an_answer_that_breaks_off_is_told(home: Path, gate: Gate, capsys: pytest.CaptureFixture[str]) -> None:
    again(home, f"sparql:{gate.url}")
    gate.cut = True
    code, _, said = run(capsys, "sparql", "SELECT * { ?s ?p ?o }", "--home", str(home))
    assert code == 2 and "went away in the middle" in one_line(said)


def test_what_else_a_server_holds_is_neither_seen_nor_touched(home: Path, gate: Gate, behind: Running) -> None:
    other = EmbeddedStore.of([Quad(NamedNode("urn:a"), NamedNode("urn:b"), NamedNode("urn:c"), NamedNode("urn:other"))])
    quads = other.oxigraph.dump(format=RdfFormat.N_QUADS)
    request = urllib.request.Request(f"{behind.url}/store", data=quads, headers={"Content-Type": "application/n-quads"})
    urllib.request.urlopen(request).close()
    again(home, f"sparql:{gate.url}")
    server = server_at(f"sparql:{gate.url}")
    assert list(server.ask("ASK { <urn:a> ?p ?o }")) == [{"answer": False}]
    assert list(server.ask("ASK { GRAPH ?g { <urn:a> ?p ?o } }")) == [{"answer": False}]
    again(home, text=OTHER)
    held = urllib.request.urlopen(f"{behind.url}/store?graph=urn:other").read()
    assert b"<urn:a>" in held


def test_a_server_without_our_graph_says_what_to_do(home: Path, gate: Gate, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, said = run(capsys, "sparql", COUNT, "--store", f"sparql:{gate.url}", "--home", str(home))
    assert code == 2 and "rulings build --store" in one_line(said)


def test_a_page_that_is_no_result_is_told(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = SparqlServer("http://localhost:1")
    for kind, body in (("text/html", b"<p>welcome"), ("application/sparql-results+json", b'{"head": {"vars": ["g"')):
        monkeypatch.setattr(server._wire, "post", lambda *a, kind=kind, body=body, **n: (kind, body))
        with pytest.raises(StoreError, match="no whole SPARQL result"):
            server.held()


@pytest.mark.parametrize(
    "address",
    ["http://localhost:7878", "sparql:", "sparql:ftp://host", "sparql:http://ho st", "sparql:http://h:99999", "memory"],
)
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(BadInput, match=r"localhost:7878|spaces"):
        server_at(address)


def test_a_password_in_an_address_is_refused_and_not_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for address in (f"sparql:http://{USER}:{PASSWORD}@localhost:1", f"http://{USER}:{PASSWORD}@localhost:1"):
        code, _, said = run(capsys, "sparql", COUNT, "--store", address.replace(" ", ""), "--home", str(tmp_path))
        assert code == 2 and "localhost:1" in one_line(said) and "wick" not in said


def test_pages_with_a_server_that_went_away_are_told(home: Path, gate: Gate, behind: Running) -> None:
    again(home, f"sparql:{gate.url}")
    assert concept_page("Damage Step", home=home).passages
    behind.end()
    with pytest.raises(StoreError, match="cannot be reached"):
        concept_page("Damage Step", home=home)


def test_who_asks_over_http_is_not_told_where_the_server_stands(caplog: pytest.LogCaptureFixture) -> None:
    from serve.http import _refused

    error = StoreError("http://graph.inside:7878: cannot be reached.")
    with ThreadPoolExecutor(1) as apart:  # a thread of its own: a browser's loop may be running in this one
        answer = apart.submit(lambda: asyncio.run(_refused(None, error))).result()  # type: ignore[arg-type]
    assert answer.status_code == 503 and b"inside" not in answer.body and b"later" in answer.body
    assert "graph.inside" in caplog.text
