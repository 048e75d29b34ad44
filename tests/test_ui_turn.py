"""The Turn page: the parts of the turn as links, and what holds in the one that the address names."""

from __future__ import annotations

from pathlib import Path

import pytest
from law_samples import law
from streamlit.testing.v1 import AppTest

from kb.errors import UnknownName
from query.browse.turn import turn_page


def _shown(lang: str, at: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("RULINGS_HOME", str(home))

    def run() -> None:
        from ui.pages.turn import page

        page()

    test = AppTest.from_function(run, default_timeout=120)
    test.query_params["lang"] = lang
    if at:
        test.query_params["at"] = at
    test.run()
    if test.exception:
        return "EXCEPTION " + test.exception[0].message
    return "".join(e.proto.body for e in test.get("html"))


@pytest.mark.parametrize(("lang", "label"), [("en", "Damage Step"), ("zh", "伤害步骤")])
def test_the_chosen_part_is_marked_and_its_rules_cited(
    lang: str, label: str, digest_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = _shown(lang, "damage-step", digest_home, monkeypatch)
    assert label in shown
    assert shown.count('aria-current="page"') == 1
    assert "dr-hint" in shown


@pytest.mark.parametrize("at", ["<script>alert(1)</script>", "![x](y)", "x" * 5000])
def test_an_unknown_part_is_told_in_one_line(at: str) -> None:
    with pytest.raises(UnknownName) as told:
        turn_page(at, law=law())
    assert "\n" not in str(told.value)


def test_what_is_within_before_and_after_is_linked(digest_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = _shown("en", "damage-step.calculation", digest_home, monkeypatch)
    assert all(word in shown for word in ("Within:", "Before it:", "After it:"))
