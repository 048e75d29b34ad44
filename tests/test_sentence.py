"""What a sentence of a document says on a question: its numbers, its only condition, its denials, a clause without its verb."""

from __future__ import annotations

import pytest

from query.read.question import read_question
from query.rule.limits import within
from query.rule.passages import _replied
from query.rule.sentence import says


@pytest.mark.parametrize(
    ("question", "told", "yes"),
    [
        ("Can I have ten lamps on it?", "The rack holds up to nine lamps.", False),
        ("Is a set of forty wicks allowed?", "A set has between thirty and fifty wicks.", True),
        ("May I trim a wick twice in a night?", "Once each night you may trim a wick.", False),
        ("Can I carry two buckets at once?", "At least three buckets must be carried.", False),
        ("一盏灯上能放八个油指示物吗？", "一盏灯上最多放置6个油指示物。", False),
        ("一盏灯上最多只能放六个油指示物，对吗？", "一盏灯上最多放置6个油指示物。", True),
        ("一回合能点灯两次吗？", "点灯一回合一次。", False),
        ("Can my level 4 lamp be lit?", "Up to three lamps can be lit.", None),
        ("Can I use ten wicks?", "The rack holds up to nine lamps.", None),
        ("Can a lamp that went out twice be lit?", "A lamp that went out twice in a night cannot be lit.", None),
    ],
)
def test_a_number_is_held_against_the_bound_on_the_same_things(question: str, told: str, yes: bool | None) -> None:
    assert within(question, told) is yes


@pytest.mark.parametrize(
    ("question", "told", "sign"),
    [
        ("I control a lit lamp. Can I hang another?", "You can hang a lamp only while you control no lit lamp.", -1),
        ("可以在对方的回合点灯吗？", "只能在自己的回合点灯。", -1),
        ("Can I use a wick at noon?", "Oil may be used at noon, wicks may not.", -1),
        ("Can I use oil at noon?", "Oil may be used at noon, wicks may not.", 1),
        ("Are two wet lamps broken?", "If two wet lamps meet, they only go out rather than being broken.", -1),
        ("两盏湿灯会被打碎吗？", "两盏湿灯相遇，只熄灭而不打碎。", -1),
        ("Do we lose our wicks when it rains?", "When it rains, both keep their wicks.", -1),
        ("Will its colour change when it goes out?", "It goes dark when it goes out, but its colour does not change.", -1),
    ],
)
def test_the_clause_that_is_about_what_is_asked_answers(question: str, told: str, sign: int) -> None:
    assert says(read_question(question), told, {})[1] * sign > 0


def test_a_clause_that_names_an_occasion_only_affirms_nothing() -> None:
    asked = read_question("Two lamps are lit. Do both burn?")
    assert says(asked, "If two lamps burn, the older one is put out.", {})[0] != "If two lamps burn"


@pytest.mark.parametrize(("answer", "sign"), [("A: No. It is a tool.", -1), ("Yes, it is.", 1), ("答：不是，是道具。", -1)])
def test_the_answer_to_a_documents_question_counts_and_not_the_question(answer: str, sign: int) -> None:
    asked = read_question("Are lamps monsters?")
    assert _replied(asked, "Q: Is a lamp a monster?", answer, {})[1] * sign > 0
