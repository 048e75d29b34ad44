"""Cards of a question told by their kind: whoever reads a Chain needs "Counter Trap", not a card's name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.cards.record import Card
from kb.cardtext.card import read
from kb.lang.later import later
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
LASTING = ("continuous", "field", "equip")
"""Spells and Traps whose effect needs the card on the field, so that not only negation stops it."""
_EFFECTS: dict[str, dict[Lang, str]] = {
    "quick": {"en": "Quick Effect", "zh": "诱发即时效果"},
    "ignition": {"en": "Ignition Effect", "zh": "起动效果"},
    "trigger": {"en": "Trigger Effect", "zh": "诱发效果"},
    "flip": {"en": "Flip Effect", "zh": "反转效果"},
}


_REMOVES = later(
    r"\b(?:destroy|banish|return)(?:s|ed)?\b[^.;]{0,60}?\b(?:spells?|traps?|cards? (?:on the field|your opponent controls))\b"
    r"|\b(?:target|select)s? [^.;]{0,60}\b(?:spells?|traps?)\b[^.]{0,80}\b(?:destroy|banish|return)"
    r"|(?:魔法|陷阱|场上的)[^。]{0,40}(?:破坏|除外|回到)",
    re.I,
)
_NEGATES = later(r"\bnegat|无效", re.I)
_REMAINS = later(
    r"\bremains? (?:face-up )?on the field|\b(?:while|as long as) this card (?:is|remains)|\bequip(?:ped)?\b"
    r"|\bthis card leaves the field"
    r"|(?:这张卡|此卡)[^。]{0,12}(?:在场上|留在场上|表侧表示存在|离场)|装备",
    re.I,
)
"""What a Normal Spell or Trap says whose effect needs it on the field."""
_REMOVING: dict[Lang, str] = {"en": " that destroys it", "zh": "（把它破坏）"}


def told_by_kind(text: str, mentions: Sequence[CardMention], search: CardSearch, lang: Lang) -> tuple[str, tuple[str, ...]]:
    """The text with each card's kind in place of its name, and "name: kind" for each. Names that are not sure stay. Of two
    cards it is told as well which of them takes the other off the field."""
    told: list[str] = []
    named = {m.card: card for m in mentions if m.card and (card := search.store.get(m.card))}
    remover = _remover(list(named.values()))
    first = min((m.span.start for m in mentions if m.card and m.card == remover), default=-1)
    for mention in sorted(mentions, key=lambda m: -m.span.start):
        card = named.get(mention.card) if mention.card else None
        kind = kind_told(card, lang) if card else ""
        if card and kind:
            does = _REMOVING[lang] if mention.span.start == first else ""
            text = text[: mention.span.start] + kind + does + text[mention.span.end :]
            told.insert(0, f"{card.name(lang)}: {kind}" if lang == "en" else f"{card.name(lang)}：{kind}")
    return text, tuple(told)


def _remover(cards: Sequence[Card]) -> str:
    """Of two cards the id of the one that takes the other off the field; empty where both may, one negates, or the other needs
    to stay there though its kind does not."""
    found = [card.id for card in cards if removes_backrow(card)]
    backrow = all(card.type in _TYPES and not _NEGATES.search(_said(card)) for card in cards)
    stays = any(card.id not in found and card.property not in LASTING and _REMAINS.search(_said(card)) for card in cards)
    return found[0] if len(cards) == len(found) + 1 == 2 and backrow and not stays else ""


def _said(card: Card) -> str:
    return card.texts.get("en") or card.texts.get("zh", "")


def removes_backrow(card: Card) -> bool:
    """Whether the effect of a Spell or Trap takes Spells and Traps off the field and negates nothing.

    >>> from kb.cards.record import Card
    >>> removes_backrow(Card(id="1", type="spell", property="quick-play", texts={"en": "Target 1 Trap; destroy it."}))
    True
    """
    said = _said(card)
    return card.type in _TYPES and bool(_REMOVES.search(said)) and not _NEGATES.search(said)


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
