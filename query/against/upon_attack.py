"""Whether a card may be activated when a monster declares an attack, by its own condition and by what the attacker forbids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kb.cards.record import Card
from kb.lang.later import later
from kb.model import CardText, Effect, Tri
from query.against.answers import condition_of
from query.against.asked import Asked
from query.against.cues import Cues
from query.against.does import activations_of, texts_of
from query.against.fits import fits
from query.against.held import Held, best_of, main_of
from query.against.locks import while_attacking

_OR = later(r",? or (?=(?:when|if|an opponent's) )")
_OPPONENT = later(r"\bopponent")
_YOURS = later(r"^your (?!opponent)|\byou control\b")
_NEAR = later(r"attack|battl|damage|target|\bturn\b|phase")
"""Words of a condition that may yet be met at an attack; one without them that names a moment is not."""


def upon_attack(texts: Sequence[CardText], card: Card, other: Card, asked: Asked, cues: Cues) -> Held:
    """Whether the card may be activated when the other, a monster, declares an attack; open where its text asks for more."""
    if other.type != "monster":
        return Held(activation=None, outcome=None, why="open", by=main_of(texts))
    barred = while_attacking(texts_of(other), other, activations_of(card), asked.same is True, cues.locks) if cues.locks else []
    if barred and all(h.outcome for h in barred):
        return Held(activation=None, outcome=False, why="attack-lock", by=barred[0].by, others=True)
    found = [(met, effect) for t in texts for effect in t.effects for met in _met(effect, t, other, asked, cues)]
    if not found or any(h.outcome is not False for h in barred):
        return Held(activation=None, outcome=None, why="open", by=main_of(texts))
    return best_of(found, {True: "meets-attack", False: "not-an-attack", None: "open"})


def _met(effect: Effect, text: CardText, other: Card, asked: Asked, cues: Cues) -> Iterator[Tri]:
    """Of each condition of an effect, whether the declaration meets it; nothing where it starts no Chain."""
    if not effect.profile.starts_chain:
        return
    condition = condition_of(effect, text)
    if not condition:
        yield (effect.profile.spell_speed or 1) > 1
        return
    for part in _OR.split(condition):
        if match := cues.upon_attack.fullmatch(part):
            yield _of_attacker(match["what"], direct=bool(match["direct"]), other=other, asked=asked)
        else:
            yield False if part.startswith("when ") and not _NEAR.search(part) else None


def _of_attacker(what: str, *, direct: bool, other: Card, asked: Asked) -> Tri:
    """Whether the attacker is the one that a text names; an opponent's where the question leaves that open."""
    side: Tri = True
    if _OPPONENT.search(what):
        side = asked.same is not True
    elif _YOURS.search(what):
        side = asked.same
    fit = None if "this card" in what or "equipped" in what else fits(what, other)
    aimed: Tri = {"direct": True, "monster": False}.get(asked.aimed) if direct else True
    each = (side, fit, aimed)
    return False if False in each else None if None in each else True
