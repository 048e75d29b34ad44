"""More questions of entries, each in one language: where they lie, what they become, and what a bad line is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.digest.load import load_predicates, load_rules, sources_dir
from kb.digest.questions import read_questions
from kb.errors import BadInput
from kb.model import Ask


def _written(folder: Path, *lines: str) -> Path:
    (folder / "questions").mkdir()
    (folder / "questions" / "lamps.tsv").write_text("\n".join(lines) + "\n", "utf-8")
    return folder


def test_a_line_is_a_question_in_one_language(tmp_path: Path) -> None:
    folder = _written(
        tmp_path,
        "# a remark",
        "lamps.dusk\ten\tyes\tallowed\tMay it burn?",
        "lamps.dusk\tzh\tno\tbarred\t不能亮吗？",
        "lamps.dusk\ten\tn/a\t-\tWhat is it?",
    )
    assert read_questions(folder) == {
        "lamps.dusk": (
            Ask(en="May it burn?", zh="", verdict="yes", side="allowed"),
            Ask(en="", zh="不能亮吗？", verdict="no", side="barred"),
            Ask(en="What is it?", zh="", verdict="n/a"),
        )
    }


def test_a_folder_without_such_files_has_none(tmp_path: Path) -> None:
    assert read_questions(tmp_path) == {}


@pytest.mark.parametrize(
    "line",
    [
        "lamps.dusk\ten\tyes\tallowed",
        "lamps.dusk\tfr\tyes\tallowed\tQuoi?",
        "lamps.dusk\ten\tmaybe\tallowed\tMay it?",
        "x\ten\tyes\t\tWhy?",
        "x\ten\tyes\t-\tMay it?",
        "x\ten\tn/a\tallowed\tWhat is it?",
        "x\ten\tdepends\tallowed\tMay it?\tperhaps",
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: str) -> None:
    with pytest.raises(BadInput, match=r"questions/lamps\.tsv:2: .*Mend the line"):
        read_questions(_written(tmp_path, "# a remark", line))


def test_every_question_belongs_to_an_entry_and_names_a_side() -> None:
    rules = {rule.id: rule for rule in load_rules()}
    sides = {side for predicate in load_predicates() for side in predicate.sides}
    more = read_questions(sources_dir())
    assert sum(map(len, more.values())) >= 6000
    for entry, asks in more.items():
        assert entry in rules, entry
        assert all(ask.side in sides if ask.verdict != "n/a" else not ask.side for ask in asks), entry
        assert rules[entry].asks[-len(asks) :] == asks, entry
