"""An assistant in the loop: believed as far as its citations hold and the law does not contradict."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from few import few_of

from cli.main import main
from kb.errors import BadInput
from query.answer.contract import answer_json
from query.assistant.consult import consult
from query.assistant.endpoint import LONGEST, Endpoint
from query.assistant.put import given
from query.engine import Engine
from query.model import Answer, Citation, Disagreement, Question
from query.read.question import read_question

OLD = "The harbour was closed at night in the first edition."
NEW = "A lantern may be lit while the harbour is open, twice in a turn."
ZH = "港口开放期间可以点亮灯笼，每回合两次。"
Say = Callable[[dict[str, Any]], Any]


def citation(name: str, quote: str, **more: Any) -> Citation:
    return Citation(
        id=name, kind="passage", source="keepers", file="keepers.md", lines=None, heading=(), quote=quote, lang="en",
        authority="notes", **more,
    )  # fmt: skip


def answer(**more: Any) -> Answer:
    """An answer that the nearest rules suggest: yes, from a newer and an older passage."""
    question = Question(reading=read_question("May I light a lantern in the harbour?", lang="en"))
    found = (citation("new", NEW), citation("old", OLD, note="Outdated edition."), citation("zh", ZH, territory="OCG"))
    base = Answer(
        question=question,
        verdict="yes",
        abstained=False,
        text="Nearest rule.",
        citations=found,
        confidence=0.6,
        ground="inferred",
    )
    return replace(base, **more)


class Server:
    """A server that speaks the protocol and says what a test wants."""

    def __init__(self) -> None:
        self.say: Say = lambda body: {}
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.url = ""

    def says(self, verdict: str, text: str, *quotes: tuple[str, str]) -> None:
        self.says_text(json.dumps({"verdict": verdict, "answer": text, "quotes": [{"id": i, "quote": q} for i, q in quotes]}))

    def says_text(self, text: str) -> None:
        self.say = lambda body: {"choices": [{"message": {"role": "assistant", "content": text}}]}


@contextmanager
def serving(server: Server) -> Iterator[None]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._reply(json.dumps({"data": [{"id": "lamp-1"}]}).encode())

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            server.asked.append(body)
            server.keys.append(self.headers["authorization"])
            said = server.say(body)
            if isinstance(said, int):
                self.send_response(said)
                self.send_header("location", f"{server.url}/elsewhere")
                self.end_headers()
            else:
                self._reply(said if isinstance(said, bytes) else json.dumps(said).encode())

        def _reply(self, data: bytes) -> None:
            self.send_response(200)
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            with suppress(OSError):
                self.wfile.write(data)

        def log_message(self, *args: object) -> None:
            pass

    httpd = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    httpd.daemon_threads = True
    server.url = f"http://127.0.0.1:{httpd.server_address[1]}/v1"
    threading.Thread(target=httpd.serve_forever, daemon=True).start()
    try:
        yield
    finally:
        httpd.shutdown()
        httpd.server_close()


@pytest.fixture
def server() -> Iterator[Server]:
    one = Server()
    with serving(one):
        yield one


def test_what_is_quoted_rightly_is_believed_as_an_inference(server: Server) -> None:
    server.says("depends", "It may be lit while the harbour is open.", ("P1", "while the  HARBOUR is open"))
    got = consult(answer(), Endpoint(server.url, key="lamp-key"))
    assert got.consulted is not None and got.consulted.status == "believed"
    assert (got.verdict, got.text, got.ground) == ("depends", "It may be lit while the harbour is open.", "inferred")
    assert got.confidence == 0.5 and got.citations[0].id == "new" and got.steps[0].citation == got.citations[0]
    assert "lamp-1" in got.notes[-1] and server.keys == ["Bearer lamp-key"]
    sent = json.dumps(server.asked[0], ensure_ascii=False)
    assert server.asked[0]["model"] == "lamp-1" and NEW in sent and "May I light a lantern" in sent
    row = json.loads(json.dumps(answer_json(got)))["assistant"]
    assert (row["status"], row["verdict"], row["cites"]) == ("believed", "depends", ["new"])


@pytest.mark.parametrize("around", ["```json\n{}\n```", "<think>{{no}}</think> {}", "Here it is: {} Good luck!"])
def test_what_stands_around_the_answer_does_not_matter(server: Server, around: str) -> None:
    row = json.dumps({"verdict": "yes", "answer": "Yes.", "quotes": [{"id": "[P1]", "quote": "A lantern may be lit"}]})
    server.says_text(around.format(row))
    assert consult(answer(), Endpoint(server.url)).consulted.status == "believed"  # type: ignore[union-attr]


REFUSED = [
    ("yes", "Yes.", [], "cites nothing"),
    ("yes", "Yes.", [("P9", "A lantern may be lit")], "'P9', which it was not given"),
    ("yes", "Yes.", [("P1", "A lantern may be lit"), ("P99", "while the harbour")], "'P99'"),
    ("yes", "Yes.", [("P1", "A lantern may always be lit")], "does not stand there"),
    ("yes", "Yes.", [("P2", "A lantern may be lit")], "does not stand there"),
    ("yes", "Yes.", [("P1", "A")], "too short"),
    ("yes", "Yes, 3 times.", [("P1", "A lantern may be lit")], "number 3"),
    ("no", "No.", [("P2", "The harbour was closed at night")], "outdated"),
    ("n/a", "It may be lit.", [("P1", "A lantern may be lit")], "does not fit"),
]


@pytest.mark.parametrize(("verdict", "text", "quotes", "why"), REFUSED, ids=[r[3] for r in REFUSED])
def test_what_its_citations_do_not_bear_is_not_believed(
    server: Server, verdict: str, text: str, quotes: list[tuple[str, str]], why: str
) -> None:
    server.says(verdict, text, *quotes)
    before = answer()
    got = consult(before, Endpoint(server.url))
    assert got.consulted is not None and got.consulted.status == "not believed" and why in got.consulted.why
    assert replace(got, consulted=None, notes=()) == before, "the answer stays as it was"
    assert got.consulted.why in got.notes[-1] and "\n" not in got.notes[-1]


@pytest.mark.parametrize("ground", ["computed", "stated"])
def test_the_law_is_not_contradicted(server: Server, ground: str) -> None:
    sure = answer(ground=ground, confidence=0.95)
    server.says("no", "No.", ("P1", "while the harbour is open"))
    got = consult(sure, Endpoint(server.url))
    assert got.consulted is not None and got.consulted.status == "not believed" and ground in got.consulted.why
    server.says("yes", "Yes, surely.", ("P1", "A lantern may be lit"))
    agreed = consult(sure, Endpoint(server.url))
    assert agreed.consulted is not None and agreed.consulted.status == "agrees"
    for one in (got, agreed):
        assert (one.verdict, one.text, one.ground, one.confidence) == ("yes", "Nearest rule.", ground, 0.95)


def test_where_sources_disagree_it_does_not_settle_the_matter(server: Server) -> None:
    server.says("yes", "Yes.", ("P1", "A lantern may be lit"))
    got = consult(answer(disagreements=(Disagreement(position="a", other="b"),)), Endpoint(server.url))
    assert got.consulted is not None and "disagree" in got.consulted.why


def test_a_passage_of_another_territory_is_no_evidence(server: Server) -> None:
    server.says("yes", "可以。", ("P3", "可以点亮灯笼"))
    assert consult(answer(), Endpoint(server.url), "TCG").consulted.why.startswith("nothing it cites holds")  # type: ignore[union-attr]
    assert consult(answer(), Endpoint(server.url), "OCG").consulted.status == "believed"  # type: ignore[union-attr]


def test_what_it_cannot_find_stays_as_it_was(server: Server) -> None:
    server.says("unknown", "The passages do not say.")
    got = consult(answer(), Endpoint(server.url))
    assert (
        got.consulted is not None and got.consulted.status == "unsure" and (got.verdict, got.text) == ("yes", "Nearest rule.")
    )


BROKEN: list[tuple[Say, str]] = [
    (lambda body: 500, "status 500"),
    (lambda body: 401, "status 401"),
    (lambda body: 302, "status 302"),
    (lambda body: b"not json", "not JSON"),
    (lambda body: [], "not of the protocol"),
    (lambda body: {"choices": [{"message": {"content": ""}}]}, "empty"),
    (lambda body: {"choices": [{"message": {"content": "Yes!"}}]}, "not the JSON object"),
    (lambda body: {"choices": [{"message": {"content": '{"verdict": "maybe"}'}}]}, "no verdict"),
    (lambda body: {"choices": [{"message": {"content": '{"verdict": "yes", "answer": ""}'}}]}, "no answer"),
    (
        lambda body: {"choices": [{"message": {"content": '{"verdict": "yes", "answer": "a", "quotes": [1]}'}}]},
        "list of quotes",
    ),
    (lambda body: {"choices": [{"message": {"content": "[" * 100_000}}]}, "not the JSON object"),
    (lambda body: b" " * (LONGEST + 1), "longer than"),
]


@pytest.mark.parametrize(("say", "why"), BROKEN, ids=[why for _, why in BROKEN])
def test_a_broken_reply_changes_nothing(server: Server, say: Say, why: str) -> None:
    server.say = say
    got = consult(answer(), Endpoint(server.url))
    assert got.consulted is not None and got.consulted.status == "no answer" and why in got.consulted.why
    assert (got.verdict, got.text, got.citations) == ("yes", "Nearest rule.", answer().citations)
    assert len(server.asked) == 1, "a redirect is not followed"


def test_one_that_takes_too_long_is_not_waited_for(server: Server) -> None:
    done = threading.Event()
    server.say = lambda body: done.wait(20) and {}
    began = time.monotonic()
    got = consult(answer(), Endpoint(server.url, model="slow", seconds=0.2))
    done.set()
    assert got.consulted is not None and "within 0.2 seconds" in got.consulted.why
    assert time.monotonic() - began < 15, "less than the server takes"


def test_one_that_is_not_there_changes_nothing(server: Server) -> None:
    got = consult(answer(), Endpoint("http://127.0.0.1:9", seconds=5))
    assert got.consulted is not None and "cannot be reached" in got.consulted.why
    nothing = consult(answer(citations=()), Endpoint(server.url))
    assert nothing.consulted is not None and "nothing was found" in nothing.consulted.why and not server.asked


@pytest.mark.parametrize("url", ["localhost:1", "ftp://a", "http://", "file:///etc/passwd"])
def test_what_is_no_address_is_told(url: str) -> None:
    with pytest.raises(BadInput, match="no address"):
        Endpoint(url)


def test_passages_have_an_id_each() -> None:
    shown = given(answer())
    assert list(shown) == ["P1", "P2", "P3"] and [c.id for c in shown.values()] == ["new", "old", "zh"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("assistant")
    few_of(folder / "sources")
    return folder


def test_the_command_asks_it_only_if_told_to(server: Server, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def quoting(body: dict[str, Any]) -> Any:
        """The first passage sent, quoted whole, as an answer of another verdict than any."""
        first = body["messages"][1]["content"].split("\n")[3]
        row = {"verdict": "unknown", "answer": "Not there.", "quotes": [{"id": "P1", "quote": first}]}
        return {"choices": [{"message": {"content": json.dumps(row)}}]}

    server.say = quoting
    where = ["--home", str(folder / "home"), "--sources", str(folder / "sources"), "--encoder", "none"]
    question = "Can I chain a Spell Speed 1 effect?"
    assert main(["ask", question, "--json", *where]) == 0
    plain = json.loads(capsys.readouterr().out)
    assert not server.asked and "assistant" not in plain
    assert main(["ask", question, "--json", "--reader", server.url, "--reader-model", "m", *where]) == 0
    told = json.loads(capsys.readouterr().out)
    assert len(server.asked) == 1 and server.asked[0]["model"] == "m"
    assert told["assistant"]["status"] in ("unsure", "agrees") and told["answer"] == plain["answer"]
    assert main(["ask", question, "--reader", server.url, *where]) == 0
    assert "lamp-1" in capsys.readouterr().out, "the screen says what became of it"
    assert main(["ask", question, "--reader", "nonsense", *where]) == 2


def test_a_real_answer_s_passages_can_be_quoted(server: Server, folder: Path) -> None:
    engine = Engine.open(folder / "home", sources=folder / "sources", encoder="none")
    before = engine.ask("What does Spell Speed 3 mean?")
    first = before.citations[0].quote
    server.says("n/a", "As quoted.", ("P1", first))
    got = consult(before, Endpoint(server.url))
    assert got.consulted is not None and got.consulted.status == "believed" and got.text == "As quoted."
    assert engine.ask("What does Spell Speed 3 mean?") == before, "what the engine remembers is its own"
