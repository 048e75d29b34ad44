"""One English effect read: its parts put together."""

from __future__ import annotations

from dataclasses import replace

from kb.cardtext import en_outcomes, en_profile
from kb.cardtext import en_words as w
from kb.cardtext.parts import CardKind, Found, Piece
from kb.cardtext.reading import Reading, cut
from kb.lang.later import later
from kb.model import Response, Span

_LISTED = later(r"\bany of (?:these|the following) effects")
_HANDED = later(r"\bgains? (?:the following|these|this) effects?|\bwith (?:the following|these) effects?")
_WHEN = later(r"(?:[^,]*, )*?when\b")


def reading(masked: str, piece: Piece, card: CardKind, found: Found) -> Reading:
    """What an English effect or activation is and does."""
    condition, condition_at = cut(masked, piece.condition)
    resolution, resolution_at = cut(masked, piece.resolution)
    cost, cost_at = cut(masked, _both(piece.cost, piece.targeting))
    whole = masked[piece.body : piece.end]
    if _LISTED.search(condition) or _HANDED.search(resolution):
        resolution = resolution.split("●")[0]
    answers = en_profile.responses(condition, condition_at, found) if condition else (Response(),)
    if w.BARRED.search(whole):
        answers = tuple(replace(r, damage_step="excluded") for r in answers)
    if piece.old:
        answers = tuple(_at_once(r, resolution) for r in answers)
    done = en_outcomes.outcomes(resolution, resolution_at, found)
    done["adds_to_hand"] |= en_outcomes.returns(condition, cost, resolution)
    optional = _optional(condition, cost, resolution, whole, piece)
    kind = en_profile.kind(whole, condition, answers, card)
    if kind == "quick" and not optional and card.type == "monster" and not w.QUICK.search(whole):
        kind = "trigger"
    place = w.QUICK.search(whole) or w.FLIP.match(whole)
    if place:
        found.show("kind", piece.body + place.start(), piece.body + place.end())
    return Reading(
        kind,
        optional,
        answers,
        done,
        en_outcomes.atk_def(resolution, resolution_at, found),
        en_outcomes.summons(resolution),
        _targets(cost or condition, cost_at if cost else condition_at, resolution, resolution_at, piece, found, bool(cost)),
        kind == "trigger" and _WHEN.match(condition) is not None,
    )


def _at_once(answer: Response, resolution: str) -> Response:
    """The response, with the timing that an older text names only where it says what happens."""
    if answer.timings or "battled" not in answer.events or not w.AT_ONCE.search(resolution):
        return answer
    return replace(answer, events=tuple(e for e in answer.events if e != "battled"), timings=("damage-step.start",))


def _optional(condition: str, cost: str, resolution: str, whole: str, piece: Piece) -> bool:
    return bool(
        w.OPTIONAL_LEAD.match(cost or resolution)
        or w.OPTIONAL_TAIL.search(condition)
        or (piece.old and w.OPTIONAL.search(whole))
    )


def _targets(head: str, at: int, resolution: str, resolution_at: int, piece: Piece, found: Found, paid: bool) -> bool:
    hit = en_outcomes.targets_in_cost(head)
    if hit is None:
        at, hit = resolution_at, en_outcomes.targets_in_resolution(resolution, piece.old or not paid)
    if hit:
        found.show("targets", at + hit.start(), at + hit.end())
    return hit is not None


def _both(one: Span | None, two: Span | None) -> Span | None:
    if one and two:
        return Span(min(one.start, two.start), max(one.end, two.end))
    return one or two
