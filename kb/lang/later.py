"""Patterns that are compiled when they are first used: many a question needs none of a module's."""

from __future__ import annotations

import re
from typing import Any, cast

_PARTS = (
    "search",
    "match",
    "fullmatch",
    "finditer",
    "findall",
    "sub",
    "subn",
    "split",
    "pattern",
    "flags",
    "groupindex",
    "groups",
)


class _Later:
    """Stands for a pattern; after the first use it has all of that pattern's own methods."""

    __slots__ = ("_given", *_PARTS)

    def __init__(self, pattern: str, flags: int) -> None:
        self._given = pattern, flags

    def __getattr__(self, name: str) -> Any:
        """What was not there yet: now it is. Raises re.error if it is no pattern."""
        if name not in _PARTS:
            raise AttributeError(name)
        made = re.compile(*self._given)
        for part in _PARTS:
            setattr(self, part, getattr(made, part))
        return getattr(made, name)


def later(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """The pattern, compiled when it is first used.

    >>> later("lamps?").findall("a lamp, two lamps")
    ['lamp', 'lamps']
    """
    return cast("re.Pattern[str]", _Later(pattern, flags))
