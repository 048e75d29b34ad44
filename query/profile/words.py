"""Sentences of answers about the properties of a card's effects, in both languages."""

from __future__ import annotations

from kb.model import Lang

_TOLD: dict[str, dict[str, tuple[str, str]]] = {
    "targets": {"en": ("targets", "does not target"), "zh": ("取对象", "不取对象")},
    "non-targeting": {"en": ("does not target", "targets"), "zh": ("不取对象", "取对象")},
    "mandatory": {"en": ("is mandatory", "is not mandatory: a player chooses"), "zh": ("是必发效果", "不是必发，由玩家选择")},
    "optional": {"en": ("is optional", "is mandatory"), "zh": ("是选发，由玩家选择", "是必发效果")},
    "quick": {"en": ("is a Quick Effect", "is no Quick Effect"), "zh": ("是诱发即时效果", "不是诱发即时效果")},
    "trigger": {"en": ("is a Trigger Effect", "is no Trigger Effect"), "zh": ("是诱发效果", "不是诱发效果")},
    "ignition": {"en": ("is an Ignition Effect", "is no Ignition Effect"), "zh": ("是起动效果", "不是起动效果")},
    "speed": {"en": ("is of that Spell Speed", "is of another Spell Speed"), "zh": ("是这个咒文速度", "不是这个咒文速度")},
    "cost": {"en": ("has a cost", "has no cost"), "zh": ("有代价", "没有代价")},
    "chain": {"en": ("starts a Chain", "starts no Chain"), "zh": ("进入连锁", "不进入连锁")},
    "misses": {"en": ("can miss its timing", "cannot miss its timing"), "zh": ("会错过时点", "不会错过时点")},
    "their-turn": {
        "en": ("may be used in the opponent's turn", "may not be used in the opponent's turn"),
        "zh": ("对方回合也能用", "对方回合不能用"),
    },
    "own-turn": {
        "en": ("may be used in one's own turn", "may not be used in one's own turn"),
        "zh": ("自己回合也能用", "自己回合不能用"),
    },
    "from-hand": {
        "en": ("may be activated from the hand", "may not be activated from the hand"),
        "zh": ("能从手卡发动", "不能从手卡发动"),
    },
    "by-name": {
        "en": ("is limited to once per turn by the card's name", "is not limited by the card's name"),
        "zh": ("有卡名一回合一次的限制", "没有卡名一回合一次的限制"),
    },
    "once": {
        "en": ("is limited to once per turn", "is not limited to once per turn"),
        "zh": ("一回合只能一次", "没有一回合一次的限制"),
    },
    "twice": {
        "en": ("may be used more than once in a turn", "may not be used twice in a turn"),
        "zh": ("一回合可以用多次", "一回合不能用两次"),
    },
    "copies": {
        "en": ("may be used with each copy in the same turn", "may not be used with a second copy in the same turn"),
        "zh": ("同一回合另一张也能用", "同一回合不能用第二张"),
    },
    "negates-activation": {
        "en": ("negates the activation", "does not negate the activation"),
        "zh": ("无效的是发动", "无效的不是发动"),
    },
    "negates-effect": {
        "en": ("negates the effect", "does not negate the effect alone"),
        "zh": ("无效的是效果", "无效的不是效果"),
    },
}
_TOLD |= {
    "upon-summon": {
        "en": ("may be used upon such a Summon", "may not be used upon such a Summon"),
        "zh": ("这样召唤时能用", "这样召唤时不能用"),
    },
    "negates-summon": {
        "en": ("negates such a Summon", "does not negate such a Summon"),
        "zh": ("能无效这样的召唤", "不能无效这样的召唤"),
    },
    "their-phase": {
        "en": ("may be used in that phase of the opponent's turn", "may not be used in that phase of the opponent's turn"),
        "zh": ("对方回合的这个阶段能用", "对方回合的这个阶段不能用"),
    },
    "own-phase": {
        "en": ("may be used in that phase of one's own turn", "may not be used in that phase of one's own turn"),
        "zh": ("自己回合的这个阶段能用", "自己回合的这个阶段不能用"),
    },
    "after-summon": {
        "en": ("may be used once the Summon has succeeded", "may no longer be used once the Summon has succeeded"),
        "zh": ("召唤成功之后能用", "召唤成功之后不能再用"),
    },
    "too-late": {
        "en": ("comes too late once the Summon has succeeded", "may still be used once the Summon has succeeded"),
        "zh": ("召唤成功之后就来不及用了", "召唤成功之后还来得及用"),
    },
}
_TOLD |= {
    "from-hand-with": {
        "en": ("may then be activated from the hand", "may not then be activated from the hand"),
        "zh": ("这时能从手卡发动", "这时不能从手卡发动"),
    },
    "face-down": {
        "en": ("may target what is face-down", "targets only what is face-up"),
        "zh": ("可以取里侧表示的卡为对象", "只能取表侧表示的卡为对象"),
    },
    "answered": {
        "en": (
            "may be answered in a Chain, by what is fast enough",
            "keeps the players whom its text names from activating anything in response",
        ),
        "zh": ("可以被连锁，只要咒文速度足够", "发动时，文本所说的玩家什么都不能连锁"),
    },
}
_OF_CARD: dict[str, dict[str, tuple[str, str]]] = {
    "be-targeted": {"en": ("may be targeted", "cannot be targeted"), "zh": ("可以成为对象", "不能成为对象")},
    "be-destroyed": {
        "en": ("may be destroyed by effects", "cannot be destroyed by effects"),
        "zh": ("会被效果破坏", "不会被效果破坏"),
    },
    "be-beaten": {
        "en": ("may be destroyed by battle", "cannot be destroyed by battle"),
        "zh": ("会被战斗破坏", "不会被战斗破坏"),
    },
    "be-unaffected": {"en": ("is unaffected by effects", "is affected by effects"), "zh": ("不受效果影响", "会受效果影响")},
    "be-normal-summoned": {
        "en": ("may be Normal Summoned", "cannot be Normal Summoned"),
        "zh": ("可以通常召唤", "不能通常召唤"),
    },
    "be-normal-summoned-free": {
        "en": ("may be Normal Summoned without Tributes", "cannot be Normal Summoned without Tributes"),
        "zh": ("不用解放就能通常召唤", "不解放就不能通常召唤"),
    },
    "be-set": {"en": ("may be Set from the hand", "cannot be Set from the hand"), "zh": ("可以从手卡盖放", "不能从手卡盖放")},
}
_SENTENCES = {
    "itself": {"en": "By its own text {} {}.", "zh": "按其自身文本，「{}」{}。"},
    "tributes": {
        "en": "By its Level the Normal Summon of {} takes {} Tributes.",
        "zh": "按等级，「{}」的通常召唤需要{}只祭品。",
    },
    "theirs": {
        "en": "It depends on whose effect it is: {}'s text speaks of the opponent's effects alone.",
        "zh": "取决于是谁的效果：「{}」的文本只针对对方的效果。",
    },
    "whose": {"en": "whose effect it is", "zh": "是谁的效果"},
    "of-theirs": {"en": "an effect of its controller's opponent", "zh": "其控制者的对方的效果"},
    "of-own": {"en": "an effect of its controller", "zh": "其控制者自己的效果"},
    "whole": {"en": "{} {}.", "zh": "「{}」{}。"},
    "depends": {"en": "It depends on which effect: {}.", "zh": "取决于是哪个效果：{}。"},
    "which": {"en": "which effect is meant", "zh": "指哪个效果"},
    "effect": {"en": "effect {}", "zh": "效果{}"},
    "activation": {"en": "the activation of the card", "zh": "卡的发动"},
    "clause": {"en": "{} {}: “{}”", "zh": "{}{}：“{}”"},
    "provided": {
        "en": "Provided that what else its text asks for is met.",
        "zh": "前提是满足其文本的其他要求。",
    },
    "by-effect": {
        "en": "What an activated effect Special Summons comes while a Chain resolves: only the activation can be negated.",
        "zh": "由发动的效果特殊召唤的怪兽在连锁处理中出场：只能无效那个发动。",
    },
    "speed": {"en": "Spell Speed {}", "zh": "咒文速度{}"},
    "from-hand": {
        "en": "A Spell goes from the hand in one's own turn alone.",
        "zh": "魔法卡只能在自己回合从手卡发动。",
    },
    "where": {"en": "where the card is", "zh": "这张卡在哪里"},
    "set": {"en": "Set in an earlier turn", "zh": "之前的回合盖放好的"},
    "held": {"en": "in the hand, or Set this turn", "zh": "在手卡，或这个回合才盖放"},
    "where-depends": {
        "en": "{} is a Quick-Play Spell: in the opponent's turn it may be used if Set earlier, from the hand it may not.",
        "zh": "「{}」是速攻魔法：之前的回合盖放好的，对方回合能用；在手卡的不能。",
    },
    "their-turn": {
        "en": "A Trap must have been Set in an earlier turn, unless its text says otherwise.",
        "zh": "陷阱必须在之前的回合盖放好，除非文本另有规定。",
    },
}
_KINDS = {
    "activation": {"en": "the activation of the card", "zh": "卡的发动"},
    "ignition": {"en": "Ignition Effect", "zh": "起动效果"},
    "trigger": {"en": "Trigger Effect", "zh": "诱发效果"},
    "quick": {"en": "Quick Effect", "zh": "诱发即时效果"},
    "flip": {"en": "Flip Effect", "zh": "反转效果"},
    "continuous": {"en": "Continuous Effect", "zh": "永续效果"},
}


def say(key: str, lang: Lang) -> str:
    """A sentence by its key, in English or Chinese."""
    return _SENTENCES[key]["zh" if lang == "zh" else "en"]


def told(about: str, lang: Lang, *, holds: bool) -> str:
    """What a property is told as where it holds or does not."""
    return _TOLD[about]["zh" if lang == "zh" else "en"][0 if holds else 1]


def told_of(name: str, about: str, lang: Lang, *, holds: bool) -> str:
    """What is told of a card itself where it holds or does not."""
    return say("itself", lang).format(name, _OF_CARD[about]["zh" if lang == "zh" else "en"][0 if holds else 1])


def kind_name(kind: str, lang: Lang) -> str:
    """What a kind of effect is called."""
    return _KINDS[kind]["zh" if lang == "zh" else "en"]
