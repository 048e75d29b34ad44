"""Which files a path means, and their bytes. Whatever is wrong with a file is one BadInput with one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from ingest.reading_order import in_reading_order
from ingest.site_names import SiteNames
from ingest.site_nav import navigation
from kb.errors import BadInput
from kb.plain import encodable

MAX_BYTES = 64 * 1024 * 1024
"""Largest file that is read, in bytes."""
_TEXTS = (".md", ".markdown", ".txt", ".text", ".rst", ".rest", ".html", ".htm", ".xhtml", ".csv", ".tsv")
_OTHERS = (".pdf", ".docx", ".docm", ".epub", ".json", ".jsonl", ".ndjson")
SUFFIXES = frozenset((*_TEXTS, *_OTHERS))
"""What is picked up inside a folder; a file that is named itself may be called anything."""


@dataclass(frozen=True, slots=True)
class Found:
    """A file and what it is called: its path inside the folder it was found in, else its own name; what of it is not UTF-8 is
    written out.
    """

    path: Path
    name: str
    named: bool = True
    """Whether it was given by itself, not found in a folder."""
    title: str = ""
    """What the navigation of its site calls it; empty where there is none."""
    names: str = ""
    """The substitutions that hold on all pages of its site, as they are defined there."""


def find_files(paths: Iterable[Path]) -> tuple[Found, ...]:
    """The files that the paths mean, each once: files as given, those of folders in the order of their tables of contents,
    else of names.

    No two have the same name: where they would, the folders above them tell them apart. Hidden files and folders are passed
    over inside a folder. Raises BadInput for a path that does not exist, that is neither file nor folder, or for a folder
    without a document in it.
    """
    found: dict[Path, Found] = {}
    for path in paths:
        inside = _inside(path) if path.is_dir() else [Found(_existing(path), encodable(path.name))]
        for file in inside:
            found.setdefault(file.path.resolve(), file)
    counts = Counter(f.name for f in found.values())
    return tuple(_told_apart(real, f) if counts[f.name] > 1 else f for real, f in found.items())


def _inside(folder: Path) -> list[Found]:
    """The files of a folder, in order, with what its site says of them: titles in its navigation, names for all pages."""
    titles, site = navigation(folder), SiteNames(folder)
    return [
        Found(
            file,
            encodable(name),
            named=False,
            title=encodable(titles.get(name, "")),
            names=encodable(site.of(file)),
        )
        for file in _of_folder(folder)
        for name in [file.relative_to(folder).as_posix()]
    ]


def _told_apart(real: Path, file: Found) -> Found:
    """The file under its whole path, less what every path begins with."""
    return replace(file, name=encodable(real.relative_to(real.anchor).as_posix()))


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
    return in_reading_order(files, folder)


def read_bytes(path: Path) -> bytes:
    """The file's bytes, at least one of them no white space.

    Raises BadInput if the file is missing, empty, larger than 64 MB, cannot be read, or is gone or cut short before it was
    read to its end. (A line that is too long is found when the bytes are decoded.)
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
    return data


def _why(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
