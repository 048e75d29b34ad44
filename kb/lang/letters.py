"""Letters that a text must have for a pattern to match it: to look for them takes less time than to compile the pattern."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any

from kb.lang.later import later

_OPEN = later(r"\{[a-z]+\}")
"""What is put into a pattern later."""
_FEW = 6
"""Characters of a class that are told one by one."""
Letters = tuple[str, ...]


def needed(pattern: str) -> Letters:
    """Stretches of letters of which every text that the pattern matches has one; empty where none is sure.

    >>> needed("draw(?:s|ing)? phase|抽卡"), needed(r"[a-z]+|\\\\d")
    ((' phase', '抽卡'), ())
    """
    parser: Any = import_module("re._parser")  # Python's own, which tells the parts of a pattern to nobody else
    try:
        parsed = parser.parse(_OPEN.sub(".*", pattern))
    except re.error:
        return ()
    return () if parsed.state.flags & (re.I | re.X) else _of_all(parsed)


def _of_all(parts: Iterable[tuple[Any, Any]]) -> Letters:
    """Of parts that follow each other: those of the part that tells most."""
    found: list[Letters] = []
    run = ""
    for kind, value in parts:
        if str(kind) == "LITERAL":
            run += chr(value)
            continue
        found += [(run,), _of_one(str(kind), value)]
        run = ""
    return max((*found, (run,)), key=_tells)


def _of_one(kind: str, value: Any) -> Letters:
    if kind == "SUBPATTERN":
        return () if value[1] & (re.I | re.X) else _of_all(value[3])
    if kind == "ATOMIC_GROUP":
        return _of_all(value)
    if kind in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
        return _of_all(value[2]) if value[0] else ()
    if kind == "BRANCH":
        return _of_any([_of_all(branch) for branch in value[1]])
    if kind == "IN" and len(value) <= _FEW and all(str(one) == "LITERAL" for one, _ in value):
        return tuple(chr(letter) for _, letter in value)
    return ()


def _of_any(branches: Sequence[Letters]) -> Letters:
    return tuple(dict.fromkeys(one for own in branches for one in own)) if all(map(any, branches)) else ()


def _tells(letters: Letters) -> tuple[int, int]:
    """More the longer the shortest is, and the fewer there are."""
    return min(map(len, letters), default=0), -len(letters)
