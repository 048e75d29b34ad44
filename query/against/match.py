"""What one card answers held against what another does: yes, no, or left open by the texts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from kb.cards.record import Card
from kb.model import CardText, Effect, Tri
from query.against.answers import Answers, answers_of, condition_of, negates
from query.against.asked import CARD, Asked
from query.against.cues import Cues
from query.against.does import Activation, activations_of, includes, leaves_field, lying, meant_of, texts_of
from query.against.fight import affected, attacked, fought
from query.against.held import Held, any_of, main_of
from query.against.lock_cues import Locks
from query.against.locks import may_act, under
from query.against.reach import destroyed, summon_negated, targeted, targets_monsters
from query.against.reached import reached

_FASTEST = 3
FIGHTS = ("attacks", "beats", "affects")
UNDER = {
    "under": "",
    "bars": "",
    "special-under": "special-summon",
    "special-bars": "special-summon",
    "normal-under": "normal-summon",
    "attack-under": "attack",
    "attack-bars": "attack",
}
"""Relations to a card that applies, and what is done, or barred, under it; an activation where nothing is named."""
_BEFOREHAND = re.compile(
    r"(?:during (?:your|your opponent's|either player's|the|a player's) [a-z ,/]*(?:phase|turn|step)s?"
    r"|if (?:you control|your opponent controls)"
    r"|while (?:you control|your opponent controls|this card)|if there (?:is|are)|during (?:your|their) (?:main|battle))[^:;.]*"
)
"""A condition that says when or in what situation, and not in answer to what."""


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
        found.append(_still_there(answers, activation, cues))
        there = [p in answers.places for p in activation.places]
        found.append(True if all(there) else None if any(there) else False)
    if answers.targeting:
        found.append(False if activation.effect.profile.targets is False else None)
    if answers.includes:
        wanted = [i for i in cues.includes if i.name in answers.includes]
        found.append(any_of(includes(activation, i, cues.aside) for i in wanted) if activation.text else _bare(activation))
    return False if False in found else None if None in found else True


def _still_there(answers: Answers, activation: Activation, cues: Cues) -> Tri:
    """Whether what is answered is where the answer needs it: a card that left the field to be activated can still be negated,
    but no longer destroyed there."""
    if "field" not in answers.places or not leaves_field(activation, cues):
        return True
    return True if negates(answers.effect) else False if answers.effect.profile.destroys else None


def _bare(activation: Activation) -> Tri:
    """Whether the bare activation of a card includes anything: open for a Trap, whose effect may be used with it."""
    return None if activation.act == "trap-card" else False


def held(card: Card, other: Card, asked: Asked, cues: Cues) -> list[Held]:
    """Every activation of the other card that is meant, held against the card; none where a text is missing."""
    texts = _chosen(texts_of(card), card, asked, cues)
    if not texts and card.is_lore() and asked.relation in FIGHTS and cues.locks:
        return [_fights(texts, card, other, asked, cues, cues.locks)]
    if not texts or not (other.texts.get("en") or other.is_lore()):
        return []
    if asked.relation == "target":
        return [targeted(texts, card, other, cues)]
    if asked.relation == "destroy":
        return [destroyed(texts, card, other, cues)]
    if asked.relation in FIGHTS and cues.locks:
        return [_fights(texts, card, other, asked, cues, cues.locks)]
    if asked.relation in ("summon", "normal-summon"):
        some = asked.relation != "summon"
        return [summon_negated(texts, other, cues, "normal" if some else asked.way, some=some)]
    if asked.relation == "target-unaffected":
        return [targets_monsters(texts)]
    if reach := cues.reaches.get(asked.relation):
        return [reached(texts, card, other, reach, asked.where, cues)]
    activations = activations_of(other)
    if asked.relation in UNDER:
        return _under(texts, card, other, asked, activations, cues)
    activations = lying(activations, asked.where)
    found, sure = meant_of(activations, asked.number, asked.told, cues)
    if asked.relation == "answer":
        each = [_let(_answered(texts, a, cues), other, cues) for a in found]
    else:
        each = [_stopped(_let(_negated(texts, a, cues), other, cues), asked.relation) for a in found]
        if asked.relation == "stop" and cues.locks:
            each = [_or_barred(h, texts, card, asked, cues.locks) for h in each]
    if asked.told == CARD:
        each = [_with_effect(h, activations, cues) for h in each]
    if sure or len({h.outcome for h in each}) == 1:
        return each
    return [replace(h, outcome=None, why="which") for h in each]


def _under(
    texts: Sequence[CardText], card: Card, other: Card, asked: Asked, activations: list[Activation], cues: Cues
) -> list[Held]:
    """What the other card may do while the card applies."""
    if cues.locks is None:
        return []
    bars = asked.relation.endswith("bars")
    if act := UNDER[asked.relation]:
        return [may_act(texts, card, other, act, asked.same, cues.locks, place=asked.where, bars=bars)]
    found, sure = meant_of(activations, asked.number, asked.told, cues)
    if not asked.number and not asked.told and asked.where:
        found = [a for a in found if asked.where in a.places] or found
    each = under(texts, card, found, asked.same, cues.locks, bars=bars)
    if sure and len({h.outcome for h in each}) <= 1:
        return each
    return [replace(h, outcome=None, why="which") for h in each]


def _fights(texts: Sequence[CardText], card: Card, other: Card, asked: Asked, cues: Cues, locks: Locks) -> Held:
    if asked.relation == "affects":
        return affected(texts, card, other, cues)
    if asked.relation == "attacks":
        return attacked(texts, card, other, texts_of(other), locks.fight)
    return fought(texts, card, other, texts_of(other), asked.where, locks.fight)


def _let(found: Held, other: Card, cues: Cues) -> Held:
    """Less sure where the activated effect itself keeps something, or everything, from being activated in answer to it."""
    said = found.activation.effect.text if found.activation and other.type == "monster" else other.texts.get("en", "")
    said = " ".join(said.lower().split())
    if not found.outcome or not cues.unanswered.search(said):
        return found
    if cues.unanswered_by_all.search(said):
        return replace(found, outcome=False, why="unanswered")
    return replace(found, outcome=None, why="open")


def _with_effect(found: Held, other: Sequence[Activation], cues: Cues) -> Held:
    """Open where a bare activation is not answered, but an effect of the card may be used with it: none that its card has to
    leave the field for."""
    bare = found.activation is not None and not found.activation.text
    usable = any(a.text and not leaves_field(a, cues) for a in other)
    return replace(found, outcome=None, why="open") if bare and usable and found.outcome is False else found


def _chosen(texts: list[CardText], card: Card, asked: Asked, cues: Cues) -> list[CardText]:
    """The texts with the effects alone that a question names by number, or by what it says that they do."""
    if asked.by:
        return [replace(t, effects=tuple(e for e in t.effects if e.number == asked.by)) for t in texts]
    own = activations_of(card) if asked.by_told and asked.by_told != CARD else []
    meant, sure = meant_of(own, 0, asked.by_told, cues)
    if not own or not sure or len(meant) == len(own):
        return texts
    spans = {(a.effect.span, a.effect.pendulum) for a in meant}
    return [replace(t, effects=tuple(e for e in t.effects if (e.span, e.pendulum) in spans)) for t in texts]


def answers_some(card: Card, cues: Cues) -> bool:
    """Whether what is fast enough of a card must answer something, or waits for something, that its text names."""
    fast = [(e, t) for t in texts_of(card) for e in t.effects if (e.profile.spell_speed or 0) > 1]
    return any(condition_of(e, t) for e, t in fast) or any(answers_of(t, cues) for _, t in fast)


def _stopped(negated: Held, relation: str) -> Held:
    """Whether it is stopped: a card that negates nothing may stop another in other ways."""
    if relation == "stop" and negated.why in ("negates-nothing", "not-on-field"):
        return Held(activation=negated.activation, outcome=None, why="open", by=negated.by)
    return negated


def _or_barred(stopped: Held, texts: Sequence[CardText], card: Card, asked: Asked, locks: Locks) -> Held:
    """Whether what is not negated is kept from being activated at all."""
    if stopped.outcome or stopped.activation is None:
        return stopped
    barred = under(texts, card, [stopped.activation], asked.same, locks, bars=True)[0]
    return replace(barred, why="barred") if barred.outcome else stopped


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
    if named := next((e for t in texts for e in t.effects if cues.negates_name.search(e.text.lower())), None):
        return _by_name(named, activation, cues)
    if any("negat" in _beside(t, answering) for t in texts):
        return Held(activation=activation, outcome=None, why="open")
    if not any("negat" in t.text.lower() for t in texts):
        return Held(activation=activation, outcome=False, why="negates-nothing", by=main_of(texts))
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


def _answered(texts: Sequence[CardText], activation: Activation, cues: Cues) -> Held:
    """Whether the card may be activated in answer to an activation of the other."""
    answering = [a for t in texts for a in answers_of(t, cues)]
    speed = activation.effect.profile.spell_speed or 1
    fast = [e for t in texts for e in t.effects if (e.profile.spell_speed or 0) >= max(2, speed)]
    if not fast:
        slow = main_of(texts)
        return Held(activation=activation, outcome=False, why="too-slow", by=slow)
    usable = [a for a in answering if a.effect in fast]
    if meeting := _first(usable, activation, cues, True):
        return Held(activation=activation, outcome=True, why="answers", by=meeting.effect, own=meeting.own)
    free = [(e, condition_of(e, t)) for t in texts for e in fast if e in t.effects and not _is_answer(e, answering)]
    if any(condition and not _BEFOREHAND.fullmatch(condition) for _, condition in free):
        return Held(activation=activation, outcome=None, why="open")
    if free and not usable:
        return Held(activation=activation, outcome=True, why="free", by=free[0][0], own=free[0][1])
    if free or _first(usable, activation, cues, None):
        return Held(activation=activation, outcome=None, why="open", by=usable[0].effect if usable else None)
    return Held(activation=activation, outcome=False, why="not-answered", by=usable[0].effect if usable else None)
