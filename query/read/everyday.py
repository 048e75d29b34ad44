"""A question with the game's terms in the place of what people call things who do not know them: "the green card with the
little lightning" for a Quick-Play Spell.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.digest.load import Everyday
from kb.lang.later import later

_GROUP = later(r"\\\d")
_PASSES = 3
"""How often at most: a term may complete what another pattern looks for."""
_HAN = later(r"[\u4e00-\u9fff]")
_QUOTED = later(r"(\"[^\"]*\"|“[^”]*”|「[^」]*」|『[^』]*』|《[^》]*》)")


def in_terms(text: str, everyday: Everyday) -> str:
    """The text with terms in the place of everyday words.

    What stands in quotation marks stays as it is, and so does what the text calls by its term besides: it may ask what the two
    have to do with each other.
    """
    terms = everyday.get("zh" if _HAN.search(text) else "en", ())
    parts = _QUOTED.split(text)
    parts[::2] = [_in_terms(part, terms) for part in parts[::2]]
    return "".join(parts)


def _in_terms(text: str, terms: Sequence[tuple[re.Pattern[str], str]]) -> str:
    for _ in range(_PASSES):
        before = text
        for pattern, term in terms:
            if pattern.search(text) and _GROUP.sub("", term).strip().lower() not in before.lower():
                text = pattern.sub(term, text)
        if text == before:
            break
    return text
