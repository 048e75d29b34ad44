"""Card texts of files that print the Pendulum Effect above the monster's text, parted."""

from __future__ import annotations

import re
from typing import NamedTuple

_SCALES = re.compile(r"^\s*(?:←\s*\d+\s*【[^】]*】\s*\d+\s*→|Pendulum Scale\s*[=:]\s*\d+)[ \t]*\n?")
_PENDULUM = re.compile(r"^\s*\[\s*Pendulum Effect\s*\]\s*", re.I)
_MONSTER = re.compile(
    r"\n?\s*(?:-{5,}\s*)?(?:\[\s*(?:Monster Effect|Flavor Text)\s*\]|【怪[兽獸](?:效果|描述|介绍)】)\s*", re.I
)
_RULE = re.compile(r"\s*-{5,}\s*$")


class Parted(NamedTuple):
    """A text and the Pendulum Effect that stood above it."""

    text: str
    pendulum: str


def parted(text: str) -> Parted:
    """The monster's own text and its Pendulum Effect, empty where the text has no such parts.

    >>> parted("[ Pendulum Effect ]\\nDraw 1 card.\\n----------\\n[ Monster Effect ]\\nGain 100 LP.")
    Parted(text='Gain 100 LP.', pendulum='Draw 1 card.')
    >>> parted("←2 【灵摆】 2→\\n①：抽1张。\\n【怪兽效果】\\n①：回复。")
    Parted(text='①：回复。', pendulum='①：抽1张。')
    """
    scales = _SCALES.match(text)
    rest = text[scales.end() :] if scales else text
    label = _PENDULUM.match(rest)
    if not scales and not label:
        return Parted(text.strip(), "")
    rest = rest[label.end() :] if label else rest
    cut = _MONSTER.search(rest)
    if not cut:
        return Parted("", _RULE.sub("", rest).strip()) if label else Parted(rest.strip(), "")
    return Parted(rest[cut.end() :].strip(), _RULE.sub("", rest[: cut.start()]).strip())
