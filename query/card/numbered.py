"""Cards looked up by number for a batch, and what is officially said of them; opened when a line first asks."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

from kb.cards.record import Card
from kb.errors import BadInput
from kb.model import Lang
from query.card.official import Official, open_official_word
from query.card.search import NOT_BUILT, CardSearch, open_card_search


class CardDesk:
    """The cards of a home by number. With no home given, that of the environment."""

    def __init__(self, home: Path | None, *, sources: Path | None = None) -> None:
        self._home, self._sources = home, sources

    @cached_property
    def cards(self) -> CardSearch | None:
        """The cards; None where none are built."""
        return open_card_search(self._home, sources=self._sources)

    @cached_property
    def official(self) -> Official | None:
        """What is officially said of cards; None where no FAQ is built."""
        return open_official_word(self._home, sources=self._sources)

    def card(self, field: str, number: Any) -> Card:
        """The card of a `konami_id` or `password`. Raises BadInput where there is none, or no cards are built."""
        if isinstance(number, bool) or not isinstance(number, int):
            raise BadInput(f"`{field}` is {number!r}; write a whole number")
        if self.cards is None:
            raise BadInput(NOT_BUILT)
        store = self.cards.store
        found = store.get(str(number)) if field == "konami_id" else None
        if field == "password":
            found = next((c for i in store.by_number(number) if (c := store.get(i)) and number in c.passcodes), None)
        if found is None:
            raise BadInput(f"`{field}` {number}: no such card is built; look at the number, or give the text")
        return found


def texts_of(card: Card, lang: Lang, *, pendulum: bool) -> tuple[Lang, str]:
    """The text of a card, or its Pendulum Effect, in a language, else in the other one. Raises BadInput where there is none."""
    texts = card.pendulum if pendulum else card.texts
    other: Lang = "zh" if lang == "en" else "en"
    chosen = lang if texts.get(lang) else other
    if not texts.get(chosen):
        raise BadInput(f"{card.name(lang)}: no {'Pendulum Effect' if pendulum else 'text'} in English or Chinese")
    return chosen, texts[chosen]
