"""Decisions: kept in files that merge, under a lock, with a history, and answers follow them at once."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lamp_books import CONFLICT, EN, PAIR, ZH, digest, engine, home, ledger, sources, statement, text_of

from kb.errors import BadInput
from kb.reviews import BadReview, Decision, Ledger, Review, Seen, read_reviews
from kb.reviews.files import write_review
from query.engine import Engine
from query.model import Answer

__all__ = ("digest", "engine", "home", "ledger", "sources")
"""Fixtures that are shared."""


def test_an_open_conflict_depends_and_shows_both(engine: Engine) -> None:
    answer = engine.ask(EN)
    assert answer.verdict == "depends"
    assert len(answer.disagreements) == 1


@pytest.mark.parametrize(
    ("side", "verdict"), [("lamps.one-each", "yes"), ("lamps.none", "no"), ("lamp-book", "yes"), ("dark-book", "no")]
)
@pytest.mark.parametrize("question", [EN, ZH])
def test_a_settled_conflict_is_answered_by_the_settled_side_at_once(
    engine: Engine, ledger: Ledger, side: str, verdict: str, question: str
) -> None:
    assert engine.ask(question).verdict == "depends"
    ledger.decide(CONFLICT, "prevails", prevails=side, by="Ana", reason="newer print")
    answer = engine.ask(question)
    assert answer.verdict == verdict
    assert any("Ana" in n and "newer print" in n for n in answer.notes), answer.notes
    assert "Ana" in answer.disagreements[0].reason
    ledger.undo(CONFLICT.id, by="Ana")
    assert engine.ask(question).verdict == "depends"


def test_a_rejected_statement_is_not_used_until_that_is_undone(engine: Engine, ledger: Ledger) -> None:
    subject = statement("lamps.none", text_of("lamps.none"))
    ledger.decide(subject, "reject", by="Ana", reason="misread")
    answer = engine.ask(EN)
    assert answer.verdict == "yes"
    assert not any("lamps.none" in c.id for c in answer.citations)
    ledger.undo(subject.id, by="Ben")
    assert _ids(engine.ask(EN)) >= set(PAIR)


def _ids(answer: Answer) -> set[str]:
    return {c.id for c in answer.citations}


def test_a_corrected_statement_stands_in_place_of_the_old_one(engine: Engine, ledger: Ledger) -> None:
    ledger.decide(
        statement("lamps.one-each", text_of("lamps.one-each")), "correct", corrected="Keepers share a lamp.", by="Ana"
    )
    answer = engine.ask(EN)
    quotes = [c.quote for c in answer.citations if c.id == "lamps.one-each"]
    assert quotes == ["Keepers share a lamp."]


def test_a_decision_on_a_text_that_changed_since_does_not_count(engine: Engine, ledger: Ledger) -> None:
    ledger.decide(statement("lamps.none", "another text"), "reject", by="Ana")
    assert "lamps.none" in _ids(engine.ask(EN))


def test_a_later_decision_supersedes_and_the_earlier_stays_in_the_history(ledger: Ledger) -> None:
    ledger.decide(CONFLICT, "defer", by="Ana")
    ledger.decide(CONFLICT, "reject", by="Ben", reason="no fault")
    kept = ledger.reviews()[CONFLICT.id]
    assert kept.current and kept.current.by == "Ben"
    assert [d.by for d in kept.history] == ["Ana"]
    back = ledger.undo(CONFLICT.id, by="Cy")
    assert back.current and back.current.by == "Ana"
    assert "Cy" in back.history[-1].undone


def test_the_users_own_decision_comes_before_the_editors(sources: Path, tmp_path: Path, ledger: Ledger) -> None:
    ledger.decide(CONFLICT, "defer", by="Ana")
    own = Ledger(sources=sources, home=tmp_path / "home")
    own.decide(CONFLICT, "accept", by="Ben")
    assert own.reviews()[CONFLICT.id].current.decision == "accept"  # type: ignore[union-attr]
    assert (sources / "reviews" / f"{CONFLICT.id}.toml").read_text("utf-8").count("[[decision]]") == 1


@pytest.mark.parametrize(
    ("choice", "more", "said"),
    [
        ("accept", {"by": " "}, "--by"),
        ("correct", {"by": "Ana"}, "corrected statement is empty"),
        ("prevails", {"by": "Ana", "prevails": "lamp-bok", "reason": "r"}, "Give one of"),
        ("prevails", {"by": "Ana", "prevails": "lamp-book"}, "--reason"),
        ("accept", {"by": "Ana", "reason": "x" * 2001}, "2001"),
    ],
)
def test_half_a_decision_is_refused(ledger: Ledger, choice: str, more: dict[str, str], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        ledger.decide(CONFLICT, choice, **more)  # type: ignore[arg-type]
    assert ledger.reviews() == {}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("id = ", "no TOML"),
        ("<<<<<<< ours\n", "no TOML"),
        ('id = "0123456789ff"', "not the file's name"),
        ('id = "0123456789ab"\nabout = "rumour"', "'about'"),
        ('id = "0123456789ab"\nentries = "x"', "'entries'"),
        ('id = "0123456789ab"\nplace = 3', "'place'"),
        ('id = "0123456789ab"\n[[place]]\nlines = [3, 1]', "'lines'"),
        ('id = "0123456789ab"\n[[decision]]\ndecision = "maybe"', "'decision'"),
        ('id = "0123456789ab"\n[[decision]]\ndecision = "accept"\ndate = "2026"', "'by'"),
        ('id = "0123456789ab"\n[[decision]]\ndecision = "prevails"\ndate = "2026"\nby = "A"', "'prevails'"),
        ('id = "0123456789ab"\nwhy = 1', "unknown key"),
    ],
)
def test_a_wrong_file_is_named_with_its_key(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "0123456789ab.toml").write_text(text, "utf-8")
    with pytest.raises(BadReview, match=said) as raised:
        read_reviews([tmp_path])
    assert "0123456789ab.toml" in str(raised.value)


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40).map(lambda s: " ".join(s.split()))


@settings(max_examples=60, deadline=None)
@given(message=TEXT, quote=TEXT, reason=TEXT)
def test_what_is_written_is_read_back(tmp_path_factory: pytest.TempPathFactory, message: str, quote: str, reason: str) -> None:
    folder = tmp_path_factory.mktemp("reviews")
    made = Decision(decision="accept", by="安娜", date="2026-01-01", reason=reason)
    review = Review(id="0123456789ab", message=message, places=(Seen(source="s", quote=quote),), decisions=(made,))
    write_review(folder / "0123456789ab.toml", review)
    assert read_reviews([folder]) == {review.id: review}


def _decide_often(sources: Path, home: Path, who: str, count: int) -> None:
    ledger = Ledger(sources=sources, home=home, to_sources=True)
    for number in range(count):
        ledger.decide(CONFLICT, "defer", by=who, reason=str(number))
        ledger.decide(Review(id=f"{number:06x}{ord(who[0]):06x}"), "accept", by=who)


def test_two_editors_at_once_lose_nothing(sources: Path, tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    editors = [context.Process(target=_decide_often, args=(sources, tmp_path, who, 25)) for who in ("Ana", "Ben")]
    for editor in editors:
        editor.start()
    for editor in editors:
        editor.join(120)
        assert editor.exitcode == 0
    reviews = Ledger(sources=sources, home=tmp_path, to_sources=True).reviews()
    assert len(reviews) == 51
    made = reviews[CONFLICT.id].decisions
    assert {(d.by, d.reason) for d in made} == {(who, str(n)) for who in ("Ana", "Ben") for n in range(25)}
    assert len(made) == 50
