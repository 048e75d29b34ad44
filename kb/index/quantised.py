"""Vectors as they are searched: eight bits a number and a scale for each, a quarter of what floats take.

Products of unit vectors differ from those of the floats by some ten-thousandths: no more than what the vectors' own
precision does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from kb.index.packed import GRAPHS, Packed

_ROOM = 96 * 1024
"""Numbers that are made floats at a time: few enough to stay in the cache of one core."""
_LARGEST = 127
OFTEN, MANY = 16, 4096
"""Products after which vectors are laid out for more of them, and how many vectors are worth it: one question is not."""


class _Asked:
    """How often products were asked for, and the vectors laid out for many more."""

    __slots__ = ("_lock", "_times", "packed")

    def __init__(self) -> None:
        self._lock, self._times = Lock(), 0
        self.packed: Packed | None = None

    def again(self, codes: NDArray[np.int8]) -> Packed | None:
        """The vectors laid out, as soon as that pays; one thread does it, others go on meanwhile."""
        if self.packed is None and len(codes) >= MANY and codes.shape[1] in GRAPHS and self._lock.acquire(blocking=False):
            try:
                self._times += 1
                if self._times > OFTEN and self.packed is None:
                    self.packed = Packed(np.asarray(codes))
            finally:
                self._lock.release()
        return self.packed


@dataclass(frozen=True, slots=True, eq=False)
class Quantised:
    """Vectors by rows."""

    codes: NDArray[np.int8]
    """`(n, dim)`, -127..127."""
    scales: NDArray[np.float32]
    """What the codes of each row are times, `(n,)`."""
    _asked: _Asked = field(default_factory=_Asked, repr=False)

    def __len__(self) -> int:
        return len(self.codes)

    def __matmul__(self, vector: NDArray[np.float32]) -> NDArray[np.float32]:
        """The product of every row with a vector `(dim,)`: `(n,)`."""
        packed = self._asked.again(self.codes)
        found = packed.products(vector) if packed else products(self.codes, vector)
        return np.asarray(found * self.scales)

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
