"""Cards that a name may mean while it is being typed: alone in a field, or at the end of a question."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.cards.record import Card, name_key
from kb.cards.store import Named
from kb.lang.later import later
from query.card.search import CardSearch, How

MOST = 6
"""Cards offered at once."""
LONGEST = 60
"""Code points before the cursor that are looked at."""
WORDS = 6
"""Words of the end of a question that may be the beginning of a name."""
_WORD = later(r"(?<![\w'’-])\w")
_HAN = later(r"[一-鿿]")
_COMMON = 4
"""Latin letters from which a word in small letters may begin a name."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A card that may be meant."""

    card: Card
    how: How
    start: int
    """Where its name begins in the text, code points."""


def suggest_name(typed: str, search: CardSearch, *, most: int = MOST) -> list[Suggestion]:
    """The cards that go by a name typed so far: all ways of `CardSearch.ways`, likeliest first."""
    key = name_key(typed[:LONGEST])
    found: dict[str, How] = {}
    for how, named in search.ways(typed[:LONGEST], key) if key else ():
        for one in named:
            found.setdefault(one.card, how)
        if len(found) >= most or (found and how == "words"):
            break
    return _cards(found, 0, search, most)


def suggest_within(text: str, search: CardSearch, *, most: int = MOST) -> list[Suggestion]:
    """The cards whose name the end of a question may begin: the longest beginning that any name has.

    >>> suggest_within("", None)  # type: ignore[arg-type]  # nothing is looked up for an empty text
    []
    """
    offset = max(0, len(text) - LONGEST)
    for start in _starts(text[offset:]):
        part = text[offset + start :]
        named = _beginning(part, search)
        if named:
            return _cards(named, offset + start, search, most)
    return []


def _starts(tail: str) -> Iterator[int]:
    """Where a name may begin: after an opening quote, else at one of the last words, at one of the last Chinese characters."""
    quote = max((tail.rfind(sign) for sign in '"“「『《'), default=-1)
    if quote >= 0 and quote < len(tail) - 1 and not re.search(r"[\"”」』》]", tail[quote + 1 :]):
        yield quote + 1
        return
    words = [m.start() for m in _WORD.finditer(tail)][-WORDS:]
    han = [m.start() for m in _HAN.finditer(tail)][-8:]
    yield from sorted({*words, *han})


def _beginning(part: str, search: CardSearch) -> dict[str, How]:
    """Cards with a nickname or a name that begins with a part of a question; none for what is too short to mean one."""
    key = name_key(part)
    if not key or part != part.rstrip("?？!！.。,，"):
        return {}
    small = key.isascii() and (len(key) < 3 or (part[:1].islower() and " " not in part.strip() and len(key) < _COMMON))
    if small or (not key.isascii() and len(key) < 2):
        return {}
    called: dict[str, How] = {n.card: "nickname" for n in search.nicknamed(key)}
    if part[:1].islower() and " " not in part.strip() and not called and search.store.everyday([key]):
        return {}
    begun: Sequence[Named] = search.store.by_prefix(key, 24)
    return called | {n.card: "beginning" for n in begun if n.card not in called}


def _cards(found: dict[str, How], start: int, search: CardSearch, most: int) -> list[Suggestion]:
    cards = ((search.store.get(i), how) for i, how in list(found.items())[:most])
    return [Suggestion(card, how, start) for card, how in cards if card]
