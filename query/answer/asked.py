"""What a Chinese question asks with, so that yes and no can be said in its own words."""

from __future__ import annotations

from kb.lang.later import later

MAY = "may"
"""How it is asked whether something may be done."""
ASSENT = "assent"
"""How it is asked whether what is said is so; a yes in any other word would deny what is put negatively."""
_ASKED = {"可": MAY, "能": "can", "会": "will", "不": ASSENT}
_MODAL = later(r"可不可以|能不能|会不会|[不没](?:可以|能|会|用|必|得)|(?:可以|可否|能|会)(?!议)")
_ASSENT = later(r"(?:吧|(?:对不对|对|是|没错|是这样)[吗吧]?|是不是)[？?！!。\s]*$|是不是")


def how_asked(question: str) -> str:
    """What a Chinese question asks with, by its last such word: "may", "can" or "will", "assent" where it asks whether what it
    says is so or denies; empty where none is clear.

    >>> how_asked("会错过时点的效果能发动吗？"), how_asked("这张卡不能发动吗？"), how_asked("可以发动的吧？")
    ('can', 'assent', 'assent')
    """
    found = _MODAL.findall(question)
    if _ASSENT.search(question):
        return ASSENT
    return _ASKED[found[-1][0]] if found and found[-1][0] in _ASKED else ""
