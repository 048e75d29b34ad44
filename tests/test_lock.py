"""Locks between processes: by the system's own call, and by portalocker, which Windows needs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kb.lock import FileLock, by_portalocker

ROOT = Path(__file__).resolve().parent.parent
HELD = """
import sys
from pathlib import Path
from kb.lock import FileLock
lock = getattr(FileLock, sys.argv[1])(Path(sys.argv[2]))
print(bool(lock), flush=True)
sys.stdin.read()
"""


def _of_another(how: str, path: Path) -> subprocess.Popen[str]:
    """A process that holds the file's lock until it is killed."""
    command = [sys.executable, "-c", HELD, how, str(path)]
    other = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert other.stdout is not None and other.stdout.readline() == "True\n"
    return other


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "lock").touch()
    return tmp_path / "lock"


@pytest.mark.parametrize(
    ("theirs", "ours", "free"),
    [
        ("shared", "shared", True),
        ("shared", "exclusive", False),
        ("exclusive", "shared", False),
        ("exclusive", "exclusive", False),
    ],
)
def test_readers_share_and_a_writer_is_alone(path: Path, theirs: str, ours: str, free: bool) -> None:
    other = _of_another(theirs, path)
    assert (getattr(FileLock, ours)(path) is not None) is free
    handle = os.open(path, os.O_RDWR)
    assert by_portalocker(handle, shared=ours == "shared") is free, "both ways heed each other"
    os.close(handle)
    other.kill()
    other.communicate()
    assert getattr(FileLock, ours)(path) is not None, "the system lets go of a killed process's lock"


def test_a_lock_that_nobody_has_any_more_is_let_go(path: Path) -> None:
    lock = FileLock.shared(path)
    assert lock is not None and FileLock.exclusive(path) is None
    del lock
    again = FileLock.exclusive(path)
    assert again is not None
    again.release()
    again.release()


def test_a_file_that_is_gone_cannot_be_locked(path: Path) -> None:
    path.unlink()
    assert FileLock.shared(path) is None and FileLock.exclusive(path) is None
    assert FileLock.exclusive(path, create=True) is not None


def test_waiting_ends(path: Path) -> None:
    held = FileLock.exclusive(path)
    assert FileLock.awaited(path, 0.02) is None
    assert held is not None
    held.release()
    assert FileLock.awaited(path, 0.02) is not None
