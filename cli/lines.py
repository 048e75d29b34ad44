"""Lines of a batch file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from kb.errors import BadInput


def read_lines(path: Path) -> Iterator[str]:
    """The lines of a UTF-8 file, or of standard input for `-`, one by one.

    Raises BadInput where the file is missing, unreadable or not UTF-8.
    """
    if str(path) == "-":
        yield from sys.stdin
        return
    try:
        with path.open(encoding="utf-8-sig") as lines:
            yield from lines
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: not UTF-8 (byte {error.start}). Save it as UTF-8 and run again.") from error
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}. Check the path.") from error


def check_readable(path: Path) -> None:
    """Nothing if the file can be opened; raises BadInput before any other work is done."""
    if str(path) != "-":
        try:
            path.open("rb").close()
        except OSError as error:
            raise BadInput(f"{path}: {error.strerror}. Check the path.") from error
