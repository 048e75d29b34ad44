"""Questions that ask yes or no of a rule and a number beside it: each is answered by what knows it."""

import pytest
from law_samples import law

from kb.model import Lang
from query.answer.computed import beside_numbers
from query.calc.asked import computed_answer, numbers_beside, yes_or_no_of
from query.engine import Engine

BOTH = "My 1800 attacks his 2300 in attack position. Must I say which monster I attack? How much damage, I'm at 4000?"


@pytest.mark.parametrize(
    ("text", "lang", "numbers"),
    [
        (BOTH, "en", ("500", "3500")),
        ("我1800打他2300攻击表示的怪。这时候要不要先宣言？我受多少伤害，4000血还剩多少？", "zh", ("500", "3500")),
        ("My 2100 attacks his 1400. Is that a battle phase? What is his LP then, he was at 3000?", "en", ("700", "2300")),
    ],
)
def test_numbers_are_worked_out_without_the_yes_or_no(text: str, lang: Lang, numbers: tuple[str, ...]) -> None:
    done = numbers_beside(text, lang, law())
    assert done is not None and done.verdict == "n/a"
    assert all(number in done.text for number in numbers)


@pytest.mark.parametrize(
    "text",
    [
        "My 1800 attacks his 2300. Can I add my +600? How much damage do I take, I'm at 4000?",  # its number counts
        "My 1800 attacks his 2300. May I use my trap? If so, how much damage do I take, I'm at 4000?",  # a condition
        "My 1800 attacks his 2300. He negates my attack. Is that final? How much damage do I take, I'm at 4000?",
        "My 1800 attacks his 2300. He banishes it. Must I announce that? How much damage, I'm at 4000?",  # not understood
        "My 1800 attacks his 2300 in attack position, I'm at 4000. Must I announce that?",  # no number is asked for
        "My 1800 attacks his 2300 in attack position, how much damage do I take?",  # no yes or no
        "Must I announce an attack?",
    ],
)
def test_what_hangs_together_is_not_parted(text: str) -> None:
    assert numbers_beside(text, "en", law()) is None


STEP = "都进伤害步骤了，我2300攻打对方1500攻，对方一个效果又放出一只怪。能卷回吗？对方4200血还剩多少？"
NEW = "I attack his 1500 with my 2400. In the Battle Step he summons a 1900. May I hit the new one? What damage?"


@pytest.mark.parametrize(("text", "lang", "verdict", "numbers"), [(STEP, "zh", "no", ("3400",)), (NEW, "en", "yes", ("500",))])
def test_a_situation_says_what_its_story_means_for_the_numbers(
    text: str, lang: Lang, verdict: str, numbers: tuple[str, ...]
) -> None:
    done = computed_answer(text, lang, law())
    assert done is not None and done.verdict == verdict
    assert all(number in done.text for number in numbers)


PLANNED = "My 1500 hits his 2100. I want to flip a trap that destroys it. Allowed? If not, where do I end up from 3000 LP?"
GONE = "I declare an attack with my 2200 on his only monster. In the Battle Step he bounces it, so his board is empty."
GONE_ZH = "我2200攻击他唯一一只怪，战斗步骤他把那只怪弹回手卡，现在他空场。"


def test_what_may_not_be_used_changes_no_number() -> None:
    barred = numbers_beside(PLANNED, "en", law(), verdict="no")
    assert barred is not None and "2400" in barred.text
    assert numbers_beside(PLANNED, "en", law()) is None and numbers_beside(PLANNED, "en", law(), verdict="yes") is None


def test_what_has_happened_is_not_taken_back() -> None:
    told = "I attack his 1100 with my 2300. He bounces his monster to the hand. Can I go on? Where is he from 5000 LP?"
    assert numbers_beside(told, "en", law(), verdict="no") is None


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        (f"{GONE} Can it go face now? He was at 5000, where does he end up?", "en"),
        (f"{GONE} Can I swing with the same 2200 straight at his face? He's at 5000", "en"),
        (f"{GONE_ZH}能改成直接攻击吗？他5000血还剩多少？", "zh"),
    ],
)
def test_a_target_that_left_makes_the_attack_a_direct_one(text: str, lang: Lang) -> None:
    done = computed_answer(text, lang, law())
    assert done is not None and done.verdict == "yes" and "2800" in done.text


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("My 1800 attacks his 2300. Must I say so? How much damage do I take?", "My 1800 attacks his 2300. Must I say so?"),
        ("我1800打他2300。要先宣言吗？我还剩多少血？", "我1800打他2300。要先宣言吗？"),
        ("My 1800 attacks his 2300. How much damage do I take?", ""),
        ("Must I say what I attack?", ""),
    ],
)
def test_yes_or_no_is_asked_without_the_number(text: str, part: str) -> None:
    assert yes_or_no_of(text, "") == part


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("My 2000 attacks his 1600 in attack position. Can he use a Normal Spell in the Damage Step? How much damage?", "en"),
        ("我2000打他1600攻击表示的怪。他能在伤害步骤发动通常魔法吗？他受多少伤害？", "zh"),
    ],
)
def test_the_damage_step_is_no_damage(text: str, lang: Lang) -> None:
    done = computed_answer(text, lang, law())
    assert done is None or done.verdict != "yes"
    beside = numbers_beside(text, lang, law())
    assert beside is not None and "400" in beside.text


def test_what_was_found_is_told_with_the_numbers() -> None:
    engine = Engine.open(encoder="none")
    answer = engine.ask(BOTH)
    assert answer.ground in ("inferred", "stated") and "3500" in answer.text
    assert len({c.id for c in answer.citations}) == len(answer.citations)
    assert any("3500" in step.text for step in answer.steps)


def test_nothing_is_told_beside_an_abstention() -> None:
    engine = Engine.open(encoder="none")
    answer = engine.ask("What is the price of a booster in Wellington?")
    assert answer.abstained and beside_numbers(answer, engine.ask(BOTH)) is answer


@pytest.mark.parametrize(
    ("text", "lang", "verdict"),
    [
        ("I set a trap this turn. Can I use it on his turn?", "en", "yes"),
        ("I set a trap this turn. Can I use it this turn?", "en", "no"),
        ("I set a quick-play this turn. Can I use it next turn?", "en", "yes"),
        ("我这回合盖了陷阱，对方回合能发动吗？", "zh", "yes"),
        ("我这回合盖了速攻魔法，下回合能发动吗？", "zh", "yes"),
        ("Set a quick-play in Main Phase 1, flip it in Main Phase 2 the same turn, that's allowed, right?", "en", "no"),
    ],
)
def test_what_was_set_may_be_used_a_turn_later(text: str, lang: Lang, verdict: str) -> None:
    done = computed_answer(text, lang, law())
    assert done is not None and done.verdict == verdict


@pytest.mark.parametrize(
    "text", ["I set a trap this turn. This turn or only next turn, when can I use it?", "这回合盖的陷阱要等下回合才能发吗？"]
)
def test_which_turn_is_no_yes_or_no(text: str) -> None:
    done = computed_answer(text, "zh" if not text.isascii() else "en", law())
    assert done is None or done.verdict != "no"


def test_a_part_is_shorter_than_the_question() -> None:
    text = BOTH
    while part := yes_or_no_of(text, "en"):
        assert len(part) < len(text)
        text = part
    assert text == "My 1800 attacks his 2300 in attack position. Must I say which monster I attack?"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("My attack got negated. Can that same monster attack again, and how much would my other 1500 do?", "no"),
        ("My attack got negated. Can my other monster attack, and how much damage does it do?", "yes"),
    ],
)
def test_what_asks_for_a_number_tells_no_situation(text: str, verdict: str) -> None:
    done = computed_answer(text, "en", law())
    assert done is not None and done.verdict == verdict
