"""Whether a card may be activated in answer to an activation, and whether it negates it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kb.lang.later import later
from kb.model import CardText, Effect
from query.against.answers import Answers, answers_of, condition_of, negates
from query.against.cues import Cues
from query.against.does import Activation, leaves_field
from query.against.held import Held, main_of
from query.against.meets import first, too_slow

_BEFOREHAND = later(
    r"(?:during (?:your|your opponent's|either player's|the|a player's) [a-z ,/]*(?:phase|turn|step)s?"
    r"|if (?:you control|your opponent controls)"
    r"|while (?:you control|your opponent controls|this card)|if there (?:is|are)|during (?:your|their) (?:main|battle))[^:;.]*"
)
"""A condition that says when or in what situation, and not in answer to what."""


def negated(texts: Sequence[CardText], activation: Activation, cues: Cues) -> Held:
    """Whether the card negates an activation of the other."""
    answering = [a for t in texts for a in answers_of(t, cues)]
    if meeting := first(answering, activation, cues, True):
        negating = negates(meeting.effect)
        if negating is not False:
            why = "negates" if negating else "open"
            return Held(activation=activation, outcome=negating, why=why, by=meeting.effect, own=meeting.own)
    if field := next((e for t in texts for e in t.effects if cues.negates_field.search(e.text.lower())), None):
        return _on_field(field, activation, cues)
    if named := next((e for t in texts for e in t.effects if cues.negates_name.search(e.text.lower())), None):
        return _by_name(named, activation, cues)
    if any("negat" in _beside(t, answering) for t in texts):
        return Held(activation=activation, outcome=None, why="open")
    if not any("negat" in t.text.lower() for t in texts):
        return Held(activation=activation, outcome=False, why="negates-nothing", by=main_of(texts))
    left = first([a for a in answering if negates(a.effect) is not False], activation, cues, None)
    if left:
        return Held(activation=activation, outcome=None, why="open", by=left.effect)
    by = next((a.effect for a in answering if negates(a.effect)), None)
    slow = by is not None and too_slow(by, activation)
    return Held(activation=activation, outcome=False, why="too-slow" if slow else "not-answered", by=by)


def _beside(text: CardText, answering: Iterable[Answers]) -> str:
    """The text less the effects that answer something, and less what it says of being negated, in small letters."""
    rest = text.text
    for answers in answering:
        rest = rest.replace(answers.effect.text, " ")
    return rest.lower().replace("cannot be negated", "")


def _is_answer(effect: Effect, answering: Iterable[Answers]) -> bool:
    return any(a.effect is effect for a in answering)


def _on_field(effect: Effect, activation: Activation, cues: Cues) -> Held:
    """Negation of monsters on the field: whether the activated effect is one of them."""
    if activation.act != "monster-effect" or "field" not in activation.places or leaves_field(activation, cues):
        return Held(activation=activation, outcome=False, why="not-on-field", by=effect)
    stays = activation.places == ("field",)
    return Held(activation=activation, outcome=True if stays else None, why="on-field" if stays else "open", by=effect)


def _by_name(effect: Effect, activation: Activation, cues: Cues) -> Held:
    """Negation of what has the name of a card banished from the Graveyard or the Deck: whether the activated one is there."""
    if activation.act != "monster-effect" and "monster" in effect.text.lower():
        return Held(activation=activation, outcome=False, why="not-answered", by=effect)
    there = bool(cues.to_graveyard.search(activation.cost)) or activation.places == ("graveyard",)
    gone = "banish this card" in activation.cost
    declared = cues.declares.search(effect.text.lower())
    outcome = True if there and not gone and not declared else None
    return Held(activation=activation, outcome=outcome, why="by-name" if outcome else "open", by=effect)


def answered(texts: Sequence[CardText], activation: Activation, cues: Cues) -> Held:
    """Whether the card may be activated in answer to an activation of the other."""
    answering = [a for t in texts for a in answers_of(t, cues)]
    speed = activation.effect.profile.spell_speed or 1
    fast = [e for t in texts for e in t.effects if (e.profile.spell_speed or 0) >= max(2, speed)]
    if not fast:
        slow = main_of(texts)
        return Held(activation=activation, outcome=False, why="too-slow", by=slow)
    usable = [a for a in answering if a.effect in fast]
    if meeting := first(usable, activation, cues, True):
        return Held(activation=activation, outcome=True, why="answers", by=meeting.effect, own=meeting.own)
    free = [(e, condition_of(e, t)) for t in texts for e in fast if e in t.effects and not _is_answer(e, answering)]
    if any(condition and not _BEFOREHAND.fullmatch(condition) for _, condition in free):
        return Held(activation=activation, outcome=None, why="open")
    if free and not usable:
        return Held(activation=activation, outcome=True, why="free", by=free[0][0], own=free[0][1])
    if free or first(usable, activation, cues, None):
        return Held(activation=activation, outcome=None, why="open", by=usable[0].effect if usable else None)
    return Held(activation=activation, outcome=False, why="not-answered", by=usable[0].effect if usable else None)
