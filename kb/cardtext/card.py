"""Card texts read: effects with their profiles, and what is no effect."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from kb.cardtext import (
    en_once,
    en_outcomes,
    en_reading,
    en_segment,
    en_split,
    zh_once,
    zh_outcomes,
    zh_reading,
    zh_segment,
    zh_split,
)
from kb.cardtext.conjunctions import conjunctions
from kb.cardtext.mask import mask
from kb.cardtext.parts import CardKind, Found, Piece
from kb.cardtext.places import places
from kb.cardtext.reading import Reading, cut, profile_of
from kb.errors import BadInput
from kb.lang.later import later
from kb.model import CardText, Effect, Lang, OncePerTurn, Remark, Span


@dataclass(frozen=True, slots=True)
class _Grammar:
    """How one language is read."""

    english: bool
    split: Callable[[str, CardKind], list[Piece]]
    segment: Callable[[str, Piece], None]
    once: Callable[[str, list[Piece], int, Found], OncePerTurn]
    reading: Callable[[str, Piece, CardKind, Found], Reading]
    atk_def: Callable[[str, int, Found], str]


_ENGLISH = _Grammar(True, en_split.split, en_segment.segment, en_once.once_per_turn, en_reading.reading, en_outcomes.atk_def)
_CHINESE = _Grammar(False, zh_split.split, zh_segment.segment, zh_once.once_per_turn, zh_reading.reading, zh_outcomes.atk_def)


def kind_of(card_type: object, sort: object = None, type_line: object = None) -> CardKind:
    """The sort of card from the fields of a card record. Raises BadInput for an unknown card type."""
    name = str(card_type or "").strip().lower().removesuffix(" card")
    if name not in ("monster", "spell", "trap"):
        raise BadInput(f"`card_type` is {card_type!r}; write Monster, Spell or Trap")
    return CardKind(name, str(sort or "").strip().lower(), str(type_line or "").lower())


def read(text: str, *, lang: Lang, kind: CardKind, of: str = "", pendulum: bool = False) -> CardText:
    """A card text as its effects, in order, and its remarks. Never raises on any text.

    `of` "effect" says that an effect is wanted, so that a lone text of a Spell or Trap is not taken for its activation, nor one
    without a number for an old one;
    `pendulum` that the text is the Pendulum Effect of a monster.
    """
    masked = mask(text)
    grammar = _CHINESE if lang == "zh" else _ENGLISH
    pieces = grammar.split(masked, kind)
    _settle(pieces, kind, of)
    for piece in pieces:
        piece.unnumbered &= of != "effect"
    if pendulum and not any(p.pendulum for p in pieces):
        for piece in pieces:
            piece.pendulum = True
    effects = _effects(text, masked, pieces, kind, grammar)
    remarks = [Remark(label=p.label, span=Span(p.start, p.end)) for p in pieces if p.label not in _EFFECTS]
    if kind.type == "trap" and (kind.sort == "continuous" or _EQUIPS_ITSELF.search(masked)):
        effects = _granted(effects, pieces, masked, grammar)
    return CardText(text=text, lang=lang, effects=tuple(effects), remarks=tuple(remarks), style=_style(masked, pieces, grammar))


_EFFECTS = ("effect", "activation")
_MONSTER = CardKind("monster")


def _settle(pieces: list[Piece], kind: CardKind, of: str) -> None:
    """Make a lone text the effect that is wanted; give every Spell and Trap an activation."""
    if of == "effect" and not any(p.label == "effect" for p in pieces):
        wanted = "activation" if any(p.label == "activation" for p in pieces) else "continuous"
        for piece in pieces:
            piece.label = "effect" if piece.label == wanted else piece.label
    if kind.type in ("spell", "trap") and not any(p.label == "activation" for p in pieces):
        pieces.insert(0, Piece("activation", 0, 0))


def _effects(text: str, masked: str, pieces: list[Piece], kind: CardKind, grammar: _Grammar) -> list[Effect]:
    effects: list[Effect] = []
    counted = 0
    for index, piece in enumerate(pieces):
        if piece.label not in _EFFECTS:
            continue
        if piece.end > piece.start:
            grammar.segment(masked, piece)
        found = Found()
        holder = _MONSTER if piece.handed else kind
        once = grammar.once(masked, pieces, index, found)
        where = places(masked[piece.body : piece.end], piece.body, found, english=grammar.english)
        counted += piece.label == "effect"
        effects.append(
            Effect(
                number=piece.number or (counted if piece.label == "effect" else 0),
                text=text[piece.start : piece.end],
                span=Span(piece.start, piece.end),
                profile=profile_of(grammar.reading(masked, piece, holder, found), piece, holder, once, where, found),
                condition=piece.condition,
                cost=piece.cost,
                targeting=piece.targeting,
                resolution=piece.resolution,
                conjunctions=conjunctions(cut(masked, piece.resolution)[0], english=grammar.english),
                pendulum=piece.pendulum,
            )
        )
    return effects


def _style(masked: str, pieces: list[Piece], grammar: _Grammar) -> Literal["psct", "official", "fan", "old"]:
    if any(p.old for p in pieces if p.label in _EFFECTS):
        return "old"
    if grammar.english:
        return "psct"
    return "fan" if _FAN.search(masked) else "official"


_FAN = later(r"才能发动|这张卡|手卡|卡组")
_EQUIPS_ITSELF = later(r"equip this card|(?:此卡|这张卡)[^。]*装备")
_ELSEWHEN = later(r"each time|the first time|until the end|每次|第一次|直到|直至|进行过战斗")


def _granted(effects: list[Effect], pieces: list[Piece], masked: str, grammar: _Grammar) -> list[Effect]:
    """The effects, the activation marked where the card changes ATK or DEF for as long as it is face-up."""
    lasting = [
        p
        for p in pieces
        if p.label == "continuous"
        and not _ELSEWHEN.search(masked, p.body, p.end)
        and grammar.atk_def(masked[p.body : p.end], p.body, Found())
    ]
    if not lasting:
        return effects
    return [
        replace(e, profile=replace(e.profile, atk_def="granted"))
        if e.profile.kind == "activation" and not e.profile.atk_def
        else e
        for e in effects
    ]
