"""What a decision would change is computed by asking, before anything is kept."""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

import pytest
from lamp_books import CONFLICT, EN, PAIR, ZH, digest, engine, home, ledger, sources, statement, text_of

from kb.errors import BadInput
from kb.index import store
from kb.model import Rule
from kb.reviews import Ledger, Review
from kb.reviews.sides import side_named, sides_of
from query.engine import Engine
from query.impact import impact

__all__ = ("digest", "engine", "home", "ledger", "sources")
"""Fixtures that are shared."""


def settled_for(ledger: Ledger, side: str) -> Review:
    return ledger.proposed(CONFLICT, "prevails", by="Ana", reason="newer", prevails=side)


@pytest.mark.parametrize(("side", "verdict"), [("lamps.one-each", "yes"), ("lamps.none", "no")])
def test_the_answers_told_beforehand_are_those_given_afterwards(
    engine: Engine, ledger: Ledger, side: str, verdict: str
) -> None:
    foreseen = impact(engine, settled_for(ledger, side))
    turned = {t.question: t for t in foreseen.turned}
    assert {EN, ZH} <= turned.keys()
    assert turned[EN].before.verdict == "depends"
    assert turned[EN].after.verdict == verdict
    assert engine.ask(EN).verdict == "depends", "nothing was kept"
    assert ledger.reviews() == {}
    ledger.decide(CONFLICT, "prevails", by="Ana", reason="newer", prevails=side)
    for turn in foreseen.turned:
        assert (engine.ask(turn.question).verdict, engine.ask(turn.question).text) == (turn.after.verdict, turn.after.text)
    ledger.undo(CONFLICT.id, by="Ana")
    for turn in foreseen.turned:
        assert (engine.ask(turn.question).verdict, engine.ask(turn.question).text) == (turn.before.verdict, turn.before.text)


def test_a_decision_that_no_answer_follows_asks_nothing(engine: Engine, ledger: Ledger) -> None:
    for choice in ("accept", "reject", "defer"):
        found = impact(engine, ledger.proposed(CONFLICT, choice, by="Ana"))  # type: ignore[arg-type]
        assert (found.asked, found.turned) == (0, ())


def test_rejected_and_corrected_entries_turn_their_own_questions(engine: Engine, ledger: Ledger) -> None:
    subject = statement("lamps.none", text_of("lamps.none"))
    gone = impact(engine, ledger.proposed(subject, "reject", by="Ana"))
    assert {t.question: t.after.verdict for t in gone.turned}[EN] == "yes"
    reworded = impact(engine, ledger.proposed(subject, "correct", by="Ana", corrected="Keepers share a lamp."))
    assert reworded.turned


def test_recent_questions_are_asked_too_and_a_verdict_that_turns_stands_first(engine: Engine, ledger: Ledger) -> None:
    mine = "So both keepers may light one lamp when dusk falls?"
    engine.ask(mine)
    assert engine.recent()[0] == mine
    found = impact(engine, settled_for(ledger, "lamps.one-each"), recent=engine.recent())
    assert mine in {t.question for t in found.turned}
    assert [t.verdict for t in found.turned] == sorted((t.verdict for t in found.turned), reverse=True)
    assert found.verdicts == sum(t.verdict for t in found.turned) > 0


def test_what_prevails_is_looked_up_and_the_index_is_not_read_through(
    engine: Engine, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_through(_: object) -> NoReturn:
        raise AssertionError("the whole index is read")

    assert isinstance(engine.index.entries, store._Stored)
    engine.ask(EN)
    monkeypatch.setattr(store._Stored, "__iter__", read_through)
    asked: list[tuple[int, int]] = []
    found = impact(engine, settled_for(ledger, "lamps.one-each"), progress=lambda n, of: asked.append((n, of)))
    assert {t.question: t.after.verdict for t in found.turned}[EN] == "yes"
    assert asked[0][0] == 1
    assert len(asked) == found.asked


def test_sides_are_named_by_sentence_and_source_and_a_document_of_both_is_neither(engine: Engine) -> None:
    sides = sides_of(CONFLICT, engine.rules)
    assert [s.id for s in sides] == list(PAIR)
    assert sides[0].en == engine.rules[PAIR[0]].en
    assert sides[0].sources == ("dark-book",)
    assert side_named(CONFLICT, engine.rules, "dark-book") == "lamps.none"
    assert side_named(CONFLICT, engine.rules, "lamps.none") == "lamps.none"
    assert side_named(CONFLICT, engine.rules, "nobody") == "nobody"
    shared = {n: _citing(engine, n, "dark-book") for n in PAIR}
    with pytest.raises(BadInput, match="both sides cite it"):
        side_named(CONFLICT, shared, "dark-book")


def _citing(engine: Engine, name: str, source: str) -> Rule:
    rule = engine.rules[name]
    return replace(rule, cites=tuple(replace(c, source=source) for c in rule.cites))
