"""The Card page: a card by name or by its text, judged at every timing, with the reasons."""

from __future__ import annotations

from pathlib import Path

import pytest
from page import html

from ui import state
from ui.pages.card import nicknames

TEXT = "When your opponent activates a Zorbling Spell: You can discard 1 card; negate the activation."
ZH = "①：以场上1只怪兽为对象才能发动。那只怪兽的攻击力上升700。"


@pytest.fixture(autouse=True)
def nothing_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULINGS_HOME", str(tmp_path / "home"))


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_without_cards_the_page_says_how_to_build_them(lang: str) -> None:
    assert "rulings build --cards" in _card(lang=lang)


@pytest.mark.parametrize(("lang", "text", "part"), [("en", TEXT, "condition"), ("zh", ZH, "对象")])
def test_a_pasted_text_is_shown_in_parts_and_judged_at_five_timings(lang: str, text: str, part: str) -> None:
    shown = _card(lang=lang, text=text, kind="Effect Monster / Effect")
    assert shown.count('class="dr-cell"') == 5
    assert f'class="dr-part-label">{part}' in shown


def test_what_opens_in_a_cell_names_the_deciding_rule_and_links_to_it() -> None:
    shown = _card(lang="en", text=TEXT, kind="Effect Monster / Effect")
    assert "Decides:" in shown
    assert "./browse?rule=" in shown


@pytest.mark.parametrize("hostile", ["<script>alert(1)</script>", "<img src=x onerror=alert(1)>: You can draw 1 card."])
def test_hostile_card_text_is_shown_as_text(hostile: str) -> None:
    shown = _card(lang="en", text=hostile, kind="Normal Spell")
    assert "<script>" not in shown
    assert "<img" not in shown


@pytest.mark.parametrize(("lang", "shown"), [("en", ["Lampy"]), ("zh", ["灯神", "Lampy"])])
def test_nicknames_are_those_of_the_page_s_players(lang: str, shown: list[str]) -> None:
    with state.at({"lang": lang}):
        assert nicknames(["灯神", "Lampy"]) == shown


def test_a_kind_nobody_knows_lets_the_text_tell() -> None:
    assert 'class="dr-cell"' in _card(lang="en", text=TEXT, kind="Sorcery")


def _card(**params: str) -> str:
    """The page's HTML at an address."""
    from streamlit.testing.v1 import AppTest

    def run() -> None:
        from ui.pages.card import page

        page()

    test = AppTest.from_function(run, default_timeout=120)
    for name, value in params.items():
        test.query_params[name] = value
    test.run()
    assert not test.exception, [e.value for e in test.exception]
    return html(test)


def test_a_card_offered_for_a_shared_name_is_named_by_its_number() -> None:
    from ui.pages.card import _number

    assert _number("Zorbling Lamp (佐布林灯, 90000003)") == "90000003"
    assert _number("Zorbling (Old) Lamp (90000004)") == "90000004"


def test_the_box_follows_the_text_in_the_address() -> None:
    from streamlit.testing.v1 import AppTest

    def run() -> None:
        from ui.pages.card import page

        page()

    test = AppTest.from_function(run, default_timeout=120)
    test.query_params["text"] = TEXT
    test.run()
    test.query_params["text"] = ZH
    test.run()
    assert test.text_area[0].value == ZH
