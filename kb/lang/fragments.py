"""Words that make no sentence of their own: names, noun phrases, lone conditions, pointers, formulas, lead-ins."""

from __future__ import annotations

import re

from kb.lang import modality_en, modality_zh
from kb.lang.later import later
from kb.model import Lang
from kb.text import normalise

_QUOTED = later(r"\"[^\"]*\"|「[^「」]*」|『[^『』]*』|《[^《》]*》")
_APART = later(r"\([^()]*\)|\[[^\[\]]*\]")
_REFERENCE_MARK = later(r"\[[^\[\]]{0,12}\]")
_AUXILIARY = (
    r"(?:is|are|was|were|has|have|had|do|does|did|will|would|can|could|may|might|must|shall|should|cannot|become|becomes)"
)
_RELATIVE = later(rf"\b(?:that|which|who|whose)(?: (?!{_AUXILIARY}\b)[\w/-]+)? {_AUXILIARY}(?: {_AUXILIARY})*\b")
_ENDED = later(r"[.!?。!?;]$")
_VERB = later(
    rf"\b(?:{_AUXILIARY}"
    r"|remains?|stays?|means?|appl(?:y|ies)|happens?|(?:it|they|you|player) \w+s?)\b|n't\b|->|→|⇒"
)
_IMPERATIVE = later(
    r"^(?:\W|\d+[.)])*(?:then |next,? |first,? |finally,? )?(?:do not |don't )?(?:add|apply|attach|attack|banish|calculate"
    r"|change|check|choose|count|declare|destroy|detach|determine|discard|draw|end|finish|flip|follow|give|keep|look|make|move|negate|pay|pick"
    r"|place|play|proceed|put|reapply|remove|resolve|return|reveal|select|send|set|shuffle|special summon|start|subtract|switch"
    r"|take|target|tribute|use)\b"
)
_NOMINAL = later(r"(?:的(?:效果|文本|时点|例子?|条件|场合|行为|处理|阶段|步骤|情况)|_)[。]?$")
_ORDER_ZH = later(r"^\W*(?:进行|发动|处理|适用|选择|确认|把|将|从|由)")
_VERB_ZH = later(r"[为是有会被把将回送进发]|→|->|破坏|适用|处理|使用|开始|结束|决定|计算|召唤$")
_SHORT_ZH = 12
_POINTER = later(
    r"^\W*(?:for (?:more|further|details)[^.]*\b)?\bsee\b(?! if\b)|^\W*(?:详见|参见|参照|见下|见上)"
    r"|见第?[^,。]{1,6}[章节页](?:。|$)"
)
_COURTESY = later(r"^\W*(?:(?:many )?thanks\b|thank you\b|last (?:updated|modified)\b|感谢|谢谢|多谢|最后更新)")
_INTRODUCES = later(
    r"[:：]$|\b(?:following|as follows|below)\b[^.]*$|(?:以下|如下|下列|下述)|\bexamples?\b[^.]{0,20}$|例子?[。:：]?$", re.I
)
_OF_EXAMPLES = later(r"\bexamples?\b[^.]{0,20}$|例子?[。:：]?$|等例", re.I)


def states_nothing(sentence: str) -> bool:
    """Whether a sentence is a question, a pointer to another place, thanks or a date of change, or holds reference marks alone.

    >>> [states_nothing(s) for s in ("[12] [3]", "(See below.)", "可以点灯吗？", "It burns. [1]")]
    [True, True, True, False]
    """
    text = _REFERENCE_MARK.sub("", normalise(sentence).text).strip()
    return text.endswith("?") or bool(_POINTER.search(text) or _COURTESY.search(text)) or not any(c.isalnum() for c in text)


def tells_a_story(sentence: str, lang: Lang) -> bool:
    """Whether a sentence tells what once was so, as the history of a club does, and nothing of what is so.

    >>> [tells_a_story(s, "en") for s in ("We met in a shed in 2011.", "The lamp was lit.", "It was Set, so it cannot burn.")]
    [True, False, False]
    >>> [tells_a_story(s, "zh") for s in ("那天只来了四个人。", "灯亮了就不能再点。")]
    [True, False]
    """
    text = _main_words(sentence, lang)
    if lang == "zh":
        return bool(_STORY_ZH.search(text)) and not _RULES_ZH.search(text)
    return bool(_STORY.search(text)) and not _RULES.search(text)


_STORY = later(
    r"\b(?:19|20)\d\d\b|\bused to\b|\b(?:with|our) thanks\b|\bthank(?:s| you)\b|\b(?:years|months|weeks|days) ago\b"
    r"|^\W*(?:we|i|they|it|he|she|there|somebody|someone|nobody|everybody)\b[^,;]{0,12}? (?:was|were|had|met|began|started|came"
    r"|went|took|made|got|wrote|ran|lost|won|moved|played|asked|argued|agreed|kept|grew)\b"
    r"|\b(?:first|last) (?:\w+ ){1,3}(?:was|were|had|came)\b"
)
_RULES = later(
    r"\b(?:is|are|can|may|must|shall|should|cannot|do|does|has|have|will|counts?|means?|applies|needs?|gets?|takes?|stays?|goes"
    r"|returns?)\b"
)
_STORY_ZH = later(
    r"那天|那年|那次|当时|当年|后来|最早|起初|从前|以前|如今|多亏|感谢|大家倒|(?:19|20)\d\d ?年|[一两三四五六七八九十几]年前"
)
_RULES_ZH = later(r"不能|可以|不可|必须|不得|应当|视为|需要|不会|规则|发动|适用|生效|起[，,]|为准|判|效果|怪兽|卡")


def is_formula(text: str) -> bool:
    """Whether figures and signs are all there is to read, with a result.

    >>> is_formula("set(1900+800) to 100 → 900"), is_formula("1 lantern = 2 coins")
    (True, False)
    """
    letters = sum(c.isalpha() for c in text)
    return bool(re.search(r"=|→|⇒", text)) and bool(re.search(r"\d", text)) and letters * 2 < sum(not c.isspace() for c in text)


def is_verbless(sentence: str, lang: Lang) -> bool:
    """Whether no main verb shows; orders ("Draw 1 card") count, their subject is in the lead-in.

    >>> is_verbless("Lanterns that are lit at dawn", "en"), is_verbless("A lantern is lit", "en")
    (True, False)
    >>> is_verbless("点亮的灯的效果", "zh"), is_verbless("灯会熄灭", "zh")
    (True, False)
    """
    text = _main_words(sentence, lang)
    if lang == "en":
        return not _VERB.search(text)
    bare = text.rstrip("。")
    return bool(_NOMINAL.search(text)) or (len(bare) <= _SHORT_ZH and "," not in bare and not _VERB_ZH.search(bare))


def is_fragment(sentence: str, lang: Lang) -> bool:
    """Whether the words name something and say nothing of it: no verb, no order, no full stop."""
    if _ENDED.search(_REFERENCE_MARK.sub("", normalise(sentence).text).rstrip(" )\"'")):
        return False
    return is_verbless(sentence, lang) and not _IMPERATIVE.search(normalise(sentence).text)


def is_nominal(sentence: str) -> bool:
    """Whether a Chinese sentence is a noun phrase with a full stop: it defines what its heading names."""
    text = _main_words(sentence, "zh")
    return bool(_NOMINAL.search(text)) and not _ORDER_ZH.search(text)


def introduces(sentence: str) -> bool:
    """Whether a sentence leads into a list.

    >>> [introduces(s) for s in ("You can do the following", "可以点的灯：", "It burns.")]
    [True, True, False]
    """
    return bool(_INTRODUCES.search(sentence.strip()))


def introduces_examples(sentence: str) -> bool:
    """Whether the list it leads into is one of examples."""
    return bool(_OF_EXAMPLES.search(sentence.strip()))


def _main_words(sentence: str, lang: Lang) -> str:
    """The normalised sentence less what stands in brackets, quotations (as `_`), relative clauses and conditions."""
    text = _APART.sub("", _QUOTED.sub("_", normalise(sentence).text)).strip()
    if lang == "en":
        text = _RELATIVE.sub("", text)
    for pattern in (modality_en if lang == "en" else modality_zh).CUES.conditions:
        text = pattern.sub("", text)
    return text.strip()
