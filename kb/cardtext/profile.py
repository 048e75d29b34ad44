"""The EffectProfile of one piece of a card text, whatever its language."""

from __future__ import annotations

import re
from dataclasses import replace

from kb.cardtext import en_outcomes, en_profile, en_words, zh_events, zh_marks, zh_outcomes, zh_profile
from kb.cardtext.parts import CardKind, Found, Piece
from kb.model import EffectProfile, OncePerTurn, Response, Span, Tri


def english(masked: str, piece: Piece, card: CardKind, once: OncePerTurn) -> EffectProfile:
    """The profile of an English effect or activation."""
    found = Found()
    condition, cond_at = _cut(masked, piece.condition)
    resolution, res_at = _cut(masked, piece.resolution)
    paid = _join(piece.cost, piece.targeting)
    cost, cost_at = _cut(masked, paid)
    whole = masked[piece.body : piece.end]
    answers = en_profile.responses(condition, cond_at, found) if condition else (Response(),)
    kind = "activation" if piece.label == "activation" else en_profile.kind(whole, condition, answers, card)
    if _LISTED.search(condition) or _HANDED.search(resolution):
        resolution = resolution.split("●")[0]
    if en_words.BARRED.search(whole):
        answers = tuple(replace(r, damage_step="excluded") for r in answers)
    done = en_outcomes.outcomes(resolution, res_at, found)
    how = en_outcomes.atk_def(resolution, res_at, found)
    aim = en_outcomes.targets(cost or condition, resolution, piece.old or not cost)
    if not done["adds_to_hand"] and en_outcomes.returns(condition, cost, resolution):
        done["adds_to_hand"] = True
    optional = (
        en_words.OPTIONAL_LEAD.match(cost or resolution)
        or en_words.OPTIONAL_TAIL.search(condition)
        or (piece.old and en_words.OPTIONAL.search(whole))
    )
    kind = _fast_at_least(kind, done, optional=bool(optional))
    if kind == "quick" and not optional and card.type == "monster" and not en_words.QUICK.search(whole):
        kind = "trigger"
    mandatory = None if kind == "activation" else not optional and _may_be_forced(kind, answers)
    misses = None
    if kind in ("trigger", "flip"):
        misses = not mandatory and bool(re.match(r"(?:[^,]*, )*?when\b", condition))
    return EffectProfile(
        kind=kind,  # type: ignore[arg-type]
        spell_speed=_speed(kind, card),
        mandatory=mandatory,
        responses=answers,
        atk_def=how,  # type: ignore[arg-type]
        changes_atk_def=bool(how),
        summons=en_outcomes.summons(resolution),
        targets=aim is not None,
        cost=piece.cost is not None,
        can_miss_timing=misses,
        once_per_turn=once,
        confidence=0.7 if piece.old else 1.0,
        shown=tuple(found.places.items()),
        **done,
    )


def chinese(masked: str, piece: Piece, card: CardKind, once: OncePerTurn) -> EffectProfile:
    """The profile of a Chinese effect or activation."""
    found = Found()
    condition, cond_at = _cut(masked, piece.condition)
    resolution, res_at = _cut(masked, piece.resolution)
    whole = masked[piece.body : piece.end]
    head = whole[: (piece.resolution.start if piece.resolution else piece.end) - piece.body]
    optional = zh_profile.optional(whole, head)
    stated = zh_marks.activates(head.rstrip("。 "))
    answers = zh_events.responses(condition, cond_at, found, head)
    kind = "activation" if piece.label == "activation" else zh_profile.kind(whole, condition, answers, card, optional=optional)
    if _HANDED.search(resolution):
        resolution = resolution.split("●")[0]
    done = zh_outcomes.outcomes(resolution, res_at, found)
    if card.sort == "ritual" and kind == "activation" and "降临" in whole:
        done["special_summons"] = True
    kind = _fast_at_least(kind, done, optional=optional)
    how = zh_outcomes.atk_def(resolution, res_at, found)
    aim = zh_outcomes.targets(head, resolution, piece.old or not stated, fan="可以发动" not in head)
    mandatory = None if kind == "activation" else not optional and _may_be_forced(kind, answers)
    misses = None
    if kind in ("trigger", "flip"):
        misses = not mandatory and zh_profile.at_that_moment(condition, cond_at, found)
    return EffectProfile(
        kind=kind,  # type: ignore[arg-type]
        spell_speed=_speed(kind, card),
        mandatory=mandatory,
        responses=answers,
        atk_def=how,  # type: ignore[arg-type]
        changes_atk_def=bool(how),
        summons=zh_outcomes.summons(resolution),
        targets=aim is not None,
        cost=piece.cost is not None,
        can_miss_timing=misses,
        once_per_turn=once,
        confidence=0.7 if piece.old else 1.0,
        shown=tuple(found.places.items()),
        **done,
    )


def _fast_at_least(kind: str, done: dict[str, Tri], *, optional: bool) -> str:
    """The kind, corrected: what negates an activation answers it, so it is a fast effect even where an old text is silent."""
    slow = kind == "ignition" or (kind == "trigger" and optional)
    return "quick" if slow and done["negates_activation"] else kind


def _may_be_forced(kind: str, answers: tuple[Response, ...]) -> bool:
    """Whether something happens that could force the effect: without an event or a phase a player always chooses."""
    return kind in ("trigger", "flip") or (kind == "quick" and any(r.events or r.timings for r in answers))


_HANDED = re.compile(r"\bgains? (?:the following|these|this) effects?|(?:获得|得到)(?:以下|下述|该)(?:的)?效果")
_LISTED = re.compile(r"\bany of (?:these|the following) effects")


def _speed(kind: str, card: CardKind) -> int:
    if card.sort == "counter" and kind == "activation":
        return 3
    if card.type == "trap" or kind == "quick" or (kind == "activation" and card.sort == "quick-play"):
        return 2
    return 1


def _cut(masked: str, span: Span | None) -> tuple[str, int]:
    return (masked[span.start : span.end], span.start) if span else ("", 0)


def _join(one: Span | None, two: Span | None) -> Span | None:
    if one and two:
        return Span(min(one.start, two.start), max(one.end, two.end))
    return one or two
