"""Late interaction: each word piece of a question against each of a passage, as ColBERT compares them (Khattab, Zaharia 2020).

One vector for a text tells what it is about; which of several passages on the same matter answers is told by whether each word
that is asked has its like there. The encoder's own vectors do for it: nothing is trained.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from kb.index.encode import Piecewise, ReadsPieces

REMEMBERED = 400
"""Passages whose pieces are kept, some 100 kB each."""


@dataclass(slots=True)
class Pieces:
    """What an encoder makes of each word piece of passages, the last ones remembered. Safe to share between threads."""

    encoder: ReadsPieces
    _known: OrderedDict[str, Piecewise] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def of(self, texts: Sequence[str]) -> list[Piecewise]:
        """Of passages, in their order."""
        with self._lock:
            known = {text: self._known[text] for text in texts if text in self._known}
        new = [text for text in dict.fromkeys(texts) if text not in known]
        known |= dict(zip(new, self.encoder.piecewise(new), strict=True))
        with self._lock:
            for text in texts:
                self._known[text] = known[text]
                self._known.move_to_end(text)
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return [known[text] for text in texts]


def met(question: str, texts: Sequence[str], pieces: Pieces) -> NDArray[np.float32]:
    """How well each of some texts meets a question, -1..1: of every piece of it the nearest there, seldom ones counting more,
    and those that few of the texts have."""
    asked = pieces.encoder.piecewise([question], asked=True)[0]
    there = pieces.of(texts)
    weights = _weights(asked, there)
    found = [weights @ (asked.vectors @ one.vectors.T).max(axis=1, initial=-1.0) for one in there]
    return np.array(found, dtype=np.float32)


def _weights(asked: Piecewise, there: Sequence[Piecewise]) -> NDArray[np.float32]:
    """What each of the question's pieces counts, together 1."""
    having = Counter(piece for passage in there for piece in set(passage.pieces.tolist()))
    held = np.array([having[piece] for piece in asked.pieces.tolist()], dtype=np.float32)
    weights = np.log(1 + (len(there) - held + 0.5) / (held + 0.5)) * asked.rarity
    total: NDArray[np.float32] = (weights / (weights.sum() or 1.0)).astype(np.float32)
    return total
