"""What a language's reader hands over about one effect, and the profile made of it."""

from __future__ import annotations

from typing import NamedTuple

from kb.cardtext.parts import CardKind, Found, Piece
from kb.model import EffectProfile, OncePerTurn, Response, Span, Tri


class Reading(NamedTuple):
    """One effect as its language shows it."""

    kind: str
    optional: bool
    responses: tuple[Response, ...]
    done: dict[str, bool]
    atk_def: str
    summons: tuple[str, ...]
    targets: bool
    at_that_moment: bool
    """Whether the moment of its event can pass: When, 时."""


def profile_of(
    read: Reading, piece: Piece, card: CardKind, once: OncePerTurn, places: tuple[str, ...], found: Found
) -> EffectProfile:
    """The profile, with the spans collected on the way."""
    kind = "activation" if piece.label == "activation" else _at_least_fast(read)
    mandatory = None if kind == "activation" else not read.optional and _can_be_forced(kind, read.responses)
    misses: Tri = read.at_that_moment and not mandatory if kind in ("trigger", "flip") else None
    if piece.cost:
        found.show("cost", piece.cost.start, piece.cost.end)
    done = read.done
    return EffectProfile(
        kind=kind,  # type: ignore[arg-type]  # one of the literals
        spell_speed=_speed(kind, card),
        mandatory=mandatory,
        responses=read.responses,
        places=places,
        negates_activation=done["negates_activation"],
        negates_effect=done["negates_effect"],
        changes_atk_def=bool(read.atk_def),
        atk_def=read.atk_def,  # type: ignore[arg-type]  # one of the literals
        special_summons=done["special_summons"],
        summons=read.summons,
        destroys=done["destroys"],
        adds_to_hand=done["adds_to_hand"],
        draws=done["draws"],
        targets=read.targets,
        cost=piece.cost is not None,
        can_miss_timing=misses,
        once_per_turn=once,
        confidence=0.7 if piece.old else 1.0,
        shown=tuple(found.places.items()),
    )


def cut(masked: str, span: Span | None) -> tuple[str, int]:
    """The text of a span and where it begins; an empty text for no span."""
    return (masked[span.start : span.end], span.start) if span else ("", 0)


def _at_least_fast(read: Reading) -> str:
    """The kind; what negates an activation answers it, so it is a fast effect even where an old text is silent."""
    slow = read.kind == "ignition" or (read.kind == "trigger" and read.optional)
    return "quick" if slow and read.done["negates_activation"] else read.kind


def _can_be_forced(kind: str, responses: tuple[Response, ...]) -> bool:
    """Whether something happens that could force the effect: without an event or a phase a player always chooses."""
    return kind in ("trigger", "flip") or (kind == "quick" and any(r.events or r.timings for r in responses))


def _speed(kind: str, card: CardKind) -> int:
    if card.sort == "counter" and kind == "activation":
        return 3
    if card.type == "trap" or kind == "quick" or (kind == "activation" and card.sort == "quick-play"):
        return 2
    return 1
