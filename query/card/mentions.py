"""The cards that a question names, ready to be shown and printed."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from query.card.links import CardMention
from query.card.search import CardSearch
from query.model import NamedCard


def named_cards(mentions: Iterable[CardMention], search: CardSearch, without: Collection[str] = ()) -> tuple[NamedCard, ...]:
    """What each mention names; those of which the user took the card away are left out.

    Where no card is likelier than the others `match` is ambiguous, and there is neither id nor name.
    """
    return tuple(_named(mention, search) for mention in mentions if not mention.card or mention.card not in without)


def _named(mention: CardMention, search: CardSearch) -> NamedCard:
    card = search.store.get(mention.card) if mention.card else None
    return NamedCard(
        id=number_of(card.id) if card else None,
        name=card.name("en" if mention.surface.isascii() else "zh") if card else "",
        mention=mention.surface,
        span=mention.span,
        match=mention.how if card else "ambiguous",
        choices=tuple(number_of(i) for i in mention.choices),
    )


def number_of(card_id: str) -> int | str:
    """The Konami id of a card's id, or that id if Konami has none for the card.

    >>> number_of("4007"), number_of("p123")
    (4007, 'p123')
    """
    return int(card_id) if card_id.isdecimal() else card_id
