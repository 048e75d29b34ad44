"""What open questions turn on: read from a file, given to the questions that have no fact of their own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kb.digest.load import load_predicates, load_rules, sources_dir
from kb.digest.questions import read_questions
from kb.digest.turning import FILE, read_turning, with_fact
from kb.errors import BadInput
from kb.model import Ask

LINE = "lamps.dusk\twhether it is dusk\t是不是黄昏\tit is dusk\t是黄昏\tallowed\tit is noon\t是中午\tbarred"
OPEN = Ask(en="May it burn?", zh="", verdict="depends", side="allowed")


def _written(folder: Path, *lines: str) -> Path:
    (folder / FILE).write_text("\n".join(("# a remark", *lines)) + "\n", "utf-8")
    return folder


def test_an_option_answers_by_the_side_it_makes_true(tmp_path: Path) -> None:
    turning = read_turning(_written(tmp_path, LINE))["lamps.dusk"]
    asked = with_fact(OPEN, turning)
    assert asked.fact == {"en": "whether it is dusk", "zh": "是不是黄昏"}
    assert [(o["en"], o["verdict"]) for o in asked.options] == [("it is dusk", "yes"), ("it is noon", "no")]
    turned = with_fact(replace(OPEN, side="barred"), turning)
    assert [o["verdict"] for o in turned.options] == ["no", "yes"]


def test_a_question_of_another_predicate_or_with_a_verdict_stays(tmp_path: Path) -> None:
    turning = read_turning(_written(tmp_path, LINE))["lamps.dusk"]
    for ask in (replace(OPEN, verdict="yes"), replace(OPEN, side="happens")):
        assert with_fact(ask, turning) is ask
    assert with_fact(OPEN, None) is OPEN


def test_only_a_question_that_is_marked_turns_on_it(tmp_path: Path) -> None:
    folder = _written(tmp_path, LINE)
    (folder / "questions").mkdir()
    line = "lamps.dusk\ten\tdepends\tallowed\tMay it burn{}?"
    (folder / "questions" / "lamps.tsv").write_text(f"{line.format('')}\n{line.format(' now')}\tturns\n", "utf-8")
    plain, marked = read_questions(folder)["lamps.dusk"]
    assert not plain.options and [o["verdict"] for o in marked.options] == ["yes", "no"]


def test_a_folder_without_the_file_names_nothing(tmp_path: Path) -> None:
    assert read_turning(tmp_path) == {}


@pytest.mark.parametrize("line", ["lamps.dusk\twhether", LINE.replace("barred", "allowed"), LINE.replace("是中午", "")])
def test_a_bad_line_is_named(tmp_path: Path, line: str) -> None:
    with pytest.raises(BadInput, match=r"turning\.tsv:2: .*Mend the line"):
        read_turning(_written(tmp_path, line))


def test_what_is_no_utf8_is_named(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput, match="UTF-8"):
        read_turning(tmp_path)


def test_every_fact_belongs_to_an_entry_and_its_options_are_the_two_sides_of_a_predicate() -> None:
    rules = {rule.id: rule for rule in load_rules()}
    pairs = {frozenset(predicate.sides) for predicate in load_predicates()}
    for entry, turning in read_turning(sources_dir()).items():
        assert frozenset(side for side, _ in turning.options) in pairs, entry
        assert any(ask.verdict == "depends" for ask in rules[entry].asks), entry
