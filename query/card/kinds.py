"""Cards of a question told by their kind: whoever reads a Chain needs "Counter Trap", not a card's name."""

from __future__ import annotations

from collections.abc import Sequence

from kb.cards.record import Card
from kb.cardtext.card import read
from kb.model import Lang
from query.card.links import CardMention
from query.card.search import CardSearch

_TYPES: dict[str, dict[Lang, str]] = {"spell": {"en": "Spell", "zh": "魔法"}, "trap": {"en": "Trap", "zh": "陷阱"}}
_PROPERTIES: dict[str, dict[Lang, str]] = {
    "normal": {"en": "Normal", "zh": "通常"},
    "continuous": {"en": "Continuous", "zh": "永续"},
    "quick-play": {"en": "Quick-Play", "zh": "速攻"},
    "field": {"en": "Field", "zh": "场地"},
    "equip": {"en": "Equip", "zh": "装备"},
    "ritual": {"en": "Ritual", "zh": "仪式"},
    "counter": {"en": "Counter", "zh": "反击"},
}
_EFFECTS: dict[str, dict[Lang, str]] = {
    "quick": {"en": "Quick Effect", "zh": "诱发即时效果"},
    "ignition": {"en": "Ignition Effect", "zh": "起动效果"},
    "trigger": {"en": "Trigger Effect", "zh": "诱发效果"},
    "flip": {"en": "Flip Effect", "zh": "反转效果"},
}


def told_by_kind(text: str, mentions: Sequence[CardMention], search: CardSearch, lang: Lang) -> tuple[str, tuple[str, ...]]:
    """The text with each card's kind in place of its name, and "name: kind" for each. Names that are not sure stay."""
    told: list[str] = []
    for mention in sorted(mentions, key=lambda m: -m.span.start):
        card = search.store.get(mention.card) if mention.card else None
        kind = kind_told(card, lang) if card else ""
        if card and kind:
            text = text[: mention.span.start] + kind + text[mention.span.end :]
            told.insert(0, f"{card.name(lang)}: {kind}" if lang == "en" else f"{card.name(lang)}：{kind}")
    return text, tuple(told)


def kind_told(card: Card, lang: Lang) -> str:
    """What is activated with a card, in words; empty for a monster whose effects are of several kinds, or of none.

    >>> from kb.cards.record import Card
    >>> kind_told(Card(id="1", type="trap", property="counter"), "en")
    'Counter Trap'
    """
    if card.type in _TYPES:
        name = _PROPERTIES.get(card.property)
        gap = " " if lang == "en" else ""
        return f"{name[lang]}{gap}{_TYPES[card.type][lang]}" if name else ""
    kinds = {effect for chosen in card.langs()[:1] for effect in _kinds(card, chosen)}
    return _EFFECTS[kinds.pop()][lang] if len(kinds) == 1 and kinds <= set(_EFFECTS) else ""


def _kinds(card: Card, lang: Lang) -> set[str]:
    if card.is_lore() or not card.texts.get(lang):
        return set()
    effects = read(card.texts[lang], lang=lang, kind=card.kind()).effects
    return {e.profile.kind for e in effects if e.profile.starts_chain}
