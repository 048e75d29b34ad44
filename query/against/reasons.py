"""Why one card does or does not do something to another, as an answer says it, in both languages."""

from __future__ import annotations

REASONS = {
    "linked.resolves": {
        "en": "{} resolves with its effect.",
        "zh": "「{}」的效果正常处理。",
    },
    "linked.negated": {
        "en": "{} is negated.",
        "zh": "「{}」被无效。",
    },
    "linked.open": {
        "en": "The three texts alone don't settle what becomes of that Chain.",
        "zh": "只凭这三张卡的文本无法断定这条连锁的结果。",
    },
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
    "why.meets-summon": {
        "en": "it may be activated when such a monster is Summoned",
        "zh": "这样的怪兽召唤时可以发动",
    },
    "why.not-that-summon": {
        "en": "its text answers something else than this Summon",
        "zh": "这次召唤不符合其发动条件",
    },
    "why.meets-attack": {
        "en": "it may be activated when such an attack is declared",
        "zh": "这样的攻击宣言时可以发动",
    },
    "why.not-an-attack": {
        "en": "its text answers something else than this attack, or is too slow for it",
        "zh": "这次攻击宣言不符合其发动条件，或速度不够",
    },
    "why.attack-lock": {
        "en": "the attacking monster's text forbids it while it attacks",
        "zh": "攻击怪兽的文本在其攻击时禁止此发动",
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
}
