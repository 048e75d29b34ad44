"""The counter of ways: what counts as a stay, and how many a question makes."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.way import QUESTIONS, Stay, stays_of
from query.engine import Engine

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_goes_through_the_house_with_few_returns(digest_home: Path, question: str) -> None:
    engine = Engine.open(digest_home, encoder="none")
    engine.ask(question)
    stays = stays_of(ROOT, lambda: engine.ask(f"{question}!"), 4)
    rooms = {s.room for s in stays}
    assert stays[0] == Stay(0, "query/engine.py", "ask")
    assert {"kb/lang/link.py", "query/answer/walk.py"} <= rooms
    assert 10 <= len(rooms) <= 27 and len(stays) - len(rooms) <= 6


def test_what_lies_deeper_is_left_out(digest_home: Path) -> None:
    engine = Engine.open(digest_home, encoder="none")
    asked = iter("?!")
    counts = [len(stays_of(ROOT, lambda: engine.ask(f"What is a Chain {next(asked)}"), deep)) for deep in (1, 5)]
    assert counts[0] == 1 < counts[1]
