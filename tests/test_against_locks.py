"""Card against card where one applies, attacks, or protects itself: invented texts, how a question is read, and the answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from law_samples import law

from ingest.cards import read_card_file
from kb.cards.nicknames import Nicknames
from kb.cards.record import Card
from kb.cards.store import CardStore, write_cards
from kb.digest.load import sources_dir
from kb.errors import BadData
from kb.model import Span
from query.against.answer import answer_against
from query.against.asked import Asked, read_asked
from query.against.cues import load_cues
from query.against.held import any_of
from query.against.lock_cues import load_locks
from query.against.match import held
from query.against.words import say
from query.card.links import CardMention
from query.card.search import CardSearch
from query.model import Answer, Question
from query.read.question import read_question

CUES = load_cues(sources_dir())
assert CUES is not None
MONSTER, SPELL, TRAP = "Monster", "Spell", "Trap"
ROWS = [
    (1, "Quiet Bell", "静钟", TRAP, "Continuous", None, "Neither player can Special Summon monsters.", {}),
    (2, "Far Call", "远唤", SPELL, "Normal", None, "Special Summon 1 monster from your hand.", {}),
    (3, "Near Draw", "近抽", SPELL, "Normal", None, "Draw 2 cards.", {}),
    (4, "Ash Pit", "灰坑", SPELL, "Continuous", None, "Any card sent to the GY is banished instead.", {}),
    (5, "Pit Runner", "坑行者", MONSTER, None, "Beast / Effect",
     "(Quick Effect): You can send this card from your hand to the GY; draw 1 card.", {"level": 3, "atk": 900, "def": 100}),
    (6, "Pit Thrower", "坑掷者", MONSTER, None, "Beast / Effect", "(Quick Effect): You can discard this card; draw 1 card.",
     {"level": 5, "atk": 2100, "def": 1500}),
    (7, "Lamp Rule", "灯规", TRAP, "Continuous", None, "Your opponent cannot activate monster effects.", {}),
    (8, "Mute Stone", "哑石", TRAP, "Continuous", None,
     "Negate the effects of all other monsters on the field.", {}),
    (9, "Low Roof", "低檐", TRAP, "Continuous", None, "Level 4 or higher monsters cannot attack.", {}),
    (10, "Old Gate", "旧门", TRAP, "Continuous", None,
     "Trap Cards cannot be activated while the moon is up, except those of a Beast.", {}),
    (11, "Clay Wall", "土墙", MONSTER, None, "Rock / Effect",
     "Cannot be destroyed by battle.", {"level": 4, "atk": 0, "def": 2000}),
    (12, "Plain Ox", "素牛", MONSTER, None, "Beast / Normal", "It pulls the cart.", {"level": 4, "atk": 1700, "def": 1000}),
    (13, "Plain Hen", "素鸡", MONSTER, None, "Beast / Normal", "It sits.", {"level": 2, "atk": 500, "def": 1800}),
    (14, "Shy Fox", "羞狐", MONSTER, None, "Beast / Effect", "Cannot be targeted for attacks. Unaffected by Spell effects.",
     {"level": 4, "atk": 100, "def": 100}),
    (15, "Lone Guest", "独客", MONSTER, None, "Fiend / Effect",
     "If the rain has stopped, you can Special Summon this card (from your hand).", {"level": 5, "atk": 2000, "def": 0}),
    (16, "Shut Door", "闭门", TRAP, "Counter", None, "When a monster would be Special Summoned: Negate that Summon.", {}),
    (17, "Rusty Hook", "锈钩", SPELL, "Equip", None, "The equipped monster gains 300 ATK.", {}),
    (18, "Calm Shade", "静荫", SPELL, "Field", None, "Once per turn: You can draw 1 card.", {}),
    (19, "Odd Bell", "怪钟", SPELL, "Continuous", None,
     "When this card is activated: You can Special Summon 1 monster from your hand.", {}),
    (20, "Reed Judge", "苇判", TRAP, "Counter", None, "When a monster would be Normal Summoned: Negate the Normal Summon.", {}),
    (21, "Second Plough", "二犁", MONSTER, None, "Beast / Effect",
     "You can Normal Summon 1 Beast monster in addition to your Normal Summon.",
     {"level": 4, "atk": 0, "def": 0}),
    (22, "Mud Giant", "泥巨人", MONSTER, None, "Rock / Effect",
     "You can Special Summon this card (from your hand) to the other side by Tributing 1 Beast monster.", {"level": 8}),
    (23, "Far Star", "远星", MONSTER, None, "Cyberse / Link / Effect",
     "2 monsters\nNeither player can target this card with card effects.", {}),
    (24, "Dim Page", "暗页", SPELL, "Quick-Play", None,
     "Target 1 face-up monster; change it to face-down Defense Position.", {}),
]  # fmt: skip


def _cards() -> dict[str, Card]:
    rows = [
        {"konami_id": n, "password": 1000 + n, "name": {"en": en, "zh-CN": zh}, "card_type": kind, "property": sort,
         "monster_type_line": line, "text": {"en": text}, **stats}
        for n, en, zh, kind, sort, line, text, stats in ROWS
    ]  # fmt: skip
    return {c.names["en"]: c for c in read_card_file(json.dumps(rows).encode(), "cards.json").cards}


CARDS = _cards()


@pytest.fixture(scope="module")
def search(tmp_path_factory: pytest.TempPathFactory) -> CardSearch:
    path = tmp_path_factory.mktemp("cards") / "cards.sqlite"
    write_cards(path, CARDS.values())
    return CardSearch(CardStore(path), Nicknames())


def mentions(text: str) -> list[CardMention]:
    found = []
    for card in CARDS.values():
        for name in (card.names["en"], card.names["zh"]):
            at = -1
            while (at := text.find(name, at + 1)) >= 0:
                found.append(CardMention(Span(at, at + len(name)), name, (card.id,), "exact"))
    return sorted(found, key=lambda m: m.span)


def ask(text: str, search: CardSearch) -> Answer | None:
    lang = "en" if text.isascii() else "zh"
    return answer_against(Question(reading=read_question(text, lang=lang)), mentions(text), search, law=law("OCG"))


@pytest.mark.parametrize(
    ("card", "other", "relation", "same", "verdict"),
    [
        ("Quiet Bell", "Far Call", "under", None, False),
        ("Quiet Bell", "Near Draw", "under", None, True),
        ("Quiet Bell", "Odd Bell", "under", None, True),
        ("Quiet Bell", "Far Call", "bars", None, True),
        ("Quiet Bell", "Plain Ox", "special-under", None, False),
        ("Quiet Bell", "Plain Ox", "normal-under", None, True),
        ("Ash Pit", "Pit Runner", "under", None, False),
        ("Ash Pit", "Pit Thrower", "under", None, True),
        ("Lamp Rule", "Pit Thrower", "under", None, None),
        ("Lamp Rule", "Pit Thrower", "under", True, True),
        ("Lamp Rule", "Pit Thrower", "under", False, False),
        ("Lamp Rule", "Near Draw", "under", False, True),
        ("Mute Stone", "Pit Thrower", "under", None, True),
        ("Calm Shade", "Near Draw", "under", None, True),
        ("Old Gate", "Shut Door", "under", None, None),
        ("Low Roof", "Plain Ox", "attack-under", None, False),
        ("Low Roof", "Plain Hen", "attack-under", None, True),
        ("Low Roof", "Plain Hen", "attack-bars", None, False),
        ("Plain Ox", "Plain Hen", "attacks", None, True),
        ("Plain Ox", "Shy Fox", "attacks", None, False),
        ("Plain Ox", "Far Call", "attacks", None, False),
        ("Plain Ox", "Plain Hen", "beats", None, True),
        ("Plain Hen", "Plain Ox", "beats", None, False),
        ("Plain Ox", "Clay Wall", "beats", None, False),
        ("Pit Thrower", "Clay Wall", "beats", None, False),
        ("Far Call", "Shy Fox", "affects", None, False),
        ("Shut Door", "Shy Fox", "affects", None, None),
        ("Rusty Hook", "Plain Ox", "equips", None, True),
        ("Rusty Hook", "Near Draw", "equips", None, False),
        ("Reed Judge", "Second Plough", "normal-summon", None, True),
        ("Shut Door", "Second Plough", "normal-summon", None, False),
        ("Quiet Bell", "Far Call", "stop", None, True),
        ("Mud Giant", "Plain Ox", "tributes", None, True),
        ("Mud Giant", "Clay Wall", "tributes", None, False),
        ("Dim Page", "Far Star", "turns", None, False),
        ("Dim Page", "Far Star", "target", None, False),
        ("Dim Page", "Plain Ox", "turns", None, True),
    ],
)  # fmt: skip
def test_what_applies_and_what_fights_is_held_against_the_other_text(card, other, relation, same, verdict):
    asked = Asked(relation, CARDS[card].id, CARDS[other].id, same=same)
    found = held(CARDS[card], CARDS[other], asked, CUES)
    assert found and any_of(h.outcome for h in found) is verdict


@pytest.mark.parametrize(
    ("way", "card", "other", "verdict"),
    [
        ("special", "Shut Door", "Lone Guest", True),
        ("normal", "Shut Door", "Lone Guest", False),
        ("special", "Shut Door", "Plain Ox", None),
        ("normal", "Reed Judge", "Plain Ox", True),
        ("", "Reed Judge", "Plain Ox", None),
    ],
)
def test_a_summon_is_negated_where_a_monster_comes_so_by_itself(way, card, other, verdict):
    asked = Asked("summon", CARDS[card].id, CARDS[other].id, way=way)
    assert held(CARDS[card], CARDS[other], asked, CUES)[0].outcome is verdict


def test_in_defense_position_its_defense_counts() -> None:
    asked = Asked("beats", CARDS["Plain Ox"].id, CARDS["Plain Hen"].id, where="defense")
    assert held(CARDS["Plain Ox"], CARDS["Plain Hen"], asked, CUES)[0].outcome is False


@pytest.mark.parametrize(
    ("text", "relation", "card", "other", "same"),
    [
        ("While Quiet Bell is face-up on the field, can I activate Far Call?", "under", "1", "2", None),
        ("Can I activate Far Call while Quiet Bell is applying?", "under", "1", "2", None),
        ("My opponent controls Lamp Rule. Can I activate Pit Thrower?", "under", "7", "6", False),
        ("I control Lamp Rule. In this situation, can I activate the effect of Pit Thrower?", "under", "7", "6", True),
        ("Lamp Rule is on my opponent's field. Can I use my Pit Thrower?", "under", "7", "6", False),
        ("While I have Low Roof face-up in my Spell & Trap Zone, can I activate Far Call?", "under", "9", "2", True),
        (
            "Quiet Bell is applying. If my opponent attacks with a Beast, can I chain Shut Door?",
            "under",
            "1",
            "16",
            None,
        ),
        (
            "Ash Pit is face-up on the field. When I Normal Summon Pit Runner, can I activate its effect that draws a card?",
            "under",
            "4",
            "5",
            None,
        ),
        ("Does Quiet Bell stop me from activating Far Call?", "bars", "1", "2", None),
        ("While Quiet Bell is active, can I Special Summon Plain Ox?", "special-under", "1", "12", None),
        ("Can Plain Ox attack while Low Roof is face-up?", "attack-under", "9", "12", None),
        ("Does Low Roof keep Plain Ox from attacking?", "attack-bars", "9", "12", None),
        ("Can Plain Ox attack Shy Fox?", "attacks", "12", "14", None),
        ("Can Plain Ox destroy Plain Hen by battle?", "beats", "12", "13", None),
        ("If Plain Ox attacks Clay Wall, will Clay Wall be destroyed by battle?", "beats", "12", "11", None),
        ("Is Shy Fox affected by Far Call?", "affects", "2", "14", None),
        ("If my opponent Special Summons Lone Guest, can I negate the Summon with Shut Door?", "summon", "16", "15", False),
        ("While Quiet Bell is face-up and I have no hand, can I activate Far Call?", "", "", "", None),
        ("静钟在场上表侧存在时，我能发动远唤吗？", "under", "1", "2", None),
        ("静钟适用中，可以发动远唤吗？", "under", "1", "2", None),
        ("对方场上有灯规，我能发动手牌的坑掷者吗？", "under", "7", "6", False),
        ("静钟在场的时候我的远唤还能发动吗", "under", "1", "2", None),
        ("低檐在场时素牛能攻击吗？", "attack-under", "9", "12", None),
        ("素牛能攻击羞狐吗？", "attacks", "12", "14", None),
        ("素牛攻击土墙，土墙会被战斗破坏吗？", "beats", "12", "11", None),
        ("素牛能战斗破坏素鸡吗", "beats", "12", "13", None),
        ("羞狐会受远唤的效果影响吗？", "affects", "2", "14", None),
        ("锈钩能装备给素牛吗？", "equips", "17", "12", None),
    ],
)
def test_a_question_on_what_applies_is_read_with_whose_it_is(text, relation, card, other, same):
    found = read_asked(text, mentions(text), CUES)
    if not relation:
        assert found is None
    else:
        assert (found.relation, found.card, found.other, found.same) == (relation, card, other, same)


def test_the_answer_shows_the_clause_that_applies_in_both_languages(search: CardSearch) -> None:
    answer = ask("While Quiet Bell is face-up on the field, can I activate Far Call?", search)
    assert (answer.verdict, answer.ground) == ("no", "computed")
    assert any("Neither player can Special Summon" in s.text for s in answer.steps)
    answer = ask("静钟在场上表侧存在时，我能发动近抽吗？", search)
    assert (answer.verdict, answer.ground) == ("yes", "computed") and "静钟" in answer.text


def test_what_no_pattern_reads_is_said_to_be_open(search: CardSearch) -> None:
    answer = ask("Can I activate Shut Door while Old Gate is face-up?", search)
    assert (answer.ground, answer.abstained) == ("none", True)
    assert answer.text == say("open", "en").format(a="Old Gate", b="Shut Door")


def test_every_relation_has_its_two_sentences() -> None:
    assert {say(f"{a.relation}.{v}", lang) != "" for a in CUES.asks for v in ("yes", "no") for lang in ("en", "zh")} == {True}


@pytest.mark.parametrize("table", ["=", 'hint = "("'])
def test_a_wrong_table_of_locks_is_named(table: str, tmp_path: Path) -> None:
    (tmp_path / "cues").mkdir()
    (tmp_path / "cues" / "locks.toml").write_text(table, "utf-8")
    with pytest.raises(BadData, match=r"locks\.toml"):
        load_locks(tmp_path)
    assert load_locks(tmp_path / "none") is None
