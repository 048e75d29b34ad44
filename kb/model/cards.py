"""A card text as read: its effects, their parts and what they do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kb.model.base import Lang, Span, Tri

EffectKind = Literal["activation", "ignition", "trigger", "quick", "flip", "continuous"]
"""`activation`: of the Spell or Trap Card itself; the others as the game classes effects, those of Spells and Traps that work
like them included."""
OncePerTurn = Literal["none", "this_card", "by_name", "by_name_activation", "duel"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """One of the conditions an effect may be activated on, where its text joins several by "or"."""

    events: tuple[str, ...] = ()
    """What it responds to; names in docs/rules.md. `self-` its own card, `other-` another, `either-` its own or another."""
    timings: tuple[str, ...] = ()
    """Timings of the Damage Step that it names."""
    phases: tuple[str, ...] = ()
    """Phases and steps outside the Damage Step that it names."""
    damage_step: Literal["", "excluded", "included"] = ""
    """Whether the text itself shuts the Damage Step out or names it as allowed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectProfile:
    """What one effect of a card is and does, as far as its text shows. None: the text does not say."""

    kind: EffectKind
    spell_speed: int | None = None
    """1 to 3; None for a continuous effect."""
    mandatory: Tri = None
    """None for the activation of a card: a player always chooses that."""
    starts_chain: bool = True
    responses: tuple[Response, ...] = (Response(),)
    """Alternatives: one that fits is enough."""
    places: tuple[str, ...] = ()
    """Where the card must be: hand, field, graveyard, banished, deck, extra-deck."""
    negates_activation: Tri = None
    negates_effect: Tri = None
    changes_atk_def: Tri = None
    atk_def: Literal["", "directly", "indirectly", "optionally", "dependent", "summoned", "granted"] = ""
    """How ATK or DEF change; the words are explained in docs/rules.md."""
    special_summons: Tri = None
    summons: tuple[str, ...] = ()
    """Kinds of Summon it performs: special, normal, tribute, fusion, ritual, synchro, xyz, link, pendulum."""
    destroys: Tri = None
    adds_to_hand: Tri = None
    draws: Tri = None
    targets: Tri = None
    cost: Tri = None
    can_miss_timing: Tri = None
    once_per_turn: OncePerTurn = "none"
    confidence: float = 1.0
    """0..1; lower for texts older than Problem-Solving Card Text."""
    shown: tuple[tuple[str, Span], ...] = ()
    """(attribute, span of the text that showed it), spans into the whole card text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One effect of a card text and its parts; spans into the whole text."""

    number: int
    """As printed (①②…), else counted from 1; 0 for the activation of a Spell or Trap that prints no number."""
    text: str
    span: Span
    profile: EffectProfile
    condition: Span | None = None
    cost: Span | None = None
    targeting: Span | None = None
    resolution: Span | None = None
    conjunctions: tuple[str, ...] = ()
    """Between the parts of the resolution, in order: and, and-if-you-do, then, also, also-after-that."""
    pendulum: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """A stretch of a card text that is no effect: materials, summoning, limit, restriction, name, follow-up."""

    label: str
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class CardText:
    """A card text as read: its effects in order and what else it says."""

    text: str
    lang: Lang
    effects: tuple[Effect, ...]
    remarks: tuple[Remark, ...] = ()
    style: Literal["psct", "official", "fan", "old"] = "psct"
