"""Cards that a question names where no card data is built: those that players have other names for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from kb.cards.nicknames import Nicknames
from kb.cards.record import name_key
from kb.lang.later import later
from kb.model import Span
from query.card.links import CardMention

_WORD = later(r"[A-Za-z0-9][\w\"-]*(?:['’](?!s\b)\w+)*")
_HAN = later(r"[\u3400-\u9fff\u30fb·\-A-Za-z0-9]+")
_WORDS, _CHARACTERS = 5, 12
"""Longest name that is looked for: words, Chinese characters."""
_FEW = 4
"""Letters that a name of one Latin word has at least, so that it is no everyday abbreviation."""


def famous_in(text: str, nicknames: Nicknames) -> tuple[CardMention, ...]:
    """Where a text has the English name of a card that has nicknames, or one of these, the longest first met; the card is told
    by its English name. A word in small letters or two Chinese characters are no name here.
    """
    known = _known(nicknames)
    found: list[CardMention] = []
    end = 0
    for start, stop in _stretches(text):
        card = known.get(name_key(text[start:stop])) if start >= end else None
        if card:
            found.append(CardMention(span=Span(start, stop), surface=text[start:stop], cards=(card,), how="nickname"))
            end = stop
    return tuple(found)


@lru_cache(maxsize=4)
def _names(pairs: tuple[tuple[str, tuple[str, ...]], ...]) -> Mapping[str, str]:
    named = {name_key(card): card for _, cards in pairs for card in cards}
    return {**{key: cards[0] for key, cards in pairs if len(cards) == 1}, **named}


def _known(nicknames: Nicknames) -> Mapping[str, str]:
    pairs = ((key, cards) for key, cards in nicknames.cards.items() if key not in nicknames.ordinary)
    return _names(tuple(pairs))


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    """Places that may be a name, from left to right, the longest first at each."""
    words = [m.span() for m in _WORD.finditer(text)]
    latin = [
        (words[n][0], words[last][1])
        for n in range(len(words))
        for last in range(min(n + _WORDS, len(words)) - 1, n - 1, -1)
        if text[words[n][0]].isupper() and words[last][1] - words[n][0] >= _FEW
    ]
    han = [
        (n, n + size)
        for m in _HAN.finditer(text)
        for n in range(m.start(), m.end())
        for size in range(min(_CHARACTERS, m.end() - n), 2, -1)
        if not text[n : n + size].isascii()
    ]
    yield from sorted([*latin, *han], key=lambda place: (place[0], -place[1]))
