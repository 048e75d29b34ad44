"""Which language a text is written in, told by its script."""

from __future__ import annotations

import re

from kb.lang.later import later
from kb.model import Lang

_KANA = later(r"[\u3041-\u309f\u30a1-\u30fa\u30fd-\u30ff\uff66-\uff9d]")
_HAN = later(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_WORD = later(r"[A-Za-z]+")
_GRAMMAR = later(
    r"(?:a|am|an|and|are|at|be|been|by|can|cannot|could|did|do|does|during|for|from|had|has|have|how|i|if|in|into|is|it|its|may"
    r"|my|not|of|on|or|should|than|that|the|their|then|there|these|they|this|to|was|were|what|when|where|which|who|why|will"
    r"|with|would|you|your)",
    re.I,
)
_ZH_GRAMMAR = later("[的了吗嗎呢能可以是在时時被怎么麼什会會要没沒给給吧有不和啥哪谁誰]")
_HAN_WEIGHT = 2
"""Letters that one Chinese character stands for, about: an English word has five, a Chinese one two characters."""
_GRAMMAR_WEIGHT = 3
"""What a character that makes a Chinese sentence counts beyond that."""
_KANA_SHARE = 0.15
"""Kana among kana and Han from which a text is Japanese: a Chinese text that quotes Japanese names has less."""


def detect(text: str) -> Lang:
    """The language most of the text is written in; English where there is no Chinese or Japanese at all.

    Capitalised words count for little, since card names stay English in Chinese sentences; quoted foreign names do not
    outweigh the sentence around them.

    >>> detect("Can it be chained?"), detect("连锁1的效果能被无效吗"), detect("この効果は発動できますか")
    ('en', 'zh', 'ja')
    >>> detect("Sample Dragon of the End 在伤害步骤能发动吗"), detect("Can I tribute 样例龙 for this?")
    ('zh', 'en')
    """
    kana, han = len(_KANA.findall(text)), len(_HAN.findall(text))
    if not kana + han:
        return "en"
    letters = sum(len(w) for w in _WORD.findall(text) if w.islower() or _GRAMMAR.fullmatch(w))
    if letters > _HAN_WEIGHT * (kana + han) + _GRAMMAR_WEIGHT * len(_ZH_GRAMMAR.findall(text)):
        return "en"
    return "ja" if kana > _KANA_SHARE * (kana + han) else "zh"
