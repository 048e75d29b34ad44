"""Texts as word pieces: the likeliest cut by a unigram model (SentencePiece), over a vocabulary cut to what is needed."""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

_SPACE = "▁"
_FAR = -1e30
_MIX = np.uint64(0x9E3779B97F4A7C15)
_FLOAT = struct.Struct("f")


class Pieces:
    """A unigram model: pieces with their log-likelihoods. `unknown` is the row of the piece for what no piece covers."""

    def __init__(self, pieces: Sequence[str], scores: NDArray[np.float32], *, unknown: int, normal: Mapping[str, str]) -> None:
        self._rows = {piece: row for row, piece in enumerate(pieces) if piece and row != unknown}
        self._scores = [float(score) for score in scores]
        self._longest = max(map(len, self._rows), default=1)
        self._unknown = unknown
        self._worst = min(self._scores, default=0.0) - 10
        self._normal = dict(normal)

    def rows(self, text: str) -> list[int]:
        """The rows of the pieces that a text is cut into, in order; what was trained with other whitespace reads the same."""
        told = _as_cut(text, self._normal)
        return _back(self._best(told), len(told))

    def _best(self, text: str) -> list[tuple[int, int]]:
        """For every end, where the best last piece begins and its row."""
        level = [0.0] + [_FAR] * len(text)
        best = [(0, self._unknown)] * (len(text) + 1)
        for start in range(len(text)):
            here = level[start]
            for end in range(start + 1, min(len(text), start + self._longest) + 1):
                row = self._rows.get(text[start:end])
                if row is not None and here + self._scores[row] > level[end]:
                    level[end], best[end] = here + self._scores[row], (start, row)
            if here + self._worst > level[start + 1]:
                level[start + 1], best[start + 1] = here + self._worst, (start, self._unknown)
        return best


class HashedPieces:
    """The same for a large vocabulary that is ready at once: pieces are known by hashes of 64 bits, which are looked up sorted.

    `keys` are the hashes, rising; `rows` and `scores` go with them. Likelihoods are added with single precision.
    """

    def __init__(
        self,
        keys: NDArray[np.uint64],
        rows: NDArray[np.uint32],
        scores: NDArray[np.float32],
        *,
        longest: int,
        worst: float,
        unknown: int,
        normal: Mapping[str, str],
    ) -> None:
        self._keys, self._rows, self._scores = keys, rows, scores
        self._longest = longest
        self._worst = worst
        self._unknown = unknown
        self._normal = normal

    def rows(self, text: str) -> list[int]:
        """The rows of the pieces that a text is cut into, in order."""
        told = _as_cut(text, self._normal)
        found = self._found(told)
        level = [0.0] + [_FAR] * len(told)
        best = [(0, self._unknown)] * (len(told) + 1)
        for start, pieces in enumerate(found):
            here = level[start]
            for end, row, score in (*pieces, (start + 1, self._unknown, self._worst)):
                likely = _single(here + score)
                if likely > level[end]:
                    level[end], best[end] = likely, (start, row)
        return _back(best, len(told))

    def _found(self, told: str) -> list[list[tuple[int, int, float]]]:
        """Of every start the pieces that begin there: end, row, score."""
        sizes = hashes(told, self._longest)
        every = np.concatenate(sizes)
        at = np.minimum(np.searchsorted(self._keys, every), len(self._keys) - 1)
        hit = np.flatnonzero(self._keys[at] == every)
        start = np.concatenate([np.arange(len(same)) for same in sizes])[hit]
        size = np.repeat(np.arange(1, len(sizes) + 1), [len(same) for same in sizes])[hit]
        found: list[list[tuple[int, int, float]]] = [[] for _ in told]
        columns = (start, start + size, self._rows[at[hit]], self._scores[at[hit]])
        for begin, *rest in zip(*(column.tolist() for column in columns), strict=True):
            found[begin].append((rest[0], rest[1], rest[2]))
        return found


def hashes(text: str, longest: int) -> list[NDArray[np.uint64]]:
    """Of each size up to `longest`, the hashes of a text's stretches of that size, by where they begin."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32).astype(np.uint64) + np.uint64(1)
    made = np.zeros(len(codes) + 1, dtype=np.uint64)
    found = []
    for size in range(1, min(longest, len(codes)) + 1):
        made = made[: len(codes) - size + 1] * _MIX + codes[size - 1 :]
        found.append(made)
    return found


def _as_cut(text: str, normal: Mapping[str, str]) -> str:
    """A text as it is cut: normalised, with one mark for a space and one in front."""
    told = re.sub(" {2,}", " ", "".join([normal.get(c, c) for c in text]))
    return (told if told.startswith(" ") else f" {told}").replace(" ", _SPACE)


def _back(best: Sequence[tuple[int, int]], end: int) -> list[int]:
    rows = []
    while end > 0:
        end, row = best[end]
        rows.append(row)
    return rows[::-1]


def _single(number: float) -> float:
    rounded: float = _FLOAT.unpack(_FLOAT.pack(number))[0]
    return rounded
