"""Names that a text has only in part, or with slips of the pen: found by a part that is right, or a word nearly so."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from kb.cards.parts import Part, begins, spaced
from kb.lang.plain import is_word
from kb.text import normalise
from query.card.align import aligned_names
from query.card.found import MANY, Found
from query.card.search import CardSearch
from query.card.spelling import slips
from query.card.units import CardText, Unit

_RUN = 14
_SMALL = frozenset(("of", "the", "and", "a", "an", "to", "in", "on", "for", "from", "with", "at", "as", "is", "if", "的", "之"))


def near_names(text: CardText, search: CardSearch, covered: Collection[int]) -> Iterator[Found]:
    """Every name that a text has in part or misspelt; `covered` are the units that are names already."""
    for at, unit in enumerate(text.units):
        if at in covered and not _joins(at, covered):
            continue
        key = _asked(text, at)
        rows = _rows(unit, key, search) if key else []
        if rows:
            yield from aligned_names(text, at, rows, search.nicknames.ordinary)
            yield from _part(text, at, rows, search.nicknames.ordinary)
        elif unit.latin and at not in covered:
            yield from _by_word(text, at, search)
            yield from _before_slip(text, at, search)


def _before_slip(text: CardText, at: int, search: CardSearch) -> Iterator[Found]:
    """Names of which a word is right here and the next one, too short to be told by itself, is not."""
    following = text.units[at + 1] if at + 1 < len(text.units) else None
    if following and following.latin and len(following.bare) < 5 <= len(text.units[at].bare) + 1:
        if is_word(following.bare) or text.is_everyday(at + 1):
            return
        yield from aligned_names(text, at, search.store.with_part(text.units[at].bare), search.nicknames.ordinary)


def _rows(unit: Unit, key: str, search: CardSearch) -> list[Part]:
    """Names with a part that begins so: for a single word also those of which a word begins with it."""
    single = unit.latin and key == unit.bare
    rows = search.store.with_part(key, cut=single and len(key) >= 5 and key[-1] != "s")
    if not rows and single and len(key) >= 4:
        rows = search.store.with_part(key.removesuffix("s"), cut=True)
    return rows + (search.store.with_part(unit.key) if key == unit.bare != unit.key else [])


def _joins(at: int, covered: Collection[int]) -> bool:
    """Whether a unit of a name stands at its edge, so that a longer name may hold it."""
    return at - 1 not in covered or at + 1 not in covered


def _asked(text: CardText, at: int) -> str:
    """What a name's part must begin with to be looked for here; empty if only plain words stand here."""
    unit = text.units[at]
    if not unit.latin:
        following = [u.key for u in text.units[at + 1 : at + 3]]
        if not following or following[0].isascii():
            return ""
        if not text.is_everyday(at):
            return unit.key + following[0]
        longer = len(following) == 2 and not following[1].isascii() and not text.is_plain(at + 1)
        return unit.key + "".join(following) if longer else ""
    rare = not text.is_everyday(at) and len(unit.bare) >= 3
    if rare or (text.is_capital(unit.start, unit.end) and len(unit.bare) >= 4 and not _before_latin(text, at)):
        return unit.bare
    if at + 1 < len(text.units) and text.units[at + 1].latin and len(unit.key) >= 3:
        return spaced([unit.key, text.units[at + 1].bare])
    return ""


def _before_latin(text: CardText, at: int) -> bool:
    """Whether a word with a capital follows, so that both are looked for together."""
    if at + 1 >= len(text.units) or not text.units[at + 1].latin:
        return False
    return text.is_capital(text.units[at + 1].start, text.units[at + 1].end)


def _part(text: CardText, at: int, rows: Sequence[Part], ordinary: frozenset[str]) -> Iterator[Found]:
    """The longest run from here that names hold."""
    for last in range(min(at + _RUN, len(text.units)) - 1, at - 1, -1):
        key = spaced(text.keys(at, last))
        full = spaced([u.key for u in text.units[at : last + 1]])
        held = [r for r in rows if begins(r.key, key) or begins(r.key, full) or (last == at and text.units[at].latin)]
        commas = text.commas(at, last)
        held = [r for r in held if commas <= r.text.count(",") and (not _tiny(key) or _at_edge(r, key))]
        cards = tuple(dict.fromkeys(r.card for r in sorted(held, key=lambda r: len(r.text))))
        if text.units[last].key in _SMALL and last > at:
            continue
        if cards:
            meant = "".join(text.keys(at, last)) not in ordinary and not text.broken(at, last)
            if meant and (len(cards) <= MANY or (len(key) >= 3 and not key.isascii())):
                yield Found(at, last, cards, "part")
            return


def _tiny(key: str) -> bool:
    return len(key) == 2 and not key.isascii()


def _at_edge(row: Part, key: str) -> bool:
    """Whether two characters begin or end a name, or what a blank or dot in it sets apart."""
    pieces = re.split(r"[\W_]+", normalise(row.text).text)
    return any(piece.startswith(key) or piece.endswith(key) for piece in pieces)


def _by_word(text: CardText, at: int, search: CardSearch) -> Iterator[Found]:
    """Names with a word that is nearer to the one here than any plain word is, whole or in part."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    word = text.units[at].bare
    limit = 2 if len(word) >= 7 and not is_word(word) else min(2, slips(word))
    if not limit or text.is_plain(at):
        return
    names, plain = search.store.words
    hits = process.extract(word, names, scorer=OSA.distance, score_cutoff=limit, limit=8)
    usual = process.extractOne(word, plain, scorer=OSA.distance, score_cutoff=limit)
    hits = [h for h in hits if h[1] <= slips(word) or h[0][0] == word[0]]
    least = min((d for _, d, _ in hits), default=9)
    rows: list[Part] = []
    for meant, distance, _ in hits:
        found = search.store.with_part(meant)
        yield from aligned_names(text, at, found, search.nicknames.ordinary)
        rows += found if distance == least else []
    cards = tuple(dict.fromkeys(r.card for r in sorted(rows, key=lambda r: len(r.text))))
    if cards and len(cards) <= MANY and len(word) >= 6 and (usual is None or usual[1] > least):
        yield Found(at, at, cards, "typo", least)
