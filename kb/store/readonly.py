"""A SQLite file of a snapshot, opened for reading alone."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from kb.errors import SnapshotError
from kb.store.version import another_version


def open_readonly(path: Path, version: int, what: str) -> sqlite3.Connection:
    """A connection that many threads may share. `what`: what the file holds, as an error says it.

    Raises SnapshotError if it cannot be opened or `version` is not its own: Outdated if its own is older.
    """
    try:
        found = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False)
        own = found.execute("PRAGMA user_version").fetchone()[0]
    except sqlite3.Error as error:
        raise SnapshotError(f"{path}: {what} cannot be opened ({error}). Run `rulings build` again.") from error
    if own != version:
        found.close()
        raise another_version(path, what, own, version)
    return found
