"""The Calculate page: what the address holds is worked out, and a question fills it in."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from law_samples import law
from streamlit.testing.v1 import AppTest

from query.calc.asked import procedure_of
from query.calc.filled import battle_of, effects_of, filled, links_of, steps_of


def _run(params: dict[str, str], home: Path, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    monkeypatch.setenv("RULINGS_HOME", str(home))

    def run() -> None:
        from ui.pages.calc import page

        page()

    test = AppTest.from_function(run, default_timeout=120)
    for name, value in params.items():
        test.query_params[name] = value
    return test.run()


def _shown(test: AppTest) -> str:
    assert not test.exception, test.exception[0].message
    return "".join(e.proto.body for e in test.get("html"))


PAGES = [
    ({"of": "battle", "atk": "2300", "against": "1800", "target": "defense", "piercing": "1", "lp2": "8000"}, "8000", "7500"),
    ({"of": "stats", "printed": "1900", "steps": "L+700 L/2 end:2"}, "1300", "1900"),
    ({"of": "chain", "links": "normal-spell counter quick-play"}, "Counter Trap", "may not answer"),
    ({"of": "order", "turn": "own", "effects": "own-may opp-must"}, "Chain Link 1: the opponent", "7.0"),
    ({"q": "My 2400 attacks his 2000 in attack position. How much damage does he take?"}, "400", "Damage calculation"),
]


@pytest.mark.parametrize(("params", "one", "two"), PAGES)
def test_what_the_address_holds_is_worked_out(
    params: dict[str, str], one: str, two: str, digest_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = _shown(_run({"lang": "en", **params}, digest_home, monkeypatch))
    assert one in shown
    assert two in shown
    assert "./browse?rule=" in shown


def test_whose_turn_it_is_is_marked(digest_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = _shown(_run({"lang": "en", "of": "order", "turn": "opp"}, digest_home, monkeypatch))
    assert re.search(r"turn=opp[^>]*aria-current=\"true\"[^>]*>the opponent&#x27;s turn<", shown)
    assert not re.search(r"turn=own[^>]*aria-current", shown)


@pytest.mark.parametrize("of", ["battle", "stats", "chain", "order"])
def test_every_calculator_opens_at_its_bare_address(of: str, digest_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _shown(_run({"lang": "en", "of": of}, digest_home, monkeypatch))


@pytest.mark.parametrize("of", ["battle", "stats", "chain", "order", "nonsense"])
def test_every_calculator_opens_empty_and_in_chinese(of: str, digest_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = _shown(
        _run({"lang": "zh", "of": of, "atk": "x", "printed": "y", "links": "?", "effects": "?"}, digest_home, monkeypatch)
    )
    assert "连锁" in shown


def test_a_battle_typed_into_the_form_goes_into_the_address(digest_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    test = _run({"lang": "en", "of": "battle"}, digest_home, monkeypatch)
    test.text_input[0].set_value("2500")
    test.button[0].click()
    test.run()
    assert test.query_params["atk"] in ("2500", ["2500"])
    assert "1000 battle damage" in _shown(test)


ROUND = [
    "My 2400 attacks his 2000 in attack position, he was at 8000. Damage?",
    "1800守备的怪被2300贯穿，伤害多少？",
    "1650 ATK, +450 from a Quick-Play Spell, then a Normal Trap halves it until the end of the turn. ATK?",
]


@pytest.mark.parametrize("question", ROUND)
def test_a_question_read_and_its_address_are_the_same_procedure(question: str) -> None:
    asked = procedure_of(question, "", law().sources)
    assert asked is not None
    params = filled(asked)
    if params["of"] == "battle":
        battle = battle_of(params)
        assert battle is not None
        assert (battle.attacks, battle.value, battle.target, battle.piercing) == (
            asked.given.attacks,  # type: ignore[union-attr]
            asked.given.value,  # type: ignore[union-attr]
            asked.given.target,  # type: ignore[union-attr]
            asked.given.piercing,  # type: ignore[union-attr]
        )
    else:
        assert " ".join(steps_of(params["steps"])) == params["steps"] == "L+450 L/2"


@given(text=st.text(max_size=60))
@settings(max_examples=60, deadline=None)
def test_any_address_is_read_without_an_error(text: str) -> None:
    steps_of(text), links_of(text), effects_of(text)
    battle_of({"atk": text, "against": text, "target": text, "lp": text})


def test_a_computed_answer_leads_to_its_calculator_filled_in(digest_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULINGS_HOME", str(digest_home))

    def run() -> None:
        from ui.pages.ask import page

        page()

    test = AppTest.from_function(run, default_timeout=120)
    test.query_params["lang"] = "en"
    test.query_params["q"] = "My 2400 attacks his 2000 in attack position. How much damage does he take?"
    shown = _shown(test.run())
    assert "./calc?of=battle&amp;by=own&amp;atk=2400&amp;target=attack&amp;against=2000" in shown
