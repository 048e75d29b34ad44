"""Every word of the interface, in both languages: `ui/words/*.toml`, one table a key with `en` and `zh`."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from ui import state

FOLDER = Path(__file__).parent / "words"


@cache
def all_words() -> dict[str, dict[str, str]]:
    """The words by key and language. Raises ValueError if two files have one key, or a key lacks a language."""
    found: dict[str, dict[str, str]] = {}
    for path in sorted(FOLDER.glob("*.toml")):
        for key, texts in tomllib.loads(path.read_text("utf-8")).items():
            if key in found:
                raise ValueError(f"{path}: [{key}] stands in another file too. Rename it.")
            if set(texts) != set(state.LANGS):
                raise ValueError(f"{path}: [{key}] needs `en` and `zh` and nothing else.")
            found[key] = texts
    return found


def say(key: str, **values: object) -> str:
    """The words of a key in the interface's language, its {placeholders} filled.

    Raises KeyError if the key, or a placeholder's value, is missing.
    """
    return say_in(state.lang(), key, **values)


def say_in(lang: str, key: str, **values: object) -> str:
    """The same in a given language; English for any but Chinese."""
    text = all_words()[key]["zh" if lang == "zh" else "en"]
    return text.format(**values) if values else text
