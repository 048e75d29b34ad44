"""Whether an effect of a card can do a thing to another one, such as Special Summon it or add it to a hand, by its text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.cards.record import Card
from kb.lang.later import later
from kb.model import CardText, Tri
from query.against.cues import Cues, Reach
from query.against.fits import fits, guarded
from query.against.held import Held, any_of, best_of, main_of, plain_of, procedures_of

_TARGET = later(r"\btarget (?P<what>(?:\d|any|up to|all|both|an?)\b[^;.●]*)")
_LESS = later(
    r"\(.*?\)|,? (?:using|by \w+ing|then|and if you do|also|but|ignoring|to (?:your|their|the|either|its)"
    r"|as (?:an? )?(?:equip|xyz|material)|with its"
    r"|and (?:special|add|send|banish|destroy|you|your|its|it)|when|if|whose name|this turn|for the)\b.*"
)
_MORE = later(r"\bto (?:your|their|the|its owner's) hand,? (?:that|which|with|other than)\b|\bwhose name\b")
"""More that the card has to be, told where it is not read."""
_FROM = {
    "deck": later(r"(?<!extra )\bdeck\b"),
    "hand": later(r"(?<!to your )(?<!to the )\bhands?\b"),
    "graveyard": later(r"\b(?:gy|graveyard)s?\b"),
    "extra-deck": later(r"\bextra deck\b"),
    "banished": later(r"\bbanish(?:ed|ment)\b"),
    "field": later(r"\b(?:field|controls?|zones?)\b"),
}
EXTRA = ("fusion", "synchro", "xyz", "link")
_PLACES = later(
    r"from (?:your|their|either|the|face-up|[a-z' ]*opponent's|,| |and/or|or"
    r"|hand|deck|extra|main|gy|graveyard|field|banishment)+"
)
_EXCEPT_BY = later(
    r"special summoned(?: \([^)]*\))?,? (?:except )?(?:with|by) (?:the effect of )?(?:an? )?(?P<name>\"[^\"]+\")"
)


@dataclass(frozen=True, slots=True)
class _Clause:
    what: str
    way: str
    whole: str
    targeted: bool = False


def reached(texts: Sequence[CardText], card: Card, other: Card, reach: Reach, where: str, cues: Cues) -> Held:
    """Whether an effect of the card can do to the other one what is asked, the other being where it is said to be."""
    silent = not any(p.search(t.text.lower()) for t in texts for p in reach.does)
    if reach.unless and card.property == reach.unless and silent:
        fit = other.type == "monster"
        return Held(activation=None, outcome=fit, why="does-so" if fit else "not-this", by=main_of(texts))
    effects = [e for t in texts for e in t.effects]
    effects += [e for t in texts for e in procedures_of(t)] if reach.procedure else []
    said = [(e, plain_of(e)) for e in effects if reach.hint.search(plain_of(e))]
    if not said:
        return Held(activation=None, outcome=False, why="does-no-such", by=main_of(texts))
    found = [(any_of(_each(text, card, other, reach, where, cues)), e) for e, text in said]
    found = [(None if outcome is False and not list(_clauses(plain_of(e), reach)) else outcome, e) for outcome, e in found]
    line = other.type_line.lower()
    found = [
        (False if any(n.line.search(line) and n.would.search(plain_of(e)) for n in cues.never) else fit, e) for fit, e in found
    ]
    kept = _kept(other, card, reach, cues)
    if kept is not False:
        found = [(False if fit is False or kept else None, e) for fit, e in found]
    return best_of(found, {True: "does-so", False: "not-this", None: "open"})


def _kept(other: Card, card: Card, reach: Reach, cues: Cues) -> Tri:
    """Whether its own text keeps the other card from it."""
    text = " ".join(other.texts.get("en", "").lower().split())
    if reach.guard and reach.guard.search(text) and not other.is_lore():
        return None
    return guarded(other, "affect", card.type, cues) if reach.affects else False


def _each(text: str, card: Card, other: Card, reach: Reach, where: str, cues: Cues) -> Iterator[Tri]:
    for clause in _clauses(text, reach):
        what = " ".join(_LESS.sub("", clause.what).split())
        places = [p for p, pattern in _FROM.items() if pattern.search(what)]
        if places and where in _FROM and where not in places:
            yield False
            continue
        if not _lies_in(other, places):
            yield False
            continue
        fit = fits(_PLACES.sub("", what).strip(), other)
        fit = None if fit and _MORE.search(clause.what) else fit
        if fit is not False and clause.targeted and not {"graveyard", "banished"} & set(places):
            kept = guarded(other, "target", card.type, cues)
            fit = False if kept else fit if kept is False else None
        own = (
            summoned_so(other, card, [where] if where in places else places, clause)
            if reach.summons and fit is not False
            else True
        )
        yield False if fit is False or own is False else None if fit is None or own is None else True


def _lies_in(other: Card, places: Sequence[str]) -> bool:
    """Whether a card like this is ever where the words look for it."""
    line = other.type_line.lower()
    if not places or set(places) & {"graveyard", "banished", "field"}:
        return True
    if any(w in line for w in EXTRA):
        return "extra-deck" in places
    return "pendulum" in line or places != ["extra-deck"]


def _clauses(text: str, reach: Reach) -> Iterator[_Clause]:
    for pattern in reach.does:
        for match in pattern.finditer(text):
            yield _Clause(match["what"], match.groupdict().get("way") or "", text)
    if reach.of_target.search(text):
        for match in _TARGET.finditer(text):
            for one in re.split(r",? and (?=\d)", match["what"]):
                yield _Clause(one, "", text, targeted=True)


def summoned_so(other: Card, card: Card, places: Sequence[str], clause: _Clause) -> Tri:
    """Whether an effect may Special Summon a card from such a place; None where it depends on how it was Summoned before."""
    text = " ".join(other.texts.get("en", "").lower().split())
    if "ignoring its summoning conditions" in clause.whole or other.is_lore():
        return True
    if clause.way and re.search(rf"must (?:first )?be {clause.way} summoned|except by {clause.way} summon", text):
        return True
    if named := _EXCEPT_BY.search(text):
        return named["name"].strip('"') in card.names.get("en", "").lower()
    if "must be special summoned by a card effect" in text:
        return True
    for match in re.finditer(r"cannot be special summoned from (?:the|your) (deck|gy|graveyard|hand|extra deck)", text):
        barred = {"gy": "graveyard", "extra deck": "extra-deck"}.get(match[1], match[1])
        if barred in places:
            return False if len(places) == 1 else None
    if ONLY_SO.search(text):
        return False
    if not re.search(r"must first be |cannot be normal summoned", text) and not any(
        w in other.type_line.lower() for w in EXTRA
    ):
        return True if "ritual" not in other.type_line.lower() else None
    before = {"graveyard", "banished"} & set(places)
    if re.search(r"must first be |cannot be normal summoned", text):
        return None if before or not places else False
    return None if before else True


ONLY_SO = later(
    r"cannot be special summoned(?=[.,;]|$)(?! from)|(?<!first )must be (?:special|fusion|synchro|xyz|link|ritual) summoned"
    r"|cannot be special summoned (?:except|other)|cannot be special summoned by other ways|cannot be special summoned,? except"
)
"""A text by which a card comes in one way and in no other."""


def once_summoned(other: Card, card: Card, how: str) -> Tri:
    """Whether an effect may Special Summon a card from the Graveyard or where it is banished: not one that its own text keeps
    from that; open for one that must have been Summoned in its own way before."""
    return summoned_so(other, card, ["graveyard"], _Clause("", "", how))
