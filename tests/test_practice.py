"""What an engine practises: questions of its own digest in both languages, once each, and nothing where it has none."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.errors import BadData
from kb.text import normalise
from query.engine import Engine
from query.practice import practise, practise_aside


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    return Engine.open(tmp_path, encoder="none")


def test_questions_of_many_entries_are_asked_in_both_languages(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    put: list[str] = []
    monkeypatch.setattr(Engine, "ask", lambda self, text: put.append(text))
    assert practise(engine, 12) == len(put) == 12
    assert len(set(put)) == 12
    assert sum(normalise(text).text.isascii() for text in put) == 6


def test_what_is_practised_is_answered_as_ever(engine: Engine) -> None:
    asked = "Can I activate a Trap the turn it is Set?"
    first = engine.ask(asked)
    assert practise(engine, 3) == 3
    engine._answers.clear()
    again = engine.ask(asked)
    assert (again.verdict, again.text, again.confidence) == (first.verdict, first.text, first.confidence)


def test_what_is_amiss_ends_it_quietly(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    def amiss(self: Engine, text: str) -> None:
        raise BadData("reviews.jsonl: line 1 is no decision.")

    monkeypatch.setattr(Engine, "ask", amiss)
    thread = practise_aside(engine)
    thread.join(10)
    assert thread.daemon and not thread.is_alive() and practise(engine, 3) == 0
