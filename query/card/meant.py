"""Whether a stretch of a question that reads like a card's name is meant as one.

A name of several words, or of four Chinese characters, is. A shorter one must stand out: as a word that no rule uses, by a
capital that the sentence does not ask for, or as what is activated, used or chained. Quoted names always count.
"""

from __future__ import annotations

import re

from kb.lang.later import later
from query.card.units import SMALL, CardText

_ACTS = (
    r"activat(?:e|es|ed|ing)|us(?:e|es|ed|ing)|chain(?:s|ed|ing)?|chain(?:ed|ing)? [^.?!]{1,40}? to|flip(?:s|ped|ping)?"
    r"|play(?:s|ed|ing)?|respond with|discard(?:s|ed|ing)?|drop(?:s|ped|ping)?|resolv(?:e|es|ed|ing)|negat(?:e|es|ed|ing)"
    r"|summon(?:s|ed|ing)?|fire|hit with|stop(?:s|ped)?"
)
_BEFORE = later(
    rf"(?:\b(?:{_ACTS})(?: (?:my|his|her|their|a|an|the|one|set|face-down|copy of|up|with|off))* ?"
    r"|(?:发动|使用|连锁|打出|开|用|发|拍|扔|丢|翻开|翻|打|的|吃|被|对|让|把|将|给|和|与|跟|中|盖|下|解放|祭|破坏|无效|召唤|特召|苏生|检索|选|是|有|站|站了|站着|摆|出|跳|拉|抽到|摸到|康|挡|挡住|反|阻止|停|炸|取|连锁到|能|可以|吃|攻击|撞|战破|碰到|遇到|面对)"
    r"(?:了|着|掉|到|住|个|张|只|一张|一只|自己的|对方的|对面的|我的|手牌的|盖放的)*)$"
)
_USED = later(
    r"(?:\b(?:activat(?:e|es|ed|ing)|us(?:e|es|ed|ing)|chain(?:s|ed|ing)?|chain(?:ed|ing)? [^.?!]{1,40}? to|flip(?:s|ped|ping)?"
    r"|play(?:s|ed|ing)?|respond with|discard(?:s|ed|ing)?|drop(?:s|ped|ping)?|resolve|negate)"
    r"(?: (?:my|his|her|their|a|an|the|one|set|face-down|copy of|up|(?:[a-z]+ )?effects? of))* ?"
    r"|(?:发动|使用|连锁|打出|开|用|发|拍|扔|丢|翻开|翻|打|的)(?:了|个|张|一张|自己的|对方的|手牌的|盖放的)*)$"
)
_TAKES = later(
    r"(?:\b(?:activate|use|chain|flip|play|discard|drop|resolve|negate)s?|\b(?:activat|us|chain|flipp|play|discard|dropp)ing"
    r"|\bchain(?:s|ed|ing)? [^.?!]{1,40}? to|\brespond with"
    r"|\b(?:i|you|he|she|we|they|who|player|opp|opponent)(?: (?:just|has|have|had))*"
    r" (?:activat|us|chain|flipp|play|discard|dropp)ed)"
    r"(?: (?:my|his|her|their|a|an|the|one|set|face-down|copy of|up))* ?$"
)
"""A verb that takes what follows: one in the passive, or that says how something went, takes nothing."""
_DONE = later(r" (?:[a-z]+ed|sent|does|did|will|would|has|had)\b")
_OPENS = later(r"\b(?:does|can|is|will|did|would|should|could|may) $")
_PLAYED = later(r"(?:发动|使用|连锁|打出|翻开|开|拍|用)(?:了|个|张|一张|自己的|对方的|对面的|我的|手牌的|盖放的)*$")
_SUBJECT = later(r"(?:我|对方|对面|对手|自己|场上|手里|手牌|手上|墓地|如果|那么|请问|这时|此时|其中)的?$")
_AFTER = later(
    r"(?:'s)? ?(?:[?!.,;)]|$|(?:be |get )?(?:activated|used|chained|flipped)\b"
    r"|(?:in|during|at|before|after|when|while|if|on|to|as|can|could|may|activate|effect|and|or|from|for|with)\b"
    r"|(?:的|能|可|在|吗|么|嘛|呢|行|还|发动|连锁|是|被|会|无|对|把|之后|后|时|下|适用|处理|破坏|攻击|战斗|战破|送|离|回|除外|和|与|或|有|把|让|不|宣言|抢|炸|吹|拆|清|干掉|打掉|打他|打我|解掉|点他|点我|丢|上级|上召|拿去|当祭|做祭|怎|这|取|要|会|需|具体|算|属于|从|由|当|也|都|用|一|康|挡|反|选|指|连锁|效果|怪兽|通常召唤|特殊召唤|特召|召唤|，|。|、|？))"
)
_ASKED = later(
    r"(?:^|[ (,])(?:does|can|is|are|will|would|did|if|when|could|should|after|versus|vs|with|into|against|by|and|or|my|the"
    r"|their|his|opponent's|while|once|under) $"
)
_VERB = later(r"(?:\b(?:can|could|may|should|to|i|they|we|you|he|she|and|just|then|opponent)) ?$")
_SAYS = later(
    r"(?:'s|'d)? (?:be|stop|negate|target|destroy|counter|is|was|are|gets?|got|has|resolves?|negates?|stops?|targets?"
    r"|destroys?|effect|vs|says|works?|on|in|starts?|stays?|leaves?|triggers?|counts?|inflicts?|needs?)\b"
)
_JUDGED = later(
    r"(?:'s)? (?:ok|okay|fine|legal|illegal|allowed|usable|playable|permitted|possible|live|valid|good)"
    r" (?:in|during|at|before|after)\b"
)
"""What asks of a card whether it may be used at a time."""
_OBJECT = later(r" (?:a|an|the|my|your|his|her|their|this|that|it|on)\b")
_ACTED = later(r"(?:'s)?(?: effects?)? ?(?:be |get )?(?:activated|used|chained|flipped)\b|[^，。,？?]{0,24}?(?:发动|使用|连锁)")
_EDGES = frozenset(" ,，。?!、:：；;（(“\"'")


def is_used(before: str, after: str) -> bool:
    """Whether the words around a name, both normalised, say that the card is activated, used or chained."""
    return bool(_USED.search(before) or _ACTED.match(after))


def is_meant(text: CardText, first: int, last: int, *, how: str, ordinary: bool) -> bool:
    """Whether a run of units that is a name, nickname or the like is meant as one.

    `how`: exact, nickname, part, typo or initials. `ordinary`: the name is an everyday phrase too.
    """
    start, end = text.units[first].start, text.end_of(last)
    before, after = bool(_BEFORE.search(text.text, 0, start)), bool(_AFTER.match(text.text, end))
    if not all(text.units[i].latin for i in range(first, last + 1)):
        return _meant_chinese(text, first, last, how, ordinary, before, after)
    if ordinary:
        return _meant_ordinary(text, first, last, after)
    everyday = all(text.is_everyday(i) for i in range(first, last + 1))
    plain = all(text.is_plain(i) for i in range(first, last + 1))
    capital = text.is_capital(start, end)
    if last > first:
        if how in ("exact", "nickname"):
            asked = bool(_ASKED.search(text.text, 0, start)) and text.units[first].key != "the"
            strange = asked or not everyday if how == "nickname" or last - first == 1 else True
            return strange or (before and after) or (how == "exact" and (before or after)) or _is_titled(text, start, end, True)
        if how == "typo":
            long = last - first >= 3 and any(text.is_capital(u.start, u.end) for u in text.units[first : last + 1])
            opens = (after and text.begins_sentence(start)) or _OPENS.search(text.text, 0, start)
            near = not everyday and end - start >= 14 and bool(before or opens)
            return not plain or near or long or (not everyday and _is_titled(text, start, end, True))
        strange = not everyday or not all(text.is_ruled(i) for i in range(first, last + 1))
        return not plain or (strange and capital and _is_titled(text, start, end, True))
    return _meant_word(text, first, how, before and after, everyday=everyday, plain=plain, capital=capital)


def _meant_ordinary(text: CardText, first: int, last: int, after: bool) -> bool:
    """A name that is an everyday phrase too: what is activated, or written with capitals; a single word that goes with
    the next one is a word, and two or three letters are only a name where something is done with it."""
    start, end = text.units[first].start, text.end_of(last)
    if after and _TAKES.search(text.text, 0, start):
        return True
    if _JUDGED.match(text.text, end) and _begins(text, start):
        return True
    alone = last == first and not (after or _SAYS.match(text.text, end) or _DONE.match(text.text, end))
    return not alone and (last > first or end - start > 3) and _is_titled(text, start, end, last > first)


def _meant_word(text: CardText, at: int, how: str, around: bool, *, everyday: bool, plain: bool, capital: bool) -> bool:
    """A single word in Latin letters; `around`: it is what is activated or used."""
    unit = text.units[at]
    size = len(unit.bare)
    if unit.bare.isdigit() or size < 2:
        return size == 1 and how == "nickname" and around and capital
    if how in ("exact", "nickname"):
        if (capital and not (everyday and how == "exact")) or around or (not plain and size >= 3):
            return True
        if how == "nickname" and not everyday and size >= 4 and _ASKED.search(text.text, 0, unit.start):
            return True
        if how == "nickname" and not everyday and _begins(text, unit.start) and _SAYS.match(text.text, unit.end):
            return True
        judged = _JUDGED.match(text.text, unit.end)
        asked_of = (capital and _ASKED.search(text.text, 0, unit.start)) or _begins(text, unit.start)
        if judged and asked_of and size >= 4:
            return True
        asked = _ASKED.search(text.text, 0, unit.start) and _SAYS.match(text.text, unit.end)
        if how == "exact" and capital and size >= 4 and asked:
            return True
        verb = _VERB.search(text.text, 0, unit.start) and _OBJECT.match(text.text, unit.end)
        return how == "nickname" and bool(verb) and not everyday
    if how == "initials":
        return True
    return size >= (5 if how == "typo" else 4) and (not plain or (capital and how == "part" and not everyday))


def _meant_chinese(text: CardText, first: int, last: int, how: str, ordinary: bool, before: bool, after: bool) -> bool:
    """A run of which some character is Chinese or Japanese."""
    start = text.units[first].start
    before = before or bool(_SUBJECT.search(text.text, 0, start))
    edge = start == 0 or text.text[start - 1] in _EDGES
    size = last - first + 1
    plain = all(text.is_plain(i) for i in range(first, last))
    around = after and (before or edge)
    if size == 1:
        acted = start == 0 and _ACTED.match(text.text, text.end_of(last))
        used = after and (_PLAYED.search(text.text, 0, start) or acted)
        return (how == "nickname" and around) or (how == "exact" and bool(used))
    if ordinary:
        return how != "part" and after and (edge or bool(_PLAYED.search(text.text, 0, start)))
    if how in ("exact", "nickname"):
        said = before and text.text[start - 1] != "的"
        return size >= 4 or around or (not plain and (after or said or edge))
    if text.units[first].key in SMALL or text.units[last].key in SMALL:
        return False
    if how == "typo":
        played = size > 2 or bool(_PLAYED.search(text.text, 0, start))
        return not plain and (size >= 4 or (around and played))
    return not plain and around and (size > 3 or not text.is_plain(last - 1))


def _begins(text: CardText, start: int) -> bool:
    """Whether a word begins a sentence with a capital."""
    return text.begins_sentence(start) and text.surface(start, start + 1)[1].isupper()


def _is_titled(text: CardText, start: int, end: int, several: bool) -> bool:
    """Whether first and last word have capitals."""
    words = [w for w in re.split(r"[\s-]+", text.surface(start, end)[1]) if w[:1].isalpha()]
    capitals = bool(words) and words[0][0].isupper() and words[-1][0].isupper()
    return capitals and not text.shouted and (several or not text.begins_sentence(start))
