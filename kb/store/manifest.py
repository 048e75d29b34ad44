"""What a snapshot says about itself: versions, what it was built from, what is in it, checksums."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any

from kb.errors import SnapshotError
from kb.store.version import another_version

SCHEMA = 1
"""Grows with every change that older snapshots do not fit; such snapshots are built anew."""
REBUILD = "Run `rulings build` to make it anew."


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """The contents of `manifest.json`."""

    id: str
    created: str
    """ISO date and time, UTC."""
    project: str = ""
    """Version of this project that built it."""
    schema: int = SCHEMA
    sources: dict[str, str] = field(default_factory=dict)
    """sha256 of every document built in, by source id."""
    graphs: dict[str, str] = field(default_factory=dict)
    """What each named graph was made from, by its id: equal keys, equal graphs."""
    encoder: str = ""
    """Id of the encoder of its vectors; empty if it holds none."""
    counts: dict[str, int] = field(default_factory=dict)
    files: dict[str, tuple[int, str]] = field(default_factory=dict)
    """Size in bytes and sha256 of every file, by its path within the snapshot."""
    extra: dict[str, str] = field(default_factory=dict)
    """What builders of single parts want to remember."""

    def to_json(self) -> bytes:
        """The bytes of `manifest.json`."""
        return json.dumps(asdict(self), ensure_ascii=False, indent=1, sort_keys=True).encode()


def read_manifest(data: bytes, place: Path) -> Manifest:
    """The manifest in the bytes of a file. Raises SnapshotError if they are none, or one of another schema: Outdated if it is
    an older one."""
    try:
        row: dict[str, Any] = json.loads(data)
        schema = row["schema"]
        if schema == SCHEMA:
            return Manifest(**{**row, "files": {path: (size, digest) for path, (size, digest) in row["files"].items()}})
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise SnapshotError(f"{place}: damaged ({error}). {REBUILD}") from error
    raise another_version(place, "a snapshot", schema, SCHEMA)


Inode = tuple[int, int, int]
"""Of a file, by whatever name: its disk, its number there, its size."""


def inodes(root: Path, files: Mapping[str, tuple[int, str]]) -> dict[Inode, str]:
    """The sha256 of every file that a manifest names in a folder, by the file itself, as far as it is there in its size."""
    found: dict[Inode, str] = {}
    for name, (size, digest) in files.items():
        with suppress(OSError):
            inode = _inode(root / name)
            if inode[1] and inode[2] == size:  # a disk that does not number its files says 0
                found[inode] = digest
    return found


def _inode(path: Path) -> Inode:
    status = path.stat()
    return status.st_dev, status.st_ino, status.st_size


def measure(
    root: Path, *, without: frozenset[str] = frozenset(), known: Mapping[Inode, str] | None = None
) -> dict[str, tuple[int, str]]:
    """Size and sha256 of every file below a folder, by its path within it; that of a `known` file, which another snapshot has
    too, is not worked out again."""
    paths = sorted(p for p in root.rglob("*") if p.is_file() and p.name not in without)
    found = ((p, _inode(p)) for p in paths)
    return {p.relative_to(root).as_posix(): (inode[2], (known or {}).get(inode) or file_hash(p)) for p, inode in found}


def file_hash(path: Path) -> str:
    """The sha256 of a file, in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


_Key = tuple[str, int, int, int, int, int]
_known: dict[_Key, Future[str]] = {}
_one_at_a_time = Lock()


def known_hash(path: Path) -> str:
    """The same, worked out once in a process for as long as the file is the same: its place, size and times. Raises OSError."""
    status = path.stat()
    key = (str(path), status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
    with _one_at_a_time:
        known = _known.get(key)
        found = known or _known.setdefault(key, Future())
    if known is None:
        try:
            found.set_result(file_hash(path))
        except BaseException as error:
            _known.pop(key, None)
            found.set_exception(error)
    return found.result()
