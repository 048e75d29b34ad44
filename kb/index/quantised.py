"""Vectors as they are searched: eight bits a number and a scale for each, a quarter of what floats take.

Products of unit vectors differ from those of the floats by some ten-thousandths: no more than what the vectors' own
precision does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_ROWS = 2048
"""Rows that are made floats at a time: few enough to stay in the processor's cache."""
_LARGEST = 127


@dataclass(frozen=True, slots=True, eq=False)
class Quantised:
    """Vectors by rows."""

    codes: NDArray[np.int8]
    """`(n, dim)`, -127..127."""
    scales: NDArray[np.float32]
    """What the codes of each row are times, `(n,)`."""

    def __len__(self) -> int:
        return len(self.codes)

    def __matmul__(self, vector: NDArray[np.float32]) -> NDArray[np.float32]:
        """The product of every row with a vector `(dim,)`: `(n,)`."""
        found = np.empty(len(self.codes), dtype=np.float32)
        for start, floats in self._parts():
            np.dot(floats, vector, out=found[start : start + len(floats)])
        return np.asarray(found * self.scales)

    def floats(self) -> NDArray[np.float32]:
        """The vectors, `(n, dim)`."""
        return self.codes.astype(np.float32) * self.scales[:, None]

    def _parts(self) -> Iterator[tuple[int, NDArray[np.float32]]]:
        room = np.empty((min(_ROWS, len(self.codes)), self.codes.shape[1]), dtype=np.float32)
        for start in range(0, len(self.codes), _ROWS):
            codes = self.codes[start : start + _ROWS]
            np.copyto(room[: len(codes)], codes)
            yield start, room[: len(codes)]


def quantised(vectors: NDArray[np.float32]) -> Quantised:
    """The vectors `(n, dim)` with eight bits a number."""
    scales = np.abs(vectors).max(axis=1, initial=0.0).astype(np.float32) / _LARGEST
    codes = np.round(vectors / np.maximum(scales, np.finfo(np.float32).tiny)[:, None]).astype(np.int8)
    return Quantised(codes, scales)
