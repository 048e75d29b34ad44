"""Phrases into one compiled pattern."""

from __future__ import annotations

import re

from kb.lang.later import later


def one_of(*phrases: str, before: str = "", after: str = "") -> re.Pattern[str]:
    """A pattern that matches any of the phrases (regular expressions over masked text), each within `before` and `after`."""
    return later(before + "(?:" + "|".join(phrases) + ")" + after)
