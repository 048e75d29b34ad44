"""A small transformer that reads a sentence into classes: six layers, seven bits a weight.

The lower layers are those of multilingual-e5-small; `python -m benchmarks.sides --write` trains the upper ones. onnxruntime
runs them (`kb/index/layers.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import RLock

import numpy as np
from numpy.typing import NDArray

from kb.index.evened import evened, plain
from kb.index.layers import Floats as Floats
from kb.index.layers import Layers, in_layers, normed
from kb.index.stored import Stored
from kb.lang.pieces import Pieces

HEADS = 12
LONGEST = 60
"""Pieces of a sentence that are read."""
LOADING = RLock()
"""Held while a reader is made, so that two threads do not make it twice."""
LAYERS = 6
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
    layers: Layers

    @property
    def tensors(self) -> Mapping[str, Floats]:
        """Every tensor as plain floats, read again each time: to go on training from."""
        return unpacked(Stored(self.path))

    def levels(self, text: str) -> Floats:
        """The log-odds of each class for a sentence, `(n_classes,)`, up to a constant."""
        x = self.layers(self.embedded(text))
        level: Floats = x.mean(axis=0) @ self.tensors_of_head["h.w"].T + self.tensors_of_head["h.b"]
        return level

    def embedded(self, text: str, longest: int = LONGEST) -> Floats:
        """What the first layer is given of a text's first `longest` pieces, `(n_pieces, width)`: words and places."""
        t, rows = self.tensors_of_head, [self.begin, *self.pieces.rows(text)[:longest], self.end]
        words = self.words[rows].astype(np.float32) * self.scale[rows, None]
        return normed(words + t["pos"][: len(rows)], t["ln.w"], t["ln.b"])


def write_reader(
    path: Path,
    tensors: Mapping[str, Floats],
    largest: Mapping[str, Floats],
    *,
    names: tuple[str, ...],
    pieces: list[str],
    scores: Floats,
    **rest: object,
) -> None:
    """Keeps a reader. `largest`: how large what goes into its matrices gets, see `kb.index.evened.evened`."""
    told = {name: np.array(value) for name, value in rest.items()}
    kept = packed(tensors, largest)
    np.savez(path, names=np.array(names), pieces=np.array("\n".join(pieces)), scores=scores, **told, **kept)  # type: ignore[arg-type]  # numpy's stubs know arrays by position


def packed(tensors: Mapping[str, Floats], largest: Mapping[str, Floats]) -> dict[str, NDArray[np.generic]]:
    """Tensors as they are kept: layers as they are run, other matrices with eight bits a weight and a scale for each row, the
    rest as it is.
    """
    kept: dict[str, NDArray[np.generic]] = evened(tensors, largest)
    for name, tensor in tensors.items():
        if in_layers(name):
            continue
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
    kept = Stored(path)
    layers = Layers(READER_GRAPH, {name: kept[name] for name in kept if in_layers(name)})
    kept.let_go()
    normal = dict(zip(str(kept["normal_from"]), str(kept["normal_to"]).split("\n"), strict=True))
    return Reader(
        path=path,
        names=tuple(map(str, kept["names"])),
        pieces=Pieces(str(kept["pieces"]).split("\n"), kept["scores"], unknown=int(kept["unknown"]), normal=normal),
        begin=int(kept["begin"]),
        end=int(kept["end"]),
        words=kept["word|8"],
        scale=kept["word|scale"].astype(np.float32),
        tensors_of_head=unpacked({name: kept[name] for name in kept if name == "pos" or name[:2] in ("ln", "h.")}),
        layers=layers,
    )


def unpacked(kept: Mapping[str, NDArray[np.generic]]) -> dict[str, Floats]:
    """The tensors of a file, by name: what has a scale is times it, the others as they are."""
    tensors = plain({name: kept[name] for name in kept if in_layers(name)})
    for name in kept:
        if name.endswith("|8"):
            matrix = name.removesuffix("|8")
            tensors[matrix] = kept[name].astype(np.float32) * kept[f"{matrix}|scale"].astype(np.float32)[:, None]
        elif name == "pos" or ("." in name and not name.endswith("|scale") and not in_layers(name)):
            tensors[name] = kept[name].astype(np.float32)
    return tensors
