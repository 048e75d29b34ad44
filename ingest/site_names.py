"""The substitutions that hold on the pages of a Sphinx site: of its `conf.py`, which is parsed, never run, and of what a page
includes.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

_SETTINGS = ("rst_prolog", "rst_epilog")
_MOST_BYTES, _MOST_FILES = 200_000, 20
_DEFINED = re.compile(r"^\.\.[ \t]+\|[^|\n]+\|[ \t]+(?:replace|unicode)::[^\n]*(?:\n[ \t]+\S[^\n]*)*", re.M)
_INCLUDED = re.compile(r"^[ \t]*\.\.[ \t]+include::[ \t]*(\S[^\n]*)", re.M)
_PAGES = (".rst", ".rest")


class SiteNames:
    """What the sites in a folder define for their pages.

    A file that cannot be read or parsed, that puts its text together by running, or that lies outside the folder, defines
    nothing.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._roots = {file.parent.resolve(): "\n".join(_set(_text(file))) for file in _settings(folder)}
        self._read: dict[Path, str] = {}

    def of(self, page: Path) -> str:
        """The definitions that hold on a page before its own: of the nearest `conf.py` above it, then of what it includes;
        empty for none.
        """
        page = page.resolve()
        root = next((folder for folder in page.parents if folder in self._roots), self._folder)
        included = self._included(page, root) if page.suffix.lower() in _PAGES else ()
        return "\n".join(filter(None, (self._roots.get(root, ""), *map(self._defined, included))))

    def _included(self, page: Path, root: Path) -> list[Path]:
        """The files that a page includes, those that these include after them, each once; a path that begins with a slash is
        taken from the site's root, as Sphinx does."""
        files = [page]
        for file in files:
            for found in _INCLUDED.finditer(_text(page) if file == page else self._text_of(file)):
                named = found[1].strip()
                try:
                    target = (root / named.lstrip("/") if named.startswith("/") else file.parent / named).resolve()
                    inside = target.is_relative_to(self._folder) and target.is_file()
                except (OSError, ValueError, RuntimeError):
                    continue
                if inside and target not in files and len(files) <= _MOST_FILES:
                    files.append(target)
        return files[1:]

    def _defined(self, file: Path) -> str:
        return "\n".join(found[0] for found in _DEFINED.finditer(self._text_of(file)))

    def _text_of(self, file: Path) -> str:
        if file not in self._read:
            self._read[file] = _text(file)
        return self._read[file]


def _settings(folder: Path) -> list[Path]:
    try:
        return sorted(p for p in folder.rglob("conf.py") if p.is_file())
    except OSError:
        return []


def _text(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            return opened.read(_MOST_BYTES).decode("utf-8-sig", "replace")
    except OSError:
        return ""


def _set(code: str) -> Iterator[str]:
    """The definitions in what the settings put before or after every page."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for statement in tree.body:
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        targets = [statement.target] if isinstance(statement, ast.AugAssign | ast.AnnAssign) else targets
        value = getattr(statement, "value", None)
        named = any(isinstance(target, ast.Name) and target.id in _SETTINGS for target in targets)
        if named and isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield from (found[0] for found in _DEFINED.finditer(value.value))
