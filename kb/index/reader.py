"""A small transformer that reads a sentence into classes: six layers, eight bits a weight.

The lower layers are those of multilingual-e5-small; `python -m benchmarks.sides --write` trains the upper ones. onnxruntime
runs them (`kb/index/layers.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from threading import RLock

import numpy as np
from numpy.typing import NDArray

from kb.index.layers import BLOCK, Codes, Layers, normed, weights_of
from kb.index.layers import Floats as Floats
from kb.lang.pieces import Pieces

HEADS = 12
LONGEST = 60
"""Pieces of a sentence that are read."""
LOWER = 3
"""Layers, from below, that are the encoder's own: what else is made of a text can begin with what they make of it. Those above
them are as many."""
LOADING = RLock()
"""Held while a reader is made, so that two threads do not make it twice."""
READER_GRAPH = Path(__file__).resolve().parent.parent / "learned" / "reader.onnx"
"""How so many layers are run."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Reader:
    """The transformer, and the classes it tells apart."""

    path: Path
    names: tuple[str, ...]
    pieces: Pieces
    begin: int
    end: int
    words: NDArray[np.int8]
    """Of each piece its numbers, to be times the scale of the row, `(n_pieces, width)`."""
    scale: Floats
    tensors_of_head: Mapping[str, Floats]
    """What is no layer: places, norm and head."""
    lower: Layers
    upper: Layers

    @property
    def tensors(self) -> Mapping[str, Floats]:
        """Every tensor as plain floats, read again each time: to go on training from."""
        with np.load(self.path) as kept:
            return unpacked(kept)

    def levels(self, text: str) -> Floats:
        """The log-odds of each class for a sentence, `(n_classes,)`, up to a constant."""
        x = self.upper(self.lowest(text))
        level: Floats = x.mean(axis=0) @ self.tensors_of_head["h.w"].T + self.tensors_of_head["h.b"]
        return level

    def lowest(self, text: str, longest: int = LONGEST) -> Floats:
        """What the lower layers make of a text's first `longest` pieces, `(n_pieces, width)`."""
        return self._lowest(self._rows(text, longest))

    def embedded(self, text: str, longest: int = LONGEST) -> Floats:
        """What the first layer is given of a text's first `longest` pieces, `(n_pieces, width)`: words and places."""
        return self._embedded(self._rows(text, longest))

    def _rows(self, text: str, longest: int) -> tuple[int, ...]:
        return (self.begin, *self.pieces.rows(text)[:longest], self.end)

    @lru_cache(maxsize=8)  # noqa: B019 - a program has one reader
    def _lowest(self, rows: tuple[int, ...]) -> Floats:
        return self.lower(self._embedded(rows))

    def _embedded(self, rows: tuple[int, ...]) -> Floats:
        t, chosen = self.tensors_of_head, list(rows)
        words = self.words[chosen].astype(np.float32) * self.scale[chosen, None]
        return normed(words + t["pos"][: len(rows)], t["ln.w"], t["ln.b"])


def made_layers(kept: Mapping[str, NDArray[np.generic]], numbers: Sequence[int]) -> Layers:
    """The layers of these numbers as a file keeps them. Raises ValueError if they are not as many as the graph has."""
    if len(numbers) != LOWER:
        raise ValueError(
            f"{len(numbers)} layers where {LOWER} are run together. Make the graph anew: `python -m benchmarks.graphs`."
        )

    def codes(name: str) -> Codes:
        matrix, scale = kept[f"{name}|8"], kept[f"{name}|scale"].astype(np.float32)
        blocks = matrix.shape[1] // BLOCK
        return (matrix.view(np.uint8) ^ np.uint8(128)).reshape(-1, blocks, BLOCK), np.repeat(scale[:, None], blocks, axis=1)

    return Layers(READER_GRAPH, weights_of(numbers, codes, lambda name: kept[name].astype(np.float32)))


def write_reader(
    path: Path, tensors: Mapping[str, Floats], *, names: tuple[str, ...], pieces: list[str], scores: Floats, **rest: object
) -> None:
    """Keeps a reader: matrices with eight bits a weight and a scale for each row, the rest as it is."""
    kept = packed(tensors)
    told = {name: np.array(value) for name, value in rest.items()}
    np.savez(path, names=np.array(names), pieces=np.array("\n".join(pieces)), scores=scores, **told, **kept)  # type: ignore[arg-type]


def packed(tensors: Mapping[str, Floats]) -> dict[str, NDArray[np.generic]]:
    """Tensors as they are kept: matrices with eight bits a weight and a scale for each row, the rest as it is."""
    kept: dict[str, NDArray[np.generic]] = {}
    for name, tensor in tensors.items():
        if tensor.ndim == 2 and name != "pos":
            scale = np.abs(tensor).max(axis=1) / 127 + 1e-12
            kept[f"{name}|8"] = np.round(tensor / scale[:, None]).astype(np.int8)
            kept[f"{name}|scale"] = scale.astype(np.float32)
        else:
            kept[name] = tensor.astype(np.float16 if name == "pos" else np.float32)
    return kept


def load_reader(path: Path) -> Reader:
    """The reader of that file, made once."""
    with LOADING:
        return _load(path)


@cache
def _load(path: Path) -> Reader:
    with np.load(path) as kept:
        normal = dict(zip(str(kept["normal_from"]), str(kept["normal_to"]).split("\n"), strict=True))
        layers = sum(1 for name in kept if name.endswith(".q.w|8"))
        return Reader(
            path=path,
            names=tuple(map(str, kept["names"])),
            pieces=Pieces(str(kept["pieces"]).split("\n"), kept["scores"], unknown=int(kept["unknown"]), normal=normal),
            begin=int(kept["begin"]),
            end=int(kept["end"]),
            words=kept["word|8"],
            scale=kept["word|scale"].astype(np.float32),
            tensors_of_head=unpacked({name: kept[name] for name in kept if name == "pos" or name[:2] in ("ln", "h.")}),
            lower=made_layers(kept, range(LOWER)),
            upper=made_layers(kept, range(LOWER, layers)),
        )


def unpacked(kept: Mapping[str, NDArray[np.generic]]) -> dict[str, Floats]:
    """The tensors of a file, by name: those of eight bits a weight times their scales, the others as they are."""
    tensors: dict[str, Floats] = {}
    for name in kept:
        if name.endswith("|8"):
            plain = name.removesuffix("|8")
            tensors[plain] = kept[name].astype(np.float32) * kept[f"{plain}|scale"].astype(np.float32)[:, None]
        elif name == "pos" or ("." in name and not name.endswith("|scale")):
            tensors[name] = kept[name].astype(np.float32)
    return tensors
