"""The territory that a question names."""

from __future__ import annotations

import re

from kb.model import Territory

_NAMES: dict[Territory, re.Pattern[str]] = {
    "OCG": re.compile(r"(?<![a-z])OCG(?![a-z])|日本环境|亚洲", re.I),
    "TCG": re.compile(r"(?<![a-z])TCG(?![a-z])|欧美", re.I),
}
_EXCLUDED = re.compile(
    r"(?:\b(?:not|no|non|rather than|instead of)\b[ -]?(?:the |in )*|不是|并非|非|不按|不打)(?:OCG|TCG)(?![a-z])", re.I
)


def territory_named(text: str) -> Territory:
    """OCG or TCG if the question names just one, else both; one that is ruled out is not named.

    >>> territory_named("OCG rules, not TCG. May I?"), territory_named("TCG和OCG一样吗"), territory_named("不是TCG，是OCG")
    ('OCG', 'both', 'OCG')
    """
    said = _EXCLUDED.sub(" ", text)
    named = [name for name, pattern in _NAMES.items() if pattern.search(said)]
    return named[0] if len(named) == 1 else "both"
