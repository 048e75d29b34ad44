"""What a card does when it is activated: each activation, where, and what its effect includes, by the English text."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from kb.cards.record import Card
from kb.cardtext import read
from kb.lang.later import later
from kb.model import CardText, Effect, Span, Tri
from query.against.cues import Cues, Include, Which


@dataclass(frozen=True, slots=True, kw_only=True)
class Activation:
    """One thing of a card that is activated."""

    act: str
    """spell-card, trap-card, spell-effect, trap-effect, monster-effect."""
    effect: Effect
    places: tuple[str, ...]
    """Where the card is when it is activated."""
    text: str
    """What it does, targets included, costs left out, in small letters."""
    cost: str = ""
    """What is paid, in small letters; empty where the text sets none apart."""
    condition: str = ""
    """On which it may be activated, in small letters."""


_ITSELF_FROM = later(r"(\bthis card from your )(?:hand or gy|gy or hand|hand or graveyard)\b")
_SHORT = {"graveyard": "gy"}
"""Places by the word that card texts have for them; the others have their own."""


def texts_of(card: Card) -> list[CardText]:
    """The card's English texts as read, the Pendulum Effect last; none where there is no English text."""
    kind = card.kind()
    own = card.texts.get("en", "")
    texts = [read(own, lang="en", kind=kind)] if own and not card.is_lore() else []
    scale = card.pendulum.get("en", "")
    return [*texts, *([read(scale, lang="en", kind=kind, pendulum=True)] if scale else [])]


def activations_of(card: Card) -> list[Activation]:
    """Everything of the card that is activated."""
    return [
        Activation(
            act=_act(card, e),
            effect=e,
            places=_places(card, e),
            text=_done(e, text),
            cost=_part(e.cost, text),
            condition=_part(e.condition, text),
        )
        for text in texts_of(card)
        for e in text.effects
        if e.profile.starts_chain
    ]


def _act(card: Card, effect: Effect) -> str:
    if effect.pendulum:
        return "spell-effect"
    if card.type == "monster":
        return "monster-effect"
    return f"{card.type}-{'card' if effect.profile.kind == 'activation' else 'effect'}"


def _places(card: Card, effect: Effect) -> tuple[str, ...]:
    if effect.profile.kind == "activation":
        return ("field",)
    return effect.profile.places or ("field",)


def _done(effect: Effect, text: CardText) -> str:
    spans = [s for s in (effect.targeting, effect.resolution) if s]
    whole = "; ".join(text.text[s.start : s.end].strip(" ;:.") for s in spans) if spans else effect.text
    return " ".join(whole.lower().split())


def _part(span: Span | None, text: CardText) -> str:
    return " ".join(text.text[span.start : span.end].lower().split()) if span else ""


def includes(activation: Activation, include: Include, aside: re.Pattern[str] | None = None) -> Tri:
    """Whether what is activated includes it; None where the wording leaves it open. `aside`: words that are no hint of it."""
    text = activation.text
    if not include.hint.search(aside.sub(" ", text) if aside else text):
        return False
    match = include.done.search(text)
    if not match:
        return None
    before = re.split(r"[.●]", text[: match.start()])[-1]
    return None if include.shy and include.shy.search(before + match[0]) else True


def leaves_field(activation: Activation, cues: Cues) -> bool:
    """Whether its card leaves the field to be activated."""
    return bool(cues.leaves.search(activation.cost))


def meant_of(activations: list[Activation], number: int, told: str, cues: Cues) -> tuple[list[Activation], bool]:
    """The activations that a question means by a number or by words at the name, and whether that is sure."""
    if number:
        return [a for a in activations if a.effect.number == number], True
    if not told:
        return activations, True
    found = activations
    for which in cues.which:
        if which.pattern.search(told):
            fitting = [a for a in found if _is_which(a, which, cues)]
            found = fitting or found
    if 0 < len(found) < len(activations):
        return found, True
    return _most_alike(activations, told)


def lying(activations: list[Activation], where: str) -> list[Activation]:
    """Those made where the card is said to be: all where that is not said, or no text says that one is made there.

    One that brings itself from where it lies, of several places, brings itself from there alone.
    """
    there = [
        replace(a, text=_ITSELF_FROM.sub(rf"\g<1>{_SHORT.get(where, where)}", a.text))
        for a in activations
        if where and where in a.places
    ]
    return there or activations


def _is_which(activation: Activation, which: Which, cues: Cues) -> bool:
    wanted = [i for i in cues.includes if i.name == which.include]
    return (
        any(includes(activation, i) is not False for i in wanted)
        or which.place in activation.places
        or (which.act != "" and activation.act.endswith(which.act))
    )


def _most_alike(activations: list[Activation], told: str) -> tuple[list[Activation], bool]:
    """Those of which the text has most of the words that are told; unsure where that does not tell them apart."""
    from kb.index.terms import index_terms

    words = set(index_terms(told))
    shares = [len(words & set(index_terms(a.effect.text))) / max(1, len(words)) for a in activations]
    top = max(shares, default=0.0)
    best = [a for a, share in zip(activations, shares, strict=True) if share >= top - 0.1]
    return (best, True) if top >= 0.5 and len(best) < len(activations) else (activations, len(activations) == 1)
