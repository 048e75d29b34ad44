"""How often an English effect may be used."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.cardtext.once import Limits, last_effect, strongest
from kb.cardtext.parts import Found, Piece
from kb.lang.later import later
from kb.model import OncePerTurn, Span

_NAMED = later(
    r"(?:you can only use|can only use|only use) (?P<which>this effect|each effect|the effects?|"
    r"each of (?:the following|these|the preceding)(?: \w+)? effects?|1 of (?:the following|"
    r"these)(?: \w+)? effects?"
    r"|the following effects?|the preceding effects?|this \S+ effect|either effect|"
    r"1 \"~+\" effect|\"~+\"(?:'s)? effects?|the [^\"]*?effects?|each \w+ effect)"
    r"[^.;]*?(?P<often>once per duel|(?:once|twice|(?:up to )?\w+ times?) per (?:turn|chain|battle phase)|per (?:turn|duel))"
)
_THE_EFFECT = later(
    r"(?:the )?effects? of \"~+\" can only be (?:used|activated)[^.]*?per (turn|duel)|"
    r"\"~+\"(?:'s)? effects? can only be used [^.]*per (turn|duel)"
)
_THIS_EFFECT = later(
    r"(?:this|these) effects? can only be (?:used|activated) (?:once|twice) per (turn|duel)|"
    r"you can (?:only )?use this effect (?:only )?(?:once|up to twice) per (turn|duel)"
    r"|\b(?:once|twice|\w+ times) per (?:opponent's |your opponent's )?turn\b(?!, you can also|\))"
)
_ACTIVATE = later(
    r"(?:you can )?only activate 1 \"~+\" per (turn|duel)|only 1 \"~+\" (?:can|"
    r"may) be activated (?:per|each) turn|\"~+\" (?:can|may) only be activated once per (turn|"
    r"duel)"
    r"|you can only activate \"~+\" once per (turn|duel)|you can only activate 1 \"~+\"[^.]*? per (turn|duel)"
)
_DUEL = later(r"once (?:per|during (?:the|each|this)) duel")


def once_per_turn(masked: str, pieces: list[Piece], index: int, found: Found) -> OncePerTurn:
    """The form of limit that holds for the piece at `index` among the pieces of its text."""
    piece = pieces[index]
    limits: Limits = {}
    for at, other in enumerate(pieces):
        if other.label == "limit" and other.pendulum == piece.pendulum:
            form = _limit(masked[other.start : other.end], pieces, index, at)
            if form:
                limits.setdefault(form, Span(other.start, other.end))
    for form, hit in _own(masked[piece.start : piece.end], activation=piece.label == "activation"):
        limits.setdefault(form, Span(piece.start + hit.start(), piece.start + hit.end()))
    return strongest(limits, found)


def _own(text: str, *, activation: bool) -> Iterator[tuple[OncePerTurn, re.Match[str]]]:
    """Limits that stand in the effect's own sentences."""
    if hit := _NAMED.search(text):
        yield _named(hit), hit
    if activation and (hit := _ACTIVATE.search(text)):
        yield "by_name_activation", hit
    if hit := _DUEL.search(text):
        yield "duel", hit
    if hit := _THIS_EFFECT.search(text):
        yield "this_card", hit


def _named(match: re.Match[str]) -> OncePerTurn:
    if match["often"].endswith("duel"):
        return "duel"
    return "by_name" if '"' in match.string else "this_card"


def _limit(text: str, pieces: list[Piece], index: int, at: int) -> OncePerTurn | None:
    if pieces[index].label == "activation":
        hit = _ACTIVATE.search(text)
        if hit:
            return "duel" if "duel" in hit.groups() else "by_name_activation"
    hit = _NAMED.search(text)
    if hit:
        return _named(hit) if _applies(hit["which"], pieces, index, at) else _previous(text, pieces, index, at)
    hit = _THE_EFFECT.search(text)
    if hit:
        return "duel" if "duel" in hit.groups() else "by_name"
    hit = _THIS_EFFECT.search(text)
    if hit and last_effect(pieces, at) == index:
        return "duel" if "duel" in hit.groups() else "this_card"
    return None


def _previous(text: str, pieces: list[Piece], index: int, at: int) -> OncePerTurn | None:
    """For "…, and its previous effect only once per turn"."""
    if "previous effect" not in text:
        return None
    last = last_effect(pieces, at)
    return "by_name" if last is not None and last_effect(pieces, last) == index else None


def _applies(which: str, pieces: list[Piece], index: int, at: int) -> bool:
    if which.startswith("this "):
        return last_effect(pieces, at) == index
    if "following" in which or "these" in which:
        return index > at
    if "preceding" in which:
        return index < at
    return True
