"""How often a Chinese effect may be used."""

from __future__ import annotations

from collections.abc import Iterator

from kb.cardtext.once import Limits, last_effect, strongest
from kb.cardtext.parts import Found, Piece
from kb.lang.later import later
from kb.model import OncePerTurn, Span

_PART = later(r"[,，]且?|;|。|且(?=[①-⑳])")
_NUMBERS = later(r"[①-⑳]+")
_OFTEN = later(r"(?:1|一|2|两|个)?(?:个)?回合|决斗")
_ONCE_HERE = later(
    r"(?:1|一|每)(?:个)?(?:自己·对[手方])?(?:的)?回合(?:中)?(?:仅|只|最多)?(?:有)?[1-9一二两]次|回合中?[1-9]次|(?:主要|战斗|准备|"
    r"结束)阶段[12]?(?:仅有)?1次|1回合只有1次|战斗阶段1次"
)
_BRACKET = later(r"\((?:此效果|这个效果)?1回合[^)]*\)")
_STOP = later(r"[。\n]")
_NAMED_EFFECT = later(r"\"~+\"的?(?:这个|此|该|的)?.{0,8}?效果(?:1|一|在)(?:个)?(?:回合|决斗)?")
_NAMED_CARD = later(r"\"~+\"(?:在)?(?:1|一)个?回合.*发动")
_NAMES = later(r"此卡名|这个卡名|该卡名|同名|\"~+\"")
_SUMMONS = later(r"召唤.{0,10}(?:\d|一)次")
_CARD = later(r"卡|发动")
_THIS_EFFECT = later(r"(?:这个|此|该)效果(?:在)?(?:1|一)个?回合.{0,6}?(?:使用|发动|适用)\d*次?")


def once_per_turn(masked: str, pieces: list[Piece], index: int, found: Found) -> OncePerTurn:
    """The form of limit that holds for the piece at `index` among the pieces of its text."""
    piece = pieces[index]
    limits: Limits = {}
    for at, other in enumerate(pieces):
        if other.label == "limit" and other.pendulum == piece.pendulum:
            for form in _limits(masked[other.start : other.end], pieces, index, at):
                limits.setdefault(form, Span(other.start, other.end))
    for form in _own(masked[piece.body : piece.end], activation=piece.label == "activation"):
        limits.setdefault(form, Span(piece.body, piece.end))
    return strongest(limits, found)


def _own(own: str, *, activation: bool) -> Iterator[OncePerTurn]:
    """Limits that stand in the effect's own paragraph."""
    for sentence in _STOP.split(own)[1:]:
        if _NAMED_EFFECT.match(sentence) and _OFTEN.search(sentence):
            yield "duel" if "决斗" in sentence else "by_name"
        elif activation and _NAMED_CARD.match(sentence):
            yield "by_name_activation"
    bracket = _BRACKET.search(own)
    if _ONCE_HERE.search(own.split("。")[0] + (bracket[0] if bracket else "")) or _THIS_EFFECT.search(own):
        yield "this_card"


def _limits(text: str, pieces: list[Piece], index: int, at: int) -> Iterator[OncePerTurn]:
    named = _NAMES.search(text) is not None
    for part in _PART.split(text):
        form = _part(part, pieces[index], named)
        if form and (form != "this_card" or last_effect(pieces, at) == index):
            yield form


def _part(part: str, piece: Piece, named: bool) -> OncePerTurn | None:
    if "同一连锁" in part or not _OFTEN.search(part) or (_SUMMONS.search(part) and "效果" not in part.replace("效果怪兽", "")):
        return None
    if "张" in part and _CARD.search(part):
        return ("duel" if "决斗" in part else "by_name_activation") if piece.label == "activation" else None
    numbers = _NUMBERS.search(part)
    if "方法" in part and (numbers is None or part.find("方法") - numbers.end() < 3):
        return None
    if numbers and piece.number and chr(ord("①") + piece.number - 1) not in numbers[0]:
        return None
    if numbers and not piece.number:
        return None
    if "决斗" in part:
        return "duel"
    return "by_name" if named else "this_card"
