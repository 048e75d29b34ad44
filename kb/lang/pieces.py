"""Texts as word pieces: the likeliest cut by a unigram model (SentencePiece), over a vocabulary cut to what is needed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

_SPACE = "▁"
_FAR = -1e30


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
        told = re.sub(" {2,}", " ", "".join(self._normal.get(c, c) for c in text))
        told = (told if told.startswith(" ") else f" {told}").replace(" ", _SPACE)
        return self._back(self._best(told), len(told))

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

    @staticmethod
    def _back(best: Sequence[tuple[int, int]], end: int) -> list[int]:
        rows = []
        while end > 0:
            end, row = best[end]
            rows.append(row)
        return rows[::-1]
