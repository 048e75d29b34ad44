"""The Turn page: the parts of the turn as links, and what holds in the one that the address names."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest


def _shown(lang: str, at: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("RULINGS_HOME", str(home))

    def run() -> None:
        from ui.pages.turn import page

        page()

    test = AppTest.from_function(run, default_timeout=30)
    test.query_params["lang"] = lang
    if at:
        test.query_params["at"] = at
    test.run()
    if test.exception:
        return "EXCEPTION " + test.exception[0].message
    return "".join(e.proto.body for e in test.get("html"))


@pytest.mark.parametrize(("lang", "label"), [("en", "Damage Step"), ("zh", "伤害步骤")])
def test_the_chosen_part_is_marked_and_its_rules_cited(
    lang: str, label: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = _shown(lang, "damage-step", tmp_path, monkeypatch)
    assert label in shown
    assert shown.count('aria-current="page"') == 1
    assert "dr-hint" in shown
