"""Card texts read: effects with their profiles, and what is no effect."""

from __future__ import annotations

import re
from dataclasses import replace

from kb.cardtext import en_once, en_outcomes, en_split, profile, zh_outcomes, zh_profile, zh_split
from kb.cardtext.mask import mask
from kb.cardtext.parts import CardKind, Found, Piece
from kb.errors import BadInput
from kb.model import CardText, Effect, Lang, Remark, Span


def kind_of(card_type: object, sort: object = None, type_line: object = None) -> CardKind:
    """The sort of card from the fields of a card record. Raises BadInput for an unknown card type."""
    name = str(card_type or "").strip().lower().removesuffix(" card")
    if name not in ("monster", "spell", "trap"):
        raise BadInput(f"`card_type` is {card_type!r}; write Monster, Spell or Trap")
    return CardKind(name, str(sort or "").strip().lower(), str(type_line or "").lower())


def read(text: str, *, lang: Lang, kind: CardKind, of: str = "", pendulum: bool = False) -> CardText:
    """A card text as its effects, in order, and its remarks. Never raises on any text.

    `of` "effect" says that an effect is wanted, so that a lone text of a Spell or Trap is not taken for its activation;
    `pendulum` that the text is the Pendulum Effect of a monster.
    """
    masked = mask(text)
    english = lang != "zh"
    pieces = (en_split if english else zh_split).split(masked, kind)
    if of == "effect" and not any(p.label == "effect" for p in pieces):
        wanted = "activation" if any(p.label == "activation" for p in pieces) else "continuous"
        for piece in pieces:
            piece.label = "effect" if piece.label == wanted else piece.label
    if kind.type in ("spell", "trap") and not any(p.label == "activation" for p in pieces):
        pieces.insert(0, Piece("activation", 0, 0, old=False))
    effects: list[Effect] = []
    remarks: list[Remark] = []
    number = 0
    for index, piece in enumerate(pieces):
        if piece.label not in ("effect", "activation"):
            remarks.append(Remark(label=piece.label, span=Span(piece.start, piece.end)))
            continue
        if piece.end > piece.start:
            (en_split if english else zh_split).segment(masked, piece)
        once = (en_once if english else zh_profile).once_per_turn(masked, pieces, index)
        own = (profile.english if english else profile.chinese)(masked, piece, kind, once)
        number += piece.label == "effect"
        effects.append(
            Effect(
                number=piece.number or (number if piece.label == "effect" else 0),
                text=text[piece.start : piece.end],
                span=Span(piece.start, piece.end),
                profile=own,
                condition=piece.condition,
                cost=piece.cost,
                targeting=piece.targeting,
                resolution=piece.resolution,
                pendulum=piece.pendulum,
            )
        )
    if kind.type == "trap" and (kind.sort == "continuous" or any(_EQUIPS_ITSELF.search(masked[e.span.start : e.span.end]) for e in effects)):
        effects = _granted(effects, pieces, masked, english)
    old = any(p.old for p in pieces if p.label == "effect")
    return CardText(text=text, lang=lang, effects=tuple(effects), remarks=tuple(remarks), style="old" if old else "psct")


_EQUIPS_ITSELF = re.compile(r"equip this card|(?:此卡|这张卡)[^。]*装备")
_ELSEWHEN = re.compile(r"each time|the first time|until the end|每次|第一次|直到|直至|进行过战斗")


def _granted(effects: list[Effect], pieces: list[Piece], masked: str, english: bool) -> list[Effect]:
    """The effects, the activation marked where the card changes ATK or DEF for as long as it is face-up."""
    measure = (en_outcomes if english else zh_outcomes).atk_def
    lasting = [
        p
        for p in pieces
        if p.label == "continuous" and not _ELSEWHEN.search(masked, p.body, p.end) and measure(masked[p.body : p.end], p.body, Found())
    ]
    if not lasting:
        return effects
    return [
        replace(e, profile=replace(e.profile, atk_def="granted"))
        if e.profile.kind == "activation" and not e.profile.atk_def
        else e
        for e in effects
    ]
