"""Tables of the digest kept as text, a row a line: fields with tabs between, `#` before a remark."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kb.errors import BadInput


def read_text(path: Path) -> str:
    """What a file says; nothing where there is none. Raises BadInput where it cannot be read."""
    try:
        return path.read_text("utf-8") if path.is_file() else ""
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: cannot be read ({error}). Save it as UTF-8 text.") from error


def rows_in(text: str, name: str) -> Iterator[tuple[str, list[str]]]:
    """Of each row where it stands, as `name:line`, lines counted from 1, and its fields."""
    for number, line in enumerate(text.splitlines(), 1):
        if line and not line.startswith("#"):
            yield f"{name}:{number}", line.split("\t")


def read_rows(path: Path) -> Iterator[tuple[str, list[str]]]:
    """The rows of a file, as `rows_in` tells them; none where there is no file. Raises BadInput where it cannot be read."""
    yield from rows_in(read_text(path), str(path))
