"""What a Sphinx site puts before or after every page: the substitutions of its `conf.py`, which is parsed and never run."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

_SETTINGS = ("rst_prolog", "rst_epilog")
_MOST_BYTES = 200_000
_DEFINED = re.compile(r"^\.\.[ \t]+\|[^|\n]+\|[ \t]+(?:replace|unicode)::[^\n]*(?:\n[ \t]+\S[^\n]*)*", re.M)


def definitions(folder: Path) -> Mapping[Path, str]:
    """The definitions of substitutions that hold in folders at or below this one, by the folder of their `conf.py`; a page goes
    by the nearest above it.

    Nothing for a file that cannot be read or parsed, or that puts its text together by running.
    """
    try:
        files = sorted(p for p in folder.rglob("conf.py") if p.is_file())
    except OSError:
        return {}
    return {file.parent: found for file in files if (found := "\n".join(_definitions(file)))}


def names_of(page: Path, known: Mapping[Path, str]) -> str:
    """Those of the nearest folder above a page; empty for none."""
    return next((known[folder] for folder in page.parents if folder in known), "")


def _definitions(file: Path) -> Iterator[str]:
    try:
        with file.open("rb") as opened:
            tree = ast.parse(opened.read(_MOST_BYTES).decode("utf-8", "replace"))
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for statement in tree.body:
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        targets = [statement.target] if isinstance(statement, ast.AugAssign | ast.AnnAssign) else targets
        value = getattr(statement, "value", None)
        named = any(isinstance(target, ast.Name) and target.id in _SETTINGS for target in targets)
        if named and isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield from (found[0] for found in _DEFINED.finditer(value.value))
