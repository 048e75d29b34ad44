"""Deciding on the page: on the machine itself as ever, over a network only with an editor's secret."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import streamlit as st
from few import few_of
from page import drawn, html
from streamlit import config
from streamlit.testing.v1 import AppTest

from cli.main import main
from kb.errors import BadInput
from kb.reviews import read_reviews
from kb.reviews.editors import TRIES, VARIABLE, Door
from kb.reviews.reports import Report, keep_report

SECRET = "one lamp, two wicks"
QUESTION = "How many lamps do keepers light?"
DOCUMENT = "# Dusk\n\nKeepers light one lamp.\n\n## Wicks\n\n## Oil\n\nOil is poured out before the lamp lamp is lit.\n"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("roles")
    few_of(made / "sources")
    (made / "tower.md").write_text(DOCUMENT, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULINGS_SOURCES", str(made / "sources"))
        assert main(["build", str(made / "tower.md"), "--home", str(made / "home"), "--encoder", "none"]) == 0
    return made


@pytest.fixture(autouse=True)
def _place(place: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("RULINGS_SOURCES", str(place / "sources"))
    monkeypatch.setenv("RULINGS_HOME", str(place / "home"))
    monkeypatch.delenv(VARIABLE, raising=False)
    for path in (place / "sources" / "reviews").glob("*.toml"):
        path.unlink()
    before = config.get_option("server.address")
    monkeypatch.setattr("ui.role._DOOR", Door())
    yield
    config.set_option("server.address", before)


def listening(address: str) -> None:
    config.set_option("server.address", address)


@pytest.fixture
def editors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "editors.toml"
    path.write_text(f'[editors]\n"Ana Lamp" = "{SECRET}"\n', "utf-8")
    path.chmod(0o600)
    monkeypatch.setenv(VARIABLE, str(path))
    return path


def audit_page(script: str = "from ui.pages.audit import page\npage()") -> AppTest:
    at = AppTest.from_string(script, default_timeout=90)
    at.query_params["lang"] = "en"
    return drawn(at.run())


def forms(at: AppTest) -> list[str]:
    return [str(b.key) for b in at.button if str(b.key).startswith(("dr-accept-", "dr-keep-", "dr-undo-"))]


def decided(place: Path) -> list[str]:
    reviews = read_reviews([place / "sources" / "reviews"]).values()
    return [r.current.by for r in reviews if r.current]


def enter(at: AppTest, name: str, secret: str) -> AppTest:
    at.text_input(key="dr-editor-name").input(name)
    at.text_input(key="dr-editor-secret").input(secret)
    (door,) = [b for b in at.button if "Enter" in b.label]
    return drawn(door.click().run())


@pytest.mark.parametrize("address", ["0.0.0.0", "192.0.2.7", ""])
def test_over_a_network_the_page_is_open_to_read_and_nobody_decides(place: Path, address: str) -> None:
    listening(address)
    at = audit_page()
    assert "--editors" in " ".join(str(c.value) for c in at.caption)
    assert not forms(at)
    assert "one lamp" in html(at) or at.caption


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "lamps.example:8501"},
        {"Host": "localhost", "X-Forwarded-For": "192.0.2.1"},
        {"Host": "localhost", "Via": "1.1 x"},
    ],
)
def test_behind_another_name_or_a_proxy_nobody_is_at_the_machine(
    headers: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    listening("localhost")
    assert forms(audit_page())
    monkeypatch.setattr(type(st.context), "headers", property(lambda self: headers))
    assert not forms(audit_page())


def test_a_change_is_refused_whatever_was_drawn(place: Path) -> None:
    """The form drawn while the page was open to its owner, pressed when it is not any more."""
    listening("localhost")
    at = audit_page()
    key = forms(at)[0]
    at.text_input(key="dr-audit-name").input("Head Judge")
    listening("0.0.0.0")
    at = drawn(at.button(key=key).click().run())
    assert not decided(place)
    assert "open to read" in html(at)


def test_an_editor_decides_under_their_own_name_and_none_else(place: Path, editors: Path) -> None:
    listening("0.0.0.0")
    at = audit_page()
    assert not forms(at)
    at = enter(at, "Ana Lamp", "two lamps, one wick")
    assert not forms(at) and "No editor" in html(at)
    at = enter(at, "Ana Lamp", SECRET)
    key = forms(at)[0]
    assert not [t for t in at.text_input if str(t.key).startswith("dr-audit-name")]
    at = drawn(at.button(key=key).click().run())
    assert decided(place) == ["Ana Lamp"]
    at = drawn(at.button(key="dr-editor-leave").click().run())
    assert not forms(at)


def test_where_editors_are_named_the_owner_too_gives_a_secret(editors: Path) -> None:
    listening("localhost")
    assert not forms(audit_page())


def test_who_is_no_editor_any_more_decides_nothing(place: Path, editors: Path) -> None:
    listening("0.0.0.0")
    at = enter(audit_page(), "Ana Lamp", SECRET)
    key = forms(at)[0]
    editors.write_text('[editors]\n"Ben" = "three wicks and oil"\n', "utf-8")
    at = drawn(at.button(key=key).click().run())
    assert not decided(place) and not forms(at)


def test_secrets_are_not_found_by_trying(editors: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(st.context), "ip_address", "192.0.2.7")
    listening("0.0.0.0")
    for _ in range(TRIES):
        enter(audit_page(), "Ana Lamp", "wrong wrong wrong")
    at = enter(audit_page(), "Ana Lamp", SECRET)
    assert not forms(at) and "Too many" in html(at)


def test_a_report_changes_no_answer(place: Path) -> None:
    from query.engine import Engine

    def answered() -> tuple[object, ...]:
        found = Engine.open(place / "home", sources=place / "sources").ask(QUESTION)
        return found.verdict, found.text, found.confidence, [c.id for c in found.citations]

    before = answered()
    for number in range(5):
        keep_report(
            Report(
                question="How many lamps do keepers light?", verdict="yes", answer=f"Wrong {number}", citations=(), remark="No!"
            ),
            place / "home",
        )
    assert answered() == before
    with pytest.raises(BadInput):
        keep_report(Report(question="x" * 40_000, verdict="yes", answer="", citations=()), place / "home")
