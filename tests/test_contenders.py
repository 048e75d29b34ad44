"""What the benchmark of sizes holds beside each other: each way finds what was built and what has changed since."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from search_samples import passage

from benchmarks.contenders import contenders
from benchmarks.scale import asked, grown, growth

WORDS = ("anchor", "barrel", "compass", "dinghy", "ensign", "funnel", "galley", "hammock")
ENTRIES = [passage(n, f"The {word} of a ship lies in the {word} room.") for n, word in enumerate(WORDS, 1)]


@pytest.mark.parametrize("name", [name for name, one in contenders().items() if not one.vectors])
def test_each_way_finds_what_was_built_and_what_has_changed_since(name: str, tmp_path: Path) -> None:
    one = contenders()[name]
    one.build(ENTRIES, tmp_path)
    before = one.open(tmp_path)
    assert [before(f"Where does the {word} lie?")[0] for word in WORDS] == list(range(len(WORDS)))
    one.rebuild(ENTRIES, 2, replace(ENTRIES[2], texts={"en": "A quoin wedges the cannon."}), tmp_path)
    after = one.open(tmp_path)
    assert after("What wedges a cannon?")[0] == 2 and after("Where is the galley?")[0] == 6


def test_a_way_is_asked_in_a_process_of_its_own(tmp_path: Path) -> None:
    contenders()["FTS5"].build(ENTRIES, tmp_path)
    came = asked("FTS5", tmp_path, ["the galley room", "the barrel"])
    assert [rows[0] for rows in came["rows"]] == [6, 1]
    assert came["told"]["memory_mb"] > 10 and came["told"]["cold_s"] > came["told"]["p50_ms"] / 1000


def test_what_is_made_up_is_of_the_words_that_are_there() -> None:
    many = grown(ENTRIES, 3)
    words = {word for entry in ENTRIES for word in entry.text("en").split()}
    assert many[: len(ENTRIES)] == ENTRIES and len(many) == 3 * len(ENTRIES) and len({e.id for e in many}) == len(many)
    assert {word for entry in many for word in entry.text("en").split()} <= words


def test_growth_is_the_power_of_the_passages() -> None:
    names = ("build_s", "rebuild_s", "disk_mb", "p50_ms", "p95_ms", "memory_mb")
    told = growth([(10, dict.fromkeys(names, 2.0)), (1000, dict.fromkeys(names, 200.0) | {"build_s": 20.0})])
    assert told.startswith("build s 0.50, rebuild s 1.00")
