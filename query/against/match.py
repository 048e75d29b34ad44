"""What one card answers held against what another does: yes, no, or left open by the texts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kb.cards.record import Card
from kb.model import CardText, Effect, Tri
from query.against.answers import Answers, answers_of, condition_of, negates
from query.against.cues import Cues
from query.against.does import Activation, activations_of, includes, texts_of

_FASTEST = 3
_TARGET = re.compile(r"\btarget ((?:1|any|up to|\d)[^;.●]*)")
_PLAIN_TARGET = re.compile(r"(?:1|any number of) (?:face-up )?(?:monsters?|cards?) (?:on the field|your opponent controls)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """One activation of the other card, and whether the card does to it what is asked."""

    activation: Activation | None
    """None where it is the card itself that is targeted."""
    outcome: Tri
    why: str
    """Key of the sentence that says why."""
    by: Effect | None = None
    """The effect of the card that decides."""
    own: str = ""
    """A condition of that effect that has to be met besides."""


def any_of(values: Iterable[Tri]) -> Tri:
    """True if one is, False if all are, else None.

    >>> any_of([False, None, True]), any_of([False, None]), any_of([])
    (True, None, False)
    """
    found = list(values)
    return True if True in found else None if None in found else False


def meets(answers: Answers, activation: Activation, cues: Cues) -> Tri:
    """Whether an activation is one that is answered."""
    if answers.acts is not None and activation.act not in answers.acts:
        return False
    if _too_slow(answers.effect, activation):
        return False
    if answers.acts is None:
        return None
    found: list[Tri] = [None if answers.open else True]
    if answers.places:
        found.append(None if "field" in answers.places and cues.leaves.search(activation.effect.text.lower()) else True)
        there = [p in answers.places for p in activation.places]
        found.append(True if all(there) else None if any(there) else False)
    if answers.targeting:
        found.append(False if activation.effect.profile.targets is False else None)
    if answers.includes:
        wanted = [i for i in cues.includes if i.name in answers.includes]
        found.append(any_of(includes(activation, i) for i in wanted) if activation.text else _bare(activation))
    return False if False in found else None if None in found else True


def _bare(activation: Activation) -> Tri:
    """Whether the bare activation of a card includes anything: open for a Trap, whose effect may be used with it."""
    return None if activation.act == "trap-card" else False


def _targeted(texts: Sequence[CardText], other: Card, cues: Cues) -> Held:
    """Whether the card can target the other one, face-up on the field."""
    targeting = [(e, t) for t in texts for e in t.effects if e.profile.targets]
    if not targeting:
        silent = all(e.profile.targets is False for t in texts for e in t.effects)
        return Held(
            activation=None, outcome=False if silent else None, why="targets-nothing" if silent else "open", by=_main(texts)
        )
    found = [(_fits(" ".join(e.text.lower().split()), other, cues), e) for e, t in targeting]
    outcome = any_of(fit for fit, _ in found)
    by = next((e for fit, e in found if fit is outcome), targeting[0][0])
    why = {True: "targets", False: "wrong-kind", None: "open"}[outcome]
    return Held(activation=None, outcome=outcome, why=why, by=by)


def _fits(text: str, other: Card, cues: Cues) -> Tri:
    match = _TARGET.search(text)
    if not match:
        return None
    what = match[1]
    named = [kind for kind in ("monster", "spell", "trap") if kind in what]
    any_card = "card" in re.sub(r"(?:monster|spell|trap) cards?", "", what)
    if named and not any_card and other.type not in named:
        return None if other.type != "monster" and "monster" in named else False
    guarded = cues.protects.search(" ".join(other.texts.get("en", "").lower().split()))
    return True if _PLAIN_TARGET.fullmatch(what) and not guarded and other.type == "monster" else None


def held(card: Card, other: Card, relation: str, cues: Cues, number: int = 0) -> list[Held]:
    """Every activation of the other card (one, if it is numbered), held against the card; none where a text is missing."""
    texts = texts_of(card)
    if relation == "target":
        return [_targeted(texts, other, cues)] if texts and (other.texts.get("en") or other.is_lore()) else []
    found = [a for a in activations_of(other) if not number or a.effect.number == number]
    if not texts or not other.texts.get("en"):
        return []
    if relation == "answer":
        return [_answered(texts, a, cues) for a in found]
    return [_stopped(_negated(texts, a, cues), relation) for a in found]


def _stopped(negated: Held, relation: str) -> Held:
    """Whether it is stopped: a card that negates nothing may stop another in other ways."""
    if relation == "stop" and negated.why in ("negates-nothing", "not-on-field"):
        return Held(activation=negated.activation, outcome=None, why="open", by=negated.by)
    return negated


def _negated(texts: Sequence[CardText], activation: Activation, cues: Cues) -> Held:
    """Whether the card negates an activation of the other."""
    answering = [a for t in texts for a in answers_of(t, cues)]
    if meeting := _first(answering, activation, cues, True):
        negating = negates(meeting.effect)
        if negating is not False:
            why = "negates" if negating else "open"
            return Held(activation=activation, outcome=negating, why=why, by=meeting.effect, own=meeting.own)
    if field := next((e for t in texts for e in t.effects if cues.negates_field.search(e.text.lower())), None):
        return _on_field(field, activation, cues)
    if any("negat" in _beside(t, answering) for t in texts):
        return Held(activation=activation, outcome=None, why="open")
    if not any("negat" in t.text.lower() for t in texts):
        return Held(activation=activation, outcome=False, why="negates-nothing", by=_main(texts))
    left = _first([a for a in answering if negates(a.effect) is not False], activation, cues, None)
    if left:
        return Held(activation=activation, outcome=None, why="open", by=left.effect)
    by = next((a.effect for a in answering if negates(a.effect)), None)
    slow = by is not None and _too_slow(by, activation)
    return Held(activation=activation, outcome=False, why="too-slow" if slow else "not-answered", by=by)


def _beside(text: CardText, answering: Iterable[Answers]) -> str:
    """The text less the effects that answer something, and less what it says of being negated, in small letters."""
    rest = text.text
    for answers in answering:
        rest = rest.replace(answers.effect.text, " ")
    return rest.lower().replace("cannot be negated", "")


def _too_slow(effect: Effect, activation: Activation) -> bool:
    """Whether what is activated is of Spell Speed 3 and what would answer it is not."""
    return (activation.effect.profile.spell_speed or 1) == _FASTEST > (effect.profile.spell_speed or 1)


def _is_answer(effect: Effect, answering: Iterable[Answers]) -> bool:
    return any(a.effect is effect for a in answering)


def _first(answering: Iterable[Answers], activation: Activation, cues: Cues, wanted: Tri) -> Answers | None:
    return next((a for a in answering if meets(a, activation, cues) is wanted), None)


def _on_field(effect: Effect, activation: Activation, cues: Cues) -> Held:
    """Negation of monsters on the field: whether the activated effect is one of them."""
    if activation.act != "monster-effect" or "field" not in activation.places:
        return Held(activation=activation, outcome=False, why="not-on-field", by=effect)
    stays = not cues.leaves.search(activation.effect.text.lower()) and activation.places == ("field",)
    return Held(activation=activation, outcome=True if stays else None, why="on-field" if stays else "open", by=effect)


def _answered(texts: Sequence[CardText], activation: Activation, cues: Cues) -> Held:
    """Whether the card may be activated in answer to an activation of the other."""
    answering = [a for t in texts for a in answers_of(t, cues)]
    speed = activation.effect.profile.spell_speed or 1
    fast = [e for t in texts for e in t.effects if (e.profile.spell_speed or 0) >= max(2, speed)]
    if not fast:
        slow = _main(texts)
        return Held(activation=activation, outcome=False, why="too-slow", by=slow)
    usable = [a for a in answering if a.effect in fast]
    if meeting := _first(usable, activation, cues, True):
        return Held(activation=activation, outcome=True, why="answers", by=meeting.effect, own=meeting.own)
    free = [(e, condition_of(e, t)) for t in texts for e in fast if e in t.effects and not _is_answer(e, answering)]
    if any(condition for _, condition in free):
        return Held(activation=activation, outcome=None, why="open")
    if free and not usable:
        return Held(activation=activation, outcome=True, why="free", by=free[0][0])
    if free or _first(usable, activation, cues, None):
        return Held(activation=activation, outcome=None, why="open", by=usable[0].effect if usable else None)
    return Held(activation=activation, outcome=False, why="not-answered", by=usable[0].effect if usable else None)


def _main(texts: Sequence[CardText]) -> Effect | None:
    effects = [e for t in texts for e in t.effects]
    return next((e for e in effects if e.profile.starts_chain and e.text.strip()), effects[0] if effects else None)
