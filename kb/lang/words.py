"""English words of a normalised text with their stems, and which characters are Chinese."""

from __future__ import annotations

from collections.abc import Container
from functools import cache, lru_cache
from typing import Any, NamedTuple

from kb.lang.later import later

_WORD = later(r"[a-z0-9]+(?:'[a-z]+)?")
CJK = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3005-\u3007"
"""Ranges of Chinese characters (and the signs that stand for one), for use inside a character class."""


class Word(NamedTuple):
    """One word of a normalised text: offsets into that text, end exclusive."""

    start: int
    end: int
    text: str
    stem: str


@cache
def _stemmer() -> Any:
    import Stemmer

    return Stemmer.Stemmer("english")


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The Snowball stem of a lower-case English word; numbers and codes stay as they are.

    >>> stem("activated"), stem("negates"), stem("1900"), stem("opponent's")
    ('activ', 'negat', '1900', 'oppon')
    """
    if not word.isascii() or any(c.isdigit() for c in word):
        return word
    found: str = _stemmer().stemWord(word)
    return found


def words(text: str) -> list[Word]:
    """The Latin words and numbers of a normalised text, in order; Chinese is passed over."""
    return [Word(m.start(), m.end(), m.group(), stem(m.group())) for m in _WORD.finditer(text)]


def pairs(text: str) -> list[tuple[str, str]]:
    """The same words, each with its stem, without their places.

    >>> pairs("destroyed cards")
    [('destroyed', 'destroy'), ('cards', 'card')]
    """
    return [(word, stem(word)) for word in _WORD.findall(text)]


def stems(text: str, without: Container[str] = ()) -> list[str]:
    """The stems of the words of a normalised text, in order, words `without` left out.

    >>> stems("the monsters are destroyed", without={"the"})
    ['monster', 'are', 'destroy']
    """
    return [stem(word) for word in _WORD.findall(text) if word not in without]
