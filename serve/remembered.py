"""Replies worked out before: the same question of the same snapshot has the same answer. In memory alone, and only so much."""

from __future__ import annotations

from collections import OrderedDict

Key = tuple[str, str]
"""Tag of what answers, and what is asked of it: the path and what was given."""
MOST_BYTES = 32 * 1024 * 1024


class Remembered:
    """Bodies by key, those asked for last, and not more than `most` bytes of both. For the thread of one event loop."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most, self.size = most, 0
        self._kept: OrderedDict[Key, bytes] = OrderedDict()

    def get(self, key: Key) -> bytes | None:
        """The body; None if it is not kept."""
        body = self._kept.get(key)
        if body is not None:
            self._kept.move_to_end(key)
        return body

    def put(self, key: Key, body: bytes) -> None:
        """Keeps a body, and lets those go that were not asked for longest."""
        if key in self._kept:
            self.size -= _size(key, self._kept.pop(key))
        self._kept[key] = body
        self.size += _size(key, body)
        while self.size > self._most:
            self.size -= _size(*self._kept.popitem(last=False))


def _size(key: Key, body: bytes) -> int:
    return len(key[0]) + len(key[1]) + len(body)
