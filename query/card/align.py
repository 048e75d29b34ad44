"""Whole names held against the text around a part of them that is right: how many slips there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kb.cards.parts import Part, units_of
from query.card.found import Found
from query.card.spelling import slips
from query.card.units import CardText

_ALIGNED = 150
"""Names that are held against the text for one part."""


def aligned_names(text: CardText, at: int, rows: Iterable[Part], ordinary: frozenset[str]) -> Iterator[Found]:
    """The whole names nearest to what stands around a right part of them."""
    from rapidfuzz.distance import OSA

    best: dict[tuple[int, int], list[tuple[int, str]]] = {}
    for row in list(rows)[:_ALIGNED]:
        units = units_of(row.text)
        key = "".join(units)
        limit = slips(key)
        first = at - row.at
        if not limit or first < -1 or key in ordinary:
            continue
        commas = row.text.count(",")
        fixed = not key.isascii() and len(key) < 6
        for start in (first,) if fixed else (first, first + 1, first - 1):
            for last in (start + len(units) - 1, *(() if fixed else (start + len(units) - 2, start + len(units)))):
                if 0 <= start <= at <= last < len(text.units):
                    said = text.keys(start, last)
                    distance = OSA.distance("".join(said), key, score_cutoff=limit)
                    if text.commas(start, last) > commas or _is_everyday_else(text, start, said, units):
                        continue
                    if distance <= limit and _ends_alike(said, units) and _weighty(text, start, units):
                        best.setdefault((start, last), []).append((distance, row.card))
    yield from _nearest(text, best)


def _is_everyday_else(text: CardText, start: int, said: Sequence[str], name: Sequence[str]) -> bool:
    """Whether an everyday word stands where the name has another: no slip, but a word of the sentence."""
    if len(said) != len(name):
        return False
    other = [start + n for n, (a, b) in enumerate(zip(said, name, strict=True)) if a != b]
    return any(text.units[at].latin and text.is_everyday(at) for at in other)


def _ends_alike(said: Sequence[str], name: Sequence[str]) -> bool:
    """Whether first and last words fit, so that no word beside the name is taken for a slip in it."""
    if len(said) != len(name) and not (said[0][:1] == name[0][:1] and said[-1][-1:] == name[-1][-1:]):
        return False
    if len(said) != len(name) or not name[0].isascii():
        return True
    from rapidfuzz.distance import OSA

    ends = ((said[0], name[0]), (said[-1], name[-1]))
    return all(OSA.distance(a, b) <= max(1, len(b) // 3) for a, b in ends)


def _weighty(text: CardText, first: int, name: Sequence[str]) -> bool:
    """Whether a Chinese name is long enough for a wrong character: four, or five if it begins as plain words do."""
    if name[0].isascii():
        return True
    same = [u.key for u in text.units[first : first + 2]] == list(name[:2])
    if len(name) == 3:
        return same and first == 0
    return len(name) >= 4 and (not text.is_plain(first) or (same and len(name) >= 5))


def _nearest(text: CardText, best: dict[tuple[int, int], list[tuple[int, str]]]) -> Iterator[Found]:
    for (first, last), found in best.items():
        least = min(found)[0]
        if not text.broken(first, last):
            yield Found(first, last, tuple(dict.fromkeys(c for d, c in found if d == least)), "typo", least)
