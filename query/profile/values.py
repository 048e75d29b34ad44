"""What a property comes to for one effect of a card."""

from __future__ import annotations

from collections.abc import Callable

from kb.cards.record import Card
from kb.lang.later import later
from kb.model import CardText, Effect, Tri
from query.against.answers import condition_of
from query.against.cues import Cues as Guards
from query.profile.cues import Cues
from query.profile.upon import after_summon, negates_summon, upon_summon

QUICK = 2
"""The Spell Speed of what answers anything but a Counter Trap."""
_KINDS = later(r"trap|quick")
_ON_CONDITION = later(r"\b(?:if|while|when|unless)\b[^:;]*$")
_FREE = ("none",)
_FREE_COPIES = ("none", "this_card")
"""Limits that leave another copy free."""
_QUICK = ("quick-play",)
MAIN = "main"


def value_of(
    about: str, effect: Effect, text: CardText, card: Card, cues: Cues, speed: int = 0, way: str = "", phase: str = ""
) -> Tri:
    """Whether an effect has a property; None where its text does not say. `speed`: the Spell Speed asked about, `way`: the kind
    of Summon, `phase`: the phase of the turn."""
    profile = effect.profile
    plain: dict[str, Callable[[], Tri]] = {
        "targets": lambda: profile.targets,
        "non-targeting": lambda: None if profile.targets is None else not profile.targets,
        "mandatory": lambda: bool(profile.mandatory),
        "optional": lambda: not profile.mandatory,
        "quick": lambda: profile.kind == "quick",
        "trigger": lambda: profile.kind == "trigger",
        "ignition": lambda: profile.kind == "ignition",
        "speed": lambda: profile.spell_speed == speed,
        "cost": lambda: _costs(effect, text),
        "chain": lambda: profile.starts_chain,
        "misses": lambda: bool(profile.can_miss_timing),
        "their-turn": lambda: _in_their_turn(effect, text, card, cues),
        "own-turn": lambda: _in_own_turn(effect, text, cues),
        "their-phase": lambda: _in_phase(effect, text, card, cues, phase, _in_their_turn(effect, text, card, cues)),
        "own-phase": lambda: _in_phase(effect, text, card, cues, phase, _in_own_turn(effect, text, cues)),
        "from-hand": lambda: _from_hand(effect, card),
        "by-name": lambda: profile.once_per_turn in ("by_name", "by_name_activation"),
        "once": lambda: profile.once_per_turn != "none",
        "twice": lambda: profile.once_per_turn in (_FREE if card.type == "monster" else _FREE_COPIES),
        "copies": lambda: profile.once_per_turn in _FREE_COPIES,
        "negates-activation": lambda: profile.negates_activation,
        "negates-effect": lambda: profile.negates_effect,
        "upon-summon": lambda: upon_summon(effect, text, way),
        "negates-summon": lambda: negates_summon(effect, text, way),
        "after-summon": lambda: after_summon(effect, text),
        "too-late": lambda: None if (still := after_summon(effect, text)) is None else not still,
    }
    return plain[about]()


def may_be_answered(effect: Effect, text: CardText, alone: bool, guards: Guards, by: str = "") -> Tri:
    """Whether cards and effects may be activated in response; None where the text bars some only, or on a condition, and where
    a kind of card is named (`by`) that may be too slow.

    `alone`: whether the effect is the card's only one that starts a Chain, so that all of its text is about that.
    """
    if (effect.profile.spell_speed or 0) > QUICK and _KINDS.search(by):
        return None
    said = " ".join((text.text if alone else effect.text).lower().split())
    barred = guards.unanswered_by_all.search(said)
    if barred is None:
        return None if guards.unanswered.search(said) else True
    before = said[: barred.start()].rpartition(".")[2]
    return None if _ON_CONDITION.search(before) else False


def targets_face_down(effect: Effect, what: str, cues: Cues) -> Tri:
    """Whether a face-down monster, Spell, Trap or card (`what`) may be the target; None where the text asks for a property that
    only shows face-up, or targets something else."""
    said = effect.text.lower()
    if cues.card["target-face-up"].search(said):
        return False
    if cues.card["target-face-down"].search(said):
        return True
    named = cues.card["target-any"].search(said)
    kind = named["kind"] if named else ""
    fits = kind.startswith("card") or what in ("", "card") or any(part in kind for part in what.split("/"))
    return True if kind and fits else None


def from_hand_with(effect: Effect, text: CardText, card: Card, cues: Cues, *, none: bool) -> Tri:
    """Whether it may be activated from the hand by a player who controls no cards (`none`), or some; None where the text ties
    it to something else."""
    tied = cues.card["hand-if-none"].search(" ".join(text.text.lower().split()))
    if tied:
        return none
    allowed = _from_hand(effect, card)
    return False if allowed is False else None


def _costs(effect: Effect, text: CardText) -> Tri:
    """Whether something is paid; to choose which effect is used is no payment."""
    paid = text.text[effect.cost.start : effect.cost.end].lower() if effect.cost else ""
    return None if "activate 1 of" in paid else effect.profile.cost


def _in_their_turn(effect: Effect, text: CardText, card: Card, cues: Cues) -> Tri:
    kind, condition = effect.profile.kind, condition_of(effect, text)
    if cues.theirs.search(condition):
        return True
    if kind == "ignition" or cues.own.search(condition):
        return False
    if kind == "activation" and card.type == "spell":
        return card.property in _QUICK
    return True


def _in_own_turn(effect: Effect, text: CardText, cues: Cues) -> Tri:
    condition = condition_of(effect, text)
    if cues.own.search(condition):
        return True
    if cues.theirs.search(condition):
        return False
    return None if cues.attacked.search(condition) else True


def _in_phase(effect: Effect, text: CardText, card: Card, cues: Cues, phase: str, in_turn: Tri) -> Tri:
    """Whether it may be used in a phase of a turn in which it may be used at all; None where it waits for something else."""
    if not in_turn:
        return in_turn
    kind, condition = effect.profile.kind, condition_of(effect, text)
    if kind == "ignition" or (kind == "activation" and card.type == "spell" and card.property not in _QUICK):
        return phase == MAIN
    named = set(cues.phases.findall(condition))
    return phase in named if named else True if cues.whole_turn.fullmatch(condition) else None


def _from_hand(effect: Effect, card: Card) -> Tri:
    if effect.profile.kind == "activation" and card.type == "spell":
        return True
    return "hand" in effect.profile.places
