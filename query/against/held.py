"""What holding one card against another comes to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kb.model import CardText, Effect, Tri
from query.against.does import Activation


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """One activation of the other card, and whether the card does to it what is asked."""

    activation: Activation | None
    """None where it is the card itself that is targeted, destroyed or Summoned."""
    outcome: Tri
    why: str
    """Key of the sentence that says why."""
    by: Effect | None = None
    """The effect of the card that decides."""
    own: str = ""
    """A condition of that effect that has to be met besides."""


def any_of(values: Iterable[Tri]) -> Tri:
    """True if one is, False if all are, else None.

    >>> any_of([False, None, True]), any_of([False, None]), any_of([])
    (True, None, False)
    """
    found = list(values)
    return True if True in found else None if None in found else False


def main_of(texts: Sequence[CardText]) -> Effect | None:
    """The effect that is shown where none of a card decides: the first that starts a Chain."""
    effects = [e for t in texts for e in t.effects]
    return next((e for e in effects if e.profile.starts_chain and e.text.strip()), effects[0] if effects else None)
