"""Cards that a card's text names in quotes, and cards whose texts name it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kb.cards.record import Card, name_key
from kb.cards.store import CardStore
from kb.lang.later import later

_QUOTED = later(r"\"([^\"\n]+)\"|“([^”\n]+)”|「([^」\n]+)」|『([^』\n]+)』|《([^》\n]+)》")
LANGS = ("en", "zh")


@dataclass(frozen=True, slots=True)
class Related:
    """The cards around a card, itself never among them."""

    named: tuple[Card, ...]
    """Those its text names, in the text's order."""
    naming: tuple[Card, ...]
    """Those whose texts name it, by English name."""


def related_cards(card: Card, store: CardStore) -> Related:
    """What the texts, English and Chinese, name in quotes by a card's whole name: the name of a series alone is none."""
    return Related(tuple(_named(card, store)), tuple(sorted(_naming(card, store), key=lambda c: c.name("en"))))


def quoted(card: Card) -> list[str]:
    """Keys of what the card's texts have in quotes, each once, English first."""
    texts = [part[lang] for lang in LANGS for part in (card.texts, card.pendulum) if part.get(lang)]
    found = (name_key(next(filter(None, match.groups()))) for text in texts for match in _QUOTED.finditer(text))
    return [key for key in dict.fromkeys(found) if key]


def _named(card: Card, store: CardStore) -> Iterator[Card]:
    keys = quoted(card)
    known = store.by_keys(keys)
    ids = dict.fromkeys(known[key][0].card for key in keys if known.get(key))
    return (found for i in ids if i != card.id and (found := store.get(i)))


def _naming(card: Card, store: CardStore) -> Iterator[Card]:
    names = [card.names[lang] for lang in LANGS if card.names.get(lang)]
    keys = {name_key(name) for name in names}
    return (c for c in store.holding(names) if c.id != card.id and keys.intersection(quoted(c)))
