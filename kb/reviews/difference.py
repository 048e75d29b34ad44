"""Where two texts differ, word by word."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

_PIECE = re.compile(r"[A-Za-z0-9]+(?:['’-][A-Za-z0-9]+)*|\s+|.", re.S)
MOST = 2000
"""Pieces that are compared; a longer text is taken as all different."""
Piece = tuple[str, bool]
"""A stretch of text, and whether the other text lacks it."""


def difference(one: str, other: str) -> tuple[list[Piece], list[Piece]]:
    """Both texts in stretches, in order; put together again they give the texts.

    >>> difference("may be lit", "may not be lit")
    ([('may be lit', False)], [('may ', False), ('not ', True), ('be lit', False)])
    """
    left, right = _PIECE.findall(one), _PIECE.findall(other)
    if max(len(left), len(right)) > MOST:
        return [(one, True)], [(other, True)]
    ops = SequenceMatcher(None, left, right, autojunk=False).get_opcodes()
    ours = [("".join(left[a:b]), tag != "equal") for tag, a, b, _, _ in ops if a < b]
    theirs = [("".join(right[c:d]), tag != "equal") for tag, _, _, c, d in ops if c < d]
    return _joined(ours), _joined(theirs)


def _joined(pieces: list[Piece]) -> list[Piece]:
    found: list[Piece] = []
    for text, marked in pieces:
        if found and found[-1][1] == marked:
            found[-1] = (found[-1][0] + text, marked)
        else:
            found.append((text, marked))
    return found
