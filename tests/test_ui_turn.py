"""The Turn page: the parts of the turn as links, and what holds in the one that the address names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from law_samples import law
from streamlit.testing.v1 import AppTest

from kb.errors import UnknownName
from kb.law.vocabulary import VOCABULARY
from query.browse.matrix import kinds, matrix
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


def test_what_is_before_and_after_is_linked_and_what_it_lies_in_is_marked(
    digest_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = _shown("en", "damage-step.calculation", digest_home, monkeypatch)
    assert all(word in shown for word in ("Before:", "After:"))
    assert shown.count('aria-current="true"') == 2
    assert 'class="dr-hint">Turn<' not in shown and 'class="dr-hint">Battle Phase<' in shown


def test_the_table_opens_the_entry_that_decides_each_cell(digest_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = _shown("en", "damage-step", digest_home, monkeypatch)
    table = shown.split('class="dr-matrix"')[1].split("</table>")[0]
    rows = table.split("<tr>")[2:]
    assert len(rows) == len(kinds())
    assert all('data-sheet="' in row for row in rows)
    assert all(sum(map(int, re.findall(r'colspan="(\d)"', row))) == 5 for row in rows)
    assert "dr-matrix" not in _shown("en", "main-phase-1", digest_home, monkeypatch)


def test_the_table_says_what_the_law_decides() -> None:
    found = {kind.id: [(len(c.timings), c.verdict) for c in cells] for kind, cells in matrix((law(),))}
    assert found["counter-trap"] == [(5, "yes")]
    assert found["atk-def"] == [(2, "yes"), (3, "no")]
    assert found["battle-damage"] == [(3, "no"), (1, "yes"), (1, "no")]
    assert found["slow"] == [(5, "no")]
    assert {verdict for row in found.values() for _, verdict in row} == {"yes", "no"}


def test_the_mark_of_an_exception_stands_where_an_exception_is_overridden() -> None:
    marked = {kind.id for kind, cells in matrix((law(),)) if any(c.exception for c in cells)}
    assert marked == {"excluded"}


def test_every_fact_of_the_kinds_is_a_word_of_the_law() -> None:
    assert len(kinds()) >= 12
    for kind in kinds():
        assert {name for name, _ in kind.facts} <= {"act", "speed", *VOCABULARY}, kind.id
        for name, value in kind.facts:
            allowed = VOCABULARY[name].values if name in VOCABULARY else ()
            values = value if isinstance(value, tuple) else (value,)
            assert not allowed or all(v in allowed or v == "" for v in values), (kind.id, name)
