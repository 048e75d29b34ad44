"""Files that are there whole or not at all, whenever the machine stops."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def replacing(path: Path, *, durable: bool = False) -> Iterator[BinaryIO]:
    """A file to write to that takes its place when all went well; its folder must exist.

    `durable` waits until the disk has it: needed for what must survive a power cut, not for what can be made again.
    """
    beside = path.with_name(f".{path.name}.{secrets.token_hex(6)}")
    try:
        with beside.open("xb") as file:
            yield file
            if durable:
                file.flush()
                os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    if durable:
        sync(path.parent)


def write_atomically(path: Path, data: bytes, *, durable: bool = True) -> None:
    """Puts a file in place in one step; `durable` as for `replacing`."""
    with replacing(path, durable=durable) as file:
        file.write(data)


def sync(path: Path) -> None:
    """Waits until the disk has a file, or a folder's list of names; Windows keeps no such list to wait for."""
    windows = os.name == "nt"
    if windows and path.is_dir():
        return
    handle = os.open(path, os.O_RDWR if windows else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
