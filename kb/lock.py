"""Locks that the system lets go of when a process ends, however it ends."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from types import TracebackType


class FileLock:
    """A lock on a file, held until `release`; shared by readers, or held by one alone."""

    def __init__(self, handle: int) -> None:
        self._handle: int | None = handle

    @classmethod
    def shared(cls, path: Path) -> FileLock | None:
        """A lock that other readers may hold too, on an existing file; None if the file is gone or held exclusively."""
        return _take(path, os.O_RDONLY, fcntl.LOCK_SH)

    @classmethod
    def exclusive(cls, path: Path, *, create: bool = False) -> FileLock | None:
        """A lock that nobody else holds; None if somebody does, or if the file is missing and not to be created."""
        return _take(path, os.O_RDWR | (os.O_CREAT if create else 0), fcntl.LOCK_EX)

    def release(self) -> None:
        """Lets go; a second call does nothing."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def __enter__(self) -> FileLock:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.release()


def _take(path: Path, flags: int, mode: int) -> FileLock | None:
    try:
        handle = os.open(path, flags | os.O_CLOEXEC, 0o644)
    except FileNotFoundError:
        return None
    try:
        fcntl.flock(handle, mode | fcntl.LOCK_NB)
        if _still_there(path, handle):
            return FileLock(handle)
    except BlockingIOError:
        pass
    except BaseException:
        os.close(handle)
        raise
    os.close(handle)
    return None


def _still_there(path: Path, handle: int) -> bool:
    """Whether the path still names the locked file: it may have been removed between opening and locking."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return False
    return os.path.samestat(found, os.fstat(handle))
