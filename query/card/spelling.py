"""All names of one script, looked through as a whole: by what they hold and by how they are misspelt."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from kb.cards.store import Named

OFFERED = 8
"""How many names a message offers."""


class AllNames:
    """Names of one script, to be looked through as a whole."""

    def __init__(self, names: list[Named]) -> None:
        self._names = sorted(names, key=lambda n: len(n.key))
        self._keys = [n.key for n in self._names]
        self._sizes = [len(k) for k in self._keys]
        self._joined = "\n" + "\n".join(self._keys) + "\n"

    def holding(self, part: str) -> list[Named]:
        """The names whose key holds a part."""
        found: list[Named] = []
        at, row, counted = self._joined.find(part), 0, 0
        while at >= 0:
            row += self._joined.count("\n", counted, at)
            counted = self._joined.index("\n", at)
            found.append(self._names[row - 1])
            at = self._joined.find(part, counted)
        return found

    def nearest(self, key: str, limit: int, *, beginning: bool = False) -> list[Named]:
        """The names with the fewest slips, at most `limit`; with `beginning` only as much of a name counts as the key has."""
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        first = bisect_left(self._sizes, len(key) - limit)
        last = len(self._keys) if beginning else bisect_right(self._sizes, len(key) + limit)
        keys = [k[: len(key)] for k in self._keys[first:last]] if beginning else self._keys[first:last]
        hits = process.extract(key, keys, scorer=OSA.distance, score_cutoff=limit, limit=None)
        best = min((distance for _, distance, _ in hits), default=0)
        return [self._names[first + place] for _, distance, place in hits if distance == best]

    def similar(self, key: str) -> list[Named]:
        """The names most like a key, best first; none if nothing is like it."""
        from rapidfuzz import fuzz, process

        hits = process.extract(key, self._keys, scorer=fuzz.ratio, score_cutoff=55, limit=OFFERED)
        return [self._names[place] for _, _, place in hits]


def slips(key: str) -> int:
    """How many characters of a name may be wrong, missing, too many or swapped.

    >>> [slips(k) for k in ("mst", "honset", "mysticlspacetyphon", "无限泡", "一二三四五六七八")]
    [0, 1, 3, 1, 2]
    """
    size = len(key)
    if not key.isascii():
        return 0 if size < 3 else 1 if size < 8 else 2
    return 0 if size < 5 else 1 if size < 8 else 2 if size < 14 else 3
