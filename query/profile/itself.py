"""What may be done to a card itself, and how it may be Summoned, by its own text and what it prints."""

from __future__ import annotations

import re
from collections.abc import Mapping

from kb.cards.record import Card
from kb.model import Effect, EffectProfile, Span, Tri
from query.against import cues as against
from query.against.fits import guarded
from query.profile.cues import Cues

_TYPES = ("spell", "trap", "monster")
_GUARDS: Mapping[str, str] = {"be-targeted": "target", "be-destroyed": "destroy", "be-unaffected": "affect"}
_ONE_TRIBUTE, _TWO_TRIBUTES = 5, 7
"""Levels from which on a Tribute Summon takes as many (rule `summoning.tribute-counts`)."""


def whole(card: Card) -> Effect:
    """The whole English text of a card, to be shown as an effect is."""
    text = card.texts.get("en", "")
    profile = EffectProfile(kind="continuous", starts_chain=False)
    return Effect(number=0, text=text, span=Span(0, len(text)), profile=profile)


def tributes(card: Card) -> int | None:
    """How many Tributes the Normal Summon of a monster takes by its Level; None for what has no Level."""
    level = card.stats.get("level", "")
    if card.type != "monster" or not level.isdigit():
        return None
    return 0 if int(level) < _ONE_TRIBUTE else 1 if int(level) < _TWO_TRIBUTES else 2


def counts_own(card: Card, cues: Cues) -> bool:
    """Whether its text speaks of Tributes, so that the Level alone does not tell how many."""
    return not card.is_lore() and bool(cues.card["own-tributes"].search(card.texts.get("en", "").lower()))


def of_itself(about: str, card: Card, cues: Cues, guards: against.Cues) -> Tri:
    """Whether it may be done to the card, or holds of it; None where its text leaves that open."""
    if card.type != "monster":
        return None
    if how := _GUARDS.get(about):
        if not card.is_lore() and cues.card["conditional"].search(card.texts.get("en", "").lower()):
            return None
        held = {guarded(card, how, by, guards) for by in _TYPES}
        if len(held) > 1 or None in held:
            return None
        return (True in held) is (about == "be-unaffected")
    text = " ".join(card.texts.get("en", "").lower().split()) if not card.is_lore() else ""
    if about == "be-beaten":
        return _beaten(text, cues)
    return _summoned(about, card, text, cues)


def only_theirs(about: str, card: Card, guards: against.Cues) -> bool:
    """Whether what its text keeps from the card is the opponent's doing alone."""
    always = guards.guards[_GUARDS[about]][1]
    return any("opponent" in s and always.fullmatch(s.strip(" .;")) for s in _sentences(card.texts.get("en", "").lower()))


def _sentences(text: str) -> list[str]:
    return re.split(r"(?<=[.;:])\s", " ".join(text.split()))


def _beaten(text: str, cues: Cues) -> Tri:
    sentences = (s.strip(" .;") for s in _sentences(text))
    if cues.card["conditional"].search(text):
        return None
    if any(cues.card["battle"].fullmatch(s) for s in sentences):
        return False
    return None if cues.card["beaten"].search(text) else True


def _summoned(about: str, card: Card, text: str, cues: Cues) -> Tri:
    line = {w.strip() for w in card.type_line.lower().split("/")}
    needed = tributes(card)
    if line & set(cues.extra):
        return False
    if needed is None:
        return None
    if about == "be-set":
        return False if cues.card["no-set"].search(text) else None if cues.card["no-normal"].search(text) else True
    if cues.card["no-normal"].search(text):
        return False
    if about == "be-normal-summoned-free":
        return None if needed and cues.card["freely"].search(text) else not needed
    return True
