"""What both languages need to tell how often an effect may be used."""

from __future__ import annotations

from kb.cardtext.parts import Found, Piece
from kb.model import OncePerTurn, Span

_STRONGEST: tuple[OncePerTurn, ...] = ("duel", "by_name_activation", "by_name", "this_card")
Limits = dict[OncePerTurn, Span]
"""Form of limit to the place that states it."""


def strongest(limits: Limits, found: Found) -> OncePerTurn:
    """The form that counts where a text states several; notes where it stands."""
    for form in _STRONGEST:
        if form in limits:
            found.show("once_per_turn", *limits[form])
            return form
    return "none"


def last_effect(pieces: list[Piece], at: int) -> int | None:
    """Index of the last effect before the piece at `at`; None if there is none."""
    for number in range(at - 1, -1, -1):
        if pieces[number].label in ("effect", "activation"):
            return number
    return None
