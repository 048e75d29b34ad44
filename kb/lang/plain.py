"""Which words are plain English or Chinese, so that they name no card by themselves."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

_ENDINGS = ("s", "es", "d", "ed", "r", "er", "ing", "ly", "able")
_BEGINNINGS = ("un", "re", "over", "mis", "non")


@cache
def _plain() -> frozenset[str]:
    lines = (Path(__file__).parent / "plain.txt").read_text("utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


def is_word(word: str) -> bool:
    """Whether a word in small letters is a common one as it stands.

    >>> is_word("don"), is_word("xyq")
    (True, False)
    """
    return word in _plain()


@lru_cache(maxsize=16_384)
def is_plain(word: str) -> bool:
    """Whether a word in small letters, inflected or not, is a common one; of Chinese, whether two characters are a common word.

    >>> is_plain("bounced"), is_plain("unbounced"), is_plain("qxzv"), is_plain("机会")
    (True, True, False, True)
    """
    if word in _plain() or (len(word) < 4 and word.isascii()):
        return True
    return word.isascii() and any(map(_is_stem, (*_stems(word), *_stems(word.replace("ise", "ize")))))


def _is_stem(stem: str) -> bool:
    return len(stem) >= 3 and (stem in _plain() or any(s in _plain() for s in _stems(stem)))


def _stems(word: str) -> list[str]:
    """What a word may be derived from."""
    found = [word]
    for ending in _ENDINGS:
        if word.endswith(ending):
            stem = word[: -len(ending)]
            found += [stem, stem + "e"] + ([stem[:-1]] if stem[-1:] == stem[-2:-1] else [])
    return found + [word[len(b) :] for b in _BEGINNINGS if word.startswith(b)]
