"""What a sentence of a document says on a question: its numbers, its only condition, its denials, a clause without its verb."""

from __future__ import annotations

import pytest

from query.read.question import read_question
from query.rule.limits import within
from query.rule.passages import _replied
from query.rule.sentence import says
from query.rule.thresholds import missed


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
        ("Can I burn two wicks in the same round?", "A player may burn one wick in each round.", False),
        ("一轮里可以换两个灯芯吗？", "每轮可以换一个灯芯。", False),
        ("Can I use ten wicks?", "The rack holds up to nine lamps.", None),
        ("Can a lamp that went out twice be lit?", "A lamp that went out twice in a night cannot be lit.", None),
    ],
)
def test_a_number_is_held_against_the_bound_on_the_same_things(question: str, told: str, yes: bool | None) -> None:
    assert within(question, told) is yes


@pytest.mark.parametrize(
    ("question", "told", "otherwise"),
    [
        ("I came four minutes late. Is my lamp out?", "A lamp that comes more than six minutes late is out.", True),
        ("I came eight minutes late. Is my lamp out?", "A lamp that comes more than six minutes late is out.", False),
        ("My lamp has two wicks. May I light it?", "A lamp with three or more wicks may be lit.", True),
        ("My lamp has three wicks. May I light it?", "A lamp with three or more wicks may be lit.", False),
        ("My lamp has two hooks. May I light it?", "A lamp with three or more wicks may be lit.", False),
        ("我还有3000油量，可以补灯吗？", "油量低于2000的玩家可以补灯。", True),
        ("我只有1500油量，可以补灯吗？", "油量低于2000的玩家可以补灯。", False),
        ("我有五点，能点灯吗？", "低于三点的玩家不能点灯。", True),
    ],
)
def test_a_rule_that_rests_on_a_number_is_missed_by_another_number(question: str, told: str, otherwise: bool) -> None:
    assert missed(question, told) is otherwise


@pytest.mark.parametrize(
    ("question", "told", "sign"),
    [
        ("I control a lit lamp. Can I hang another?", "You can hang a lamp only while you control no lit lamp.", -1),
        ("可以在对方的回合点灯吗？", "只能在自己的回合点灯。", -1),
        ("Can I use a wick at noon?", "Oil may be used at noon, wicks may not.", -1),
        ("Can I use oil at noon?", "Oil may be used at noon, wicks may not.", 1),
        ("Do I win if I came four minutes late?", "Who comes more than six minutes late wins.", -1),
        ("May I speak at noon?", "There is a bell at noon. While it rings, nobody may speak.", -1),
        ("Can I hang a bucket on the hook?", "Only lamps can be hung on the hook.", -1),
        ("Can I hang a lamp on the hook?", "Only lamps can be hung on the hook.", 1),
        ("水桶可以挂在钩上吗？", "只有灯可以挂在钩上。", -1),
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
