"""Words for what a card is and does, English and Chinese: for the terminal and the page."""

from __future__ import annotations

from kb.cardtext import CardKind
from kb.model import EffectProfile
from query.card.type_words import line_words

WORDS = {
    "en": {
        "yes": "yes",
        "no": "no",
        "depends": "depends",
        "unknown": "unknown",
        "n/a": "n/a",
        "step": "Damage Step",
        "why": "Why",
        "over": "over",
        "despite": "no reason",
        "missing": "not known",
        "lasting": "Effects that are not activated",
        "remarks": "Other text, not activated",
        "lore": "The text tells a story; nothing in it is activated.",
        "none": "No effect of it is activated.",
        "kind?": "It depends on the kind of card, which the text does not tell. Name it with --kind.",
        "as": "as",
        "pendulum": "Pendulum Effect",
        "differs": "OCG and TCG differ.",
        "old": "wording older than Problem-Solving Card Text: read with less certainty",
        "rulings": "Entries of the digest that name it",
        "passages": "Passages that mention it",
        "qas": "Official Q&As",
        "stops": "What may answer or stop it",
        "unofficial": "unofficial translation",
        "line": "line",
        "more": "and {} more (--json has all)",
        "effect": "Effect",
        "official": "Konami",
        "official differs": "computed otherwise",
        "no documents": "No documents are built: `rulings build PATH` adds what they say of it.",
    },
    "zh": {
        "yes": "可以",
        "no": "不可以",
        "depends": "视情况",
        "unknown": "未知",
        "n/a": "不适用",
        "step": "伤害步骤",
        "why": "理由",
        "over": "优先于",
        "despite": "不构成理由",
        "missing": "尚不清楚",
        "lasting": "不发动的效果",
        "remarks": "其余文字（不发动）",
        "lore": "卡面文字是故事，没有可发动的效果。",
        "none": "没有需要发动的效果。",
        "kind?": "文本看不出是哪种卡，而结论取决于它。请用 --kind 指明。",
        "as": "作为",
        "pendulum": "灵摆效果",
        "differs": "OCG 与 TCG 不同。",
        "old": "旧式文本，判读把握较低",
        "rulings": "规则摘要中提到它的条目",
        "passages": "提到它的段落",
        "qas": "官方问答",
        "stops": "什么可以对应或阻止它",
        "unofficial": "非官方翻译",
        "line": "行",
        "more": "另有 {} 条（--json 列出全部）",
        "effect": "效果",
        "official": "官方",
        "official differs": "推算结果不同",
        "no documents": "尚未读入文档；`rulings build PATH` 可加入文档中的相关内容。",
    },
}
KINDS = {
    "en": {
        "activation": "activation of the card",
        "ignition": "Ignition",
        "trigger": "Trigger",
        "quick": "Quick",
        "flip": "Flip",
        "continuous": "Continuous",
    },
    "zh": {
        "activation": "卡的发动",
        "ignition": "起动",
        "trigger": "诱发",
        "quick": "诱发即时",
        "flip": "反转",
        "continuous": "永续",
    },
}
TYPES = {
    "en": {"monster": "Monster", "spell": "Spell", "trap": "Trap"},
    "zh": {"monster": "怪兽", "spell": "魔法", "trap": "陷阱"},
}
SORTS = {
    "zh": {
        "normal": "通常",
        "continuous": "永续",
        "quick-play": "速攻",
        "field": "场地",
        "equip": "装备",
        "ritual": "仪式",
        "counter": "反击",
    },
}
ONCE = {
    "en": {
        "none": "no once-per-turn limit",
        "this_card": "once per turn for each copy",
        "by_name": "once per turn by name (use)",
        "by_name_activation": "once per turn by name (activation)",
        "duel": "once per Duel",
    },
    "zh": {
        "none": "没有一回合一次的限制",
        "this_card": "每张各1回合1次",
        "by_name": "同名1回合使用1次",
        "by_name_activation": "同名1回合发动1次",
        "duel": "决斗中1次",
    },
}
FIELDS = {
    "en": {
        "damage_step": "Damage Step",
        "kind": "kind",
        "targets": "targets",
        "mandatory": "mandatory",
        "spell_speed": "Spell Speed",
        "early": "yes, before damage calculation",
        "through": "yes, until damage calculation",
        "none": "no effect",
        "unclassified": "of no kind",
        "True": "yes",
        "False": "no",
        "None": "not told",
    },
    "zh": {
        "damage_step": "伤害步骤",
        "kind": "种类",
        "targets": "取对象",
        "mandatory": "必发",
        "spell_speed": "咒文速度",
        "early": "可以，限伤害计算前",
        "through": "可以，限到伤害计算时为止",
        "none": "不是效果",
        "unclassified": "不属于任何种类",
        "True": "是",
        "False": "否",
        "None": "未说明",
    },
}


def value_words(value: object, lang: str) -> str:
    """A value of a profile or of what is officially said of it, in words."""
    known = {**WORDS[lang], **KINDS[lang], **FIELDS[lang]}
    return known.get(str(value), str(value))


def kind_words(kind: CardKind, lang: str) -> str:
    """What a card is, in words: `Counter Trap`, 速攻魔法, `Monster (Dragon / Effect)`."""
    name = TYPES[lang][kind.type]
    if kind.type == "monster":
        line = line_words(kind.line, lang)
        return name if not kind.line else f"{name}（{line}）" if lang == "zh" else f"{name} ({line})"
    sort = SORTS[lang].get(kind.sort, kind.sort) if lang in SORTS else kind.sort.title()
    return f"{sort}{name}" if lang == "zh" else f"{sort} {name}".strip()


def traits(profile: EffectProfile, lang: str) -> list[str]:
    """Kind, Spell Speed, mandatory or not, target, missing the timing and limit of an effect, in words."""
    zh = lang == "zh"
    found = [KINDS[lang][profile.kind]]
    if profile.spell_speed:
        found.append(f"咒文速度{profile.spell_speed}" if zh else f"Spell Speed {profile.spell_speed}")
    if profile.mandatory is not None:
        found.append(("必发" if profile.mandatory else "选发") if zh else ("mandatory" if profile.mandatory else "optional"))
    if profile.targets is not None:
        found.append(
            ("取对象" if profile.targets else "不取对象") if zh else ("targets" if profile.targets else "does not target")
        )
    if profile.can_miss_timing is not None:
        missed = profile.can_miss_timing
        found.append(
            ("会错过时点" if missed else "不会错过时点")
            if zh
            else ("can miss the timing" if missed else "cannot miss the timing")
        )
    return [*found, ONCE[lang][profile.once_per_turn]]
