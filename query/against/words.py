"""Sentences of answers about two cards, in both languages."""

from __future__ import annotations

from kb.model import Lang
from query.against.reasons import REASONS
from query.against.relations import RELATIONS

_SENTENCES = {
    **RELATIONS,
    **REASONS,
    "open": {
        "en": "The two texts alone don't settle how {a} stands to {b}.",
        "zh": "只凭「{a}」和「{b}」两张卡的文本无法断定。",
    },
    "unread": {
        "en": "What {a} and {b} do stands in their texts, and no card data is built: `rulings build --cards FILE` reads it.",
        "zh": "「{a}」和「{b}」的关系要看两张卡的文本，而尚未载入卡片数据：请运行 `rulings build --cards 文件`。",
    },
    "official": {"en": " Official Q&A {} says so ({}).", "zh": "官方问答第{}号有此裁定（{}）。"},
    "clause": {
        "en": "{}: “{}”",
        "zh": "{}：“{}”",
    },
    "held": {
        "en": "{} – {}: {}",
        "zh": "{}：{}，{}",
    },
    "own": {
        "en": "If what its own text asks besides is met: {}.",
        "zh": "须同时满足其自身文本的条件：{}。",
    },
    "met": {
        "en": "Provided that {} may be activated as its text says (place, cost, turn).",
        "zh": "前提是「{}」本身满足文本所写的发动条件（所在位置、代价、回合等）。",
    },
    "qas": {
        "en": "Official Q&As on the two: {}.",
        "zh": "官方问答中涉及这两张卡的有：{}。",
    },
}
OUTCOMES = {
    "en": {True: "yes", False: "no", None: "not settled"},
    "zh": {True: "可以", False: "不可以", None: "未定"},
}
ACTS = {
    "en": {
        "spell-card": "activation of the Spell Card",
        "trap-card": "activation of the Trap Card",
        "spell-effect": "Spell effect {}",
        "trap-effect": "Trap effect {}",
        "monster-effect": "monster effect {}",
    },
    "zh": {
        "spell-card": "魔法卡的发动",
        "trap-card": "陷阱卡的发动",
        "spell-effect": "魔法效果{}",
        "trap-effect": "陷阱效果{}",
        "monster-effect": "怪兽效果{}",
    },
}


def say(key: str, lang: Lang) -> str:
    """A sentence by its key, in English or Chinese."""
    return _SENTENCES[key]["zh" if lang == "zh" else "en"]
