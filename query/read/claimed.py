"""A claim somebody made, put as the question that it stands for: whether it is right."""

from __future__ import annotations

import re

from kb.lang.later import later

_WHO = (
    r"(?:(?:(?:my|the|a|an|our|his|her|this|that|another|some|one of my|one) )?(?:\w+[ -])?"
    r"(?:opponent|opp|friends?|buddy|buddies|mate|judge|guy|girl|player|teammate|brother|sister|cousin|dude|kid|person|people|"
    r"locals?|article|video|post|commenter|newbie|noob|son|daughter|wife|husband|dad|mom|mum|uncle|nephew|roommate|coworker|"
    r"classmate|clerk|owner)|someone|somebody|everyone|he|she|they|i)(?: (?:at|from|in|on) (?:my |the )?\w+)?"
)
_SAYS = (
    r"(?:says|said|say|saying|goes|is like|was like|jumps (?:up|in)(?: with| saying)?|replies|replied|yells?|shouts?|"
    r"claims?|claimed|claiming|thinks?|thought|told (?:me|us|him|her)|tells (?:me|us)|telling me|"
    r"insist(?:s|ed|ing)?|argues?|argued|swears?|believes?|reckons?|assumes?|"
    r"is (?:saying|claiming|telling me|arguing|insisting))"
)
_IS_HE = (
    r"(?:is|was|are|were|am) (?:he|she|they|that|this|it|(?:my |the )?(?:opponent|opp|judge|friend)|"
    r"what (?:he|she|they) (?:says?|said)|i) (?:actually |really |even |in the )?"
    r"(?:(?P<right>right|correct|true|accurate|legit|legal)|(?P<wrong>wrong|mistaken|incorrect|false|lying))"
    r"(?: (?:here|there|about (?:that|this|it)|on (?:that|this)))?"
    r"|(?<=[.!,;:—–-] )(?:does|do|is|are|can|will|did) (?:it|they|he|she|that)(?: really)?"
)
_EN = later(
    rf"(?:(?<=[.!?,;:] )|^|(?<= )(?=(?:and|but) ))(?:but |and |so |now |well |ok(?:ay)? )*{_WHO} "
    rf"(?:just |also |always |keeps? |even |now |then )*"
    rf"{_SAYS}(?: that\b|:|,)? (?P<claim>[^?]+?)[.!,;:—–-]* (?:so |and |but )?(?:{_IS_HE}|right|correct|true)\s*\?[?!.\s]*$",
    re.I,
)
_ZH = later(
    r"(?:(?<=[。！？，,；!?])|^)(?:但是?|可是?|结果|现在)?(?:我的?|那个|有个|有位|有|一个|店里的?|群里的?|别的|某个)?"
    r"(?:对手|对面|对方|朋友|裁判|队友|我弟|我哥|我姐|我妹|我爸|他|她|人|别人|群友|牌友|大佬|店员|店长|老玩家|玩家|兄弟|同学|室友|网友)"
    r"(?:就|却|都|一直|非|还|又|总|硬)?(?:跟我|和我|对我|告诉我)?(?:坚持说|坚持|说过?|认为|觉得|以为|主张|声称|讲|告诉我|表示)(?!的)"
    r"[：:，,]?(?P<claim>[^？?。]+?)[。，,；;！!]*(?:那|这|所以)?(?:他们?|她|这样?|这话|这句话|这么|那么|对[手面方]|裁判|朋友|(?:这个?|这种|他的)?"
    r"(?:说法|理解|看法|意见))?(?:说|讲|理解|认为|想)?(?:的话?|得)?(?:是|有|这是)?(?:(?:有没有|有)道理|(?P<right>对不对|对|正确|没错|没问题|真的)"
    r"|(?P<wrong>错|不对|有误))(?:的|了)?(?:吗|吧|么|嘛|没有?|不)?[？?！!。\s]*$"
)
_CLOSING = (")", "'", '"', "”", "’")
"""What may stand at the end of a sentence that goes on with "and he says"."""
_AROUND = later(r"^(?:[\"“「『]([^\"“”「」『』]*)[\"”」』]|'(.+)')$")


def as_asked(text: str) -> str:
    """The text with "somebody says …; is that right?" put as "…, right?"; as it is where nobody's claim is asked about.

    >>> as_asked("My opponent says a lamp may be lit. Is he right?"), as_asked("他说灯可以点，说得对吗？")
    ('a lamp may be lit, right?', '灯可以点，对吗？')
    >>> as_asked("A judge told me that it goes out. Is he wrong?")
    'it goes out. Was that wrong?'
    """
    for pattern, right, wrong in ((_EN, ", right?", ". Was that wrong?"), (_ZH, "，对吗？", "，是不是弄错了？")):
        if found := pattern.search(text):
            before, claim = text[: found.start()], _AROUND.sub(r"\1\2", found["claim"].strip())
            stop = ". " if before.rstrip()[-1:].isalnum() or before.rstrip()[-1:] in _CLOSING else ""
            return (before.rstrip() + stop if stop else before) + claim + (wrong if found["wrong"] else right)
    return text
