"""Verdicts read from what the entries found say: which way round, how likely, and when it depends."""

from __future__ import annotations

import pytest

from kb.index.entry import Entry
from kb.model import Ask, Lang, Verdict
from query.find.search import Hit, Place
from query.model import Question
from query.read.intent import asked_sign, is_polar, read_intent
from query.rule.confidence import SAME_QUESTION, confidence_of
from query.rule.likeness import voices
from query.rule.verdict import rule_on


def question(text: str, lang: Lang = "en") -> Question:
    sign, polar = asked_sign(text, lang), is_polar(text, lang)
    return Question(text=text, lang=lang, intent=read_intent(text, lang), polar=polar, sign=sign)


def hit(entry: str, text: dict[Lang, str], *asks: tuple[str, str, Verdict], near: float = 0.8, score: float = 10.0) -> Hit:
    found = tuple(Ask(en=en, zh=zh, verdict=verdict) for en, zh, verdict in asks)
    made = Entry(id=entry, kind="digest", source="digest", texts=text, asks=found, rule_kind="rule")
    places = {"bm25": Place(rank=1, score=9.0)}
    return Hit(entry=made, score=score, searches=places, cosine=near, near_asks=(near,) * len(asks), near_text=near)


FOG = hit(
    "fog.no-shots",
    {"en": "A ship in fog cannot be shot at.", "zh": "雾中的船不能被射击。"},
    ("Can a ship in fog be shot at?", "雾里的船能被射击吗？", "no"),
)


@pytest.mark.parametrize(
    ("text", "lang", "want"),
    [
        ("Can a ship in fog be shot at?", "en", "no"),
        ("A ship in fog can't be shot at, right?", "en", "yes"),
        ("Is it illegal to shoot at a ship in fog?", "en", "yes"),
        ("雾里的船能被射击吗？", "zh", "no"),
        ("霧裡的船是不是不能被射擊", "zh", "yes"),
    ],
)
def test_a_question_put_the_other_way_round_gets_the_other_answer(text: str, lang: Lang, want: Verdict) -> None:
    ruling = rule_on(question(text, lang), [FOG])
    assert ruling is not None
    assert ruling.verdict == want
    assert 0.5 <= ruling.share <= 1


def test_it_depends_where_the_entrys_own_question_depends() -> None:
    entry = hit(
        "fog.depth",
        {"en": "Shots reach a ship in fog by the fog's depth.", "zh": "能否射到雾中的船看雾的深浅。"},
        ("Can a ship in fog be reached?", "能射到雾里的船吗？", "depends"),
        near=0.95,
    )
    ruling = rule_on(question("Can a ship in fog be reached?"), [entry])
    assert ruling is not None
    assert ruling.verdict == "depends"


def test_nothing_speaks_where_no_entry_has_questions() -> None:
    assert rule_on(question("Can a ship in fog be shot at?"), [hit("fog.bare", {"en": "Fog lasts."})]) is None


def test_the_shares_of_the_voices_add_up() -> None:
    found = voices(
        question("Can a ship in fog be shot at?"), [FOG, hit("x", {"en": "Lamps burn."}, ("Do lamps burn?", "灯亮吗？", "yes"))]
    )
    for kind in (True, False):
        assert sum(v.share for v in found if (v.ask is None) == kind) == pytest.approx(1)


def test_only_an_answer_to_nearly_the_same_question_is_sure() -> None:
    asked = question("Does thick fog keep cannons from hitting my boat?")
    assert FOG.near_asks[0] < SAME_QUESTION
    assert confidence_of(asked, [FOG], rule_on(asked, [FOG])) < 0.8
