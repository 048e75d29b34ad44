"""The linker: what texts name, in both languages, in documents and in questions."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.digest.load import bundled_linker, load_glossary, load_timings, load_word_lists
from kb.lang.lexicon import WordLists, from_rows, names, to_rows
from kb.lang.link import Linker, load_linker
from kb.model import Concept, Timing


@pytest.fixture(scope="module")
def linker() -> Linker:
    return bundled_linker()


def found(linker: Linker, text: str, *, question: bool = True) -> set[str]:
    return {r.target for r in linker.link(text, slang=question, typos=question)}


DOCUMENTS = [
    ("A face-down Counter Trap may be activated", {"face-down", "counter-trap-card", "activate"}),
    ("it negates its activation and destroys it", {"negate-the-activation", "destroy"}),
    ("The activation of the Spell is negated", {"spell-card", "negate"}),
    ("Sets a card, then passes priority", {"set", "pass"}),
    ("sent from the hand to the Graveyard", {"send-to-the-graveyard"}),
    ("Quick-Play Spells have Spell Speed 2", {"quick-play-spell-card", "spell-speed-2"}),
    ("这张反击陷阱在伤害步骤也可以发动", {"counter-trap-card", "damage-step", "damage-step-text"}),
    ("卡的发动被无效的场合", {"negate-the-activation"}),
    ("里侧守备表示的怪兽反转的场合", {"face-down-defense-position", "monster-card", "flipped-face-up"}),
    ("進行伤害計算之前的時點", {"before-damage-calculation", "timing"}),
    ("把墓地的怪兽里侧除外", {"graveyard", "monster-card", "banish-face-down"}),
]


@pytest.mark.parametrize(("text", "expected"), DOCUMENTS)
def test_terms_of_a_document_are_found_in_any_inflection(linker: Linker, text: str, expected: set[str]) -> None:
    assert expected <= found(linker, text, question=False)


QUESTIONS = [
    ("can I pop their backrow in the dstep?", {"destroy", "face-down", "damage-step"}),
    ("opp SS'd from the yard, can I respond?", {"opponent", "special-summon", "graveyard", "chain-to"}),
    ("is my HOPT gone if the activation got negated", {"hard-once-per-turn", "negate-the-activation"}),
    ("M1 normal then M2 again?", {"main-phase-1", "main-phase-2"}),
    ("对面的怪进墓了，能康吗", {"opponent", "monster-card", "send-to-the-graveyard", "negate"}),
    ("伤判里能翻反陷吗", {"damage-step", "flipped-face-up", "counter-trap-card"}),
    ("拔素材算cost吗", {"detach", "cost"}),
    ("通召过以后还能盖怪吗", {"normal-summon", "normal-set"}),
    ("在 damage calc 的时候发 quick effect", {"damage-calculation", "quick-effect"}),
]


@pytest.mark.parametrize(("text", "expected"), QUESTIONS)
def test_slang_and_abbreviations_of_a_question_are_found(linker: Linker, text: str, expected: set[str]) -> None:
    assert expected <= found(linker, text)


@pytest.mark.parametrize("text", ["炸了对面的怪", "it gets popped", "dstep"])
def test_a_document_is_taken_at_its_word(linker: Linker, text: str) -> None:
    assert not found(linker, text, question=False)


TYPOS = [
    ("can i actvate it? the damge step has begun", {"activate", "damage-step"}),
    ("link sumon with a tokn", {"link-summon"}),
    ("negatting a contiuous spell", {"negate", "continuous-spell-card"}),
    ("反击陷井", {"counter-trap-card"}),
    ("伤害布骤", {"damage-step"}),
    ("通常召幻", {"normal-summon"}),
    ("战斗坡坏", {"destroyed-by-battle"}),
]


@pytest.mark.parametrize(("text", "expected"), TYPOS)
def test_misspelt_terms_are_found_in_questions_alone(linker: Linker, text: str, expected: set[str]) -> None:
    assert expected <= found(linker, text)
    assert not expected <= found(linker, text, question=False)


@pytest.mark.parametrize("text", ["a phrase about the fiend", "peace on every stage", "表侧的", "the mastery of charge"])
def test_everyday_words_are_no_misspelt_terms(linker: Linker, text: str) -> None:
    assert all(r.match != "typo" for r in linker.link(text, slang=True, typos=True))


@pytest.mark.parametrize(
    ("text", "only"),
    [
        ("反击陷阱", {"counter-trap-card"}),
        ("Counter Trap", {"counter-trap-card"}),
        ("特殊召唤成功时", {"successfully-summoned"}),
        ("on the other hand", set()),
        ("limited to", set()),
        ("Linked", {"linked"}),
    ],
)
def test_the_longest_match_wins(linker: Linker, text: str, only: set[str]) -> None:
    assert found(linker, text, question=False) == only


def test_a_timing_is_kept_inside_a_longer_name(linker: Linker) -> None:
    records = linker.link("It cannot be activated during the Damage Step.")
    assert {("excluded-from-the-damage-step", "concept"), ("damage-step", "timing")} <= {
        (r.target, r.target_kind) for r in records
    }


@pytest.mark.parametrize("text", ["Damage Step", "伤害步骤", "傷害步驟", "ダメージステップ", "ＤＡＭＡＧＥ　ＳＴＥＰ"])
def test_a_term_that_is_concept_and_timing_gives_both(linker: Linker, text: str) -> None:
    records = linker.link(text)
    assert {(r.target, r.target_kind) for r in records} == {("damage-step", "concept"), ("damage-step", "timing")}
    assert {r.surface for r in records} == {text}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('If "Gale of the Iron Heron" is destroyed', "Gale of the Iron Heron"),
        ("When “Nerithyl, Keeper of Dust” attacks", ""),
        ("例：「苍铁鹭的旋风」被破坏", "苍铁鹭的旋风"),
        ('the "Damage Step"', ""),
        ("『破坏并从游戏中除外』的效果", ""),
        ("写着「的场合，才能发动」", ""),
        ('the words "you can only" and "then"', ""),
    ],
)
def test_quoted_names_are_kept_as_names_and_phrases_are_not(linker: Linker, text: str, name: str) -> None:
    names = [r for r in linker.link(text) if r.target_kind == "name"]
    assert [r.target for r in names] == ([name] if name else [])
    assert all(r.match == "quoted" and r.surface == name for r in names)


def test_nothing_is_linked_inside_a_quoted_name(linker: Linker) -> None:
    records = linker.link('"Trap of the Graveyard Spirit" is a Trap')
    assert [(r.target, r.target_kind) for r in records] == [
        ("Trap of the Graveyard Spirit", "name"),
        ("trap-card", "concept"),
    ]


WRITTEN = ["伤害步骤", "發動", "Ｄamage step", "dstep", "Counter Trap", *"\"「」『』'，。ﬃé\u200b "]
"""Names of terms as people write them, and what stands about them."""


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(WRITTEN)).map("".join))
def test_every_record_points_at_its_own_words(text: str) -> None:
    for record in bundled_linker().link(text, slang=True, typos=True):
        assert text[slice(*record.span)] == record.surface
        assert record.span.start < record.span.end


def small_linker() -> Linker:
    concepts = [
        Concept(id="negate", category="action", labels={"en": "Negate", "zh": "无效"}),
        Concept(id="attack", category="action", labels={"en": "Attack", "zh": "攻击"}, slang={"en": ("swing",)}),
        Concept(id="negate-attack", category="action", labels={"en": "Negate the attack", "zh": "攻击无效"}),
        Concept(id="limited", category="tournament", labels={"en": "Limited", "zh": "限制卡"}),
    ]
    timings = [Timing(id="t.declare", level="timing", labels={"en": "Declaration", "zh": "宣言时"})]
    return load_linker(concepts, timings, WordLists(ignored=("negate the point",), homophones=("击机积",)))


def test_fillers_may_stand_inside_a_name_but_punctuation_ends_it() -> None:
    linker = small_linker()
    assert found(linker, "negates its attack") == {"negate-attack"}
    assert found(linker, "negated. Attack") == {"negate", "attack"}


def test_a_single_inflected_word_is_found_in_that_form_only() -> None:
    linker = small_linker()
    assert found(linker, "limited cards") == {"limited"}
    assert not found(linker, "the limit")


def test_slang_is_found_as_it_is_said() -> None:
    assert found(small_linker(), "he swings") >= {"attack"}


def test_match_kinds_tell_how_a_term_was_found() -> None:
    kinds = {(r.surface, r.match) for r in bundled_linker().link("GY, Graveyard, Graveyards, yard", slang=True)}
    assert kinds >= {("GY", "alias"), ("Graveyard", "label"), ("yard", "slang")}


def test_every_label_finds_its_own_concept_or_timing() -> None:
    linker, missed = bundled_linker(), []
    things = [*load_glossary(), *load_timings()]
    assert len(things) >= 300
    for thing in things:
        for lang in ("en", "zh"):
            if thing.id not in found(linker, thing.labels[lang], question=False):
                missed.append((thing.id, thing.labels[lang]))
    assert not missed


def test_every_alias_finds_its_concept() -> None:
    linker = bundled_linker()
    missed = [
        (c.id, text)
        for c in load_glossary()
        for lang in ("en", "zh")
        for text in (*c.aliases.get(lang, ()), *c.slang.get(lang, ()))
        if c.id not in found(linker, text)
    ]
    assert not missed


def test_terms_inside_a_describing_phrase_are_kept_but_not_its_opposite(linker: Linker) -> None:
    targets = found(linker, "It cannot be activated during the Damage Step.", question=False)
    assert targets == {"excluded-from-the-damage-step", "cannot-activate", "damage-step"}


@pytest.mark.parametrize("text", ["until damage calculation", "before damage calculation", "伤害计算前", "直到伤害计算前"])
def test_before_a_timing_is_not_that_timing(linker: Linker, text: str) -> None:
    targets = found(linker, text, question=False)
    assert "before-damage-calculation" in targets
    assert "damage-calculation" not in targets


def test_a_very_long_text_is_linked_without_mending(linker: Linker) -> None:
    records = linker.link("「苍鹭」的发动 damge step " * 500, slang=True, typos=True)
    assert len(records) >= 1000
    assert all(r.match != "typo" for r in records)


def test_names_that_are_kept_are_those_made_anew() -> None:
    lists = load_word_lists()
    known = names(load_glossary(), load_timings(), lists.ignored)
    assert len(known) > 1_000
    assert from_rows(json.loads(json.dumps(to_rows(known)))) == known
    text = "Can I chain my Trap during the Damage Step? 伤害步骤可以发动陷阱吗"
    assert Linker(known, lists).link(text) == bundled_linker().link(text) != ()
