"""Every effect of which Konami says otherwise than its text was read, for editors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.cards.record import Card
from kb.law.law import Law
from kb.model import Lang
from query.card.check import check_card
from query.card.official import Difference, Official
from query.card.search import CardSearch


@dataclass(frozen=True, slots=True, kw_only=True)
class Differing:
    """One field of one effect."""

    card: Card
    number: int
    """Of the effect, as printed or counted; 0 for the bare activation of a card."""
    text: str
    """Of the effect as it was read."""
    difference: Difference


def differing(search: CardSearch, official: Official, laws: Sequence[Law]) -> Iterator[Differing]:
    """The differences on all cards that Konami says anything of, by Konami id; by the Chinese text, which numbers effects as
    Konami does, where there is one."""
    for konami in official.store.card_ids():
        card = search.store.get(str(konami))
        if card is None or not card.langs():
            continue
        lang: Lang = "zh" if "zh" in card.langs() else "en"
        for effect in check_card(card, laws=laws, lang=lang, official=official).effects:
            for one in effect.differences:
                yield Differing(card=card, number=effect.effect.number, text=effect.effect.text, difference=one)
