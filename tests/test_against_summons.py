"""Whether a card may be activated when another is Summoned, by invented texts; and a card's name put as a verb."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ingest.cards import read_card_file
from kb.cards.nicknames import Nicknames
from kb.cards.record import Card
from kb.cards.store import CardStore, write_cards
from kb.digest.load import sources_dir
from kb.model import Span
from query.against.asked import Asked, read_asked
from query.against.cues import load_cues
from query.against.held import any_of
from query.against.match import held
from query.card.links import CardMention, cards_in
from query.card.question import activated_card
from query.card.search import CardSearch
from query.model import Question
from query.read.question import read_question

CUES = load_cues(sources_dir())
assert CUES is not None
STONE = ("Monster", None, "Rock / Normal")
ROWS = [
    (1, "Pebble Imp", "小石鬼", *STONE, "A small one.", 600),
    (2, "Boulder Ogre", "巨石魔", *STONE, "A large one.", 1900),
    (3, "Sudden Flood", "突来洪水", "Trap", "Normal", None, "When a monster(s) is Summoned: Gain 300 LP.", None),
    (
        4,
        "Deep Well",
        "深井",
        "Trap",
        "Normal",
        None,
        "When your opponent Summons a monster(s) with 1500 or more ATK: Draw 1 card.",
        None,
    ),
    (
        5,
        "Loose Plank",
        "松木板",
        "Trap",
        "Normal",
        None,
        "When your opponent Normal or Flip Summons a monster: Gain 200 LP.",
        None,
    ),
    (6, "Glass Wall", "玻璃墙", "Trap", "Normal", None, "When an opponent's monster declares an attack: Gain 100 LP.", None),
    (7, "Paper Bird", "纸鸟", "Spell", "Quick-Play", None, "Turn 1 face-up Rock monster face-down.", None),
    (8, "Wide Broom", "宽扫帚", "Spell", "Normal", None, "Destroy every Rock monster there is.", None),
    (9, "Grave Verdict", "墓之判决", "Trap", "Counter", None, "When a monster(s) would be Summoned: Negate the Summon.", None),
    (
        10,
        "Iron Toll",
        "铁税",
        "Trap",
        "Normal",
        None,
        "When a monster is Special Summoned while you control a Bell: Draw 1 card.",
        None,
    ),
    (
        11,
        "Bell Seeker",
        "寻铃",
        "Spell",
        "Normal",
        None,
        'Add 1 Trap from your Deck to your hand that lists the card "Bell".',
        None,
    ),
    (
        12,
        "Clay Door",
        "泥门",
        "Trap",
        "Continuous",
        None,
        "Special Summon this card as a Normal Monster (Rock/EARTH/Level 3/ATK 1700/DEF 900).",
        None,
    ),
]


def _cards() -> dict[str, Card]:
    rows = [
        {"konami_id": n, "password": 2000 + n, "name": {"en": en, "zh-CN": zh}, "card_type": kind, "property": sort,
         "monster_type_line": line, "text": {"en": text}, "level": 4 if line else None, "atk": attack}
        for n, en, zh, kind, sort, line, text, attack in ROWS
    ]  # fmt: skip
    return {c.names["en"]: c for c in read_card_file(json.dumps(rows).encode(), "cards.json").cards}


CARDS = _cards()


def mentions(text: str) -> list[CardMention]:
    named = [(text.find(name), name, card) for card in CARDS.values() for name in (card.names["en"], card.names["zh"])]
    return sorted(
        (CardMention(Span(at, at + len(n)), n, (c.id,), "exact") for at, n, c in named if at >= 0), key=lambda m: m.span
    )


@pytest.mark.parametrize(
    ("card", "other", "way", "same", "outcome"),
    [
        ("Sudden Flood", "Pebble Imp", "", None, True),
        ("Sudden Flood", "Pebble Imp", "special", True, True),
        ("Deep Well", "Boulder Ogre", "normal", None, True),
        ("Deep Well", "Pebble Imp", "normal", None, False),
        ("Deep Well", "Boulder Ogre", "normal", True, False),
        ("Loose Plank", "Boulder Ogre", "normal", False, True),
        ("Loose Plank", "Boulder Ogre", "special", None, False),
        ("Loose Plank", "Boulder Ogre", "", None, None),
        ("Glass Wall", "Boulder Ogre", "normal", None, False),
        ("Paper Bird", "Boulder Ogre", "normal", None, True),
        ("Wide Broom", "Boulder Ogre", "normal", None, False),
        ("Grave Verdict", "Boulder Ogre", "normal", None, True),
        ("Iron Toll", "Boulder Ogre", "special", None, None),
        ("Sudden Flood", "Paper Bird", "", None, None),
        ("Deep Well", "Clay Door", "", None, True),
        ("Loose Plank", "Clay Door", "", None, False),
    ],
)
def test_a_condition_is_met_by_the_summon_of_such_a_monster(card, other, way, same, outcome) -> None:
    asked = Asked("upon-summon", CARDS[card].id, CARDS[other].id, way=way, same=same)
    assert any_of(h.outcome for h in held(CARDS[card], CARDS[other], asked, CUES)) is outcome


@pytest.mark.parametrize(
    ("text", "relation", "card", "other"),
    [
        ("Can Sudden Flood be activated when Pebble Imp is Normal Summoned?", "upon-summon", 3, 1),
        ("My opponent special summons Boulder Ogre, can I flip Deep Well?", "upon-summon", 4, 2),
        ("When they summon Boulder Ogre, can I activate Deep Well in response?", "upon-summon", 4, 2),
        ("he summons Boulder Ogre, can i Grave Verdict the summon?", "summon", 9, 2),
        ("对面通常召唤巨石魔，我能开深井吗", "upon-summon", 4, 2),
        ("我特召巨石魔，对方能开深井吗？", "upon-summon", 4, 2),
        ("巨石魔特殊召唤成功时可以发动纸鸟吗", "upon-summon", 7, 2),
        (
            "If they Special Summon Clay Door as a Normal Monster by its own effect, can I activate Deep Well?",
            "upon-summon",
            4,
            12,
        ),
        ("When my opponent Special Summons Bell Seeker and activates its effect, can I chain Paper Bird?", "answer", 7, 11),
        ("When I Summon a monster, my opponent activates Wide Broom. At this time, can I chain Paper Bird?", "answer", 7, 8),
        (
            "Can Paper Bird be chained to the effect of monsters that leave the hand to be used, like Boulder Ogre?",
            "answer",
            7,
            2,
        ),
        ("opp activates Wide Broom, can i Grave Verdict it?", "stop", 9, 8),
        ("can i Grave Verdict Wide Broom", "stop", 9, 8),
        ("对面发宽扫帚，我能墓之判决吗？", "stop", 9, 8),
        ("纸鸟能把巨石魔盖下去吗", "turns", 7, 2),
    ],
)
def test_a_question_about_a_summon_or_with_a_name_as_its_verb_is_read(text, relation, card, other) -> None:
    found = read_asked(text, mentions(text), CUES)
    assert found and (found.relation, found.card, found.other) == (
        relation,
        CARDS[ROWS[card - 1][1]].id,
        CARDS[ROWS[other - 1][1]].id,
    )


def test_whose_summon_it_is_and_of_which_kind_are_read() -> None:
    theirs = read_asked("对面通常召唤巨石魔，我能开深井吗", mentions("对面通常召唤巨石魔，我能开深井吗"), CUES)
    mine = read_asked("我特召巨石魔，我能开深井吗", mentions("我特召巨石魔，我能开深井吗"), CUES)
    assert (theirs.way, theirs.same) == ("normal", False)
    assert (mine.way, mine.same) == ("special", True)


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("If my opponent activates Iron Toll and then attacks, can I activate the second effect of Paper Bird?", 7),
        ("Can I activate Paper Bird if my opponent uses Iron Toll?", 7),
        ("对方发动铁税，我能发动纸鸟吗？", 7),
        ("My opponent activates Iron Toll. Is that so?", 10),
    ],
)
def test_what_the_asking_clause_activates_is_the_card_asked_about(text, card) -> None:
    question = Question(reading=read_question(text, lang="en" if text.isascii() else "zh"))
    assert activated_card(question, mentions(text)) == CARDS[ROWS[card - 1][1]].id


def test_what_a_card_must_be_besides_leaves_it_open() -> None:
    asked = Asked("adds", CARDS["Bell Seeker"].id, CARDS["Iron Toll"].id)
    assert any_of(h.outcome for h in held(CARDS["Bell Seeker"], CARDS["Iron Toll"], asked, CUES)) is None


@pytest.fixture(scope="module")
def search(tmp_path_factory: pytest.TempPathFactory) -> CardSearch:
    path: Path = tmp_path_factory.mktemp("cards") / "cards.sqlite"
    named = enumerate(("Grave Verdict", "Grave Bargain", "Grave Dance"))
    rows = [{"konami_id": 50 + n, "password": 3000 + n, "name": {"en": name}, "card_type": "Trap", "property": "Counter",
             "text": {"en": "Draw 1 card."}} for n, name in named]  # fmt: skip
    write_cards(path, read_card_file(json.dumps(rows).encode(), "cards.json").cards)
    return CardSearch(CardStore(path), Nicknames())


def test_a_name_in_part_is_that_of_the_card_that_the_text_names_elsewhere(search: CardSearch) -> None:
    found = cards_in("He activates Grave Verdict. Can I chain my trap to the Grave?", search)
    assert len({m.cards for m in found}) == 1 and all(m.card for m in found)
