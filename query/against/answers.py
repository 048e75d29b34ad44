"""What a card answers: the activations its effects may be activated on, as the English text words them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kb.lang.later import later
from kb.model import CardText, Effect, Tri
from query.against.cues import Cues

_ALTERNATIVES = later(r",? or (?:when |if )(?=an? |your |another )|(?<=summoned),? or (?:when |if )?")
_ACTIVE = later(r"(?:(?:when|if) )?(?:your opponent|an opponent|the opponent|a player|either player) activates? (?P<what>.+)")
_PASSIVE = later(r"(?:(?:when|if) )?(?P<what>.+?),? (?:is|are) activated(?P<rest>.*)")
_OF_MONSTER = later(r"(?:(?:when|if) )?an?(?:other)?(?: opponent's)? monster(?P<where>.*?) activates its effect(?P<rest>.*)")
_OF_FACE_UP = later(
    r"(?:(?:when|if) )?an? spell/trap(?: card)?(?: that is)?(?: already)? face-up on the field activates its effect(?P<rest>.*)"
)
_SUMMON = later(r"would be (?:[a-z/, ]+ )?summoned|\bsummons? a monster|would (?:[a-z]+ )?summon\b")
_LEAD = later(
    r"^(?:once per (?:turn|chain),? |once while face-up on the field,? |during either player's turn,? "
    r"|during (?:your|the|either) [a-z ]*turn,? )+"
)
_ASIDE = later(r"\s*\((?:quick effect|except during the damage step)\)|,? except during the damage step")
_WHERE = later(
    r"^,? ?(?:on the|in (?:the|your opponent's|their)|on your opponent's) (hand or gy|field or gy|hand|gy|graveyard|field)\b"
)
_WHILE = later(r"^,? (?:while|if|and) .+$")
_INCLUDES = later(
    r"^,? that (?:includes (?:any of these effects|(?P<one>.+))"
    r"|(?P<would>(?:would|special summons?|adds?|sends?|banish(?:es)?|negates?) .+))$"
)
_TARGETING = later(r"^,? that targets\b")
_TARGETS = later(
    r"^,? that targets (?P<exactly>exactly 1 )?(?:an? )?(?:face-up )?(?P<what>card|monster)(?:\(s\))?"
    r"(?: \(and no other cards\))?(?: you control| on the field| on your field)?(?: \(and no other cards\))?$"
)
"""What is targeted, where that is any card or monster on the field; of anything else it is only known that it is targeted."""
_NEGATED = later(r"(?<!cannot )\bnegate the summon or (?:the )?activation")
_PLACES = {
    "hand": ("hand",),
    "gy": ("graveyard",),
    "graveyard": ("graveyard",),
    "field": ("field",),
    "hand or gy": ("hand", "graveyard"),
    "field or gy": ("field", "graveyard"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """One condition on which an effect may be activated in answer to something."""

    effect: Effect
    acts: frozenset[str] | None
    """What it answers; None where the wording is not understood. Empty: a Summon."""
    places: tuple[str, ...] = ()
    """Where what it answers must have been activated; empty for anywhere."""
    includes: tuple[str, ...] = ()
    """What the answered effect must include, one of these; names of `Include`."""
    open: bool = False
    """Whether something more is asked that is not understood."""
    targeting: bool = False
    """Whether the answered effect must target."""
    target: str = ""
    """What it must target: card or monster on the field, 1 before it where it must be just one; empty if not known."""
    own: str = ""
    """A condition of its own that a question leaves unsaid, such as what one must control."""


def answers_of(text: CardText, cues: Cues) -> list[Answers]:
    """What the effects of an English card text answer; those that answer nothing are left out."""
    return [a for e in text.effects if e.profile.starts_chain for a in _of_effect(e, text, cues)]


def condition_of(effect: Effect, text: CardText) -> str:
    """The condition an effect is activated on, in small letters without asides."""
    span = effect.condition
    words = text.text[span.start : span.end] if span else ""
    return _LEAD.sub("", _ASIDE.sub("", " ".join(words.lower().split()))).strip(" :,")


def _of_effect(effect: Effect, text: CardText, cues: Cues) -> Iterator[Answers]:
    condition = condition_of(effect, text)
    if "activat" not in condition and not _SUMMON.search(condition):
        return
    for part in _ALTERNATIVES.split(condition):
        if _SUMMON.search(part) and "activat" not in part:
            yield Answers(effect=effect, acts=frozenset())
        elif "activat" in part:
            yield _of_part(effect, part, text, cues)


def _of_part(effect: Effect, part: str, text: CardText, cues: Cues) -> Answers:
    if match := _OF_MONSTER.fullmatch(part):
        where = match["where"].strip()
        on_field = where in ("on the field", "your opponent controls", "in the field")
        return _restricted(effect, frozenset(("monster-effect",)), match["rest"], text, cues, ("field",), known=on_field)
    if match := _OF_FACE_UP.fullmatch(part):
        return _restricted(effect, frozenset(("spell-effect", "trap-effect")), match["rest"], text, cues, ("field",))
    match = _ACTIVE.fullmatch(part)
    if match:
        for pattern, acts in cues.acts:
            if found := pattern.match(match["what"]):
                return _restricted(effect, acts, match["what"][found.end() :], text, cues)
    passive = _PASSIVE.fullmatch(part)
    if passive:
        for pattern, acts in cues.acts:
            if pattern.fullmatch(passive["what"]):
                return _restricted(effect, acts, passive["rest"], text, cues)
    return Answers(effect=effect, acts=None)


def _restricted(
    effect: Effect,
    acts: frozenset[str],
    rest: str,
    text: CardText,
    cues: Cues,
    places: tuple[str, ...] = (),
    *,
    known: bool = True,
) -> Answers:
    """What is answered with what more the condition asks of it."""
    own = ""
    if match := _WHERE.match(rest):
        places, rest = _PLACES[match[1]], rest[match.end() :]
    rest = rest.strip(" ,")
    if " while " in f" {rest}" and (cut := re.search(r",? ?\bwhile\b.*$", rest)):
        own, rest = cut[0].strip(" ,"), rest[: cut.start()].strip(" ,")
    includes: tuple[str, ...] = ()
    open_ = not known
    targeting = _TARGETING.match(f" {rest}")
    target = _TARGETS.match(f" {rest}")
    if rest and (match := _INCLUDES.match(f" {rest}")):
        told = match["one"] or match["would"] or _bullets(effect, text)
        includes = tuple(i.name for i in cues.includes if i.asked.search(told))
        open_ = open_ or not includes
    elif rest and not targeting:
        open_ = True
    wanted = f"{'1 ' if target['exactly'] else ''}{target['what']}" if target else ""
    own = rest if wanted and not own else own
    return Answers(
        effect=effect,
        acts=acts,
        places=places,
        includes=includes,
        open=open_,
        targeting=bool(targeting),
        target=wanted,
        own=own,
    )


def _bullets(effect: Effect, text: CardText) -> str:
    """What is listed in the effect, in small letters."""
    words = text.text[effect.span.start :].lower()
    return " ".join(words.split("●")[1:])


def negates(effect: Effect) -> Tri:
    """Whether an effect negates an activation or an effect."""
    profile = effect.profile
    if _NEGATED.search(effect.text.lower()):
        return True
    return True if profile.negates_activation or profile.negates_effect else False if profile.negates_effect is False else None
