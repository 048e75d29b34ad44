"""Question vectors kept between runs: embedding is most of a run's time, and the questions stay the same."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kb.cache import Cache
from kb.index.encode import Encoder, Vectors


class Kept:
    """An encoder that embeds a question once, also between runs. Of no use where time is measured."""

    def __init__(self, encoder: Encoder, home: Path) -> None:
        self._encoder = encoder
        self._cache = Cache(home, "questions", version=encoder.id)
        self.id, self.dim = encoder.id, encoder.dim

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions, from the cache where they are known."""
        return np.stack([self._query(text) for text in texts])

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors of texts that are searched."""
        return self._encoder.passages(texts)

    def _query(self, text: str) -> NDArray[np.float32]:
        key = hashlib.sha256(text.encode()).hexdigest()
        known = self._cache.get(key)
        if known is None:
            vector: NDArray[np.float32] = self._encoder.queries([text])[0]
            self._cache.put(key, vector.tobytes())
            return vector
        return np.frombuffer(known, dtype=np.float32)
