"""Sentences that answers are made of, in both languages."""

from __future__ import annotations

from collections.abc import Sequence

from kb.model import Lang
from query.model import Missing

_SENTENCES = {
    "nothing_fits": {
        "en": "The sources don't say. Looked for: {}.",
        "zh": "资料没有说明。查找了：{}。",
    },
    "sources_differ": {"en": "The sources differ on this.", "zh": "各资料在这一点上说法不一。"},
    "no_difference": {
        "en": "No disagreement between the sources is known on this.",
        "zh": "在这一点上没有发现资料之间的分歧。",
    },
    "read_as": {"en": "Read as: {}", "zh": "理解为：{}"},
    "territory": {"en": "Holds in the {} only.", "zh": "仅适用于{}。"},
    "until": {"en": "Outdated: held until {}.", "zh": "已过时：适用至{}。"},
    "since": {"en": "Holds since {}.", "zh": "自{}起适用。"},
    "except": {"en": "Except: {}", "zh": "例外：{}"},
    "newer": {"en": "The other position is outdated ({}).", "zh": "另一种说法已过时（{}）。"},
    "elsewhere": {"en": "The positions belong to different territories.", "zh": "两种说法分属不同地区。"},
    "prevails.digest": {"en": "The digest decides; the document says otherwise.", "zh": "以规则摘要为准；该文档说法不同。"},
    "prevails.higher authority": {"en": "It has the higher authority: {}.", "zh": "其权威级别更高：{}。"},
    "prevails.newer": {"en": "It is newer: {}.", "zh": "其日期更新：{}。"},
    "own_order": {"en": "Sources rank by your own order: {}.", "zh": "资料按您自定的顺序排列：{}。"},
    "depends_on": {"en": "It depends on {}: {}.", "zh": "取决于{}：{}。"},
    "option": {"en": "{} – {}", "zh": "{}：{}"},
    "computed.understood": {"en": "Understood as: {}.", "zh": "理解为：{}。"},
    "computed.assumed": {"en": "Assumed: {}.", "zh": "假定：{}。"},
    "verdict.yes": {"en": "yes", "zh": "是"},
    "verdict.no": {"en": "no", "zh": "否"},
    "verdict.depends": {"en": "it depends", "zh": "视情况而定"},
    "assistant.believed": {
        "en": "Put in words by the assistant {0} from the passages quoted; beyond them nothing vouches for it.",
        "zh": "由助手 {0} 依据所引段落作答；除引文外别无保证。",
    },
    "assistant.agrees": {"en": "The assistant {0} comes to the same.", "zh": "助手 {0} 得出相同结论。"},
    "assistant.unsure": {
        "en": "The assistant {0} finds no answer in these passages.",
        "zh": "助手 {0} 认为这些段落没有给出答案。",
    },
    "assistant.not believed": {
        "en": "The assistant {0} was not believed: {1}.",
        "zh": "未采信助手 {0} 的回答（{1}）。",
    },
    "assistant.no answer": {
        "en": "The assistant {0} gave no answer: {1}.",
        "zh": "助手 {0} 没有给出可用的回答（{1}）。",
    },
    "card.yes": {"en": "{} may be activated then.", "zh": "「{}」此时可以发动。"},
    "card.no": {"en": "{} cannot be activated then.", "zh": "「{}」此时不能发动。"},
    "card.put-yes": {"en": "Yes: {} cannot be activated then.", "zh": "是的，「{}」此时不能发动。"},
    "card.put-no": {"en": "No: {} may be activated then.", "zh": "不，「{}」此时可以发动。"},
    "card.depends": {"en": "Whether {} may be activated then depends.", "zh": "「{}」此时能否发动要看情况。"},
    "card.unknown": {
        "en": "The sources don't say whether {} may be activated then.",
        "zh": "资料没有说明「{}」此时能否发动。",
    },
    "card.described": {"en": "The effect in question", "zh": "所问的效果"},
    "card.none": {"en": "{} has no effect that is activated.", "zh": "「{}」没有需要发动的效果。"},
    "card.effect": {"en": "effect {}", "zh": "第{}个效果"},
    "card.itself": {"en": "the card itself", "zh": "卡本身"},
    "card.when": {"en": "Allowed for {}: {}.", "zh": "{}：{}可以。"},
    "card.never": {"en": "Not allowed for {}.", "zh": "{}：不可以。"},
    "card.differs": {"en": "The territories differ: {}.", "zh": "两地区不同：{}。"},
    "card.missing": {"en": "Not known from the text: {}.", "zh": "从文本看不出：{}。"},
    "card.old": {
        "en": "The text is older than Problem-Solving Card Text and is read with less certainty.",
        "zh": "旧式文本，判读把握较低。",
    },
}


def say(key: str, lang: Lang) -> str:
    """A sentence by its key, in English or Chinese."""
    return _SENTENCES[key]["zh" if lang == "zh" else "en"]


def depends_on(missing: Sequence[Missing], lang: Lang) -> str:
    """What it depends on, and what the answer is either way, a sentence for each missing fact."""
    return ("" if lang == "zh" else " ").join(say("depends_on", lang).format(one.fact, _options(one, lang)) for one in missing)


def _options(missing: Missing, lang: Lang) -> str:
    told = (
        say("option", lang).format(label, say(f"verdict.{verdict}", lang)) if f"verdict.{verdict}" in _SENTENCES else label
        for label, verdict in missing.options
    )
    return ("；" if lang == "zh" else "; ").join(told)
