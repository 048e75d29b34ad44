"""Rules of a house in a user's own document decide the questions that they state, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.build import Order, build
from kb.digest.phrasings import NO_SIDE
from query.engine import Engine
from query.read.sides import read_sides
from query.rule.sentence import agreement

FOLDER = Path(__file__).parent / "collections" / "house"
LEAST = 21
"""Of the 24 questions; what is missed asks about the whole game too, where the digest has its own rule, or names
nothing that another language has words for."""


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    home = tmp_path_factory.mktemp("house")
    build(home, Order(paths=(FOLDER / "house-rules.md",)))
    return Engine.open(home)


@pytest.mark.slow
def test_house_rules_decide_what_they_state(engine: Engine) -> None:
    right, sure = [], []
    for line in (FOLDER / "questions.tsv").read_text("utf-8").splitlines():
        _, verdict, question, phrase = line.split("\t")
        answer = engine.ask(question)
        good = answer.verdict == verdict and bool(answer.citations) and phrase in answer.citations[0].quote
        right.append(good)
        sure += [question] if answer.ground == "stated" and not good else []
    assert sum(right) >= LEAST
    assert len(sure) <= 1, sure


@pytest.mark.parametrize(
    ("asked", "told", "sign"),
    [
        ("Can lamps be lit at noon?", "Lamps cannot be lit at noon.", -1),
        ("Is it forbidden to light lamps at noon?", "Lamps cannot be lit at noon.", 1),
        ("正午可以点灯吗？", "正午不能点灯。", -1),
        ("Must I light a lamp?", "Each player must light a lamp.", 1),
    ],
)
def test_what_is_told_affirms_what_is_asked_or_denies_it(asked: str, told: str, sign: int) -> None:
    assert agreement(read_sides(asked), read_sides(told)) * sign > 0
    assert NO_SIDE in read_sides(told).names
