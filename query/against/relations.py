"""How one card stands to another, as an answer says it, in both languages."""

from __future__ import annotations

RELATIONS = {
    "negate.yes": {
        "en": "{a} can negate {b}.",
        "zh": "「{a}」能无效「{b}」。",
    },
    "negate.no": {
        "en": "{a} cannot negate {b}.",
        "zh": "「{a}」不能无效「{b}」。",
    },
    "stop.yes": {
        "en": "{a} stops {b}.",
        "zh": "「{a}」能挡住「{b}」。",
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
    "upon-summon.yes": {
        "en": "{a} can be activated when {b} is Summoned.",
        "zh": "「{b}」召唤时可以发动「{a}」。",
    },
    "upon-summon.no": {
        "en": "{a} cannot be activated when {b} is Summoned.",
        "zh": "「{b}」召唤时不能发动「{a}」。",
    },
    "upon-attack.yes": {
        "en": "{a} can be activated when {b} declares an attack.",
        "zh": "「{b}」攻击宣言时可以发动「{a}」。",
    },
    "upon-attack.no": {
        "en": "{a} cannot be activated when {b} declares an attack.",
        "zh": "「{b}」攻击宣言时不能发动「{a}」。",
    },
    "under.yes": {
        "en": "{b} can be activated while {a} applies.",
        "zh": "「{a}」适用中也可以发动「{b}」。",
    },
    "under.no": {
        "en": "{b} cannot be activated while {a} applies.",
        "zh": "「{a}」适用中不能发动「{b}」。",
    },
    "bars.yes": {
        "en": "{a} keeps {b} from being activated.",
        "zh": "「{a}」使「{b}」不能发动。",
    },
    "bars.no": {
        "en": "{a} does not keep {b} from being activated.",
        "zh": "「{a}」不妨碍「{b}」的发动。",
    },
    "special-under.yes": {
        "en": "{b} can be Special Summoned while {a} applies.",
        "zh": "「{a}」适用中可以特殊召唤「{b}」。",
    },
    "special-under.no": {
        "en": "{b} cannot be Special Summoned while {a} applies.",
        "zh": "「{a}」适用中不能特殊召唤「{b}」。",
    },
    "normal-under.yes": {
        "en": "{b} can be Normal Summoned while {a} applies.",
        "zh": "「{a}」适用中可以通常召唤「{b}」。",
    },
    "normal-under.no": {
        "en": "{b} cannot be Normal Summoned while {a} applies.",
        "zh": "「{a}」适用中不能通常召唤「{b}」。",
    },
    "special-bars.yes": {
        "en": "{a} keeps {b} from being Special Summoned.",
        "zh": "「{a}」使「{b}」不能特殊召唤。",
    },
    "special-bars.no": {
        "en": "{a} does not keep {b} from being Special Summoned.",
        "zh": "「{a}」不妨碍「{b}」的特殊召唤。",
    },
    "attack-bars.yes": {
        "en": "{a} keeps {b} from attacking.",
        "zh": "「{a}」使「{b}」不能攻击。",
    },
    "attack-bars.no": {
        "en": "{a} does not keep {b} from attacking.",
        "zh": "「{a}」不妨碍「{b}」攻击。",
    },
    "attack-under.yes": {
        "en": "{b} can attack while {a} applies.",
        "zh": "「{a}」适用中「{b}」可以攻击。",
    },
    "attack-under.no": {
        "en": "{b} cannot attack while {a} applies.",
        "zh": "「{a}」适用中「{b}」不能攻击。",
    },
    "normal-summon.yes": {
        "en": "{a} can negate that Normal Summon.",
        "zh": "「{a}」能无效该通常召唤。",
    },
    "normal-summon.no": {
        "en": "{a} cannot negate that Normal Summon.",
        "zh": "「{a}」不能无效该通常召唤。",
    },
    "target-unaffected.yes": {
        "en": "{a} can target a monster that {b} leaves unaffected: being unaffected keeps no card from being targeted.",
        "zh": "「{a}」可以取因「{b}」而不受影响的怪兽为对象：不受影响不等于不能成为对象。",
    },
    "target-unaffected.no": {
        "en": "{a} targets no monster.",
        "zh": "「{a}」不取怪兽为对象。",
    },
    "affects.yes": {
        "en": "{a} affects {b}.",
        "zh": "「{b}」受「{a}」的效果影响。",
    },
    "affects.no": {
        "en": "{a} does not affect {b}.",
        "zh": "「{b}」不受「{a}」的效果影响。",
    },
}
_CAN = {
    "summons": ("Special Summon {b}", "把「{b}」特殊召唤"),
    "adds": ("add {b} to the hand", "把「{b}」加入手卡"),
    "sends": ("send {b} to the Graveyard", "把「{b}」送去墓地"),
    "banishes": ("banish {b}", "把「{b}」除外"),
    "tributes": ("have {b} Tributed for it", "解放「{b}」"),
    "equips": ("be equipped to {b}", "装备给「{b}」"),
    "takes": ("take control of {b}", "得到「{b}」的控制权"),
    "returns": ("return {b} to the hand or the Deck", "让「{b}」回到手卡或卡组"),
    "attacks": ("attack {b}", "攻击「{b}」"),
    "beats": ("destroy {b} by battle", "战斗破坏「{b}」"),
    "turns": ("turn {b} face-down", "把「{b}」变成里侧表示"),
}
"""What a card can or cannot do to another."""
RELATIONS |= {
    f"{relation}.{verdict}": {"en": f"{{a}} {may} {en}.", "zh": f"「{{a}}」{able}{zh}。"}
    for relation, (en, zh) in _CAN.items()
    for verdict, may, able in (("yes", "can", "能"), ("no", "cannot", "不能"))
}
