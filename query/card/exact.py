"""Names, nicknames and initials as they are written out in a text."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from kb.cards.parts import units_of
from kb.digest.load import load_name_keys
from kb.lang.later import later
from kb.lang.plain import is_word
from kb.text import normalise
from query.card.found import Found
from query.card.search import CardSearch
from query.card.units import CardText

_LONGEST, _MOST_WORDS = 24, 14
"""Units, and words, of the longest name that is looked for."""
_FEW = 20
"""Cards of which initials may be; those of more say nothing."""
_QUOTED = later(r"\"([^\"\n]{1,80})\"|「([^「」\n]{1,60})」|『([^『』\n]{1,60})』|《([^《》\n]{1,60})》|【([^【】\n]{1,60})】")
_USED = later("发动|使用|连锁")
"""Words that begin some names: what follows may be the name, and the word what is done with it."""
_MODAL = later("(?:能|能够|可以|可否|可|想|要|来|去|直接|再|先|否)$")
"""What says, before such a word, that it is what is done."""
_JOINED = later(r"-(?!(?:type|style|like)\b)[a-z0-9]")
_STOPPED = later(r"\.\s+[A-Za-z]")
_PAUSES = frozenset('",;?!。，、；？！“”「」()')


@dataclass(frozen=True, slots=True)
class Terms:
    """What the glossary calls things."""

    names: frozenset[str]
    """Keys of every name of every concept and timing, slang left out: it may be a card's nickname too."""
    words: frozenset[str]
    """Their words, and pairs of Chinese characters."""


@lru_cache(maxsize=4)
def terms_of(folder: Path) -> Terms:
    """The terms of a sources folder."""
    return Terms(*map(frozenset, load_name_keys(folder)))


def written_names(text: CardText, search: CardSearch, terms: Terms) -> Iterator[Found]:
    """Names and nicknames written out."""
    runs = list(_runs(text))
    keys = {k for _, _, ks, _ in runs for k in ks}
    named = search.store.by_keys(keys)
    for key in keys & search.nicknames.cards.keys():
        named[key] = [*named.get(key, ()), *search.nicknamed(key)]
    for first, last, both, quoted in runs:
        key = next((k for k in both if named.get(k)), "")
        if not key or (not quoted and key in terms.names):
            continue
        nickname = search.nicknames.texts.get(key) if key in search.nicknames.cards else None
        ordinary = key in search.nicknames.ordinary
        start, end = text.units[first].start, text.end_of(last)
        written = named[key][0].text if named[key][0].key == key else nickname or ""
        if not quoted and (not _fits(text.text[start:end], written) or _inside_word(text.text, start, end)):
            continue
        if quoted and ordinary and not (text.surface(start, end)[1][:1].isupper() or (not key.isascii() and len(key) > 2)):
            continue
        used = _USED.match(key) if not quoted else None
        rest = named.get(key[used.end() :], []) if used else []
        if used and rest and _MODAL.search(text.text[:start]):
            yield Found(first + used.end(), last, tuple(dict.fromkeys(n.card for n in rest)), "nickname", quoted=quoted)
            continue
        cards = tuple(dict.fromkeys(n.card for n in (*named[key], *rest)))
        by_name = named[key][0].key == key
        yield Found(first, last, cards, "exact" if by_name else "nickname", quoted=quoted, ordinary=ordinary)


def used_before(key: str) -> int:
    """Characters of the word for activating or chaining that a name's key begins with; 0 if it begins with another.

    >>> used_before("连锁之门"), used_before("铁门")
    (2, 0)
    """
    match = _USED.match(key)
    return match.end() if match else 0


def _runs(text: CardText) -> Iterator[tuple[int, int, tuple[str, ...], bool]]:
    """(first unit, last unit, keys, quoted) of every run that a name might be, quotations whole."""
    for first in range(len(text.units)):
        key = ""
        for last in range(first, min(first + (_MOST_WORDS if text.units[first].latin else _LONGEST), len(text.units))):
            unit = text.units[last]
            if last > first and "\n" in text.text[text.units[last - 1].end : unit.start]:
                break
            yield first, last, (key + unit.key, key + unit.bare) if unit.bare != unit.key else (key + unit.key,), False
            key += unit.key
    starts = [u.start for u in text.units]
    for match in _QUOTED.finditer(text.text):
        first, after = (bisect_left(starts, place) for place in match.span(match.lastindex or 0))
        if first < after:
            yield first, after - 1, ("".join(u.key for u in text.units[first:after]),), True


def initials(text: CardText, search: CardSearch, terms: Terms, covered: Collection[int]) -> Iterator[Found]:
    """Words in capitals that are the initials of some names."""
    for at, unit in enumerate(text.units):
        surface = text.surface(unit.start, text.end_of(at))[1]
        capitals = sum(c.isupper() for c in surface)
        if at in covered or len(unit.bare) < 3 or capitals < 2 or text.shouted or text.is_everyday(at) or is_word(unit.bare):
            continue
        cards = tuple(dict.fromkeys(n.card for n in search.store.by_initials(unit.bare)))
        if cards and len(cards) <= _FEW and unit.bare not in terms.names:
            yield Found(at, at, cards, "initials")


def _fits(said: str, written: str) -> bool:
    """Whether a stretch of text is written like the name: no more words, and no comma, quote or end of a sentence that the name
    has not.

    >>> _fits("blue eyes", "blue-eyes"), _fits("bar on", "baron"), _fits("pendulum, xyz", "pendulum xyz")
    (True, False, False)
    >>> _fits("d. chain", "d - chain"), _fits("mr. lamp", "mr. lamp"), _fits("no. 9", "no 9")
    (False, True, True)
    """
    written = normalise(written).text
    more = [c for c in said if c in _PAUSES and c not in written]
    if _STOPPED.search(said) and not _STOPPED.search(written):
        return False
    return not more and len(units_of(said)) <= len(units_of(written))


def _inside_word(text: str, start: int, end: int) -> bool:
    """Whether the match is part of a longer word with a hyphen."""
    return bool(re.fullmatch(r"[a-z0-9]-", text[:start][-2:]) or _JOINED.match(text, end))
