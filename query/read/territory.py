"""The territory that a question names."""

from __future__ import annotations

import re

from kb.model import Territory

_NAMES: dict[Territory, re.Pattern[str]] = {
    "OCG": re.compile(r"(?<![a-z])OCG(?![a-z])|日本环境|亚洲", re.I),
    "TCG": re.compile(r"(?<![a-z])TCG(?![a-z])|欧美", re.I),
}


def territory_named(text: str) -> Territory:
    """OCG or TCG if the question names just one, else both."""
    named = [name for name, pattern in _NAMES.items() if pattern.search(text)]
    return named[0] if len(named) == 1 else "both"
