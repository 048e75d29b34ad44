"""Sentences that answers about a card are made of, in both languages."""

from __future__ import annotations

from kb.model import Lang

_SENTENCES = {
    "yes": {"en": "{} may be activated then.", "zh": "「{}」此时可以发动。"},
    "no": {"en": "{} cannot be activated then.", "zh": "「{}」此时不能发动。"},
    "put-yes": {"en": "Yes: {} cannot be activated then.", "zh": "是的，「{}」此时不能发动。"},
    "put-no": {"en": "No: {} may be activated then.", "zh": "不，「{}」此时可以发动。"},
    "depends": {"en": "Whether {} may be activated then depends.", "zh": "「{}」此时能否发动要看情况。"},
    "unknown": {
        "en": "The sources don't say whether {} may be activated then.",
        "zh": "资料没有说明「{}」此时能否发动。",
    },
    "none": {"en": "{} has no effect that is activated.", "zh": "「{}」没有需要发动的效果。"},
    "effect": {"en": "effect {}", "zh": "第{}个效果"},
    "itself": {"en": "the card itself", "zh": "卡本身"},
    "when": {"en": "Allowed for {}: {}.", "zh": "{}：{}可以。"},
    "never": {"en": "Not allowed for {}.", "zh": "{}：不可以。"},
    "differs": {"en": "The territories differ: {}.", "zh": "两地区不同：{}。"},
    "missing": {"en": "Not known from the text: {}.", "zh": "从文本看不出：{}。"},
    "old": {
        "en": "The text is older than Problem-Solving Card Text and is read with less certainty.",
        "zh": "旧式文本，判读把握较低。",
    },
}
_VERDICTS = {
    "yes": {"en": "yes", "zh": "可以"},
    "no": {"en": "no", "zh": "不可以"},
    "depends": {"en": "depends", "zh": "视情况而定"},
    "unknown": {"en": "unknown", "zh": "未知"},
    "n/a": {"en": "n/a", "zh": "不适用"},
}


def say(key: str, lang: Lang) -> str:
    """A sentence by its key, in English or Chinese, with places for what it is about."""
    return _SENTENCES[key]["zh" if lang == "zh" else "en"]


def verdict_word(verdict: str, lang: Lang) -> str:
    """A verdict in a word."""
    return _VERDICTS[verdict]["zh" if lang == "zh" else "en"]
