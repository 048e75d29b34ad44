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

_GROUP = later(r"\\\d")
_PASSES = 3
"""How often at most: a term may complete what another pattern looks for."""
_HAN = later(r"[\u4e00-\u9fff]")
_QUOTED = later(r"(\"[^\"]*\"|“[^”]*”|「[^」]*」|『[^』]*』|《[^》]*》)")


def in_terms(text: str, folder: Path | None = None) -> str:
    """The text by the words of `cues/everyday.toml`, of that sources folder or the project's own.

    What stands in quotation marks stays as it is, and so does what the text calls by its term besides: it may ask what the two
    have to do with each other.
    """
    lang: Lang = "zh" if _HAN.search(text) else "en"
    parts = _QUOTED.split(text)
    parts[::2] = [_in_terms(part, lang, folder) for part in parts[::2]]
    return "".join(parts)


def _in_terms(text: str, lang: Lang, folder: Path | None) -> str:
    for _ in range(_PASSES):
        before = text
        for pattern, term, plain in _patterns(folder, lang):
            text = text if plain in before.lower() else pattern.sub(term, text)
        if text == before:
            break
    return text


@lru_cache(maxsize=8)
def _patterns(folder: Path | None, lang: Lang) -> tuple[tuple[re.Pattern[str], str, str], ...]:
    """Each pattern, its term, and that in small letters without its groups."""
    found = load_everyday(folder).get(lang, ())
    return tuple((re.compile(pattern, re.I), term, _GROUP.sub("", term).strip().lower()) for pattern, term in found)
