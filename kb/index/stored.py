"""Arrays of an uncompressed NumPy archive, read where they lie: no copy is made, and none for those that nobody asks for."""

from __future__ import annotations

import io
import mmap
import zipfile
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

_LOCAL, _NAME, _EXTRA = 30, slice(26, 28), slice(28, 30)
"""Bytes of a member's own header in a zip file, and where it says how long the name and the field behind it are."""
_MAGIC, _VERSION, _LENGTH = b"\x93NUMPY", slice(6, 8), slice(8, 10)
_FIRST = 10
"""Bytes before the header of an array."""


class Stored(Mapping[str, NDArray[Any]]):
    """The arrays of a file that `numpy.savez` wrote, by name; they cannot be written to."""

    def __init__(self, path: Path) -> None:
        """Raises OSError if there is no such file, ValueError if it is no such archive."""
        with path.open("rb") as file:
            self._mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            self._bytes = memoryview(self._mapped)
            try:
                with zipfile.ZipFile(file) as archive:
                    self._members = {m.filename.removesuffix(".npy"): m for m in archive.infolist()}
            except zipfile.BadZipFile as error:
                raise ValueError(f"{path}: no NumPy archive ({error})") from error

    def __getitem__(self, name: str) -> NDArray[Any]:
        member = self._members[name]
        if member.compress_type != zipfile.ZIP_STORED:
            raise ValueError(f"{name}: compressed, so it cannot be read in place")
        header = self._bytes[member.header_offset : member.header_offset + _LOCAL]
        start = member.header_offset + _LOCAL + sum(int.from_bytes(header[part], "little") for part in (_NAME, _EXTRA))
        body = self._bytes[start : start + member.file_size]
        if bytes(body[: len(_MAGIC)]) != _MAGIC or bytes(body[_VERSION]) != b"\x01\x00":
            raise ValueError(f"{name}: no array of version 1.0")
        begin = _FIRST + int.from_bytes(body[_LENGTH], "little")
        shape, fortran, kind = _described(bytes(body[:begin]))
        flat = np.require(np.frombuffer(body[begin:], dtype=kind), requirements="A")
        return flat.reshape(shape, order="F" if fortran else "C")

    def let_go(self) -> None:
        """Gives back the memory that what was read so far takes up: what is read again comes from the file again.

        For weights of which somebody has a copy in an order of its own. Nothing happens where the system cannot do it.
        """
        if hasattr(mmap, "MADV_DONTNEED"):
            self._mapped.madvise(mmap.MADV_DONTNEED)

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)


@lru_cache(maxsize=512)
def _described(head: bytes) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    """Shape, order and type as the header of an array says; many of a file have the same."""
    file = io.BytesIO(head)
    np.lib.format.read_magic(file)
    shape, fortran, kind = np.lib.format.read_array_header_1_0(file)
    if kind.hasobject:
        raise ValueError("an array of objects is not read")
    return shape, fortran, kind
