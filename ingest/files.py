"""Which files a path means, and their bytes. Whatever is wrong with a file is one BadInput with one line."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from kb.errors import BadInput

MAX_BYTES = 64 * 1024 * 1024
"""Largest file that is read, in bytes."""
MAX_LINE = 5_000_000
"""Longest line that is read, in code points. PDFs have no lines."""
SUFFIXES = frozenset(
    (".md", ".markdown", ".txt", ".text", ".rst", ".rest", ".html", ".htm", ".xhtml", ".pdf", ".json", ".jsonl", ".ndjson")
)
"""What is picked up inside a folder; a file that is named itself may be called anything."""


def find_files(paths: Iterable[Path]) -> tuple[Path, ...]:
    """The files that the paths mean, each once: files as given, folders searched through in the order of names.

    Hidden files and folders are passed over inside a folder. Raises BadInput for a path that does not exist, that is neither
    file nor folder, or for a folder without a document in it.
    """
    found: dict[Path, Path] = {}
    for path in paths:
        for file in _of_folder(path) if path.is_dir() else [_existing(path)]:
            found.setdefault(file.resolve(), file)
    return tuple(found.values())


def _existing(path: Path) -> Path:
    if not path.exists():
        raise BadInput(f"{path}: no such file or folder. Check the name.")
    if not path.is_file():
        raise BadInput(f"{path}: neither a file nor a folder. Give a document or a folder of documents.")
    return path


def _of_folder(folder: Path) -> list[Path]:
    try:
        inside = sorted(p for p in folder.rglob("*") if p.suffix.lower() in SUFFIXES and p.is_file())
    except OSError as error:
        raise BadInput(f"{folder}: the folder cannot be read ({_why(error)}). Check its permissions.") from error
    files = [p for p in inside if not any(part.startswith(".") for part in p.relative_to(folder).parts)]
    if not files:
        raise BadInput(f"{folder}: no document in this folder (looked for {', '.join(sorted(SUFFIXES))}). Name a file.")
    return files


def read_bytes(path: Path) -> bytes:
    """The file's bytes, at least one of them no white space.

    Raises BadInput if the file is missing, empty, larger than 64 MB, holds a line of more than 5 million characters, cannot
    be read, or is gone or cut short before it was read to its end.
    """
    _existing(path)
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise BadInput(f"{path}: {size / 1024 / 1024:.0f} MB are more than the 64 MB that are read. Split the file.")
        data = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({_why(error)}). Check that it still exists and may be read.") from error
    if len(data) < size:
        raise BadInput(f"{path}: ended after {len(data):,} of {size:,} bytes, it changed while it was read. Try again.")
    if not data.strip():
        raise BadInput(f"{path}: the file is empty. Give a file with text in it.")
    _check_lines(path, data)
    return data


def _check_lines(path: Path, data: bytes) -> None:
    if len(data) <= MAX_LINE or data.startswith(b"%PDF"):
        return
    for number, line in enumerate(data.split(b"\n"), 1):
        if len(line) > MAX_LINE and (n := len(line.decode("utf-8", "replace"))) > MAX_LINE:
            raise BadInput(f"{path}: line {number} has {n:,} characters, more than the 5,000,000 that are read. Break it up.")


def _why(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
