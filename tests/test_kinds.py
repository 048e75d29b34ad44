"""Cards told by their kind, and which of two takes the other off the field."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from kb.cards.record import Card
from kb.model import Lang, Span
from query.card.kinds import removes_backrow, told_by_kind
from query.card.links import CardMention

CARDS = {
    "gust": Card(
        id="gust",
        type="spell",
        property="quick-play",
        names={"en": "Lamp Gust", "zh": "灭灯风"},
        texts={"en": "Target 1 Spell/Trap on the field; destroy that target."},
    ),
    "pot": Card(
        id="pot", type="spell", property="normal", names={"en": "Pot of Oil", "zh": "油壶"}, texts={"en": "Draw 2 cards."}
    ),
    "snuff": Card(
        id="snuff",
        type="trap",
        property="counter",
        names={"en": "Snuff Out", "zh": "掐灯"},
        texts={"en": "When a Spell/Trap Card is activated: Negate the activation, and if you do, destroy it."},
    ),
    "storm": Card(
        id="storm",
        type="spell",
        property="normal",
        names={"en": "Lamp Storm", "zh": "灭灯暴"},
        texts={"en": "Destroy all Spells and Traps on the field."},
    ),
    "beacon": Card(
        id="beacon",
        type="spell",
        property="normal",
        names={"en": "Long Beacon", "zh": "长灯塔"},
        texts={"en": "This card remains on the field for 2 turns. While it does, lamps cannot be put out."},
    ),
}


def told(text: str, *ids: str, lang: Lang = "en") -> str:
    """The text with the named cards, in the order they stand there, told by their kind."""
    mentions = []
    for name in ids:
        surface = CARDS[name].name(lang)
        at = text.index(surface)
        mentions.append(CardMention(span=Span(at, at + len(surface)), surface=surface, cards=(name,), how="exact"))
    search: Any = SimpleNamespace(store=SimpleNamespace(get=CARDS.get))
    return told_by_kind(text, mentions, search, lang)[0]


def test_of_two_cards_the_one_that_removes_the_other_is_told_to_do_so() -> None:
    assert told("He chains Lamp Gust to my Pot of Oil. Do I draw?", "gust", "pot") == (
        "He chains Quick-Play Spell that destroys it to my Normal Spell. Do I draw?"
    )
    assert (
        told("我开油壶，他连锁灭灯风。还抽吗？", "pot", "gust", lang="zh")
        == "我开通常魔法，他连锁速攻魔法（把它破坏）。还抽吗？"
    )


@pytest.mark.parametrize("ids", [("gust", "snuff"), ("gust", "storm"), ("gust", "beacon"), ("gust",)])
def test_nothing_is_told_where_one_negates_both_remove_or_one_stays(ids: tuple[str, ...]) -> None:
    text = "I activate Lamp Gust" + "".join(f", he chains {CARDS[i].name('en')}" for i in ids[1:]) + "."
    assert "destroys" not in told(text, *ids)


def test_what_negates_and_destroys_does_not_merely_remove() -> None:
    assert [name for name, card in CARDS.items() if removes_backrow(card)] == ["gust", "storm"]
