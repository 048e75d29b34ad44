"""What kind of effect a Chinese text describes, whether it is optional."""

from __future__ import annotations

import re

from kb.cardtext import zh_marks
from kb.cardtext.parts import CardKind, Found
from kb.lang.later import later
from kb.model import Response

_ALSO = later(
    r"(?:此|这个|该)?效果(?:在)?对[手方](?:的)?回合(?:中)?也|对[手方](?:的)?回合(?:中)?也(?:可以?|能)发动|也(?:可以|能)在对[手方](?:的)?回合"
)
_BOTH = later(
    r"(?:自己|双方|我方)?(?:[·和及以或、]|以及|或者)?对[手方](?:的)?(?:回合|主要阶段|战斗阶段)|双方的?(?:主要阶段|回合|战斗阶段)|战斗步骤|(?:自己|我方)(?:的)?战斗阶段(?!结束|开始)|每个回合"
)
_FLIP = later(r"反转[:,]|(?:此卡|这张卡)(?:在[^,]{0,6})?(?:反转|翻转)(?:的?(?:情况下|场合)|时)")


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


_ANSWERS = later(r"(?:发动|效果|陷阱卡?|魔法卡?|连锁)[^,]{0,14}时(?:,|、|$|可|才|或)|对象时")


_WOULD_BE_SUMMONED = later(r"召唤(?:怪兽)?(?:之际|的际)")
"""A summon that has not succeeded yet: only what is fast answers it."""


def _fast(condition: str, events: set[str], phases: set[str], timings: set[str], optional: bool) -> bool:
    if timings:
        if {"damage-step.start", "damage-step.before-calculation"} <= timings or "damage-step" in timings:
            return True
        return "damage-step.calculation" in timings and optional
    if "activation" in events:
        return _ANSWERS.search(condition) is not None
    if events:
        return optional and _WOULD_BE_SUMMONED.search(condition) is not None
    if phases - {"main-phase", "battle-phase", "battle-step"}:
        return False
    return _BOTH.search(condition) is not None


_MARK = later(
    r"(?:可以|才能)(?:(?!可以|才能)[^。])*发动|可发动|即可|"
    r"(?:^|,|下|时|合|段|后|前|中|次|、)可(?!能|用|放)|可从以下|可以从以下|可以选择"
)


def optional(whole: str, head: str) -> bool:
    """Whether it is left to the player; `head` is the sentence that says that it is activated."""
    head = head.rstrip("。 ")
    if zh_marks.activates(head):
        return _MARK.search(head) is not None
    return (
        _MARK.search(head) is not None
        or re.search(r"(?<!玩家)(?<!对方)(?<!对手)可以", re.split(r"[。\n]", whole, maxsplit=1)[0]) is not None
        or re.search(r"[:;]可", head) is not None
    )


def at_that_moment(condition: str, base: int, found: Found) -> bool:
    """Whether the clause that names the event ends in 时, so that the moment can pass."""
    place = found.places.get("events")
    if place is None:
        return False
    return condition[place.start - base : place.end - base].endswith("时")
