"""English words with one slip of the pen, in a question: what else reads the question knows words by their letters."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from string import ascii_lowercase

from kb.lang.later import later
from kb.lang.plain import is_plain

_LEAST = 6
"""Letters of a word that is mended: a shorter one is too near to others."""
LONGEST = 600
"""Characters of a text that is looked through; a longer one is no question of a player."""
_OURS = frozenset(("cannot", "excavate", "fizzle"))
"""Words of questions that the list of plain ones lacks and that lie near one of it."""
_WORD = later(rf"(?<![\w'’-])[A-Za-z]{{{_LEAST},}}(?![\w'’-])")


def mended(text: str) -> str:
    """The text with misspelt English words as they were meant, where one common word alone is one letter away.

    >>> mended("can i chain stright from my hand on my oponents turn"), mended("Xyzzyq the Unseen")
    ('can i chain straight from my hand on my opponents turn', 'Xyzzyq the Unseen')
    """
    return text if len(text) > LONGEST else _WORD.sub(lambda found: _meant(found[0]) if found[0].islower() else found[0], text)


@lru_cache(maxsize=4_096)
def _meant(word: str) -> str:
    if word in _OURS or is_plain(word):
        return word
    near = {other for other in _one_off(word) if is_plain(other)}
    return near.pop() if len(near) == 1 else word


def _one_off(word: str) -> Iterator[str]:
    """Every word with one letter more, less or other, or two changed about; the first letter stays."""
    for at in range(1, len(word) + 1):
        before, after = word[:at], word[at:]
        yield from (before + letter + after for letter in ascii_lowercase)
        if after:
            yield before + after[1:]
            yield from (before + letter + after[1:] for letter in ascii_lowercase if letter != after[0])
        if len(after) > 1:
            yield before + after[1] + after[0] + after[2:]
