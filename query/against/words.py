"""Sentences of answers about two cards, in both languages."""

from __future__ import annotations

from kb.model import Lang

_SENTENCES = {
    "negate.yes": {
        "en": "{a} can negate {b}.",
        "zh": "「{a}」能无效「{b}」。",
    },
    "negate.no": {
        "en": "{a} cannot negate {b}.",
        "zh": "「{a}」不能无效「{b}」。",
    },
    "stop.yes": {
        "en": "{a} stops {b}: it negates it.",
        "zh": "「{a}」能挡住「{b}」：将其无效。",
    },
    "stop.no": {
        "en": "{a} does not stop {b}.",
        "zh": "「{a}」挡不住「{b}」。",
    },
    "answer.yes": {
        "en": "{a} can be activated in answer to {b}.",
        "zh": "「{a}」可以连锁「{b}」发动。",
    },
    "answer.no": {
        "en": "{a} cannot be activated in answer to {b}.",
        "zh": "「{a}」不能连锁「{b}」发动。",
    },
    "target.yes": {
        "en": "{a} can target {b}.",
        "zh": "「{a}」可以取「{b}」为对象。",
    },
    "target.no": {
        "en": "{a} cannot target {b}.",
        "zh": "「{a}」不能取「{b}」为对象。",
    },
    "destroy.yes": {
        "en": "{a} can destroy {b}.",
        "zh": "「{a}」能破坏「{b}」。",
    },
    "destroy.no": {
        "en": "{a} cannot destroy {b}.",
        "zh": "「{a}」不能破坏「{b}」。",
    },
    "summon.yes": {
        "en": "{a} can negate the Summon of {b}.",
        "zh": "「{a}」能无效「{b}」的召唤。",
    },
    "summon.no": {
        "en": "{a} cannot negate the Summon of {b}.",
        "zh": "「{a}」不能无效「{b}」的召唤。",
    },
    "open": {
        "en": "The two texts alone don't settle how {a} stands to {b}.",
        "zh": "只凭「{a}」和「{b}」两张卡的文本无法断定。",
    },
    "official": {"en": " Official Q&A {} says so ({}).", "zh": "官方问答第{}号有此裁定（{}）。"},
    "why.negates": {
        "en": "it answers this, and negates it",
        "zh": "符合其应对的条件，并将其无效",
    },
    "why.answers": {
        "en": "it answers this",
        "zh": "符合其应对的条件",
    },
    "why.free": {
        "en": "it is fast enough, and its text names nothing that it must answer",
        "zh": "咒文速度足够，文本没有限定应对什么",
    },
    "why.negates-nothing": {
        "en": "its text negates nothing",
        "zh": "其文本不会无效任何东西",
    },
    "why.not-answered": {
        "en": "its text answers other activations than this",
        "zh": "不属于其文本所应对的发动",
    },
    "why.too-slow": {
        "en": "its Spell Speed is too low",
        "zh": "咒文速度不够",
    },
    "why.not-on-field": {
        "en": "it negates monsters on the field, and this is not activated by one",
        "zh": "只无效场上的怪兽，而这不是场上的怪兽发动的",
    },
    "why.on-field": {
        "en": "it negates monsters on the field, and this is activated by one that stays there",
        "zh": "无效场上的怪兽，而这是留在场上的怪兽发动的",
    },
    "why.targets": {
        "en": "it fits what its text targets",
        "zh": "符合其文本的取对象条件",
    },
    "why.wrong-kind": {
        "en": "its text targets other kinds of cards",
        "zh": "其文本以别种卡为对象",
    },
    "why.targets-nothing": {
        "en": "its text targets nothing",
        "zh": "其文本不取对象",
    },
    "why.destroys": {
        "en": "it fits what its text destroys",
        "zh": "符合其文本所破坏的卡",
    },
    "why.spared": {
        "en": "its text destroys other cards, or this one's own text keeps it from that",
        "zh": "其文本破坏的是别种卡，或对方文本使其不被破坏",
    },
    "why.destroys-nothing": {
        "en": "its text destroys nothing",
        "zh": "其文本不破坏任何东西",
    },
    "why.negates-summon": {
        "en": "it answers this Summon, and negates it",
        "zh": "应对这种召唤，并将其无效",
    },
    "why.unanswered": {
        "en": "its text lets nothing be activated in answer to it",
        "zh": "其文本不允许对其连锁",
    },
    "why.by-name": {
        "en": "it negates what has the name of the card it banishes, and this card is where it can be banished",
        "zh": "将被除外的卡的同名卡的效果无效，而这张卡正在可被除外的地方",
    },
    "why.which": {
        "en": "it depends on which of its effects is meant",
        "zh": "取决于所指的是哪个效果",
    },
    "why.open": {
        "en": "the texts leave it open",
        "zh": "文本无法断定",
    },
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
