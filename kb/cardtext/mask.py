"""A card text made ready for matching: same length as the original, so that every span found in it is a span of the text."""

from __future__ import annotations

import re

FILL = "~"
"""Stands for each character of a quoted name."""

_FOLD = str.maketrans(
    {
        **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)},
        0x3000: " ",
        "“": '"',
        "”": '"',
        "„": '"',
        "＂": '"',
        "「": '"',
        "」": '"',
        "『": '"',
        "』": '"',
        "’": "'",
        "‘": "'",
        "\t": " ",
        "\r": "\n",
        "\xa0": " ",
        "・": "·",
        "•": "●",
        "‧": "·",
        "―": "-",
        "–": "-",
        "—": "-",
    }
)
_NAME = re.compile(r'"([^"\n]{1,90})"')


def mask(text: str) -> str:
    """The text in lower case, half width, straight quotes, names in quotes blotted out; exactly as long as the original.

    >>> mask("Add 1 “Damage Step” card")
    'add 1 "~~~~~~~~~~~" card'
    """
    folded = text.translate(_FOLD)
    lower = folded.lower()
    if len(lower) != len(folded):
        lower = "".join(c.lower() if len(c.lower()) == 1 else c for c in folded)
    return _NAME.sub(_blot, lower)


def _blot(match: re.Match[str]) -> str:
    return '"' + FILL * len(match.group(1)) + '"'
