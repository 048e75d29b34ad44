"""Whether an effect may be used upon a Summon of some kind, or negates it, by the condition of its text."""

from __future__ import annotations

import re

from kb.lang.later import later
from kb.model import CardText, Effect, Tri
from query.against.answers import condition_of

_HOW = r"(?P<how>(?:(?:normal|special|flip|tribute|or|and|a|an)\b[ ,/]*)*)"
_DOES = _HOW.replace("how", "does")
_MADE = later(rf"\b(?:is|are|would be) (?:\w+ly )?{_HOW}summoned\b|\b(?:opponent|player) (?:would )?{_DOES}summons?\b")
_ABOUT_TO = later(rf"\bwould be (?:\w+ly )?{_HOW}summoned\b|\b(?:opponent|player) would {_DOES}summon\b")
_OTHER = later(r"\b(?:ritual|fusion|synchro|xyz|link|pendulum)[ ,/or]* ?summon")
"""Kinds of Special Summon: which of them is meant is another question."""
_TOLD = later(r"\(.*?\)|\b(?:that|this card|it|they) (?:was|were|is|are) [^,;:]*?summoned\b|\bsummoned this (?:way|turn)\b")
"""A monster that came so, or the card's own Summon."""
_OWN = later(r"\byour (?:field|side)\b|\byou control\b|\bby (?:the effect|a card effect)\b|\bfrom\b")
"""More that such a Summon has to be."""
WAYS = {
    "normal": "normal",
    "special": "special",
    "flip": "flip",
    "tribute": "tribute",
    "通常召唤": "normal",
    "通召": "normal",
    "特殊召唤": "special",
    "特召": "special",
    "反转召唤": "flip",
    "上级召唤": "tribute",
}
"""Kinds of Summon, as questions name them."""
_ARE = {"normal": ("normal",), "special": ("special",), "flip": ("flip",), "tribute": ("normal", "tribute")}
"""What a kind counts as: a Tribute Summon is a Normal Summon."""


def upon_summon(effect: Effect, text: CardText, way: str) -> Tri:
    """Whether an effect may be used when a monster is Summoned in that way, or would be; None where its condition speaks of no
    Summon, or of one kind of Special Summon."""
    condition = _TOLD.sub(" ", condition_of(effect, text))
    return _among([match["how"] or match["does"] or "" for match in _MADE.finditer(condition)], condition, way)


def negates_summon(effect: Effect, text: CardText, way: str) -> Tri:
    """Whether it negates such a Summon; not where it waits until the Summon is made."""
    condition = _TOLD.sub(" ", condition_of(effect, text))
    coming = [match["how"] or match["does"] or "" for match in _ABOUT_TO.finditer(condition)]
    if not coming and _MADE.search(condition):
        return False
    if not re.search(
        r"\bnegate (?:the|that|those|its) (?:\w+ )?summon|\bnegate the (?:\w+,? (?:or|and) )*summon", effect.text.lower()
    ):
        return None
    return _among(coming, condition, way)


def after_summon(effect: Effect, text: CardText) -> Tri:
    """Whether an effect may still be used when a Summon has succeeded: not one that negates Summons; one that waits for a
    monster that "is Summoned" may. None where its condition speaks of no Summon or of more, as an own monster."""
    condition = _TOLD.sub(" ", condition_of(effect, text))
    made = _MADE.sub(" ", _ABOUT_TO.sub(" ", condition)) != _ABOUT_TO.sub(" ", condition)
    if _OTHER.search(condition) or (made and _OWN.search(condition)):
        return None
    return made or (False if _ABOUT_TO.search(condition) else None)


def _among(told: list[str], condition: str, way: str) -> Tri:
    if not told or _OTHER.search(condition):
        return None
    kinds = [set(re.findall(r"normal|special|flip|tribute", how)) for how in told]
    fits = any(not kind or kind & set(_ARE[way]) for kind in kinds)
    return None if fits and _OWN.search(condition) else fits
