"""Chinese as it is typed in a chat: blanks for marks, a particle for a question mark."""

from __future__ import annotations

import re

from kb.lang.later import later

HAN = r"[\u4e00-\u9fff]"
_LETS = later(r"(?:规则)?上?(让|许|准)不\1(?=[^，,。？?]{0,2}[？?]?\s*$)")
"""Whether the rules let one do something: 让不让 is no "不让"."""
_ASKS_ON = later(
    rf"(?<=[\u4e00-\u9fffa-z\d])(?:(?P<mark>[吗嘛])(?=\s+{HAN}|[，,](?!还是|没有|不))"
    rf"|(?:(?<![能可行是会要好对差决绝从啊])不|(?<=[了过掉到])没)(?=\s+{HAN}|[，,](?!还是)|\s*$))(?![^?？]*[?？])"
)
"""A question that goes on with a blank or a comma where its mark should stand: "能点不 我试试"."""
_ALL_RIGHT = later(rf"(?<=[对行能以])不(?=\s*$|\s+{HAN}|[，,](?!还是))")
"""The end of "is that right": 对不."""
_NOT_WRONG = later(r"(?:[，,]\s*|(?<=[。；;])\s*|\s+)(?:我|应该)?没(?:记|说|搞|弄|看|理解)错(?:吧|吗)(?=\s*[？?。]?\s*$)")
"""Whether one remembers it right: 没记错吧 denies nothing of it."""
_BLANK = later(rf"(?<={HAN})\s+(?={HAN})")
_MARKS = later("[，,。；;]")


def punctuated(text: str) -> str:
    """The text with marks where a blank, or the end of a question in the midst of it, stands for one.

    >>> punctuated("能点不 我试试"), punctuated("灯灭了 还能点吗 他说不行"), punctuated("祭灯规则上让不让")
    ('能点吗？ 我试试', '灯灭了，还能点吗？ 他说不行', '祭灯可以吗')
    >>> punctuated("灯不准点，我没记错吧？")
    '灯不准点，对吧？'
    """
    plain = _ASKS_ON.sub(_marked, _ALL_RIGHT.sub("吗？", text))
    plain = plain if _MARKS.search(plain) else _BLANK.sub("，", plain)
    return _NOT_WRONG.sub("，对吧", _LETS.sub("可以吗", plain))


def _marked(found: re.Match[str]) -> str:
    return f"{found['mark']}？" if found["mark"] else "吗？"
