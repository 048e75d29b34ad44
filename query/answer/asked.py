"""What a question asks with, so that yes and no can be said in its own words."""

from __future__ import annotations

import re

from kb.lang.later import later
from query.read.asking import bare, last_sentence, untagged

MAY = "may"
"""How it is asked whether something may be done."""
ASSENT = "assent"
"""How it is asked whether what is said is so; a yes in any other word would deny what is put negatively."""
_ASKED = {"可": MAY, "能": "can", "会": "will", "不": ASSENT}
_MODAL = later(r"可不可以|能不能|会不会|[不没](?:可以|能|会|用|必|得)|(?:可以|可否|能|会)(?!议)")
_HAN = later(r"[\u4e00-\u9fff]")
_DENIES = later(r"n't\b|\b(?:not?|never|cannot|neither|nor|without)\b", re.I)
_ASSENT = later(r"(?:吧|(?:对不对|对|是|没错|是这样)[吗吧]?|是不是)[？?！!。\s]*$|是不是")


def how_asked(question: str) -> str:
    """What a question asks with, in Chinese by its last such word: "may", "can" or "will", "assent" where it asks whether what
    it says is so or denies; in English "assent" where it denies something and asks for assent; empty where none is clear.

    >>> how_asked("I can't light it, right?"), how_asked("Can't I light it?")
    ('assent', '')
    >>> how_asked("会错过时点的效果能发动吗？"), how_asked("这张卡不能发动吗？"), how_asked("可以发动的吧？")
    ('can', 'assent', 'assent')
    """
    if not _HAN.search(question):
        asks = last_sentence(bare(question))
        return ASSENT if (said := untagged(asks)) != asks and _DENIES.search(said) else ""
    found = _MODAL.findall(question)
    if _ASSENT.search(question):
        return ASSENT
    return _ASKED[found[-1][0]] if found and found[-1][0] in _ASKED else ""
