"""Locks that the system lets go of when a process ends, however it ends; on Linux, macOS and Windows."""

from __future__ import annotations

import os
import time
import weakref
from pathlib import Path
from types import TracebackType


class FileLock:
    """A lock on a file, held until `release` or until nobody has this any more; shared by readers, or held by one alone."""

    def __init__(self, handle: int) -> None:
        self._release = weakref.finalize(self, os.close, handle)

    @classmethod
    def shared(cls, path: Path) -> FileLock | None:
        """A lock that other readers may hold too, on an existing file; None if the file is gone or held exclusively."""
        return _take(path, os.O_RDONLY, shared=True)

    @classmethod
    def exclusive(cls, path: Path, *, create: bool = False) -> FileLock | None:
        """A lock that nobody else holds; None if somebody does, or if the file is missing and not to be created."""
        return _take(path, os.O_RDWR | (os.O_CREAT if create else 0), shared=False)

    @classmethod
    def awaited(cls, path: Path, seconds: float) -> FileLock | None:
        """An exclusive lock on a file, which is made if it is missing; None if it is not free within that time."""
        until = time.monotonic() + seconds
        while (lock := cls.exclusive(path, create=True)) is None and time.monotonic() < until:
            time.sleep(0.005)
        return lock

    def release(self) -> None:
        """Lets go; a second call does nothing."""
        self._release()

    def __enter__(self) -> FileLock:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.release()


def _take(path: Path, flags: int, *, shared: bool) -> FileLock | None:
    try:
        handle = os.open(path, flags | getattr(os, "O_BINARY", 0), 0o644)
    except FileNotFoundError:
        return None
    try:
        if _lock(handle, shared=shared) and _still_there(path, handle):
            return FileLock(handle)
    except BaseException:
        os.close(handle)
        raise
    os.close(handle)
    return None


def _lock(handle: int, *, shared: bool) -> bool:
    """Whether the lock was free. Raises OSError where the disk knows no locks."""
    try:
        import fcntl
    except ImportError:
        return by_portalocker(handle, shared=shared)
    try:
        fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def by_portalocker(handle: int, *, shared: bool) -> bool:
    """The same on Windows. portalocker does it everywhere, but takes 50 ms to import, which every question would wait for."""
    from portalocker import LockFlags, lock
    from portalocker.exceptions import AlreadyLocked, LockException

    try:
        lock(handle, (LockFlags.SHARED if shared else LockFlags.EXCLUSIVE) | LockFlags.NON_BLOCKING)
    except AlreadyLocked:
        return False
    except LockException as error:
        raise OSError(str(error)) from error
    return True


def _still_there(path: Path, handle: int) -> bool:
    """Whether the path still names the locked file: it may have been removed between opening and locking."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return False
    return os.path.samestat(found, os.fstat(handle))
