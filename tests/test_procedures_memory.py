"""Stories of one monster that are not those the calculators know: left alone, or answered with what is missing."""

from __future__ import annotations

import pytest
from law_samples import law

from query.calc.asked import computed_answer


@pytest.mark.parametrize(
    ("question", "lang"),
    [
        ("My 1600 attacked, then I banished a different monster for a moment and it came back. Can that one attack?", "en"),
        ("我的怪攻击过一次，之后我把另一只怪除外又回来，那只能攻击吗？", "zh"),
        ("Used a once per duel effect, then got flipped face-down and up. Can I use it again?", "en"),
        ("决斗中只能用一次的效果用过了，怪被除外又回来，还能再用吗？", "zh"),
        ("My gemini was not summoned again, was flipped face-down and up. Does it have its effect?", "en"),
        ("Synchro properly summoned, banished face-down by an effect, later put into the GY. Can I revive it?", "en"),
        ("A monster with 4 counters was flipped face-down and up, then I placed 2 counters. How many counters?", "en"),
        ("Gemini flipped face-down, flipped up, then Normal Summoned again. Does it have its effect?", "en"),
        ("二重怪被盖了又翻开，然后又再度召唤了，有效果吗？", "zh"),
        ("My 1900 attacked directly, he was on 7000 and gained 600, it was banished and returned. His LP after that?", "en"),
        ("我1900的怪直接攻击，对面7000血又回复了600，它除外再回来又直接攻击，对面还剩多少？", "zh"),
    ],
)  # fmt: skip
def test_what_is_not_understood_in_full_is_left_alone(question: str, lang: str) -> None:
    done = computed_answer(question, lang, law())
    assert done is None, done


def test_a_change_after_all_that_happened_still_counts() -> None:
    done = computed_answer("My 1600 was flipped face-down and up and then got +300 from a quick-play. ATK?", "en", law())
    assert done is not None
    assert done.text == "ATK 1600: +300 → 1900."


def test_a_value_told_as_what_it_is_now_is_counted_back() -> None:
    done = computed_answer("被对面陷阱降了300（到回合结束）现在1400攻的怪，暂时除外再回来几攻？", "zh", law())
    assert done is not None
    assert "1700" in done.text.rpartition("→")[2]


@pytest.mark.parametrize(
    ("question", "lang"),
    [
        ("I used my monster's effect, it was destroyed, then I revived it. May I use it again this turn?", "en"),
        ("怪的效果用过了，被弹回手卡，我又召唤出来，这回合能再用吗？", "zh"),
    ],
)
def test_the_limit_of_an_effect_is_asked_for(question: str, lang: str) -> None:
    done = computed_answer(question, lang, law())
    assert done is not None
    assert done.verdict == "depends"
    assert [m.fact for m in done.missing] == ["limit"]
    assert [o.verdict for o in done.missing[0].options] == ["yes", "no"]


def test_several_things_are_each_answered() -> None:
    text = "1700的怪有4个指示物，每个指示物上升100，共2100。被盖了又翻开，几个指示物，几攻？"
    done = computed_answer(text, "zh", law())
    assert done is not None
    assert "4个→0个" in done.text
    assert done.text.endswith("变成里侧 → 1700。")


def test_attacks_and_uses_take_life_points_only_as_often_as_they_happen() -> None:
    down = computed_answer(
        "I attacked directly with my 1400, opponent was at 5000. A card flipped it face-down and I flipped it up. "
        "Can it attack again and what LP is my opponent on?", "en", law())  # fmt: skip
    away = computed_answer(
        "软的1回合1次效果烧了对面300（对面2500血），怪暂时除外又回来，能再用吗，对面还剩多少血？", "zh", law()
    )
    assert down is not None
    assert away is not None
    assert (down.verdict, down.text.rpartition(": ")[2]) == ("no", "5000 → 3600.")
    assert (away.verdict, away.text.rpartition("：")[2]) == ("yes", "2500 → 2200 → 1900。")


@pytest.mark.parametrize(
    ("question", "lang"),
    [
        (
            "Once my 2200 monster is back from being temporarily banished, does it keep a +600 it got from a Quick-Play Spell?",
            "en",
        ),
        ("2200攻的怪暂时除外回来后，之前速攻魔法给的+600还在吗？", "zh"),
    ],
)
def test_a_change_that_is_only_asked_about_came_before(question: str, lang: str) -> None:
    done = computed_answer(question, lang, law())
    assert done is None or done.verdict == "no", done


def test_counters_asked_for_as_gone_are_gone() -> None:
    done = computed_answer("身上有5个魔力指示物的怪被盖了，指示物会没吗？", "zh", law())
    assert done is not None
    assert (done.verdict, done.text) == ("yes", "指示物：5个→0个。")
