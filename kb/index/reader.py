"""A small transformer that reads a sentence into classes: six layers, eight bits a weight, run with numpy.

The lower layers are those of multilingual-e5-small; `python -m benchmarks.sides --write` trains the upper ones. Nothing but
numpy is needed to run it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kb.lang.pieces import Pieces

Floats = NDArray[np.float32]
HEADS = 12
LONGEST = 60
"""Pieces of a sentence that are read."""
LOWER = 3
"""Layers, from below, that are the encoder's own: what else is made of a text can begin with what they make of it."""
_EPSILON = 1e-12
_MATRICES = ("q", "k", "v", "ao", "fi", "fo")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Reader:
    """The transformer, and the classes it tells apart."""

    names: tuple[str, ...]
    pieces: Pieces
    begin: int
    end: int
    tensors: Mapping[str, Floats]
    layers: int

    def levels(self, text: str) -> Floats:
        """The log-odds of each class for a sentence, `(n_classes,)`, up to a constant."""
        x = self.hidden(text, self.layers)
        level: Floats = x.mean(axis=0) @ self.tensors["h.w"].T + self.tensors["h.b"]
        return level

    def hidden(self, text: str, layers: int, longest: int = LONGEST) -> Floats:
        """What that many layers make of a text's first `longest` pieces, `(n_pieces, width)`."""
        rows = (self.begin, *self.pieces.rows(text)[:longest], self.end)
        if layers <= LOWER:
            return self._lower(rows, layers)
        return run_layers(self._lower(rows, LOWER), self.tensors, range(LOWER, layers))

    @lru_cache(maxsize=8)  # noqa: B019 - a program has one reader
    def _lower(self, rows: tuple[int, ...], layers: int) -> Floats:
        t = self.tensors
        x = _normed(t["word"][list(rows)] + t["pos"][: len(rows)], t["ln.w"], t["ln.b"])
        return run_layers(x, t, range(layers))


def run_layers(x: Floats, tensors: Mapping[str, Floats], numbers: Iterable[int]) -> Floats:
    """What the layers of these numbers, one after the other, make of `x`, `(n_pieces, width)`."""
    for number in numbers:
        x = _layer(x, tensors, f"l{number}")
    return x


def _layer(x: Floats, t: Mapping[str, Floats], name: str) -> Floats:
    length, width = x.shape
    split = (length, HEADS, width // HEADS)
    q, k, v = ((x @ t[f"{name}.{m}.w"].T + t[f"{name}.{m}.b"]).reshape(split).transpose(1, 0, 2) for m in "qkv")
    looks = q @ k.transpose(0, 2, 1) / np.float32(np.sqrt(split[2]))
    looks = np.exp(looks - looks.max(axis=-1, keepdims=True))
    looks /= looks.sum(axis=-1, keepdims=True)
    seen = (looks @ v).transpose(1, 0, 2).reshape(length, width)
    x = _normed(x + seen @ t[f"{name}.ao.w"].T + t[f"{name}.ao.b"], t[f"{name}.aln.w"], t[f"{name}.aln.b"])
    inner = _gelu(x @ t[f"{name}.fi.w"].T + t[f"{name}.fi.b"])
    return _normed(x + inner @ t[f"{name}.fo.w"].T + t[f"{name}.fo.b"], t[f"{name}.oln.w"], t[f"{name}.oln.b"])


def _normed(x: Floats, weight: Floats, bias: Floats) -> Floats:
    x = x - x.mean(axis=-1, keepdims=True)
    scaled: Floats = x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + _EPSILON) * weight + bias
    return scaled


def _gelu(x: Floats) -> Floats:
    """The Gaussian error unit; the error function after Abramowitz and Stegun 7.1.26, right to 2e-7."""
    z = np.abs(x) * np.float32(0.70710678)
    t = 1 / (1 + np.float32(0.3275911) * z)
    poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * np.float32(1.061405429)))))
    erf = np.sign(x) * (1 - poly * np.exp(-z * z))
    result: Floats = np.float32(0.5) * x * (1 + erf)
    return result


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


@cache
def load_reader(path: Path) -> Reader:
    """The reader of that file."""
    with np.load(path) as kept:
        names = tuple(map(str, kept["names"]))
        normal = dict(zip(str(kept["normal_from"]), str(kept["normal_to"]).split("\n"), strict=True))
        pieces = Pieces(str(kept["pieces"]).split("\n"), kept["scores"], unknown=int(kept["unknown"]), normal=normal)
        tensors = unpacked(kept)
        layers = sum(1 for name in tensors if name.endswith(".q.w"))
        return Reader(
            names=names, pieces=pieces, begin=int(kept["begin"]), end=int(kept["end"]), tensors=tensors, layers=layers
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
