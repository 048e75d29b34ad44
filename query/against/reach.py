"""Whether a card can target another, destroy it, or negate its Summon, by the two texts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.cards.record import Card
from kb.model import CardText, Effect, Tri
from query.against.cues import Cues
from query.against.fits import fits, guarded
from query.against.held import Held, any_of, main_of

_TARGET = re.compile(r"\btarget ((?:1|2|3|any|up to|all|both|an?|\d)\b[^;.●]*)")
_DESTROY = re.compile(r"\bdestroy ((?:all|as many|up to|both|any|\d+|an?)\b[^;.,●]*)")
_DESTROYS_TARGET = re.compile(r"\bdestroy (?:it|that|them|those|the target|both)\b")
_LESS = re.compile(r"\(.*?\)|,? (?:then|and if you do|also|to activate|but)\b.*")
_SUMMON = re.compile(r"would be (?P<how>[a-z/, ]*?)summoned")
_EXTRA = ("fusion", "synchro", "xyz", "link")


def targeted(texts: Sequence[CardText], card: Card, other: Card, cues: Cues) -> Held:
    """Whether the card can target the other one."""
    targeting = [e for t in texts for e in t.effects if e.profile.targets]
    if not targeting:
        silent = all(e.profile.targets is False for t in texts for e in t.effects)
        return Held(
            activation=None, outcome=False if silent else None, why="targets-nothing" if silent else "open", by=main_of(texts)
        )
    found = [(_is_target(_low(e), card, other, cues), e) for e in targeting]
    return _best(found, {True: "targets", False: "wrong-kind", None: "open"})


def _best(found: Sequence[tuple[Tri, Effect]], why: dict[Tri, str]) -> Held:
    outcome = any_of(fit for fit, _ in found)
    by = next((e for fit, e in found if fit is outcome), found[0][1])
    return Held(activation=None, outcome=outcome, why=why[outcome], by=by)


def _low(effect: Effect) -> str:
    return " ".join(effect.text.lower().split())


def _is_target(text: str, card: Card, other: Card, cues: Cues) -> Tri:
    if any(n.line.search(other.type_line.lower()) and n.would.search(text) for n in cues.never):
        return False
    found = [_unless_elsewhere(_fits(m[1], other), m[1], card, other, cues) for m in _TARGET.finditer(text)]
    return any_of(found) if found else None


def _unless_elsewhere(fit: Tri, what: str, card: Card, other: Card, cues: Cues) -> Tri:
    """A card on the field may be kept from being targeted by its own text, one in the Graveyard from coming back."""
    if fit is False or not re.search(r"\b(?:gy|graveyard|banished)\b", what):
        return _unless_guarded(fit, "target", card, other, cues)
    nomi = "cannot be normal summoned" in " ".join(other.texts.get("en", "").lower().split())
    return None if nomi or any(w in other.type_line.lower() for w in _EXTRA) else fit


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
    return _best(targeting, {True: "destroys", False: "spared", None: "open"})


def _is_destroyed(text: str, other: Card) -> Tri:
    found = [_fits(m[1], other) for m in _DESTROY.finditer(text)]
    if _DESTROYS_TARGET.search(text):
        found += [_fits(m[1], other) for m in _TARGET.finditer(text)]
    return any_of(found) if found else None


def summon_negated(texts: Sequence[CardText], other: Card, cues: Cues) -> Held:
    """Whether the card can negate the Summon of the other one."""
    if cues.sure_summon.search(" ".join(other.texts.get("en", "").lower().split())):
        return Held(activation=None, outcome=None, why="open", by=main_of(texts))
    if other.type != "monster":
        return Held(activation=None, outcome=None, why="open", by=main_of(texts))
    said = [(m["how"], e, _low(e)) for t in texts for e in t.effects for m in _SUMMON.finditer(_low(e)) if "negate" in _low(e)]
    if not said:
        silent = not any("summon" in t.text.lower() and "negate" in t.text.lower() for t in texts)
        return Held(
            activation=None, outcome=False if silent else None, why="negates-nothing" if silent else "open", by=main_of(texts)
        )
    plain = [(_by_own_summon(how, text, other), e) for how, e, text in said]
    return _best(plain, {True: "negates-summon", False: "not-answered", None: "open"})


def _by_own_summon(how: str, text: str, other: Card) -> Tri:
    """Whether a Summon of that kind is one by which this monster comes; None where it may come in several ways."""
    open_ = "while" in text.split(":")[0] or "from" in text.split(":")[0]
    extra = any(w in other.type_line.lower() for w in _EXTRA)
    if not how.strip():
        return None if open_ else True
    if "special" in how and extra:
        return None if open_ else True
    if extra:
        return False if not re.search("|".join(_EXTRA), how) else None
    return None
