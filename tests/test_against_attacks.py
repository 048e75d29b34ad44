"""Whether a card may be activated when a monster declares an attack, by invented texts."""

from __future__ import annotations

import json

import pytest

from ingest.cards import read_card_file
from kb.cards.record import Card
from kb.digest.load import sources_dir
from kb.model import Span
from query.against.asked import Asked, read_asked
from query.against.cues import load_cues
from query.against.held import any_of
from query.against.match import held
from query.card.links import CardMention

CUES = load_cues(sources_dir())
assert CUES is not None
TRAP, QUICK = ("Trap", "Normal", None), ("Spell", "Quick-Play", None)
ROWS = [
    (1, "Pebble Imp", "小石鬼", "Monster", None, "Rock / Normal", "A small one."),
    (
        2,
        "Brass Ram",
        "铜羊",
        "Monster",
        None,
        "Beast / Effect",
        "While this card is attacking, your opponent cannot activate Trap Cards until after the Damage Step.",
    ),
    (
        3,
        "Hush Owl",
        "静枭",
        "Monster",
        None,
        "Beast / Effect",
        "While this card is attacking, your opponent's cards and effects cannot be activated until after the Damage Step.",
    ),
    (4, "Glass Wall", "玻璃墙", *TRAP, "When an opponent's monster declares an attack: Gain 100 LP."),
    (5, "Open Hatch", "天窗", *TRAP, "When an opponent's monster declares a direct attack: Gain 100 LP."),
    (6, "War Drum", "战鼓", *TRAP, "When your monster declares an attack: Gain 100 LP."),
    (7, "Paper Bird", "纸鸟", *QUICK, "Turn 1 face-up Rock monster face-down."),
    (8, "Wide Broom", "宽扫帚", "Spell", "Normal", None, "Destroy every Rock monster there is."),
    (9, "Late Bell", "晚钟", *TRAP, "At the end of the Battle Phase, if a monster attacked: Gain 100 LP."),
    (10, "Deep Well", "深井", *TRAP, "When a monster is Summoned: Gain 100 LP."),
]


def _cards() -> dict[str, Card]:
    rows = [
        {"konami_id": n, "password": 2000 + n, "name": {"en": en, "zh-CN": zh}, "card_type": kind, "property": sort,
         "monster_type_line": line, "text": {"en": text}, "level": 4 if line else None, "atk": 1000 if line else None}
        for n, en, zh, kind, sort, line, text in ROWS
    ]  # fmt: skip
    return {c.names["en"]: c for c in read_card_file(json.dumps(rows).encode(), "cards.json").cards}


CARDS = _cards()


def mentions(text: str) -> list[CardMention]:
    named = [(text.find(name), name, card) for card in CARDS.values() for name in (card.names["en"], card.names["zh"])]
    return sorted(
        (CardMention(Span(at, at + len(n)), n, (c.id,), "exact") for at, n, c in named if at >= 0), key=lambda m: m.span
    )


@pytest.mark.parametrize(
    ("card", "other", "aimed", "same", "outcome"),
    [
        ("Glass Wall", "Pebble Imp", "", None, True),
        ("Glass Wall", "Pebble Imp", "", True, False),
        ("Glass Wall", "Brass Ram", "", None, False),
        ("Glass Wall", "Hush Owl", "", None, False),
        ("Paper Bird", "Brass Ram", "", None, True),
        ("Paper Bird", "Hush Owl", "", None, False),
        ("Paper Bird", "Hush Owl", "", True, True),
        ("Open Hatch", "Pebble Imp", "direct", None, True),
        ("Open Hatch", "Pebble Imp", "monster", None, False),
        ("Open Hatch", "Pebble Imp", "", None, None),
        ("War Drum", "Pebble Imp", "", False, False),
        ("War Drum", "Pebble Imp", "", True, True),
        ("Wide Broom", "Pebble Imp", "", None, False),
        ("Deep Well", "Pebble Imp", "", None, False),
        ("Late Bell", "Pebble Imp", "", None, None),
        ("Glass Wall", "Paper Bird", "", None, None),
    ],
)
def test_a_declared_attack_meets_a_condition_unless_the_attacker_forbids_it(card, other, aimed, same, outcome) -> None:
    asked = Asked("upon-attack", CARDS[card].id, CARDS[other].id, aimed=aimed, same=same)
    assert any_of(h.outcome for h in held(CARDS[card], CARDS[other], asked, CUES)) is outcome


def test_what_the_attacker_forbids_is_shown_as_its_own_clause() -> None:
    (found,) = held(CARDS["Glass Wall"], CARDS["Brass Ram"], Asked("upon-attack", "4", "2"), CUES)
    assert found.others and found.by and "Trap Cards" in found.by.text


@pytest.mark.parametrize(
    ("text", "card", "other", "aimed", "same"),
    [
        ("My opponent's Brass Ram attacks. Can I activate Glass Wall?", 4, 2, "", False),
        ("Brass Ram attacks directly, can i flip Glass Wall", 4, 2, "direct", None),
        ("My Brass Ram attacks, can I use Paper Bird?", 7, 2, "", True),
        ("My Brass Ram attacks, can my opponent use Paper Bird?", 7, 2, "", False),
        ("Can I activate Paper Bird when Pebble Imp declares an attack?", 7, 1, "", None),
        ("opp attacks my face-down monster with Pebble Imp, can I chain Glass Wall?", 4, 1, "monster", False),
        ("Can my opponent chain Glass Wall to the attack of Brass Ram?", 4, 2, "", None),
        ("对面铜羊打过来，我能开玻璃墙吗？", 4, 2, "", False),
        ("铜羊直接攻击的时候，我可以发动天窗吗？", 5, 2, "direct", None),
        ("我能在对方铜羊攻击宣言时发动玻璃墙吗？", 4, 2, "", False),
    ],
)
def test_a_question_about_an_attack_is_read(text, card, other, aimed, same) -> None:
    found = read_asked(text, mentions(text), CUES)
    assert found and found.relation == "upon-attack"
    assert (found.card, found.other) == (CARDS[ROWS[card - 1][1]].id, CARDS[ROWS[other - 1][1]].id)
    assert (found.aimed, found.same) == (aimed, same)
