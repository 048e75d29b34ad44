"""One Chinese effect read: its parts put together."""

from __future__ import annotations

from kb.cardtext import zh_events, zh_marks, zh_outcomes, zh_profile
from kb.cardtext.mask import blot
from kb.cardtext.parts import CardKind, Found, Piece
from kb.cardtext.reading import Reading, cut
from kb.lang.later import later
from kb.model import Response

_HANDED = later(r"(?:获得|得到|拥有)(?:以下|下述|该)(?:的)?效果")
_RITUAL = "降临"
_LATER = later(r"(?<!反转):|牌组|手牌|对手|除外状态|情况下|将")
"""What only texts have that are written since there is a word for targeting."""


def reading(masked: str, piece: Piece, card: CardKind, found: Found) -> Reading:
    """What a Chinese effect or activation is and does."""
    condition, condition_at = cut(masked, piece.condition)
    resolution, resolution_at = cut(masked, piece.resolution)
    whole = masked[piece.body : piece.end]
    head = whole[: (piece.resolution.start if piece.resolution else piece.end) - piece.body]
    if _HANDED.search(resolution):
        resolution = resolution.split("●")[0]
    optional = zh_profile.optional(whole, blot(head))
    answers = zh_events.responses(condition, condition_at, found, head)
    done = zh_outcomes.outcomes(resolution, resolution_at, found)
    if card.sort == "ritual" and piece.label == "activation" and _RITUAL in whole:
        done["special_summons"] = True
    kind = zh_profile.kind(whole, condition, answers, card, optional=optional)
    if kind == "flip" and not any(a.events or a.timings for a in answers):
        answers = (*answers, Response(events=("self-flipped",)))
    return Reading(
        kind,
        optional,
        answers,
        done,
        zh_outcomes.atk_def(resolution, resolution_at, found),
        zh_outcomes.summons(resolution),
        _targets(head, resolution, resolution_at, piece, found),
        zh_profile.at_that_moment(condition, condition_at, found),
    )


def _targets(head: str, resolution: str, resolution_at: int, piece: Piece, found: Found) -> bool:
    at = piece.body
    stated = zh_marks.activates(head.rstrip("。 "))
    hit = zh_outcomes.targets_in_head(head, old=piece.old or not stated)
    if hit is None:
        at = resolution_at
        hit = zh_outcomes.targets_in_resolution(resolution, loose=piece.old or not stated or "可以发动" not in head)
        if hit is None and piece.unnumbered and not _LATER.search(head + resolution):
            hit = zh_outcomes.targets_unsaid(resolution)
    if hit:
        found.show("targets", at + hit.start(), at + hit.end())
    return hit is not None
