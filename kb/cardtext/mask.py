"""A card text made ready for matching: same length as the original, so that every span found in it is a span of the text."""

from __future__ import annotations

import re

from kb.lang.later import later

FILL = "~"
"""Stands for each character of a quoted name."""

_ODD = "　“”„＂「」『』’‘\t\r\xa0・•‧―–—"
_PLAIN = " " + '"' * 8 + "''" + " \n " + "·●·" + "---"
_FOLD = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {ord(o): ord(p) for o, p in zip(_ODD, _PLAIN, strict=True)}
_NAME = later(r'"([^"\n]{1,90})"')
_BRACKETS = later(r"\([^()\n]*\)")


def mask(text: str) -> str:
    """The text in lower case, half width, straight quotes, names in quotes blotted out; exactly as long as the original.

    >>> mask("Add 1 “Damage Step” card")
    'add 1 "~~~~~~~~~~~" card'
    """
    folded = text.translate(_FOLD)
    lower = folded.lower()
    if len(lower) != len(folded):
        lower = "".join(c.lower() if len(c.lower()) == 1 else c for c in folded)
    return _NAME.sub(_blot_name, lower)


def blot(masked: str) -> str:
    """The text with the inside of brackets blotted out, save a closing full stop; same length.

    >>> blot("a (b c) d (e.)")
    'a (^^^) d (^.)'
    """
    return _BRACKETS.sub(_blot_brackets, masked)


def _blot_name(match: re.Match[str]) -> str:
    return '"' + FILL * len(match.group(1)) + '"'


def _blot_brackets(match: re.Match[str]) -> str:
    inside = match[0][1:-1]
    if not inside:
        return match[0]
    return "(" + "^" * (len(inside) - 1) + ("." if inside[-1] == "." else "^") + ")"
