"""An English effect cut into condition, cost, targeting and resolution."""

from __future__ import annotations

from kb.cardtext.en_marks import (
    FLIP_IF,
    OLD_COST,
    OLD_HEAD,
    PAID_HEAD,
    RANKED,
    SENTENCE,
    START,
    TARGETING,
)
from kb.cardtext.mask import blot
from kb.cardtext.parts import Piece
from kb.model import Span


def segment(masked: str, piece: Piece) -> None:
    """Fill in condition, cost, targeting and resolution of an effect."""
    m = blot(masked[piece.body : piece.end])
    base = piece.body
    lead = _lead(m)
    first = _line_end(m)
    semi = m.find(";", lead, first)
    colon = _colon(m, lead, first if semi < 0 else min(semi, first))
    if semi < 0 and colon < 0:
        _segment_old(m, base, lead, piece)
        return
    at = lead
    if colon >= 0 and PAID_HEAD.match(m) and semi < 0:
        piece.cost = Span(base, base + colon)
        at = colon + 1
    elif colon >= 0:
        piece.condition = Span(base, base + colon)
        at = colon + 1
    elif lead:
        piece.condition = Span(base, base + lead)
    if semi > at:
        _cost(m, base, at, semi, piece)
        at = semi + 1
    piece.resolution = _span(m, base, at, len(m))


def _lead(m: str) -> int:
    """Where the sentences end that say when a Spell or Trap may be activated; 0 if there is none."""
    stop = SENTENCE.search(m) if START.match(m) else None
    return stop.end() if stop and ":" not in m[: stop.start()] and ";" not in m[: stop.start()] else 0


def _colon(m: str, start: int, stop: int) -> int:
    """Offset of the colon that ends the activation condition; a bullet's own colon is none."""
    if rank := RANKED.match(m, start):
        start = rank.end()
    if flip := FLIP_IF.match(m, start):
        return flip.end() - 1
    at = m.find(":", start, stop)
    return at if at >= 0 and m[at + 1 : at + 2] in ("", " ", "\n") else -1


def _line_end(m: str) -> int:
    at = m.find("●", 1)
    return at if at > 0 else len(m)


def _cost(m: str, base: int, start: int, end: int, piece: Piece) -> None:
    found = TARGETING.search(m, start, end)
    if found is None:
        piece.cost = _span(m, base, start, end)
        return
    piece.targeting = _span(m, base, found.start(), end)
    before = m[start : found.start()].replace("you can", "").strip(" ,")
    if before and before != "then":
        piece.cost = _span(m, base, start, found.start())


def _segment_old(m: str, base: int, lead: int, piece: Piece) -> None:
    at = lead
    if lead:
        piece.condition = Span(base, base + lead)
    head = OLD_HEAD.match(m, lead)
    if head:
        piece.condition = Span(base, base + head.end())
        at = head.end()
    paid = OLD_COST.search(m, at)
    if paid:
        piece.cost = Span(base + paid.start(), base + paid.end() - 4)
        at = paid.end()
    piece.resolution = _span(m, base, at, len(m))


def _span(m: str, base: int, start: int, end: int) -> Span:
    while start < end and m[start] in " ,\n":
        start += 1
    return Span(base + start, base + end)
