"""What the card readers share: values out of rows that others wrote."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

MAX_TEXT = 20_000
"""Longest text of a card, in code points, that is kept."""
_RUBY = re.compile(r"<rt>.*?</rt>|</?ruby>|</?rb>|<rp>.*?</rp>", re.S)
_BLANKS = re.compile(r"[ \t]+\n")


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row that gives no card; counted from 1."""

    number: int
    why: str


def text_of(value: object) -> str:
    """A text less its ruby and the blanks around it; empty for anything but a string.

    >>> text_of("<ruby>例<rt>れい</rt></ruby>の竜 ")
    '例の竜'
    """
    if not isinstance(value, str):
        return ""
    whole = value.encode("utf-8", "replace").decode()
    return _BLANKS.sub("\n", _RUBY.sub("", whole).replace("\r\n", "\n")).strip()[:MAX_TEXT]


def number_of(value: object) -> int | None:
    """A positive number that SQLite can hold; None for anything else."""
    if isinstance(value, str) and value.isascii() and value.strip().isdigit():
        value = int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 1 << 62 else None


def stats_of(row: Mapping[str, object], names: Mapping[str, str]) -> dict[str, str]:
    """Values by our names, as printed; `names` maps the file's names to ours. What is absent is left out."""
    found = {ours: row.get(theirs) for theirs, ours in names.items()}
    return {name: str(value) for name, value in found.items() if isinstance(value, (int, str)) and value != ""}
