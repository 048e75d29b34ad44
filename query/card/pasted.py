"""A pasted card text: made plain, and what sort of card it may stand on."""

from __future__ import annotations

import re
import unicodedata

from kb.cardtext import CardKind, kind_of
from kb.lang.later import later

_SORTS = {
    "quick-play": "速攻|速放",
    "continuous": "永续|永續|持续",
    "equip": "装备|裝備",
    "field": "场地|場地",
    "ritual": "仪式|儀式",
    "counter": "反击|反擊",
    "normal": "通常",
}
_OPEN, _CLOSE = r"\s*[\[(（【]?\s*", r"\s*[\])）】]?\s*[:：]?\s*(?:\n|$)"
_EN_SORTS = "normal|quick-play|continuous|equip|field|ritual|counter"
_EN_HEAD = later(rf"{_OPEN}(?:({_EN_SORTS})[ /]+)?(spell|trap)(?: card)?{_CLOSE}", re.I)
_ZH_HEAD = later(rf"{_OPEN}({'|'.join(_SORTS.values())})?\s*(魔法|陷阱)卡?{_CLOSE}")
_MONSTER_HEAD = later(
    r"\s*[\[(（【]\s*(?:[^\[\]\n()（）【】]*?[/／・][^\[\]\n()（）【】]*|[^\[\]\n]{0,20}怪[兽獸][^\[\]\n]{0,20})\s*[\])）】]\s*(?:\n|$)"
)
_MONSTER = later(
    r"quick effect|special summon this card|(?:discard|tribute) this card|detach|\bflip:"
    r"|this card (?:is|was) (?:normal|tribute|special|flip|fusion|ritual|synchro|xyz|link|pendulum)"
    r"|this card (?:attacks|battles|gains|destroys|inflicts|cannot be (?:normal|special))|this card's (?:atk|attack|battle)"
    r"|(?:send|banish|reveal|return) this card from your hand"
    r"|(?:这张卡|此卡)(?:[^。，]{0,6}(?:召唤|攻击|战斗|反转)|的攻击力|解放)|解放(?:这张卡|此卡)|超量素材|^反转："
    r"|(?:手卡|手牌)[^。，]{0,6}(?:这张卡|此卡)",
    re.I | re.M,
)
_CARD = {
    "monster": CardKind("monster", "", "effect"),
    "spell": CardKind("spell", "normal", ""),
    "quick": CardKind("spell", "quick-play", ""),
    "trap": CardKind("trap", "normal", ""),
    "counter": CardKind("trap", "counter", ""),
}


def plain(text: str) -> str:
    """The text with line breaks as \\n and without control characters, which a terminal would obey; markup stays.

    >>> plain("<b>A\\r\\nB\\x1b[2J</b>")
    '<b>A\\nB[2J</b>'
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").encode("utf-8", "replace").decode()
    return "".join(c for c in text if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cf")).strip()


def named_kind(words: str) -> CardKind | None:
    """The sort of card that words such as "Counter Trap", 速攻魔法 or "Dragon / Effect" name; None if they name none.

    >>> named_kind("Counter Trap"), named_kind("永续魔法")
    (CardKind(type='trap', sort='counter', line=''), CardKind(type='spell', sort='continuous', line=''))
    """
    head = words.strip()
    if match := _EN_HEAD.fullmatch(head):
        return kind_of(match[2], match[1] or "normal")
    if match := _ZH_HEAD.fullmatch(head):
        sort = next((s for s, names in _SORTS.items() if match[1] and re.fullmatch(names, match[1])), "normal")
        return kind_of("spell" if match[2] == "魔法" else "trap", sort)
    if re.search(r"monster|怪[兽獸]|[/／]", head, re.I):
        return kind_of("monster", "", re.sub(r"\s*[/／]\s*", " / ", head).replace("效果", "effect"))
    return None


def kinds_of(text: str) -> tuple[str, list[CardKind]]:
    """The heading that tells the kind of card (empty if there is none), and the kinds that the text may stand on."""
    for pattern in (_EN_HEAD, _ZH_HEAD, _MONSTER_HEAD):
        match = pattern.match(text)
        if match and (kind := named_kind(match.group().strip(" \n[]()（）【】:："))):
            return match.group(), [kind]
    return "", [_CARD["monster"]] if _MONSTER.search(text) else list(_CARD.values())
