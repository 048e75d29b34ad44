"""Vectors by which questions answered alike lie near each other: the files shipped, and what is done where one is unknown."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kb.digest.load import load_rules
from kb.index.matching import MATCHED, MATCHER, load_matcher, write_matched
from kb.index.vectors import read_vectors, text_key
from query.read.intent import bare
from query.rule.likeness import matched

SIZE = 192


def test_every_text_of_the_digest_has_its_vector() -> None:
    known = read_vectors(MATCHED, load_matcher().id)
    wanted = {
        text_key(text, "query") for r in load_rules() for a in r.asks if a.verdict != "n/a" for text in (a.en, a.zh) if text
    }
    assert len(wanted) > 20_000 and wanted <= set(known), f"{len(wanted - set(known))} missing"


def test_the_shipped_vectors_are_those_the_shipped_matcher_makes() -> None:
    matcher = load_matcher()
    asks = [ask for rule in load_rules()[::90] for ask in rule.asks[:2] if ask.verdict != "n/a"]
    texts = [text for ask in asks for text in (ask.en, ask.zh) if text]
    assert len(texts) > 20
    for text in texts:
        vector = matcher.vector(bare(text))
        assert vector.shape == (SIZE,) and np.linalg.norm(vector) == pytest.approx(1)
        near = matcher.near(vector, [text])[0]
        assert near is not None and near > 0.97, text


def test_a_question_lies_nearer_to_one_answered_alike_than_to_one_answered_otherwise() -> None:
    matcher = load_matcher()

    def near(one: str, other: str) -> float:
        return float(matcher.vector(bare(one)) @ matcher.vector(bare(other)))

    for asked, alike, otherwise in (
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
        assert near(asked, alike) > near(asked, otherwise)


def test_a_text_whose_vector_is_not_shipped_is_read_when_it_is_met() -> None:
    near, far = matched(
        "Can I flip a Trap I Set this turn?", ["May a Trap I Set this turn be flipped by me?", "Who pays for lamps?"]
    )
    assert near > 0.6 > far


def test_vectors_of_another_training_are_not_used(tmp_path: Path) -> None:
    other = tmp_path / "matched.npz"
    write_matched(other, "another training", ["a"], [np.ones(SIZE, dtype=np.float32)])
    matcher = load_matcher(MATCHER, other)
    assert not matcher.rows and matcher.near(matcher.vector("a"), ["a"]) == [None]
