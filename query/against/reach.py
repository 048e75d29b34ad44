"""Whether a card can target another, destroy it, or negate its Summon, by the two texts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.cards.record import Card
from kb.lang.later import later
from kb.model import CardText, Tri
from query.against.cues import Cues
from query.against.fits import fits, guarded
from query.against.held import Held, any_of, best_of, main_of
from query.against.held import plain_of as _low
from query.against.reached import EXTRA, once_summoned

_TARGET = later(r"\btarget ((?:1|2|3|any|up to|all|both|an?|\d)\b[^;.●]*)")
_DESTROY = later(r"\bdestroy ((?:all|as many|up to|both|any|\d+|an?)\b[^;.,●]*)")
_DESTROYS_TARGET = later(r"\bdestroy (?:it|that|them|those|the target|both)\b")
_LESS = later(r"\(.*?\)|,? (?:then|and if you do|also|to activate|but)\b.*")
_MONSTER_TARGET = later(r"\btarget \d [^;.]*\b(?:monster|card)")
_PROCEDURE = later(
    r"you can (?:also )?special summon this card(?! in)(?: \(from [^)]*\)| from your hand)?(?=[ .])"
    r"|must (?:first )?be special summoned (?:\(from|by (?!a card|the effect|\"))"
)
"""A monster's own procedure, which starts no Chain."""
_BANISHED = later(r"\bbanish(?:ed|ment)\b")
_NOT_ITSELF = later(r",? except this card\b")
BANISHED = "banished"
_SUMMON = later(r"would be (?P<how>[a-z/, ]*?)summoned")


def targeted(texts: Sequence[CardText], card: Card, other: Card, cues: Cues, where: str = "") -> Held:
    """Whether the card can target the other one; `where`: the place where that is said to be."""
    targeting = [e for t in texts for e in t.effects if e.profile.targets]
    if not targeting:
        silent = all(e.profile.targets is False for t in texts for e in t.effects)
        return Held(
            activation=None, outcome=False if silent else None, why="targets-nothing" if silent else "open", by=main_of(texts)
        )
    found = [(_is_target(_low(e), card, other, cues, where), e) for e in targeting]
    return best_of(found, {True: "targets", False: "wrong-kind", None: "open"})


def targets_monsters(texts: Sequence[CardText]) -> Held:
    """Whether the card targets monsters at all: what is unaffected by its effect can be targeted all the same."""
    found = [e for t in texts for e in t.effects if e.profile.targets and _MONSTER_TARGET.search(_low(e))]
    silent = all(e.profile.targets is False for t in texts for e in t.effects)
    if found:
        return Held(activation=None, outcome=True, why="targets", by=found[0])
    return Held(
        activation=None, outcome=False if silent else None, why="targets-nothing" if silent else "open", by=main_of(texts)
    )


def _is_target(text: str, card: Card, other: Card, cues: Cues, where: str = "") -> Tri:
    if any(n.line.search(other.type_line.lower()) and n.would.search(text) for n in cues.never):
        return False
    found = [
        _unless_elsewhere(_fits(_another(one, card, other), other), one, card, other, cues, text[m.end() :])
        for m in _TARGET.finditer(text)
        for one in re.split(r",? and (?=\d)", m[1])
        if where != BANISHED or _BANISHED.search(one)
    ]
    return any_of(found) if found else None


def _another(what: str, card: Card, other: Card) -> str:
    """The words of a target without the exception of the card itself, where the other one is another card."""
    return what if card.id == other.id else _NOT_ITSELF.sub("", what)


def _unless_elsewhere(fit: Tri, what: str, card: Card, other: Card, cues: Cues, after: str) -> Tri:
    """A card on the field may be kept from being targeted by its own text, one in the Graveyard from being Special Summoned;
    what goes back to the hand or the Deck, or is put elsewhere, only has to fit."""
    if fit is False or not re.search(r"\b(?:gy|graveyard|banished|banishment)\b", what):
        return _unless_guarded(fit, "target", card, other, cues)
    return fit if "summon" not in after else None if fit is None else once_summoned(other, card, after)


def _unless_guarded(outcome: Tri, how: str, card: Card, other: Card, cues: Cues) -> Tri:
    if outcome is False:
        return False
    kept = guarded(other, how, card.type, cues)
    return False if kept else None if kept is None else outcome


def _fits(what: str, other: Card) -> Tri:
    return fits(" ".join(_LESS.sub("", what).split()), other)


def destroyed(texts: Sequence[CardText], card: Card, other: Card, cues: Cues) -> Held:
    """Whether an effect of the card can destroy the other one on the field."""
    destroying = [e for t in texts for e in t.effects if e.profile.destroys and "destroy" in e.text.lower()]
    if not destroying:
        silent = not any("destroy" in t.text.lower() for t in texts)
        return Held(
            activation=None, outcome=False if silent else None, why="destroys-nothing" if silent else "open", by=main_of(texts)
        )
    found = [(_unless_guarded(_is_destroyed(_low(e), other), "destroy", card, other, cues), e) for e in destroying]
    targeting = [
        (False if fit and e.profile.targets and guarded(other, "target", card.type, cues) else fit, e) for fit, e in found
    ]
    return best_of(targeting, {True: "destroys", False: "spared", None: "open"})


def _is_destroyed(text: str, other: Card) -> Tri:
    found = [_fits(m[1], other) for m in _DESTROY.finditer(text)]
    if _DESTROYS_TARGET.search(text):
        found += [_fits(m[1], other) for m in _TARGET.finditer(text)]
    return any_of(found) if found else None


def summon_negated(texts: Sequence[CardText], other: Card, cues: Cues, way: str = "", *, some: bool = False) -> Held:
    """Whether the card can negate the Summon of the other one; `way`: which Summon; `some`: one that the other lets happen."""
    if cues.sure_summon.search(" ".join(other.texts.get("en", "").lower().split())):
        return Held(activation=None, outcome=None, why="open", by=main_of(texts))
    if other.type != "monster" and not some:
        return Held(activation=None, outcome=None, why="open", by=main_of(texts))
    said = [(m["how"], e, _low(e)) for t in texts for e in t.effects for m in _SUMMON.finditer(_low(e)) if "negate" in _low(e)]
    if not said:
        silent = not any("summon" in t.text.lower() and "negate" in t.text.lower() for t in texts)
        return Held(
            activation=None, outcome=False if silent else None, why="negates-nothing" if silent else "open", by=main_of(texts)
        )
    plain = [(_answers_way(how, text, way) if some else _by_own_summon(how, text, other, way), e) for how, e, text in said]
    return best_of(plain, {True: "negates-summon", False: "not-answered", None: "open"})


def _answers_way(how: str, text: str, way: str) -> Tri:
    """Whether a wording answers a Summon of that kind, other conditions left aside."""
    condition = text.split(":")[0]
    if re.search(r"\bwhile\b|\bfrom\b|\bcontrols?\b|\blevel\b|\batk\b", condition):
        return None
    names = {"tribute": "normal"}.get(way, way)
    if not how.strip():
        return True
    return names in how or (way not in ("normal", "tribute", "flip") and "special" in how)


def _by_own_summon(how: str, text: str, other: Card, way: str) -> Tri:
    """Whether a Summon of that kind is one by which this monster comes, other than by an effect; None where it may come in
    several ways."""
    ways = own_ways(other)
    if not way:
        found = [_answers_way(how, text, w) for w in sorted(ways)]
        sure = len(set(found)) == 1 and (found[0] or "special" not in how)
        return found[0] if sure else None
    if way == "special":
        inherent = [w for w in ways if w not in ("normal", "flip", "tribute")]
        return _answers_way(how, text, inherent[0]) if inherent else None
    return _answers_way(how, text, way) if way in ways or (way == "tribute" and "normal" in ways) else None


def own_ways(card: Card) -> frozenset[str]:
    """How a monster comes without an effect: normal, flip, special (its own procedure), synchro, xyz, link, pendulum."""
    text, line = " ".join(card.texts.get("en", "").lower().split()), card.type_line.lower()
    own = "special" if _PROCEDURE.search(text) and not card.is_lore() else ""
    if kind := next((w for w in EXTRA if w in line), ""):
        return frozenset(w for w in (own, "" if kind == "fusion" else kind) if w)
    if "cannot be normal summoned" in text or "ritual" in line:
        return frozenset((own,)) if own else frozenset()
    return frozenset(w for w in ("normal", "flip", own, "pendulum" if "pendulum" in line else "") if w)
