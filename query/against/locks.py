"""What a card keeps others from while it applies: may another be activated, Summoned, or attack, by the two texts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kb.cards.record import Card
from kb.lang.later import later
from kb.model import CardText, Effect, Tri
from query.against.does import Activation
from query.against.fits import fits
from query.against.held import Held, clause_of
from query.against.lock_cues import Act, Locks

_CLAUSE = later(r"[^.;\n●]+")
_PLACE = {
    "graveyard": later(r"\b(?:gy|graveyard)s?\b"),
    "extra-deck": later(r"\bextra deck\b"),
    "deck": later(r"(?<!extra )\bdeck\b"),
    "hand": later(r"\bhand\b"),
}


@dataclass(frozen=True, slots=True)
class _Clause:
    """One clause of a card, in small letters without what leads it in."""

    said: str
    effect: Effect
    chained: bool
    """Whether it belongs to an effect of a card on the field that has to be activated first."""


def under(
    texts: Sequence[CardText], card: Card, found: Sequence[Activation], same: Tri, locks: Locks, *, bars: bool
) -> list[Held]:
    """Each activation of another card, and whether it may be made while the card applies; with `bars`, whether it may not.

    `same`: whether the one who activates it controls the card; None where that is not said.
    """
    clauses = list(_clauses(texts, card, locks))
    return [_held(a, [(_bars(c, a, same, locks), c) for c in clauses], bars=bars) for a in found]


def while_attacking(texts: Sequence[CardText], card: Card, found: Sequence[Activation], same: bool, locks: Locks) -> list[Held]:
    """Each activation of another card, and whether what the attacking card's text says of its attacks keeps it from being made.

    `same`: whether the one who activates it controls the attacker.
    """
    clauses = [
        replace(clause, said=match["said"], chained=False)
        for clause in _clauses(texts, card, locks)
        if (match := locks.while_attacking.fullmatch(clause.said))
    ]
    return [_held(a, [(_bars(c, a, same, locks), c) for c in clauses], bars=True) for a in found]


def may_act(
    texts: Sequence[CardText],
    card: Card,
    other: Card,
    act: str,
    same: Tri,
    locks: Locks,
    *,
    place: str = "",
    bars: bool = False,
) -> Held:
    """Whether another card may be Summoned (`special-summon`, `normal-summon`) or attack while the card applies; with `bars`,
    whether it is kept from it."""
    rule = next(a for a in locks.acts if a.name == act)
    found = [(_bars_act(c, other, rule, same, place, locks), c) for c in _clauses(texts, card, locks)]
    return _held(None, found, bars=bars)


def _held(activation: Activation | None, found: Sequence[tuple[Tri, _Clause]], *, bars: bool) -> Held:
    barred = True if any(b for b, _ in found) else None if any(b is None for b, _ in found) else False
    by = next((c.effect for b, c in found if b is barred), None)
    if by is None or barred is False:
        by = next((c.effect for _, c in found if not c.chained), found[0][1].effect if found else None)
    outcome = barred if bars or barred is None else not barred
    return Held(activation=activation, outcome=outcome, why={True: "barred", False: "not-barred", None: "open"}[barred], by=by)


def _clauses(texts: Sequence[CardText], card: Card, locks: Locks) -> Iterator[_Clause]:
    once = card.type != "monster" and card.property in ("normal", "quick-play", "counter", "ritual")
    for text in texts:
        chained = [e for e in text.effects if e.profile.starts_chain and e.profile.kind != "activation"]
        for match in _CLAUSE.finditer(text.text):
            said = " ".join(match[0].lower().split()).strip(" :,()")
            if not said:
                continue
            effect = clause_of(match)
            first = [e for e in chained if e.span.start <= effect.span.start < e.span.end]
            part = not once and any(_one_sentence(text.text, e, effect.span.start) for e in first)
            yield _Clause(locks.lead.sub("", said), effect, part)


def _one_sentence(text: str, effect: Effect, at: int) -> bool:
    """Whether a place is still in the sentence that an effect begins with."""
    return "." not in text[effect.span.start : at]


def _bars(clause: _Clause, activation: Activation, same: Tri, locks: Locks) -> Tri:
    found = _bars_activation(clause.said, activation, same, locks)
    return found if not clause.chained else None if found else False


def _bars_activation(said: str, activation: Activation, same: Tri, locks: Locks) -> Tri:
    if any(p.fullmatch(said) for p in locks.harmless):
        return False
    for pattern in locks.activation:
        if match := pattern.fullmatch(said):
            return _binding(match.groupdict().get("who"), same, _of_kind(match["what"], activation, locks))
    if any(p.fullmatch(said) for p in locks.negation):
        return False
    for act in locks.acts:
        for pattern in act.forbids:
            if match := pattern.fullmatch(said):
                return _binding(match.groupdict().get("who"), same, _does(act, match, activation))
    for pattern in locks.graveyard:
        if match := pattern.fullmatch(said):
            theirs = "your opponent" if "opponent" in match["whose"] else None
            return _binding(theirs, same, _to_graveyard(match["which"], activation, locks))
    return None if locks.hint.search(said) else False


def _of_kind(what: str, activation: Activation, locks: Locks) -> Tri:
    for kind in locks.kinds:
        if any(p.fullmatch(what) for p in kind.says):
            if activation.act not in kind.acts:
                return False
            inside = [not kind.place or p == kind.place for p in activation.places]
            return True if all(inside) else None if any(inside) else False
    return None


def _binding(who: str | None, same: Tri, barred: Tri) -> Tri:
    """Whether one is barred who controls the card, or does not, by a clause on such players."""
    if not barred or who not in ("your opponent", "the opponent", "you"):
        return barred
    bound = None if same is None else same if who == "you" else not same
    return False if bound is False else barred if bound else None


def _does(act: Act, match: re.Match[str], activation: Activation) -> Tri:
    """Whether an activation cannot be made because its cost, or what it does first of all, is forbidden."""
    cost, text = activation.cost, activation.text
    if activation.act.endswith("-card") and text.startswith("you can "):
        return False  # a card may be activated without the effect that may be used with it
    if act.cost.search(cost):
        return _only(match, cost)
    if act.main.search(text):
        return _only(match, text.split(".")[0])
    return None if act.hint.search(f"{cost} {text}") else False


def _only(match: re.Match[str], text: str) -> Tri:
    """Less sure where only some of it is forbidden."""
    said = match.groupdict()
    if said.get("but"):
        return None
    if not said.get("which"):
        return True
    wanted = [p for p, pattern in _PLACE.items() if pattern.search(said["which"])]
    there = [p for p, pattern in _PLACE.items() if pattern.search(text)]
    if len(wanted) != 1 or not there:
        return None
    return True if there == wanted else None if wanted[0] in there else False


def _to_graveyard(which: str, activation: Activation, locks: Locks) -> Tri:
    if locks.graveyard_trigger.search(activation.condition):
        return True
    if not locks.graveyard_cost.search(activation.cost):
        return False
    monster = "this card" in activation.cost and activation.act == "monster-effect"
    return True if which.startswith("card") or monster or "monster" in activation.cost else None


def _bars_act(clause: _Clause, other: Card, act: Act, same: Tri, place: str, locks: Locks) -> Tri:
    said = clause.said
    found: Tri = None if locks.hint.search(said) and act.hint.search(said) else False
    if any(p.fullmatch(said) for p in locks.harmless):
        found = False
    for pattern in act.forbids:
        if match := pattern.fullmatch(said):
            groups = match.groupdict()
            who = groups.get("who") or ("your opponent" if groups.get("whose") else None)
            found = _binding(who, same, _covers(groups, other, place))
    return found if not clause.chained else None if found else False


def _covers(groups: dict[str, str | None], other: Card, place: str) -> Tri:
    if but := groups.get("but"):
        spared = fits(but, other)
        return None if spared is None else not spared
    which = (groups.get("which") or "").strip()
    if not which:
        return True
    if from_ := re.fullmatch(r"from the (.+)", which):
        wanted = next((p for p, pattern in _PLACE.items() if pattern.search(from_[1])), "")
        return None if not place else place == wanted
    return fits(which, other)
