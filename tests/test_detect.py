"""Which language a text is in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from real_documents import IDS, real

from kb.lang.detect import detect


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("", "en"),
        ("12:30 -> 99!", "en"),
        ("Can I light it?", "en"),
        ("这盏灯能点吗？", "zh"),
        ("這盞燈能點嗎？", "zh"),
        ("この灯を点けられますか", "ja"),
        ("ランプ", "ja"),
        ("Tin Heron and Paper Moth 能一起点吗", "zh"),
        ("tin heron 能点吗", "zh"),
        ("「ランプ」这张卡的效果可以发动吗，对方能连锁吗", "zh"),
        ("Can 「纸蛾」 be lit while the rack is full?", "en"),
        ("Does 青铜灯 burn?", "en"),
        ("LP和ATK能变成0吗", "zh"),
        ("The Wick Step (Japanese: 芯ステップ) follows the oil.", "en"),
    ],
)
def test_the_language_of_the_sentence_counts_not_of_the_names_in_it(text: str, lang: str) -> None:
    assert detect(text) == lang


@given(st.text())
def test_every_text_has_a_language(text: str) -> None:
    assert detect(text) in ("en", "zh", "ja")


@given(st.text(alphabet="abc XYZ.,", max_size=50))
def test_a_text_without_chinese_or_japanese_is_english(text: str) -> None:
    assert detect(text) == "en"


@pytest.mark.parametrize("source_id", IDS)
def test_the_real_documents_are_in_the_language_the_registry_says(source_id: str) -> None:
    assert detect(real(source_id).text) == real(source_id).source.lang
