"""What builds and writes that were stopped have left behind in a home."""

from __future__ import annotations

import contextlib
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

from kb.errors import SnapshotError
from kb.lock import FileLock
from kb.store.snapshot import BUILD_LOCK, LOCK, POINTER, SNAPSHOTS

DRAFT = ".draft-"
TRASH = ".trash-"
_PART = re.compile(r"\..+\.[0-9a-f]{12}|.*\.part|.*\.part-journal")
_SETTLED = 600.0
"""Seconds after which a half-written file of the caches or decisions is nobody's any more: not only builds write there."""
_SHARED = frozenset({"cache", "reviews"})


def find_leftovers(home: Path) -> list[Path]:
    """Folders and files that nobody will finish. Only true while no build runs: hold the build lock."""
    return [*_folders(home / SNAPSHOTS), *_parts(home)]


def clear_leftovers(home: Path) -> list[Path]:
    """Removes them; what was removed. Called with the build lock held."""
    found = find_leftovers(home)
    for path in found:
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            with contextlib.suppress(OSError):
                path.unlink()
    return found


def unread_snapshots(home: Path) -> list[Path]:
    """Snapshots that are not the current one and that no reader holds."""
    pointer = home / POINTER
    current = pointer.read_text("utf-8", "replace").split(" ")[0] if pointer.is_file() else ""
    return [p for p in _visible(home / SNAPSHOTS) if p.name != current and _unread(p)]


def build_lock(home: Path) -> FileLock:
    """The lock of the one build that may run. Raises SnapshotError if one is running."""
    lock = FileLock.exclusive(home / BUILD_LOCK, create=True)
    if lock is None:
        raise SnapshotError(f"{home}: another build is running here. Wait until it ends, or give another folder with --home.")
    return lock


def _unread(snapshot: Path) -> bool:
    lock = FileLock.exclusive(snapshot / LOCK)
    if lock is not None:
        lock.release()
    return lock is not None or not (snapshot / LOCK).exists()


def _visible(folder: Path) -> Iterator[Path]:
    yield from (p for p in sorted(folder.iterdir()) if not p.name.startswith(".")) if folder.is_dir() else ()


def _folders(snapshots: Path) -> Iterator[Path]:
    for path in sorted(snapshots.iterdir()) if snapshots.is_dir() else ():
        if path.name.startswith((DRAFT, TRASH)):
            yield path


def _parts(home: Path) -> Iterator[Path]:
    for top in sorted(home.iterdir()) if home.is_dir() else ():
        if top.name == SNAPSHOTS:
            continue
        for path in sorted(top.rglob("*")) if top.is_dir() else [top]:
            with contextlib.suppress(OSError):
                if _PART.fullmatch(path.name) and path.is_file() and (top.name not in _SHARED or _old(path)):
                    yield path


def _old(path: Path) -> bool:
    return time.time() - path.stat().st_mtime > _SETTLED
