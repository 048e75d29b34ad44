"""The facts that a question gives are read by the words of the folder that is asked, whichever was read before."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from few import few_of

from query.read.facts import read_facts

FACTS = """
[wick.long]
en = ["long wick"]
zh = ["长灯芯"]
"""


def test_facts_are_of_the_folder_that_is_in_force(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = "Does a long wick burn on the first turn?"
    few_of(tmp_path / "sources")
    monkeypatch.setenv("RULINGS_SOURCES", str(tmp_path / "sources"))
    assert read_facts(asked, "en") == {}
    monkeypatch.delenv("RULINGS_SOURCES")
    ours = read_facts(asked, "en")
    assert ours
    assert "wick" not in ours
    few_of(tmp_path / "lamps")
    shutil.rmtree(tmp_path / "lamps" / "rules")
    (tmp_path / "lamps" / "cues").mkdir()
    (tmp_path / "lamps" / "cues" / "facts.toml").write_text(FACTS, "utf-8")
    assert read_facts(asked, "en", tmp_path / "lamps") == {"wick": {"long"}}
    assert read_facts(asked, "en") == ours
