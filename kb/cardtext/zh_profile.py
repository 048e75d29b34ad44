"""What kind of effect a Chinese text describes, whether it is optional, how often it may be used."""

from __future__ import annotations

import re

from kb.cardtext import zh_marks
from kb.cardtext.parts import CardKind, Found, Piece
from kb.model import OncePerTurn, Response

_ALSO = re.compile(
    r"(?:此|这个|该)?效果(?:在)?对[手方](?:的)?回合(?:中)?也|对[手方](?:的)?回合(?:中)?也(?:可以?|能)发动|也(?:可以|能)在对[手方](?:的)?回合"
)
_BOTH = re.compile(
    r"(?:自己|双方|我方)?(?:[·和及以或、]|以及|或者)?对[手方](?:的)?(?:回合|主要阶段|战斗阶段)|双方的?(?:主要阶段|回合|战斗阶段)|战斗步骤|(?:自己|我方)(?:的)?战斗阶段(?!结束|开始)|每个回合"
)
_FLIP = re.compile(r"反转[:,]|(?:此卡|这张卡)(?:在[^,]{0,6})?(?:反转|翻转)(?:的?(?:情况下|场合)|时)")


def kind(whole: str, condition: str, answers: tuple[Response, ...], card: CardKind, *, optional: bool) -> str:
    """ignition, trigger, quick or flip."""
    if _FLIP.match(whole) and card.type == "monster":
        return "flip"
    events = {e for r in answers for e in r.events}
    phases = {p for r in answers for p in r.phases}
    timings = {t for r in answers for t in r.timings}
    if card.type == "trap":
        odd = phases - {"main-phase", "battle-phase", "battle-step"}
        fast = {"damage-step.calculation", "damage-step", "damage-step.before-calculation"}
        if events - {"activation"} or (odd and not events) or timings - fast:
            return (
                "quick"
                if "damage-step" in timings or {"damage-step.start", "damage-step.before-calculation"} <= timings
                else "trigger"
            )
        return "quick"
    if _ALSO.search(whole):
        return "quick"
    if card.type == "monster" and _fast(condition, events, phases, timings, optional):
        return "quick"
    if events or timings or phases - {"main-phase", "battle-phase", "battle-step"}:
        return "trigger"
    return "ignition"


_ANSWERS = re.compile(r"(?:发动|效果|陷阱卡?|魔法卡?|连锁)[^,]{0,14}时(?:,|、|$|可|才|或)|对象时")


def _fast(condition: str, events: set[str], phases: set[str], timings: set[str], optional: bool) -> bool:
    if timings:
        if {"damage-step.start", "damage-step.before-calculation"} <= timings or "damage-step" in timings:
            return True
        return "damage-step.calculation" in timings and optional
    if "activation" in events:
        return _ANSWERS.search(condition) is not None
    if events:
        return False
    if phases - {"main-phase", "battle-phase", "battle-step"}:
        return False
    return _BOTH.search(condition) is not None


_MARK = re.compile(
    r"(?:可以|才能)[^。]*发动|可发动|即可|"
    r"(?:^|,|下|时|合|段|后|前|中|次|、)可(?!能|用|放)|可从以下|可以从以下|可以选择"
)


def optional(whole: str, head: str) -> bool:
    """Whether it is left to the player; `head` is the sentence that says that it is activated."""
    head = head.rstrip("。 ")
    if zh_marks.activates(head):
        return _MARK.search(head) is not None
    return (
        _MARK.search(head) is not None
        or re.search(r"(?<!玩家)(?<!对方)(?<!对手)可以", _first(whole)) is not None
        or re.search(r"[:;]可", head) is not None
    )


def at_that_moment(condition: str, base: int, found: Found) -> bool:
    """Whether the clause that names the event ends in 时, so that the moment can pass."""
    place = found.places.get("events")
    if place is None:
        return False
    return condition[place.start - base : place.end - base].endswith("时")


_PART = re.compile(r"[,，]且?|;|。|且(?=[①-⑳])")
_NUMBERS = re.compile(r"[①-⑳]+")
_OFTEN = re.compile(r"(?:1|一|2|两|个)?(?:个)?回合|决斗")
_ONCE_HERE = re.compile(
    r"(?:1|一|每)(?:个)?(?:自己·对[手方])?(?:的)?回合(?:中)?(?:仅|只|最多)?(?:有)?[1-9一二两]次|回合中?[1-9]次|(?:主要|战斗|准备|结束)阶段[12]?(?:仅有)?1次|1回合只有1次|战斗阶段1次"
)
_BRACKET = re.compile(r"\((?:此效果|这个效果)?1回合[^)]*\)")
_THIS_EFFECT = re.compile(r"(?:这个|此|该)效果(?:在)?(?:1|一)个?回合.{0,6}?(?:使用|发动|适用)\d*次?")


def once_per_turn(masked: str, pieces: list[Piece], index: int) -> OncePerTurn:
    """The form of limit that holds for the piece at `index` among the pieces of its text."""
    piece = pieces[index]
    own = masked[piece.body : piece.end]
    found: set[OncePerTurn] = set()
    for at, other in enumerate(pieces):
        if other.label == "limit" and other.pendulum == piece.pendulum:
            found |= _limits(masked[other.start : other.end], pieces, index, at)
    found |= _own_limits(own, piece)
    for form in ("duel", "by_name_activation", "by_name"):
        if form in found:
            return form  # type: ignore[return-value]
    if "this_card" in found or _ONCE_HERE.search(own.split("。")[0] + (_BRACKET.search(own) or [""])[0]) or _THIS_EFFECT.search(own):
        return "this_card"
    return "none"


def _first(text: str) -> str:
    return re.split(r"[。\n]", text, maxsplit=1)[0]


def _own_limits(own: str, piece: Piece) -> set[OncePerTurn]:
    """Limits that stand inside the effect's own paragraph, after its sentences."""
    found: set[OncePerTurn] = set()
    for sentence in re.split(r"[。\n]", own)[1:]:
        if re.match(r"\"~+\"的?(?:这个|此|该|的)?.{0,8}?效果(?:1|一|在)(?:个)?(?:回合|决斗)?", sentence) and _OFTEN.search(
            sentence
        ):
            found.add("duel" if "决斗" in sentence else "by_name")
        elif re.match(r"\"~+\"(?:在)?(?:1|一)个?回合.*发动", sentence) and piece.label == "activation":
            found.add("by_name_activation")
    return found


def _limits(text: str, pieces: list[Piece], index: int, at: int) -> set[OncePerTurn]:
    piece = pieces[index]
    found: set[OncePerTurn] = set()
    named = re.search(r"此卡名|这个卡名|该卡名|同名|\"~+\"", text) is not None
    for part in _PART.split(text):
        form = _part(part, text, piece, named)
        if form and (form != "this_card" or _last_effect(pieces, at) == index):
            found.add(form)
    return found


def _part(part: str, text: str, piece: Piece, named: bool) -> OncePerTurn | None:
    if (
        "同一连锁" in part
        or not _OFTEN.search(part)
        or re.search(r"召唤.{0,10}(?:\d|一)次", part)
        and "效果" not in part.replace("效果怪兽", "")
    ):
        return None
    if re.search(r"发动(?:\d|一)?张|张", part) and re.search(r"的?卡|发动", part):
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


def _last_effect(pieces: list[Piece], at: int) -> int | None:
    for number in range(at - 1, -1, -1):
        if pieces[number].label in ("effect", "activation"):
            return number
    return None
