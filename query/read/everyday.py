"""A question with the game's terms in the place of what people call things who do not know them: "the green card with the
little lightning" for a Quick-Play Spell.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from kb.digest.load import load_everyday
from kb.lang.later import later
from kb.model import Lang

_PASSES = 3
"""How often at most: a term may complete what another pattern looks for."""
_QUOTED = later(r"(\"[^\"]*\"|“[^”]*”|「[^」]*」|『[^』]*』|《[^》]*》)")


def in_terms(text: str, lang: Lang, folder: Path) -> str:
    """The text by the words of that sources folder's `cues/everyday.toml`, what stands in quotation marks as it is."""
    parts = _QUOTED.split(text)
    parts[::2] = [_in_terms(part, lang, folder) for part in parts[::2]]
    return "".join(parts)


def _in_terms(text: str, lang: Lang, folder: Path) -> str:
    for _ in range(_PASSES):
        before = text
        for pattern, term in _patterns(folder, lang):
            text = pattern.sub(term, text)
        if text == before:
            break
    return text


@lru_cache(maxsize=8)
def _patterns(folder: Path, lang: Lang) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(pattern, re.I), term) for pattern, term in load_everyday(folder).get(lang, ()))
