"""The order in which a site is to be read: as its navigation (MkDocs) or its tables of contents (`toctree` of Sphinx and MyST)
name the documents."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from ingest.site_nav import navigation

_TABLE = re.compile(r"^(?P<indent>[ \t]*)(?:\.\. toctree::|(?P<fence>`{3,}|:{3,})\{toctree\})[ \t]*$")
_NAMED = re.compile(r".*<([^<>]+)>\s*$")
_OPTION = re.compile(r":(?P<name>[\w-]+):")
_SUFFIXES = (".rst", ".rest", ".md", ".markdown", ".txt")
_MOST_BYTES = 1_000_000
"""Of a file, how much is looked through for a table of contents."""


def in_reading_order(files: Sequence[Path], folder: Path) -> list[Path]:
    """The files of a folder in the order in which its tables of contents name them, each before what its own table names.

    What the navigation names begins, then a folder's own `index`, then the files that no table names, in the order given, each
    with what it leads to.
    Files that cannot be read name none.
    """
    at = {file.relative_to(folder).as_posix(): file for file in files if file.suffix.lower() in _SUFFIXES}
    below = {name: tuple(dict.fromkeys(_below(name, _text(file), at))) for name, file in at.items()}
    named = {child for name, children in below.items() for child in children if child != name}
    order: dict[Path, None] = {}
    tops = [f for f in files if f.relative_to(folder).as_posix() not in named]
    first = [at[name] for name in below if name.rpartition(".")[0] == "index" and below[name]]
    listed = [at[name] for name in navigation(folder) if name in at]
    for file in (*listed, *first, *tops, *files):
        waiting = [file]
        while waiting:
            found = waiting.pop()
            if found not in order:
                order[found] = None
                waiting += [at[name] for name in reversed(below.get(found.relative_to(folder).as_posix(), ()))]
    return list(order)


def _text(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            return opened.read(_MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""


def _below(name: str, text: str, at: dict[str, Path]) -> Iterator[str]:
    """What the tables of a document name, as paths inside the folder."""
    for entry, pattern in _entries(text):
        wanted = posixpath.normpath(
            entry.lstrip("/") if entry.startswith("/") else f"{posixpath.dirname(name)}/{entry}"
        ).lstrip("/")
        if pattern:
            yield from sorted(n for n in at if fnmatchcase(n.rpartition(".")[0], wanted) and n != name)
        else:
            yield from (n for n in (wanted, *(wanted + suffix for suffix in _SUFFIXES)) if n in at)


def _entries(text: str) -> Iterator[tuple[str, bool]]:
    """Every entry of every table, and whether it is a pattern."""
    lines = iter(text.splitlines())
    for line in lines:
        match = _TABLE.match(line)
        if match:
            yield from _table(lines, match["fence"] or "", len(match["indent"]))


def _table(lines: Iterator[str], fence: str, indent: int) -> Iterator[tuple[str, bool]]:
    pattern = False
    for line in lines:
        said = line.strip()
        if (fence and said.startswith(fence)) or (said and not fence and len(line) - len(line.lstrip()) <= indent):
            return
        option = _OPTION.match(said)
        pattern = pattern or (option is not None and option["name"] == "glob")
        if said and not option:
            named = _NAMED.match(said)
            entry = named[1] if named else said
            yield entry, pattern and any(sign in entry for sign in "*?[")
