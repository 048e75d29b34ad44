"""Texts as files and terminals can take them: nothing that UTF-8 cannot hold, nothing that a terminal would obey."""

from __future__ import annotations

import re

_HALVES = re.compile("[\ud800-\udfff]")
_OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def encodable(text: str) -> str:
    """The text with everything UTF-8 cannot hold written out: bytes of a file name by their value, half pairs as U+FFFD.

    >>> encodable("lamp\\udcff.md")
    'lamp\\\\xff.md'
    """
    return text if text.isascii() else _HALVES.sub(_written, text)


def _written(half: re.Match[str]) -> str:
    """Python holds a byte of a file name that is not UTF-8 as U+DC80 to U+DCFF."""
    value = ord(half[0]) - 0xDC00
    return f"\\x{value:02x}" if 0x80 <= value <= 0xFF else "\ufffd"


def whole(text: str) -> str:
    """The text with U+FFFD for every half of a pair, as somebody may have typed it: answers can then be written anywhere.

    >>> whole("lamp\\udcff?")
    'lamp\ufffd?'
    """
    return text if text.isascii() else _HALVES.sub("\ufffd", text)


def shown(text: str) -> str:
    """The text as a terminal can be given it: what it would obey is written out as JSON writes it, so that JSON stays the same.

    Line ends and tabs stay; escapes, other control characters, marks that turn the direction of writing, and half pairs do not.

    >>> shown("lamp\\x1b[2J")
    'lamp\\\\u001b[2J'
    """
    return _OBEYED.sub(lambda m: f"\\u{ord(m[0]):04x}", text)


def clipped(text: str, most: int) -> str:
    """The beginning of a text that takes at most so many bytes of UTF-8.

    >>> clipped("灯灯", 5)
    '灯'
    """
    return text.encode("utf-8", "replace")[:most].decode("utf-8", "ignore")
