"""Fences of program text in Markdown (CommonMark 0.31, section 4.5)."""

from __future__ import annotations

import re
from collections.abc import Sequence

_FENCE = re.compile(r" {0,3}(?P<fence>`{3,}|~{3,})(?P<info>.*)")


def open_fence(lines: Sequence[str]) -> int:
    """The line, from 1, of the fence that is still open at the end; 0 for none.

    >>> open_fence(["```", "a", "```"]), open_fence(["A", "~~~ text", "```", "b"])
    (0, 2)
    """
    opened, fence = 0, ""
    for number, line in enumerate(lines, 1):
        shown = _FENCE.fullmatch(line.rstrip())
        if shown is None:
            continue
        closes = shown["fence"].startswith(fence) and not shown["info"].strip()
        if not opened and not (shown["fence"][0] == "`" and "`" in shown["info"]):
            opened, fence = number, shown["fence"]
        elif opened and closes:
            opened, fence = 0, ""
    return opened
