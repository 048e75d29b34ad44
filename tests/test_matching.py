"""Vectors by which questions answered alike lie near each other: the files shipped, and what is done where one is unknown."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.digest.load import load_rules
from kb.digest.unanswered import FILE, load_unanswered
from kb.index.matching import MATCHED, MATCHER, load_matcher, write_matched
from kb.index.ship import digest_texts
from kb.index.terms import index_terms
from kb.index.vectors import read_vectors, text_key
from query.read.asking import bare, last_sentence
from query.read.question import read_question
from query.rule.likeness import alike, matched, nearest_unanswered, overlap

SIZE = 192


def test_every_text_of_the_digest_has_its_vector() -> None:
    known = read_vectors(MATCHED, load_matcher().id)
    wanted = {text_key(text, "query") for text, _ in digest_texts(load_rules())}
    assert len(wanted) > 20_000 and wanted <= set(known), f"{len(wanted - set(known))} missing"


def test_the_shipped_vectors_are_those_the_shipped_matcher_makes() -> None:
    matcher = load_matcher()
    asks = [ask for rule in load_rules()[::90] for ask in rule.asks[:2] if ask.verdict != "n/a"]
    texts = [text for ask in asks for text in (ask.en, ask.zh) if text]
    assert len(texts) > 20
    for text in texts:
        vector = matcher.vector(bare(text))
        assert vector.shape == (SIZE,) and np.linalg.norm(vector) == pytest.approx(1)
        (row,) = matcher.rows_of([text]).tolist()
        assert row >= 0 and (matcher.table @ vector)[row] > 0.97, text


def test_a_question_lies_nearer_to_one_answered_alike_than_to_one_answered_otherwise() -> None:
    matcher = load_matcher()

    def near(one: str, other: str) -> float:
        return float(matcher.vector(bare(one)) @ matcher.vector(bare(other)))

    for asked, like, otherwise in (
        ("Can I flip the Trap I Set this turn?", "盖下去的陷阱这回合能开吗？", "Can I activate a Trap I Set last turn?"),
        (
            "The activation got negated, do I get my cost back?",
            "发动被无效了，付掉的代价还我吗",
            "发动被无效，代价还算付过了吗",
        ),
        (
            "怪兽被战斗破坏确定了还能拿它当对象吗",
            "Can I target a doomed monster after damage calculation?",
            "没被战破的怪能取对象吗",
        ),
    ):
        assert near(asked, like) > near(asked, otherwise)


def test_a_text_whose_vector_is_not_shipped_is_read_when_it_is_met() -> None:
    near, far = matched(
        "Can I flip a Trap I Set this turn?", ["May a Trap I Set this turn be flipped by me?", "Who pays for lamps?"]
    )
    assert near > 0.6 > far


@pytest.mark.parametrize("topics", [("market",), ("makers", "market", "makers")])
def test_the_nearest_unanswered_question_is_found_as_one_by_one(tmp_path: Path, topics: tuple[str, ...]) -> None:
    known = [one for one in load_unanswered() if one.topic in topics][:40]
    lines = [f"{topics[n % len(topics)]}\t{one.lang}\t{one.text}" for n, one in enumerate(known)]
    (tmp_path / FILE).write_text("\n".join(lines), "utf-8")
    for asked in ("What will this card cost next month?", "这张卡是谁画的？", "Can I chain to it?"):
        slow = [(matched(asked, [one.text])[0], one.topic) for one in load_unanswered(tmp_path)]
        near, topic = nearest_unanswered(asked, tmp_path)
        assert near == pytest.approx(max(slow)[0]) and topic in {t for n, t in slow if n == pytest.approx(near)}


@given(st.lists(st.sampled_from(["lamp", "wick", "点灯", "点灯人", "flame", "oil"]), max_size=9).map(" ".join))
def test_words_that_two_questions_share_count_by_half_for_the_sentence_that_asks(other: str) -> None:
    asked = read_question("The wick burns low. May I light a lamp 点灯?")
    last = index_terms(last_sentence(other)) or index_terms(other)
    halves = overlap(asked.words, index_terms(other)), overlap(asked.asked_words, last)
    assert alike(asked, other) == pytest.approx(sum(halves) / 2)


def test_vectors_of_another_training_are_not_used(tmp_path: Path) -> None:
    other = tmp_path / "matched.npz"
    write_matched(other, "another training", ["a"], [np.ones(SIZE, dtype=np.float32)])
    matcher = load_matcher(MATCHER, other)
    near = matcher.table @ matcher.vector("a")
    assert not matcher.rows and matcher.rows_of(["a"]).tolist() == [-1] and not matcher.nearest(near, "en", 4)
