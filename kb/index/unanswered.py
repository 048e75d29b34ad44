"""How near a question lies to those that no source answers (`kb/digest/unanswered.py`), by the encoder's vectors.

What is asked in the words of the game and treated nowhere lies near to what is treated; it lies nearer still to others of its
kind. The vectors are shipped as the index has its own, the mean of questions taken out and mapped, so one and the same vector
of a question is compared with both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kb.digest.unanswered import Unanswered, load_unanswered
from kb.index.alignment import warped
from kb.index.encode import Encoder
from kb.index.quantised import Quantised
from kb.index.store import Index
from kb.index.vectors import SHIPPED, read_table, text_key, unit, vectors_for, write_vectors

UNANSWERED = SHIPPED.with_name("unanswered.npz")


@dataclass(frozen=True, slots=True, kw_only=True)
class Nearest:
    """The one that lies nearest."""

    likeness: float
    """-1..1."""
    topic: str
    """What it is about."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Beside:
    """Questions that no source answers, of one language."""

    vectors: Quantised
    topics: Sequence[str]

    def nearest(self, vector: NDArray[np.float32]) -> Nearest:
        """The one nearest to a question, whose vector is as the index's are."""
        found = self.vectors @ vector
        best = int(found.argmax())
        return Nearest(likeness=float(found[best]), topic=self.topics[best])


@lru_cache(maxsize=4)
def load_beside(folder: Path, encoder_id: str, path: Path = UNANSWERED) -> Mapping[str, Beside]:
    """By language, the questions of a sources folder whose vectors are shipped for that encoder; a language without any is
    missing. Raises BadInput as `load_unanswered` does."""
    rows, codes, scales = read_table(path, encoder_id)
    found: dict[str, list[tuple[int, str]]] = {}
    asked = load_unanswered(folder)
    for one, row in zip(asked, rows.of([text_key(one.text, "query") for one in asked]).tolist(), strict=True):
        if row >= 0:
            found.setdefault(one.lang, []).append((row, one.topic))
    return {
        lang: Beside(vectors=Quantised(codes[(at := [row for row, _ in own])], scales[at]), topics=[topic for _, topic in own])
        for lang, own in found.items()
    }


def ship_unanswered(
    asked: Sequence[Unanswered], index: Index, encoder: Encoder, cache_dir: Path | None, path: Path = UNANSWERED
) -> None:
    """Write the vectors of these questions as the index, made with that encoder, has its own."""
    given = vectors_for([one.text for one in asked], encoder, role="query", cache_dir=cache_dir)
    means = np.stack([index.means[one.lang] for one in asked])
    made = warped(unit(given - means), index.warp)
    write_vectors(path, encoder.id, [(text_key(one.text, "query"), v) for one, v in zip(asked, made, strict=True)])
