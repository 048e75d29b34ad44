"""Rules of a house in a user's own document decide the questions that they state, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.build import Order, build
from kb.model import NO_SIDE
from query.engine import Engine
from query.read.sides import read_sides
from query.rule.sentence import agreement

COLLECTIONS = Path(__file__).parent / "collections"
LEAST = {"house": 21, "handbook": 18, "league": 18, "orchard": 16}
"""Verdicts that are right, of 24 each. What is missed is put in words that the rule has not, or in the other language."""
SURE = 0.8


@pytest.mark.slow
@pytest.mark.parametrize("name", LEAST)
def test_house_rules_decide_what_they_state(name: str, tmp_path: Path) -> None:
    folder = COLLECTIONS / name
    build(tmp_path, Order(paths=[p for p in folder.iterdir() if p.suffix in (".md", ".txt")]))
    engine = Engine.open(tmp_path)
    rows = [line.split("\t") for line in (folder / "questions.tsv").read_text("utf-8").splitlines()]
    assert len(rows) == 24
    answers = [(verdict, engine.ask(question)) for _, verdict, question, _ in rows]
    assert sum(answer.verdict == verdict for verdict, answer in answers) >= LEAST[name]
    said = [(verdict, answer) for verdict, answer in answers if answer.verdict in ("yes", "no", "depends")]
    sure = [answer.question.text for verdict, answer in said if answer.verdict != verdict and answer.confidence >= SURE]
    assert len(sure) <= 2, sure


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
