"""Situations recognised by their words: invented questions with the verdict and the frame each is read by, and near misses."""

from __future__ import annotations

from pathlib import Path

import pytest
from law_samples import law

from query.calc.asked import computed_answer, procedure_of
from query.read.procedure.cues import load_cues
from query.read.procedure.model import Situation

FOLDER = Path(__file__).parent / "situations"
Row = tuple[str, str, str, str, str]


def rows() -> list[Row]:
    """File, verdict, language, question and frame of each line; "-" is the verdict and the frame of a near miss."""
    found: list[Row] = []
    for path in sorted(FOLDER.glob("*.tsv")):
        for line in path.read_text("utf-8").splitlines():
            verdict, lang, question, frame = line.split("\t")
            found.append((path.stem, verdict, lang, question, frame))
    return found


def frame_of(question: str, lang: str) -> str:
    """The frame a question is read by; empty if by none."""
    found = procedure_of(question, lang)
    return found.given.frame.id if found is not None and isinstance(found.given, Situation) else ""


@pytest.mark.parametrize(("file", "verdict", "lang", "question", "frame"), rows())
def test_a_question_is_read_by_its_frame_and_a_near_miss_by_none_of_the_file(
    file: str, verdict: str, lang: str, question: str, frame: str
) -> None:
    read = frame_of(question, lang)
    if frame == "-":
        assert read not in {row[4] for row in rows() if row[0] == file}
        return
    assert read == frame
    done = computed_answer(question, lang, law())
    assert done is not None
    assert done.verdict == verdict


def test_every_frame_that_is_asked_for_exists() -> None:
    assert {row[4] for row in rows()} - {"-"} <= {frame.id for frame in load_cues().frames}


def test_every_frame_in_a_file_has_two_questions_and_each_file_a_near_miss_for_three() -> None:
    for file in {row[0] for row in rows()}:
        told = [row[4] for row in rows() if row[0] == file]
        named = set(told) - {"-"}
        assert all(told.count(name) >= 2 for name in named)
        assert told.count("-") * 3 >= len(named)


@pytest.mark.parametrize(
    ("question", "lang", "told"),
    [
        (
            "His trap negated my attack. Can the same monster attack again? He was at 5200 LP, what is he on?",
            "en",
            "stay at 5200",
        ),
        ("进了伤害步骤，伤害计算前被打的那只回了手卡，我能改成打另一只吗？对面3200血，他的血变成多少？", "zh", "仍是3200"),
    ],
)
def test_where_no_damage_comes_of_it_the_life_points_asked_about_stay(question: str, lang: str, told: str) -> None:
    done = computed_answer(question, lang, law())
    assert done is not None
    assert (done.verdict, told in done.text) == ("no", True)


def test_life_points_that_nobody_asks_about_are_not_told() -> None:
    done = computed_answer("His trap negated my attack. Can the same monster attack again this Battle Phase?", "en", law())
    assert done is not None and "damage" not in done.text


def test_a_second_attack_may_hurt_after_one_that_was_negated() -> None:
    question = "He is on 4000 LP. My 1900's attack was negated, can it attack again? My 1500 attacks directly, what are his LP?"
    done = computed_answer(question, "en", law())
    assert done is not None and "stay" not in done.text
