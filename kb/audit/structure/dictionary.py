"""English words, as a dictionary of spelling has them. To load it takes a sixth of a second, so what it said is remembered in
the user's cache folder: an audit mostly asks for words that it has asked for before."""

from __future__ import annotations

from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_cache_dir

from kb.cache import code_version
from kb.memo import Memo

if TYPE_CHECKING:
    from spellchecker import SpellChecker

NAME = "spelling"
"""Of the file in the cache folder."""


@lru_cache(maxsize=1)
def _dictionary() -> SpellChecker:
    from spellchecker import SpellChecker

    return SpellChecker(language="en", distance=1)


@lru_cache(maxsize=1)
def _said() -> Memo:
    folder = Path(user_cache_dir("duel-rulings", appauthor=False))
    return Memo(folder, NAME, version=f"{version('pyspellchecker')} {code_version(__name__)}")


def known(word: str) -> bool:
    """Whether the dictionary has a word."""
    return _said().of(f"known {word}", lambda _: bool(_dictionary().known([word])))


def near(word: str) -> list[tuple[str, float]]:
    """The other words it has that are one letter away, each with how usual it is, 0..1; sorted."""
    return [(one, usual) for one, usual in _said().of(f"near {word}", lambda _: _near(word))]


def _near(word: str) -> list[tuple[str, float]]:
    checker = _dictionary()
    found = sorted(checker.known(checker.edit_distance_1(word)) - {word})
    return [(one, checker.word_usage_frequency(one)) for one in found]


def remember() -> None:
    """Keeps what was asked for; a folder that cannot be written to is done without."""
    _said().save()
