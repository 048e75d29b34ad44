"""Claims of others that a question asks about: put as the question whether they are right."""

from __future__ import annotations

import pytest

from query.read.asking import bare, last_sentence
from query.read.claimed import as_asked
from query.read.sides import read_sides


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("My opponent says a lamp may be lit twice. Is he right?", "a lamp may be lit twice, right?"),
        ("I set a lamp. A judge told me that it stays, is that correct?", "I set a lamp. it stays, right?"),
        ('My friend thinks "lamps go out first". True?', "lamps go out first, right?"),
        ("Someone at my locals claims lamps count. Is she wrong about that?", "lamps count. Was that wrong?"),
        ("I say no because it is lit. Am I right?", "no because it is lit, right?"),
        ("对手说灯可以点两次，他说得对吗？", "灯可以点两次，对吗？"),
        ("我盖了一盏灯。裁判告诉我它留在场上，这样说对不对？", "我盖了一盏灯。它留在场上，对吗？"),
        ("朋友认为灯算一张卡，他错了吗？", "灯算一张卡，是不是弄错了？"),
    ],
)
def test_a_claim_is_put_as_the_question_whether_it_is_right(text: str, asked: str) -> None:
    assert as_asked(text) == asked


@pytest.mark.parametrize(
    "text",
    [
        "My opponent says no. Can I light it?",
        "Can he say that it is lit?",
        "The card says that the lamp is lit. Does it stay?",
        "我觉得灯不能点，对吧？",
        "裁判说可以。我觉得不行，他错了吗？",
        "对方说发动灯，我能响应吗？",
    ],
)
def test_what_asks_about_no_claim_stays_as_it_is(text: str) -> None:
    assert as_asked(text) == text


def test_the_claim_is_what_asks() -> None:
    assert last_sentence(bare("I light one. He says it may go out. Is he right?")).startswith("it may go out")


def test_one_that_is_called_wrong_asks_for_the_opposite() -> None:
    right, wrong = (read_sides(f"He says a Set lamp may be activated this turn. Is he {how}?") for how in ("right", "wrong"))
    assert right.agrees("allowed", "barred") > 0 > wrong.agrees("allowed", "barred")


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("I lit one lamp and my opponent says it counts twice. Is he right?", "I lit one lamp. it counts twice, right?"),
        ("The oil is gone. He goes 'you can't light it'. Is that correct?", "The oil is gone. you can't light it, right?"),
        ('It burns "twice" and he says it goes out. Is he wrong?', 'It burns "twice". it goes out. Was that wrong?'),
    ],
)
def test_a_claim_within_a_sentence_is_put_behind_it(text: str, asked: str) -> None:
    assert as_asked(text) == asked
