"""The HTTP interface: the contracts as JSON, tags, limits, logs, and a build that no request notices."""

from __future__ import annotations

import json
import logging
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from card_samples import write_yaml_yugi
from fastapi.testclient import TestClient
from few import few_of
from hypothesis import given
from hypothesis import strategies as st

from ingest.build import Order, build
from kb.quiz import Quiz
from kb.reviews.ledger import Ledger
from kb.reviews.model import Review, Seen, subject_id
from query.answer.contract import answer_json
from query.engine import Engine
from query.exam import take
from serve import replies
from serve.contract import AskReply, CheckReply
from serve.http import Settings, make_app
from serve.keeper import Keeper
from serve.limits import MOST_ASKERS, Buckets, asker_of
from serve.opened import Opened
from serve.remembered import Remembered

ASKED = (
    "Can a Spell Speed 1 effect be chained to another effect?",
    "Can I chain to my own card?",
    "连锁处理中可以发动卡片吗？",
    "Who bakes the sweetest cake in the harbour?",
)
TEXT = {"card_type": "spell", "property": "quick-play", "lang": "en", "text": "Target 1 face-up monster; it gains 300 ATK."}
CHANGING = ("latency_ms", "encode_ms")
MORE = "# The lantern keepers\n\nA keeper may light one lantern in each turn, and only one.\n"


def made(home: Path, folder: Path, order: Order) -> None:
    """Builds with the folder's sources."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULINGS_SOURCES", str(folder / "sources"))
        build(home, order)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sources folder of two topics, and a home with invented cards."""
    folder = tmp_path_factory.mktemp("serve")
    few_of(folder / "sources")
    made(folder / "home", folder, Order(cards=[write_yaml_yugi(folder / "cards.json")], encoder="none"))
    return folder


@pytest.fixture(scope="module")
def keeper(folder: Path) -> Keeper:
    return Keeper(folder / "home", sources=folder / "sources", encoder="none")


@pytest.fixture(scope="module")
def client(keeper: Keeper) -> Iterator[TestClient]:
    with TestClient(make_app(keeper, Settings(rate=0)), raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def own(folder: Path, tmp_path: Path) -> Path:
    """A home of the test's own, to build into."""
    shutil.copytree(folder / "home", tmp_path / "home")
    return tmp_path / "home"


def same(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in CHANGING}


def again(home: Path, folder: Path, text: str = MORE) -> None:
    """Builds a document into a home."""
    (home.parent / "lanterns.md").write_text(text, "utf-8")
    made(home, folder, Order(paths=[home.parent / "lanterns.md"], encoder="none"))


@pytest.mark.parametrize("question", ASKED)
def test_an_answer_is_that_of_the_command_and_fits_its_description(client: TestClient, folder: Path, question: str) -> None:
    engine = Engine.open(folder / "home", sources=folder / "sources", encoder="none")
    got = client.get("/ask", params={"q": question})
    assert got.status_code == 200
    assert same(got.json()) == same(json.loads(json.dumps(answer_json(engine.ask(question)))))
    posted = client.post("/ask", json={"id": 7, "question": question, "surplus": 1, "explain": True}).json()
    assert posted["id"] == 7 and posted["found"]["searched"]
    AskReply.model_validate(posted, strict=True)


def test_a_check_is_that_of_the_command_and_fits_its_description(client: TestClient, keeper: Keeper) -> None:
    got = client.post("/check", json={"id": "a", **TEXT, "surplus": 1})
    assert got.status_code == 200
    assert same(got.json()) == same(json.loads(json.dumps(replies.check_line(keeper.current(), {"id": "a", **TEXT}))))
    CheckReply.model_validate(got.json(), strict=True)


def test_every_path_that_is_described_answers(client: TestClient) -> None:
    card = client.get("/search", params={"q": "chain"}).json()["hits"][0]["id"]
    tried = {
        "/": "/",
        "/health": "/health",
        "/ask": "/ask?q=chain",
        "/check": "/check?text=Draw 1 card.",
        "/cards/{name}": "/cards/Glint",
        "/concepts/{name}": "/concepts/连锁",
        "/timings/{name}": "/timings/damage-step",
        "/search": "/search?q=chain&k=3",
        "/passages/{identifier}": f"/passages/{card}",
        "/graph/{kind}/{identifier}": "/graph/concept/chain?steps=2",
        "/sources": "/sources",
    }
    assert {*tried, "/exam"} == set(client.get("/openapi.json").json()["paths"])
    for path in tried.values():
        got = client.get(path)
        assert got.status_code == 200, (path, got.text)
        assert got.json()
    assert client.get("/").json()["paths"] == sorted({*tried, "/exam"})


def test_an_exam_question_is_answered_as_the_command_does(client: TestClient, keeper: Keeper) -> None:
    options = {"A": "Spell Speed 1", "B": "Spell Speed 3"}
    asked = "Which Spell Speed do Counter Traps have?"
    got = client.post("/exam", json={"id": 3, "question": asked, "options": options})
    (taken,) = take(keeper.current().engine, [Quiz(question=asked, lang="en", options=options, key="", line=0)])
    assert (got.json()["id"], got.json()["chosen"]) == (3, taken.chosen) and got.json()["citations"]
    unknown = client.post("/exam", json={"question": "Who bakes the sweetest cake in the harbour?", "options": options})
    assert unknown.json()["chosen"] is None and unknown.json()["abstained"]
    assert client.post("/exam", json={"question": "Why?", "options": {"A": "x"}}).status_code == 400


def test_a_passage_is_found_by_the_id_that_a_citation_has(client: TestClient) -> None:
    cited = client.get("/ask", params={"q": ASKED[0]}).json()["citations"][0]
    found = client.get(f"/passages/{cited['id']}").json()
    assert found["quote"] == cited["quote"] and set(found["texts"]) == {"en", "zh"}


def test_the_neighbourhood_holds_its_edges_ends(client: TestClient) -> None:
    found = client.get("/graph/concept/chain", params={"limit": 5}).json()
    assert len(found["edges"]) == 5 and found["left_out"] > 0
    assert {n["id"] for n in found["nodes"]} == {n for a, _, b in found["edges"] for n in (a, b)}


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/ask", 400),
        ("/ask?q=", 400),
        ("/ask?q=%20", 400),
        ("/ask?q=why&territory=mars", 400),
        (f"/ask?q={'why ' * 600}", 400),
        ("/check", 400),
        ("/check?card=Glint&text=Draw", 400),
        ("/check?text=Draw 1 card.&kind=sandwich", 400),
        ("/check?text=Draw 1 card.&as_of=yesterday", 400),
        ("/search?q=a&k=0", 400),
        ("/graph/sandwich/chain", 400),
        ("/graph/concept/sandwich", 404),
        ("/passages/nothing%20here", 404),
        ("/concepts/xyzzy", 404),
        ("/cards/xyzzyxyzzy", 404),
        ("/nowhere", 404),
    ],
)
def test_what_cannot_be_answered_is_told_in_a_line(client: TestClient, path: str, status: int) -> None:
    got = client.get(path)
    assert got.status_code == status
    assert got.json()["error"] and "\n" not in got.json()["error"] and "Traceback" not in got.text


def test_nothing_can_be_changed(client: TestClient) -> None:
    for method in ("PUT", "DELETE", "PATCH"):
        for path in ("/ask", "/cards/Glint", "/sources"):
            assert client.request(method, path).status_code == 405


def test_what_is_known_already_is_not_sent_again(client: TestClient) -> None:
    first = client.get("/ask", params={"q": ASKED[0]})
    tag = first.headers["etag"]
    again = client.get("/ask", params={"q": ASKED[0]}, headers={"if-none-match": f'"other", {tag}'})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert client.get("/ask", params={"q": ASKED[0]}, headers={"if-none-match": '"other"'}).status_code == 200


def test_a_build_is_noticed_and_no_request_fails(own: Path, folder: Path) -> None:
    keeper = Keeper(own, sources=folder / "sources", encoder="none", every=0.0)
    codes: list[int] = []
    stop = threading.Event()
    with TestClient(make_app(keeper, Settings(rate=0))) as client:
        before = client.get("/sources")

        def ask() -> None:
            while not stop.is_set():
                paths = (f"/ask?q={ASKED[0]}", "/search?q=lantern", "/cards/Glint", "/concepts/chain")
                codes.extend(client.get(path).status_code for path in paths)

        askers = [threading.Thread(target=ask) for _ in range(3)]
        for asker in askers:
            asker.start()
        again(own, folder)
        opening = keeper.look()
        if opening is not None:
            opening.join(60)
        stop.set()
        for asker in askers:
            asker.join(60)
        after = client.get("/sources", headers={"if-none-match": before.headers["etag"]})
        assert len(codes) >= 12 and set(codes) == {200}
        assert after.status_code == 200 and after.headers["etag"] != before.headers["etag"]
        assert "lanterns" in {s["id"] for s in after.json()["sources"] if s["built"]}
        assert client.get("/search", params={"q": "lantern keeper"}).json()["hits"][0]["source"] == "lanterns"


def test_an_old_snapshot_is_let_go_once_nobody_asks_it(own: Path, folder: Path) -> None:
    keeper = Keeper(own, sources=folder / "sources", encoder="none", every=3600.0)
    first = keeper.current()
    old = first.snapshot
    assert old is not None
    again(own, folder)
    opening = keeper.look()
    assert opening is not None
    opening.join(60)
    assert keeper.current() is not first and old.path.is_dir()
    assert replies.ask(first, ASKED[0])["citations"], "one who still holds the old snapshot is answered"
    del first
    again(own, folder, MORE + "\nA lit lantern stays.\n")
    assert not old.path.exists(), "the next build removes what nobody holds"


def test_a_damaged_build_leaves_the_old_one_answering(own: Path, folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    keeper = Keeper(own, sources=folder / "sources", encoder="none", every=0.0)
    (own / "current").write_text("nonsense", "utf-8")
    with TestClient(make_app(keeper, Settings(rate=0))) as client:
        opening = keeper.look()
        assert opening is not None
        opening.join(60)
        assert client.get("/ask", params={"q": ASKED[0]}).status_code == 200
        assert "rulings build" in client.get("/health").json()["remarks"][0]
        assert keeper.look() is None, "it is not tried again and again"
    assert "goes on answering" in caplog.text


def test_an_edited_digest_changes_the_tag(folder: Path, own: Path) -> None:
    shutil.copytree(folder / "sources", own.parent / "sources")
    opened = Opened.open(own, sources=own.parent / "sources", encoder="none")
    before = opened.tag()
    assert opened.tag() == before
    path = own.parent / "sources" / "rules" / "chains.toml"
    path.write_text(path.read_text("utf-8") + "\n# edited\n", "utf-8")
    assert opened.tag() != before


def limited(keeper: Keeper, **settings: Any) -> TestClient:
    return TestClient(make_app(keeper, Settings(**settings)), raise_server_exceptions=False)


def test_too_long_a_request_is_refused(keeper: Keeper) -> None:
    with limited(keeper, rate=0, most_bytes=1000) as client:
        assert client.post("/ask", json={"question": "why " * 100}).status_code == 200
        assert client.post("/ask", json={"question": "why " * 300}).status_code == 413
        chunks = client.post("/ask", content=(b"why " for _ in range(300)), headers={"content-type": "application/json"})
        assert chunks.status_code == 413, "whatever its length was said to be"
        assert client.get(f"/ask?q={'a' * 9000}").status_code == 414


def test_who_asks_too_often_is_told_to_wait(keeper: Keeper) -> None:
    with limited(keeper, rate=1) as client:
        codes = [client.get("/sources").status_code for _ in range(4)]
        assert codes[:2] == [200, 200] and 429 in codes[2:]
        refused = next(got for _ in range(9) if (got := client.get("/sources")).status_code == 429)
        assert 1 <= int(refused.headers["retry-after"]) <= 2 and refused.json()["error"]


def test_an_answer_that_takes_too_long_is_given_up(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    done = threading.Event()
    monkeypatch.setattr(replies, "sources", lambda opened: done.wait(30) and {})
    with limited(keeper, rate=0, seconds=0.05) as client:
        got = client.get("/sources")
        done.set()
    assert got.status_code == 503 and "seconds" in got.json()["error"]


def test_a_fault_is_a_line_without_the_askers_words(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(opened: Opened, question: str, *args: object, **named: object) -> dict[str, Any]:
        raise KeyError(question)

    monkeypatch.setattr(replies, "ask", broken)
    with limited(keeper, rate=0) as client, caplog.at_level(logging.INFO, logger="rulings.serve"):
        got = client.get("/ask", params={"q": "my secret plan"})
    assert got.status_code == 500 and set(got.json()) == {"error"}
    assert "KeyError at" in caplog.text and "secret" not in caplog.text


@pytest.mark.parametrize("words", [False, True])
def test_logs_hold_the_askers_words_only_if_wanted(keeper: Keeper, caplog: pytest.LogCaptureFixture, words: bool) -> None:
    with limited(keeper, rate=0, words=words) as client, caplog.at_level(logging.INFO, logger="rulings.serve"):
        client.get("/ask", params={"q": "may I chain my secret plan?\nforged line"})
        client.get("/cards/Secret Plan")
        client.get("/ask/Secret")
    lines = [r.getMessage() for r in caplog.records if r.name == "rulings.serve"]
    assert len(lines) == 3 and lines[0].startswith("GET /ask 200 ") and all("\n" not in line for line in lines)
    assert ("secret" in caplog.text.lower()) is words


def test_another_places_page_may_ask_only_if_let_in(keeper: Keeper) -> None:
    with limited(keeper, rate=0) as client:
        assert "access-control-allow-origin" not in client.get("/sources", headers={"origin": "https://a.example"}).headers
    with limited(keeper, rate=0, origins=("https://a.example",)) as client:
        got = client.get("/sources", headers={"origin": "https://a.example"}).headers
        assert got["access-control-allow-origin"] == "https://a.example"
        other = client.get("/sources", headers={"origin": "https://b.example"}).headers
        assert "access-control-allow-origin" not in other


@given(st.lists(st.floats(0, 3), min_size=1, max_size=60), st.integers(1, 5))
def test_no_one_gets_more_than_the_rate_and_a_burst(pauses: list[float], rate: int) -> None:
    now = [100.0]
    buckets = Buckets(rate, rate * 2, clock=lambda: now[0])
    let = 0
    for number, pause in enumerate(pauses):
        now[0] += pause
        wait = buckets.wait("a")
        let += wait == 0
        assert wait <= 1 / rate + 1e-9
        assert buckets.wait(f"other {number}") == 0, "others are not kept waiting"
    assert let <= rate * 2 + rate * sum(pauses[1:]) + 1e-6


def test_only_so_many_askers_are_remembered() -> None:
    buckets = Buckets(1, 2)
    for number in range(MOST_ASKERS + 50):
        buckets.wait(str(number))
    assert len(buckets) == MOST_ASKERS


def test_a_household_is_one_asker() -> None:
    def of(host: str) -> str:
        return asker_of({"client": (host, 1)})

    assert of("2001:db8:1:2::1") == of("2001:db8:1:2:ffff::9") != of("2001:db8:1:3::1")
    assert of("::ffff:192.0.2.1") == of("192.0.2.1") != of("192.0.2.2")
    assert asker_of({"client": None}) == ""


def test_answers_at_the_same_time_are_the_same_as_one_by_one(keeper: Keeper) -> None:
    opened = keeper.current()
    alone = [same(replies.ask(opened, q)) for q in ASKED]
    opened.engine._answers.clear()
    found: dict[int, list[dict[str, Any]]] = {}

    def ask(number: int) -> None:
        found[number] = [same(replies.ask(opened, q)) for q in ASKED]

    askers = [threading.Thread(target=ask, args=(n,)) for n in range(4)]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join(60)
    assert list(found.values()) == [alone] * 4


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.integers(0, 60)), max_size=40))
def test_replies_kept_are_bounded_and_the_latest(puts: list[tuple[str, int]]) -> None:
    kept = Remembered(104)
    last: dict[str, int] = {}
    for name, size in puts:
        kept.put(("tag", name), bytes(size))
        last[name] = size
        assert kept.size <= 104
        assert kept.get(("tag", name)) == bytes(size)
    held = {name: body for name in last if (body := kept.get(("tag", name))) is not None}
    assert sum(len(body) + len("tag" + name) for name, body in held.items()) == kept.size
    assert all(len(body) == last[name] for name, body in held.items())


def test_a_question_is_worked_out_once_however_it_comes_and_again_after_a_decision(
    own: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    plain = replies.ask

    def counted(opened: Opened, question: str, *given: str, **named: bool) -> dict[str, Any]:
        made.append(question)
        return plain(opened, question, *given, **named)

    monkeypatch.setattr(replies, "ask", counted)
    with limited(Keeper(own, sources=folder / "sources", encoder="none", every=0.0), rate=0) as client:
        got = client.get("/ask", params={"q": ASKED[0]}).json()
        assert client.get("/ask", params={"territory": "both", "q": f"  {ASKED[0].replace(' ', '  ')} "}).json() == got
        for number in (1, "b"):
            assert client.post("/ask", json={"id": number, "question": ASKED[0]}).json() == {"id": number} | got
        assert made == [ASKED[0]]
        client.get("/ask", params={"q": ASKED[0], "territory": "OCG"})
        client.get("/ask", params={"q": ASKED[0], "explain": "true"})
        client.get("/ask", params={"q": ASKED[1]})
        assert made == [ASKED[0]] * 3 + [ASKED[1]]
        entry = got["citations"][0]["id"]
        seen = Seen(source="digest", passage=entry)
        subject = Review(id=subject_id("entry", entry), about="entry", entries=(entry,), places=(seen,))
        Ledger(sources=folder / "sources", home=own).decide(subject, "reject", by="Ana", reason="misread")
        after = client.get("/ask", params={"q": ASKED[0]}).json()
        assert made[4:] == [ASKED[0]] and entry not in {c["id"] for c in after["citations"]}


def test_a_reply_that_is_kept_is_not_given_by_a_newer_snapshot(own: Path, folder: Path) -> None:
    keeper, asked = Keeper(own, sources=folder / "sources", encoder="none", every=0.0), {"q": "May a keeper light a lantern?"}
    with limited(keeper, rate=0) as client:
        before = [client.get("/ask", params=asked), client.post("/ask", json={"question": asked["q"]})]
        again(own, folder)
        opening = keeper.look()
        if opening is not None:
            opening.join(60)
        after = [client.get("/ask", params=asked), client.post("/ask", json={"question": asked["q"]})]
    assert all("lanterns" not in {c["source"] for c in reply.json()["citations"]} for reply in before)
    assert all("lanterns" in {c["source"] for c in reply.json()["citations"]} for reply in after)


def test_a_reply_is_worked_out_once_for_a_snapshot(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    monkeypatch.setattr(replies, "concept", lambda opened, name: {"made": made.append(name) or len(made)})
    with limited(keeper, rate=0) as client:
        first, again, other = (client.get(path).json() for path in ("/concepts/a", "/concepts/a", "/concepts/b"))
        assert first == again == {"made": 1} and other == {"made": 2}
        monkeypatch.setattr(Opened, "tag", lambda self: "newer")
        assert client.get("/concepts/a").json() == {"made": 3}
