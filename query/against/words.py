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
    "why.does-so": {
        "en": "it fits the cards that its text does this to",
        "zh": "符合其文本中这样处理的卡",
    },
    "why.not-this": {
        "en": "its text does this to other cards, or this one's own text keeps it from that",
        "zh": "其文本这样处理的是别的卡，或对方文本使其不受此处理",
    },
    "why.does-no-such": {
        "en": "its text does nothing of the kind",
        "zh": "其文本没有这种处理",
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
    "why.may-attack": {
        "en": "nothing in the two texts keeps it from that attack",
        "zh": "两张卡的文本都没有禁止这次攻击",
    },
    "why.no-attack": {
        "en": "a text keeps it from that attack",
        "zh": "有文本禁止这次攻击",
    },
    "why.no-monster": {
        "en": "only monsters attack and are attacked",
        "zh": "只有怪兽才能攻击和被攻击",
    },
    "why.kept-in-battle": {
        "en": "its own text keeps it from being destroyed by battle",
        "zh": "其自身文本使其不会被战斗破坏",
    },
    "why.stronger": {
        "en": "the printed numbers decide, and no text changes them",
        "zh": "由印刷的数值决定，且没有文本改变它们",
    },
    "why.not-stronger": {
        "en": "its printed ATK is not higher",
        "zh": "其攻击力数值并不更高",
    },
    "why.unaffected": {
        "en": "its own text leaves it unaffected by such effects",
        "zh": "其自身文本使其不受此类效果影响",
    },
    "why.barred": {
        "en": "what applies forbids it, or what it needs",
        "zh": "适用中的文本禁止此事，或禁止其所需的处理",
    },
    "why.not-barred": {
        "en": "nothing in the text that applies forbids it",
        "zh": "适用中的文本没有禁止此事",
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
_SENTENCES |= {
    f"{relation}.{verdict}": {"en": f"{{a}} {may} {en}.", "zh": f"「{{a}}」{able}{zh}。"}
    for relation, (en, zh) in _CAN.items()
    for verdict, may, able in (("yes", "can", "能"), ("no", "cannot", "不能"))
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
