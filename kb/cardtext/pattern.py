"""Phrases into one compiled pattern."""

from __future__ import annotations

import re


def one_of(*phrases: str, before: str = "", after: str = "") -> re.Pattern[str]:
    """A pattern that matches any of the phrases (regular expressions over masked text), each within `before` and `after`."""
    return re.compile(before + "(?:" + "|".join(phrases) + ")" + after)
