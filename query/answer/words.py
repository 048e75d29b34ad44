"""Sentences that answers are made of, in both languages."""

from __future__ import annotations

from kb.model import Lang

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
    "territory": {"en": "Holds in the {} only.", "zh": "仅适用于{}。"},
    "until": {"en": "Outdated: held until {}.", "zh": "已过时：适用至{}。"},
    "since": {"en": "Holds since {}.", "zh": "自{}起适用。"},
    "newer": {"en": "The other position is outdated ({}).", "zh": "另一种说法已过时（{}）。"},
    "settled_by": {"en": "Settled by {} on {}: {}", "zh": "由{}于{}裁定：{}"},
    "corrected_by": {"en": "Corrected by {} on {}: {}", "zh": "由{}于{}更正：{}"},
    "rejected_by": {"en": "Rejected by {} on {}: {}", "zh": "由{}于{}驳回：{}"},
    "elsewhere": {"en": "The positions belong to different territories.", "zh": "两种说法分属不同地区。"},
}


def say(key: str, lang: Lang) -> str:
    """A sentence by its key, in English or Chinese."""
    return _SENTENCES[key]["zh" if lang == "zh" else "en"]
