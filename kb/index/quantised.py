"""Vectors as they are searched: eight bits a number and a scale for each, a quarter of what floats take.

Products of unit vectors differ from those of the floats by some ten-thousandths: no more than what the vectors' own
precision does.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_ROOM = 96 * 1024
"""Numbers that are made floats at a time: few enough to stay in the cache of one core."""
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
        return np.asarray(products(self.codes, vector) * self.scales)

    def floats(self) -> NDArray[np.float32]:
        """The vectors, `(n, dim)`."""
        return self.codes.astype(np.float32) * self.scales[:, None]


def products(codes: NDArray[np.int8], vector: NDArray[np.float32]) -> NDArray[np.float32]:
    """The product of every row `(n, dim)` with a vector `(dim,)`: `(n,)`, some rows at a time."""
    found = np.empty(len(codes), dtype=np.float32)
    codes = np.asarray(codes)  # of what is mapped into memory, a slice costs more than its product
    rows = max(1, _ROOM // max(1, codes.shape[1]))
    room = np.empty((min(rows, len(codes)), codes.shape[1]), dtype=np.float32)
    for start in range(0, len(codes), rows):
        some = codes[start : start + rows]
        floats = room[: len(some)]
        np.copyto(floats, some)
        np.dot(floats, vector, out=found[start : start + len(some)])
    return found


def quantised(vectors: NDArray[np.float32]) -> Quantised:
    """The vectors `(n, dim)` with eight bits a number."""
    scales = np.abs(vectors).max(axis=1, initial=0.0).astype(np.float32) / _LARGEST
    codes = np.round(vectors / np.maximum(scales, np.finfo(np.float32).tiny)[:, None]).astype(np.int8)
    return Quantised(codes, scales)
