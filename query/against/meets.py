"""Whether an activation is one that a card answers."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kb.lang.later import later
from kb.model import Effect, Tri
from query.against.answers import Answers, negates
from query.against.cues import Cues
from query.against.does import Activation, includes, leaves_field
from query.against.held import any_of

_FASTEST = 3
_TARGET = later(r"\btarget (?P<count>\d|up to \d|any number of|an?) (?P<what>[^;:.]*)")
_ELSEWHERE = later(r"\b(?:gy|graveyard|banished|banishment|you control|in your|and)\b")
"""What it may target besides, or instead, so that the one who answers is not surely meant."""


def meets(answers: Answers, activation: Activation, cues: Cues) -> Tri:
    """Whether an activation is one that is answered."""
    if answers.acts is not None and activation.act not in answers.acts:
        return False
    if too_slow(answers.effect, activation):
        return False
    if answers.acts is None:
        return None
    found: list[Tri] = [None if answers.open else True]
    if answers.places:
        found.append(_still_there(answers, activation, cues))
        there = [p in answers.places for p in activation.places]
        found.append(True if all(there) else None if any(there) else False)
    if answers.targeting:
        found.append(_targets(answers, activation))
    if answers.includes:
        wanted = [i for i in cues.includes if i.name in answers.includes]
        found.append(any_of(includes(activation, i, cues.aside) for i in wanted) if activation.text else _bare(activation))
    return False if False in found else None if None in found else True


def _targets(answers: Answers, activation: Activation) -> Tri:
    """Whether the activated effect may target what the answering text names."""
    effect = activation.effect
    if effect.profile.targets is False:
        return False
    if not activation.text:
        return _bare(activation)
    match = _TARGET.search(" ".join(effect.text.lower().split())) if answers.target else None
    if match is None or "or" in match["what"].split() or _ELSEWHERE.search(match["what"]):
        return None
    if answers.target.startswith("1") and match["count"] != "1":
        return None
    monster = bool(re.search(r"\bmonsters?\b", match["what"]))
    return True if monster or answers.target.endswith("card") else None if re.search(r"\bcards?\b", match["what"]) else False


def _still_there(answers: Answers, activation: Activation, cues: Cues) -> Tri:
    """Whether what is answered is where the answer needs it: a card that left the field to be activated can still be negated,
    but no longer destroyed there."""
    if "field" not in answers.places or not leaves_field(activation, cues):
        return True
    return True if negates(answers.effect) else False if answers.effect.profile.destroys else None


def _bare(activation: Activation) -> Tri:
    """Whether the bare activation of a card includes anything: open for a Trap, whose effect may be used with it."""
    return None if activation.act == "trap-card" else False


def too_slow(effect: Effect, activation: Activation) -> bool:
    """Whether what is activated is of Spell Speed 3 and what would answer it is not."""
    return (activation.effect.profile.spell_speed or 1) == _FASTEST > (effect.profile.spell_speed or 1)


def first(answering: Iterable[Answers], activation: Activation, cues: Cues, wanted: Tri) -> Answers | None:
    """The first answer that the activation meets as wanted: surely, surely not, or perhaps."""
    return next((a for a in answering if meets(a, activation, cues) is wanted), None)
