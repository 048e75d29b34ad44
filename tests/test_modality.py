"""What a sentence does, in both languages: permit, forbid, require, define, tell what follows, give an example."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.lang.modality import read_modality
from kb.model import Lang

EN = [
    ("You can light the lantern in the first watch.", "permits", True),
    ("The keeper may swap two lanterns.", "permits", True),
    ("It is possible to light both.", "permits", True),
    ("You can only light one lantern per watch.", "permits", True),
    ("Only green lanterns can be lit then.", "permits", True),
    ("The keeper is allowed to look.", "permits", True),
    ("It is not forbidden to relight it.", "permits", True),
    ("Nothing prevents a second keeper from doing this.", "permits", True),
    ("Lanterns that cannot burn may be traded.", "permits", True),
    ("You cannot light a wet lantern.", "forbids", False),
    ("You can't light it twice.", "forbids", False),
    ("A keeper may not refuse.", "forbids", False),
    ("It can no longer be lit.", "forbids", False),
    ("No lantern can burn there.", "forbids", False),
    ("Neither player can light a lantern.", "forbids", False),
    ("The keeper is not allowed to look.", "forbids", False),
    ("It is illegal to hide a lantern.", "forbids", False),
    ("You must never light it alone.", "forbids", False),
    ("You cannot light it unless the keeper agrees.", "forbids", False),
    ("If you can see the shore, you cannot light it.", "forbids", False),
    ("You must pay two coins.", "requires", True),
    ("The keeper has to show the lantern.", "requires", True),
    ("A coin is required.", "requires", True),
    ("Lighting it requires oil.", "requires", True),
    ("You cannot choose not to light it.", "requires", True),
    ("You do not have to pay.", "requires", False),
    ("The keeper need not agree.", "requires", False),
    ("It is not mandatory to wait.", "requires", False),
    ("A wet lantern is treated as broken.", "defines", True),
    ("The word watch refers to four hours.", "defines", True),
    ("A spare counts as a lantern.", "defines", True),
    ("This is not treated as lighting.", "defines", False),
    ("It does not count as a lantern.", "defines", False),
    ("It is no longer considered lit.", "defines", False),
    ("The lantern is moved to the shelf.", "follows", True),
    ("The lantern will then go out.", "follows", True),
    ("The lantern does not go out.", "follows", False),
    ("It is not moved to the shelf, but sold.", "follows", True),
    ("It not only burns brighter, it lasts.", "follows", True),
    ("It no longer applies.", "follows", False),
    ("For example, a red lantern cannot be lit.", "example", False),
    ("Example: the keeper may light it.", "example", True),
    ('A lantern that says "cannot be lit" may be sold.', "permits", True),
]
ZH = [
    ("第一更可以点灯。", "permits", True),
    ("守灯人能交换两盏灯。", "permits", True),
    ("每更只能点一盏灯。", "permits", True),
    ("只有绿灯才能点。", "permits", True),
    ("这时不是不能点灯。", "permits", True),
    ("不能点的灯可以交换。", "permits", True),
    ("玩家可自由选择点哪盏灯。", "permits", True),
    ("湿的灯不能点。", "forbids", False),
    ("不得把灯藏起来。", "forbids", False),
    ("那盏灯无法再点亮。", "forbids", False),
    ("此时不可以点灯。", "forbids", False),
    ("禁止偷看对方的灯。", "forbids", False),
    ("除非守灯人同意，否则不能点灯。", "forbids", False),
    ("如果可以看到岸边，就不能点灯。", "forbids", False),
    ("灯已经湿了的场合，不能再点。", "forbids", False),
    ("必须付两枚硬币。", "requires", True),
    ("守灯人需要展示那盏灯。", "requires", True),
    ("不得不点灯。", "requires", True),
    ("非点灯不可。", "requires", True),
    ("不需要付硬币。", "requires", False),
    ("守灯人无需同意。", "requires", False),
    ("不必等到天明。", "requires", False),
    ("湿的灯视为坏灯。", "defines", True),
    ("一更是指两个时辰。", "defines", True),
    ("备用灯也当作灯。", "defines", True),
    ("这不视为点灯。", "defines", False),
    ("那盏灯不再视为亮着。", "defines", False),
    ("灯的数量是公开情报。", "defines", True),
    ("灯会被放到架上。", "follows", True),
    ("之后灯变成熄灭。", "follows", True),
    ("灯不会熄灭。", "follows", False),
    ("那个处理不适用。", "follows", False),
    ("灯不是被卖掉而是被放到架上。", "follows", True),
    ("灯不仅更亮，而且更久。", "follows", True),
    ("例：红灯不能点。", "example", False),
    ("例如守灯人可以点灯。", "example", True),
    ("写着『不能点』的灯可以出售。", "permits", True),
    ("傷害步驟不能發動。", "forbids", False),
]


@pytest.mark.parametrize(("text", "modality", "polarity"), EN)
def test_english_sentence_is_read(text: str, modality: str, polarity: bool) -> None:
    assert read_modality(text, "en")[:2] == (modality, polarity)


@pytest.mark.parametrize(("text", "modality", "polarity"), ZH)
def test_chinese_sentence_is_read(text: str, modality: str, polarity: bool) -> None:
    assert read_modality(text, "zh")[:2] == (modality, polarity)


@pytest.mark.parametrize(
    ("text", "lang", "condition"),
    [
        ("You cannot light it unless the keeper agrees.", "en", "unless the keeper agrees"),
        ("If the oil runs out, the lantern goes out.", "en", "If the oil runs out"),
        ("It may be lit only during the third watch.", "en", "only during the third watch"),
        ("Even when it rains, you may light it.", "en", "Even when it rains"),
        ("The lantern burns.", "en", ""),
        ("灯已经湿了的场合，不能再点。", "zh", "灯已经湿了的场合"),
        ("如果油用完了，灯就会熄灭。", "zh", "如果油用完了"),
        ("除非守灯人同意，否则不能点灯。", "zh", "除非守灯人同意"),
        ("只要有油，灯就会亮。", "zh", "只要有油"),
        ("灯亮着。", "zh", ""),
    ],
)
def test_the_condition_is_cut_out_word_for_word(text: str, lang: Lang, condition: str) -> None:
    span = read_modality(text, lang).condition
    assert (text[slice(*span)] if span else "") == condition


def test_sure_cues_count_more_than_none_and_contradicting_ones() -> None:
    sure = read_modality("You cannot light it.", "en").confidence
    mixed = read_modality("You may look, and you must pay, and you cannot light it.", "en").confidence
    assert sure > mixed > 0
    assert sure > read_modality("The lantern burns.", "en").confidence


@settings(max_examples=80, deadline=None)
@given(st.text(alphabet="if you cannot,.必须不能如果的场合，。「」 —can't", max_size=60), st.sampled_from(["en", "zh", "ja"]))
def test_any_text_is_read_with_a_condition_inside_it(text: str, lang: Lang) -> None:
    reading = read_modality(text, lang)
    assert 0 < reading.confidence <= 1
    if reading.condition:
        assert 0 <= reading.condition.start <= reading.condition.end <= len(text)
