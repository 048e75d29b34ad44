"""One card held against what another does: yes, no, or left open by the texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kb.cards.record import Card
from kb.model import CardText
from query.against.answers import answers_of, condition_of
from query.against.asked import CARD, Asked
from query.against.cues import Cues
from query.against.does import Activation, activations_of, leaves_field, lying, meant_of, texts_of
from query.against.fight import affected, attacked, fought
from query.against.held import Held
from query.against.lock_cues import Locks
from query.against.locks import may_act, under
from query.against.reach import destroyed, summon_negated, targeted, targets_monsters
from query.against.reached import reached
from query.against.responds import answered, negated
from query.against.summoned import upon_summon
from query.against.upon_attack import upon_attack

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


def held(card: Card, other: Card, asked: Asked, cues: Cues) -> list[Held]:
    """Every activation of the other card that is meant, held against the card; none where a text is missing."""
    texts = _chosen(texts_of(card), card, asked, cues)
    if not texts and card.is_lore() and asked.relation in FIGHTS and cues.locks:
        return [_fights(texts, card, other, asked, cues, cues.locks)]
    if not texts or not (other.texts.get("en") or other.is_lore()):
        return []
    if asked.relation == "target":
        return [targeted(texts, card, other, cues, asked.where)]
    if asked.relation == "destroy":
        return [destroyed(texts, card, other, cues)]
    if asked.relation in FIGHTS and cues.locks:
        return [_fights(texts, card, other, asked, cues, cues.locks)]
    if asked.relation in ("summon", "normal-summon"):
        some = asked.relation != "summon"
        return [summon_negated(texts, other, cues, "normal" if some else asked.way, some=some)]
    if asked.relation == "upon-summon":
        return [upon_summon(texts, card, other, asked, cues)]
    if asked.relation == "upon-attack":
        return [upon_attack(texts, card, other, asked, cues)]
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
        each = [_let(answered(texts, a, cues), other, cues) for a in found]
    else:
        each = [_stopped(_let(negated(texts, a, cues), other, cues), asked.relation) for a in found]
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
        return _numbered(texts, asked)
    own = activations_of(card) if asked.by_told and asked.by_told != CARD else []
    meant, sure = meant_of(own, 0, asked.by_told, cues)
    if not own or not sure or len(meant) == len(own):
        return texts
    spans = {(a.effect.span, a.effect.pendulum) for a in meant}
    return [replace(t, effects=tuple(e for e in t.effects if (e.span, e.pendulum) in spans)) for t in texts]


def _numbered(texts: list[CardText], asked: Asked) -> list[CardText]:
    """The texts with the effect of that number alone; where an older text has fewer effects than are counted, the only one that
    targets, if that is asked about, else none."""
    chosen = [replace(t, effects=tuple(e for e in t.effects if e.number == asked.by)) for t in texts]
    if any(t.effects for t in chosen):
        return chosen
    targeting = [replace(t, effects=tuple(e for e in t.effects if e.profile.targets)) for t in texts]
    only = asked.relation == "target" and sum(len(t.effects) for t in targeting) == 1
    return targeting if only else []


def answers_some(card: Card, cues: Cues) -> bool:
    """Whether what is fast enough of a card must answer something, or waits for something, that its text names."""
    fast = [(e, t) for t in texts_of(card) for e in t.effects if (e.profile.spell_speed or 0) > 1]
    return any(condition_of(e, t) for e, t in fast) or any(answers_of(t, cues) for _, t in fast)


def _stopped(found: Held, relation: str) -> Held:
    """Whether it is stopped: a card that negates nothing may stop another in other ways."""
    if relation == "stop" and found.why in ("negates-nothing", "not-on-field"):
        return Held(activation=found.activation, outcome=None, why="open", by=found.by)
    return found


def _or_barred(stopped: Held, texts: Sequence[CardText], card: Card, asked: Asked, locks: Locks) -> Held:
    """Whether what is not negated is kept from being activated at all."""
    if stopped.outcome or stopped.activation is None:
        return stopped
    barred = under(texts, card, [stopped.activation], asked.same, locks, bars=True)[0]
    return replace(barred, why="barred") if barred.outcome else stopped
