"""Normalising: what matches what, and that every piece leads back to the original."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.model import Span
from kb.text import normalise

TRICKY = st.text(
    alphabet=st.one_of(
        st.characters(exclude_categories=["Cs"]),
        st.sampled_from("傷害步驟發動＂“”‘’「」—–－～①㍿ﷺﬃİŉ½ｶﾞｶﾊﾟe\u0301\u0308\u200b\ufeff \t\n\u3000ＡＢ１２"),
    ),
    max_size=60,
)


@pytest.mark.parametrize(
    ("original", "normalised"),
    [
        ("傷害步驟發動後", "伤害步骤发动后"),
        ("ＡＴＫ／ＤＥＦ　１０００", "atk/def 1000"),
        ("“Set”  isn’t\n‘Summon’ — ever", "\"set\" isn't 'summon' - ever"),
        ("「光」①：１回合１次", "「光」1:1回合1次"),
        ("ダメージステップ・ﾀﾞﾒｰｼﾞ", "ダメージステップ·ダメージ"),
        ("攻击力•守备力", "攻击力·守备力"),
        ("zero\u200bwidth\u00ad", "zerowidth"),
        ("  \n", ""),
        ("  Chain Link 2 ", "chain link 2"),
    ],
)
def test_texts_that_mean_the_same_become_equal(original: str, normalised: str) -> None:
    assert normalise(original).text == normalised


def test_a_span_leads_back_to_the_words_it_came_from() -> None:
    original = "  在　傷害步驟，  ＤＡＭＡＧＥ step"
    found = normalise(original)
    for word, expected in (("伤害步骤", "傷害步驟"), ("damage step", "ＤＡＭＡＧＥ step")):
        at = found.text.index(word)
        assert original[slice(*found.back(Span(at, at + len(word))))] == expected


def test_part_of_an_expanded_character_leads_back_to_all_of_it() -> None:
    original = "aﷺb"
    found = normalise(original)
    assert len(found.text) == 20
    assert found.back(Span(3, 5)) == Span(1, 2)
    assert found.back(Span(0, len(found.text))) == Span(0, 3)
    assert found.back(Span(1, 1)) == Span(1, 1)


@given(TRICKY)
def test_offsets_never_fall_and_stay_inside_the_original(original: str) -> None:
    found = normalise(original)
    offsets = list(found.offsets)
    assert len(offsets) == len(found.text) + 1
    assert offsets == sorted(offsets)
    assert offsets[0] >= 0 and offsets[-1] <= len(original)


@given(TRICKY, st.data())
def test_what_a_span_leads_back_to_normalises_to_the_span(original: str, data: st.DataObject) -> None:
    found = normalise(original)
    start = data.draw(st.integers(0, len(found.text)))
    end = data.draw(st.integers(start, len(found.text)))
    back = found.back(Span(start, end))
    assert 0 <= back.start <= back.end <= len(original)
    assert found.text[start:end].strip() in normalise(original[back.start : back.end]).text


@given(TRICKY)
def test_every_visible_character_is_covered(original: str) -> None:
    found = normalise(original)
    back = found.back(Span(0, len(found.text)))
    outside = original[: back.start] + original[back.end :]
    assert not any(unicodedata.category(c)[0] in "LN" for c in outside)


@given(st.text(alphabet="abc XYZ 伤害步骤发动。，「」123", max_size=40))
def test_normalising_twice_changes_nothing(original: str) -> None:
    once = normalise(original).text
    assert normalise(once).text == once
