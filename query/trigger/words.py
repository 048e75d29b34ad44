"""Sentences of answers whether an effect triggers, in both languages."""

from __future__ import annotations

from kb.model import Lang

_SENTENCES = {
    "yes": {
        "en": "What happens meets the condition of {a}'s effect: it may be activated.",
        "zh": "所发生的事满足「{a}」效果的发动条件：可以发动。",
    },
    "must": {
        "en": "What happens meets the condition of {a}'s effect: it is activated.",
        "zh": "所发生的事满足「{a}」效果的发动条件：会发动。",
    },
    "no": {
        "en": "What happens is not what {a}'s effect is activated on.",
        "zh": "所发生的事不满足「{a}」效果的发动条件。",
    },
    "missed": {
        "en": "{a}'s effect is optional and says “when”: something else follows at once, so it misses its timing.",
        "zh": "「{a}」的效果是「时」的选发效果，之后还有别的处理，因此错过时点。",
    },
    "kept": {
        "en": "{a}'s effect does not miss its timing here.",
        "zh": "「{a}」的效果在此不会错过时点。",
    },
    "none": {
        "en": "{a} has no effect that is activated on what happens to it.",
        "zh": "「{a}」没有因此而发动的效果。",
    },
    "depends": {"en": "It depends on {}: {}.", "zh": "取决于{}：{}。"},
    "option": {"en": "{} – {}", "zh": "{}：{}"},
    "clause": {"en": "{}: “{}”", "zh": "{}：“{}”"},
    "provided": {
        "en": "Provided that what else its text asks for is met (a target, once per turn).",
        "zh": "前提是满足其文本的其他要求（有对象、未超过次数等）。",
    },
    "met": {"en": "its condition is met", "zh": "满足其条件"},
    "other": {"en": "its condition is another", "zh": "条件不同"},
    "open": {"en": "not settled by what is told", "zh": "所述情况不足以断定"},
}
VERDICTS = {"en": {"yes": "yes", "no": "no"}, "zh": {"yes": "可以", "no": "不可以"}}


def say(key: str, lang: Lang) -> str:
    """A sentence by its key, in English or Chinese."""
    return _SENTENCES[key]["zh" if lang == "zh" else "en"]
