"""Chinese names typed by their sound, and nicknames with a slip."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from kb.cards.record import name_key
from kb.lang.pinyin import sound_of
from kb.lang.plain import is_word
from query.card.found import Found
from query.card.search import CardSearch
from query.card.spelling import slips
from query.card.units import SMALL, CardText

_RUN = 14
"""Characters of the longest name that is looked for by its sound."""


def sounding_names(text: CardText, search: CardSearch, covered: Collection[int]) -> Iterator[Found]:
    """Chinese names and nicknames that sound like what is written."""
    runs = _runs(text, covered)
    if not runs:
        return
    written = {"".join(text.keys(first, last)) for places in runs.values() for first, last in places}
    sounding = search.store.sounding(runs).items()
    found = {s: {c for c, _, name in names if name_key(name) not in written} for s, names in sounding}
    for sound in runs.keys() & search.nicknames.sounds.keys():
        cards = {n.card for key in search.nicknames.sounds[sound] for n in search.nicknamed(key)}
        found[sound] = found.get(sound, set()) | cards
    for sound, cards in found.items():
        for first, last in runs[sound]:
            if cards and not text.broken(first, last):
                yield Found(first, last, tuple(sorted(cards)), "typo")


def _runs(text: CardText, covered: Collection[int]) -> dict[str, list[tuple[int, int]]]:
    """By pinyin: where it stands, of every run that a misspelt name might be."""
    runs: dict[str, list[tuple[int, int]]] = {}
    strange = [not u.latin and not text.is_plain(i) for i, u in enumerate(text.units)]
    for first, unit in enumerate(text.units):
        if unit.latin or unit.key in SMALL or first in covered:
            continue
        sound = sound_of(unit.key)
        for last in range(first + 1, min(first + _RUN, len(text.units))):
            sound += sound_of(text.units[last].key)
            if text.units[last].key not in SMALL and any(strange[first:last]):
                runs.setdefault(sound, []).append((first, last))
    return runs


def misspelt_nicknames(text: CardText, search: CardSearch, covered: Collection[int]) -> Iterator[Found]:
    """Nicknames in Latin letters with a slip, where some word is no plain one."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    for at, unit in enumerate(text.units):
        if not unit.latin or at in covered or text.is_plain(at) or len(unit.bare) < 4:
            continue
        for first, last in ((at, at), (at - 1, at), (at, at + 1)):
            if first < 0 or last >= len(text.units) or text.broken(first, last):
                continue
            key = "".join(text.keys(first, last))
            limit = 2 if first == last and len(key) >= 6 and not is_word(key) else slips(key)
            hits = (
                process.extract(key, search.nicknames.latin, scorer=OSA.distance, score_cutoff=limit, limit=3) if limit else []
            )
            hits = [h for h in hits if h[1] <= slips(key) or h[0][0] == key[0]]
            least = min((d for _, d, _ in hits), default=0)
            cards = dict.fromkeys(n.card for k, d, _ in hits if d == least for n in search.nicknamed(name_key(k)))
            if cards and least:
                yield Found(first, last, tuple(cards), "typo", least)
