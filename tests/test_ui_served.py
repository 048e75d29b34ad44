"""What the server gives out beside Streamlit's page: the document, names while typing, a code of the address."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from card_samples import write_yaml_yugi
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from cli.main import main
from ingest.build import Order, build
from kb.cards.record import Card
from query.card.search import open_card_search
from query.card.suggest import suggest_name, suggest_within
from query.card.type_words import line_words
from ui import state
from ui.card_look import frame_of
from ui.engine import engine
from ui.pages_there import MORE, TABS, pages_there
from ui.served.code import qr_svg
from ui.served.index import SAID, index_html, scripts, version
from ui.served.names import suggested
from ui.served.packed import SCRIPTS, pack, packed_scripts
from ui.served.routes import routes
from ui.served.warm import open_all
from ui.words import all_words


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a few invented cards."""
    home = tmp_path_factory.mktemp("served")
    build(home / "kb", Order(cards=[write_yaml_yugi(home / "cards.json")], encoder="none"))
    return home / "kb"


def answered(path: str, query: str = "", accept: str = "en") -> tuple[int, str]:
    """Status and text of one of the server's own addresses."""
    route = next(r for r in routes() if getattr(r, "path", "") == path)
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": query.encode(),
        "headers": [(b"accept-language", accept.encode())],
    }
    answer = route.endpoint(Request(scope))  # type: ignore[attr-defined]
    return answer.status_code, answer.body.decode()


@pytest.mark.parametrize(
    ("accept", "query", "lang"), [("en", "", "en"), ("zh-CN", "", "zh-Hans"), ("en", "lang=zh", "zh-Hans")]
)
def test_the_document_has_our_title_and_language_and_a_link_to_every_page(accept: str, query: str, lang: str) -> None:
    status, text = answered("/card", query, accept)
    assert status == 200 and f'<html lang="{lang}"' in text
    assert "<title>Streamlit</title>" not in text and text.count("<title>") == 1
    assert set(re.findall(r'data-page="(\w+)"', text)) == set(pages_there())
    assert len(re.findall(r'<a href="[./a-z]+" aria-current="page"', text)) == 1
    assert '<div id="root">' in text and "./static/js/index." in text


def test_every_page_has_a_tab_or_stands_under_more() -> None:
    assert set(pages_there()) <= {*TABS, *MORE}
    assert {"ask", "card", "turn", "more", "browse", "audit"} <= set(pages_there())
    assert all(f"more.{name}" in all_words() for name in MORE)


def test_what_the_browser_loads_is_named_by_its_content() -> None:
    with state.at({}):
        assert f"./dr/page.js?{version()}" in index_html("ask")
    assert answered("/dr/page.js")[0] == 200


def test_the_script_says_nothing_that_has_no_words() -> None:
    script = (Path(__file__).parent.parent / "ui" / "served" / "files" / "page.js").read_text("utf-8")
    used = set(re.findall(r"(?:say|press)\('([\w.-]+)'", script))
    assert len(used) >= 8 and used <= set(SAID) <= set(all_words())


def test_style_and_scripts_load_nothing_from_elsewhere() -> None:
    for path in (Path(__file__).parent.parent / "ui" / "served" / "files").glob("*.js"):
        assert "://" not in path.read_text("utf-8"), path.name


def test_the_address_for_others_stands_in_the_document(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULINGS_BASE_URL", "https://rulings.example/")
    assert '<meta name="dr-base" content="https://rulings.example/">' in answered("/")[1]


@pytest.mark.parametrize("base", ["ftp://x.example", "rulings.example", "https://", "https://x.example/?q=1"])
def test_an_address_for_others_that_is_none_is_one_line(base: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["app", "--port", "65002", "--base-url", base]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and "--base-url" in told


def test_the_app_can_be_put_on_a_home_screen() -> None:
    told = json.loads(answered("/dr/manifest.webmanifest", "lang=zh")[1])
    assert told["name"] == "决斗裁定" and told["display"] == "standalone"
    assert [icon["sizes"] for icon in told["icons"]] == ["192x192", "512x512"]


def test_a_code_is_drawn_of_web_addresses_only() -> None:
    assert qr_svg("https://rulings.example/?q=x").startswith(b"<?xml") and b"<path" in qr_svg("http://a.example/")
    assert answered("/dr/code.svg", "a=javascript:alert(1)")[0] == 400
    assert answered("/dr/code.svg", "a=" + "http://x.example/" + "y" * 2000)[0] == 400


@pytest.mark.parametrize(
    ("typed", "name", "start"),
    [
        ("Can I activate Lantern M", "Lantern Moth", 15),
        ("can i activate lantern mo", "Lantern Moth", 15),
        ('Is "lantern mo', "Lantern Moth", 4),
    ],
)
def test_a_name_is_offered_as_a_question_is_typed(cards: Path, typed: str, name: str, start: int) -> None:
    search = open_card_search(cards)
    assert search is not None
    found = suggest_within(typed, search)
    assert (found[0].card.name("en"), found[0].start) == (name, start)


@pytest.mark.parametrize("typed", ["", " ", "Can I ", "May my opponent answer?", "Lantern Moth attacks and", "!" * 300, "可以"])
def test_nothing_is_offered_where_no_name_begins(cards: Path, typed: str) -> None:
    search = open_card_search(cards)
    assert search is not None and suggest_within(typed, search) == []


def test_a_misspelt_name_is_offered_where_only_a_name_is_typed(cards: Path) -> None:
    search = open_card_search(cards)
    assert search is not None
    assert [s.card.name("en") for s in suggest_name("lantrn moth", search)][:1] == ["Lantern Moth"]


def test_offered_names_are_data_not_html(cards: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULINGS_HOME", str(cards))
    with state.at({"lang": "en"}):
        found = suggested("Lantern M", whole=True)
        assert {"name", "other", "number", "kind", "frame", "start"} == set(found[0])
        assert suggested("<script>", whole=True) == []


@pytest.mark.parametrize(
    ("line", "frame"),
    [
        ("Dragon / Xyz / Effect", "xyz"),
        ("Fiend / Pendulum / Effect", "effect pendulum"),
        ("Rock / Normal", "normal"),
        ("Fish / Fusion", "fusion"),
        ("", "effect"),
    ],
)
def test_a_monsters_frame_follows_its_type_line(line: str, frame: str) -> None:
    assert frame_of(Card(id="1", type="monster", type_line=line)) == frame
    assert frame_of(Card(id="1", type="trap", type_line=line)) == "trap"


def test_every_type_on_a_card_has_a_chinese_word() -> None:
    from card_samples import real_cards

    types = set(re.findall(r'"monster_type_line": ?"([^"]+)"', real_cards().read_text("utf-8")))
    assert types, "no type lines were read"
    left = {word for line in types for word in line_words(line, "zh").split("／") if word.isascii()}
    assert left == set()


def test_what_is_opened_early_is_what_the_page_uses(cards: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULINGS_HOME", str(cards))
    open_all()
    anew: list[str] = []
    monkeypatch.setattr("query.engine.Engine.open", lambda *_, **__: anew.append("opened"))
    assert engine().cards is not None and anew == []


def test_a_damaged_build_does_not_keep_the_server_from_starting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "current").write_text("nothing")
    monkeypatch.setenv("RULINGS_HOME", str(tmp_path))
    open_all()


def asked_script(name: str, accept: str) -> tuple[str, bytes]:
    """Encoding and body of one of Streamlit's scripts: what stands behind the packed ones answers "behind"."""
    behind = Starlette(routes=[Route("/{path:path}", lambda request: PlainTextResponse("behind"))], middleware=packed_scripts())
    answer = TestClient(behind).get(f"/static/js/{name}", headers={"accept-encoding": accept})
    return answer.headers.get("content-encoding", ""), answer.content


def test_scripts_are_packed_for_browsers_that_read_that() -> None:
    names = scripts()
    assert len(names) > 50
    name = max(names, key=lambda one: (SCRIPTS / one).stat().st_size)
    pack(name)
    assert asked_script(name, "gzip, br") == ("gzip", (SCRIPTS / name).read_bytes())
    assert asked_script(name, "identity") == ("", b"behind")
    assert asked_script("nothing.js", "gzip") == ("", b"behind")
