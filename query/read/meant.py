"""Which effect of a card a question means, and whether it says that something is used."""

from __future__ import annotations

import re

from kb.lang.later import later
from query.read.reading import Meant

_ACT = later(
    r"\b(?:activat|us(?:e|ed|ing)\b|play(?:ed|ing)?\b|flip|chain|respond|drop\b|trigger)|发动|使用|能用|用|开|拍|连锁|打出|翻",
    re.I,
)
_BARE = later(
    r"\W*(?!(?:what|how|why|when|who|where|does|do|is|are|will|if)\b)[^.?!]{2,40}?"
    r" (?:in|during|at|before|after) [^.?!]{1,40}\?\s*",
    re.I,
)
"""A question without a verb: only a card and a timing."""
_JUDGED = later(
    r"\b\w+\b [^.?!]{0,60}?"
    r"\b(?:ok|okay|fine|legal|illegal|allowed|usable|useable|playable|permitted|possible|live|valid|good|works?)\b"
    r"[^.?!]{0,12}? (?:in|during|at|before|after)\b"
    r"|(?:步骤|计算|时候?|前|后)[^，。？]{0,6}(?:行不行|行吗|可以吗|可不可以|合法吗|ok吗|能不能)",
    re.I,
)
"""What asks of a card and a timing, without a verb that says what is done with it: "is it okay in …?"."""
_NUMBER = later(r"([①-⑳])|\beffect (?:no\. ?)?(\d)|\b(\d)(?:st|nd|rd|th)? effect|第?([一二三四五六1-6])个?效果")
_FIRST = later(r"\b(first|second|third|fourth)\b[^.?!]{0,20}\beffect")
_ORDER = {"first": 1, "second": 2, "third": 3, "fourth": 4} | {c: n for n, c in enumerate("一二三四五六", 1)}
_EFFECT = later(r"\beffects?\b|效果")
_PENDULUM = later(r"pendulum effect|灵摆效果", re.I)


def read_meant(text: str) -> Meant:
    """Which effect a text means.

    >>> read_meant("Can I use its second effect?")
    Meant(number=2, effect=True, pendulum=False, used=True)
    """
    return Meant(
        number=_number(text),
        effect=bool(_EFFECT.search(text)),
        pendulum=bool(_PENDULUM.search(text)),
        used=bool(_ACT.search(text) or _BARE.fullmatch(text) or _JUDGED.search(text)),
    )


def _number(text: str) -> int:
    if match := _NUMBER.search(text):
        found = next(g for g in match.groups() if g)
        return ord(found) - 0x245F if "①" <= found <= "⑳" else _ORDER.get(found) or int(found)
    first = _FIRST.search(text.lower())
    return _ORDER[first[1]] if first else 0
