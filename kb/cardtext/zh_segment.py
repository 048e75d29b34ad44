"""A Chinese effect cut into condition, cost, targeting and resolution."""

from __future__ import annotations

import re

from kb.cardtext import zh_marks as z
from kb.cardtext.mask import blot
from kb.cardtext.parts import Piece
from kb.cardtext.zh_events import timed
from kb.lang.later import later
from kb.model import Span

_MARK = later(
    r"(?:时|之际|情况下|场合|状态下?|阶段[12]?中?|步骤|回合中?|计算前|计算后|开始时|结束时|1次|以外|为止)(?=,|、|。|(?:必定|必须|必|则)?发动|可以|才能|"
    r"即可|可|以|将|把|从|解放|支付|舍弃|丢弃|去除|向|取除|对方?场上|让|可从)"
)
_OBJECT = later(r"(?:可以?)?(?:以|选择)[^,。]*?(?:为|作为)对象(?!的)|(?<![挑被])选择[^,。]*?(?=发动|才能发动|可以发动)")


def segment(masked: str, piece: Piece) -> None:
    """Fill in condition, cost, targeting and resolution of an effect."""
    m = blot(masked[piece.body : piece.end])
    base = piece.body
    stop = z.HEAD_END.search(m)
    first_end = stop.start() if stop else len(m)
    head = m[:first_end]
    if ":" in head or ";" in head:
        _segment_marked(m, base, head, piece)
        return
    if not (z.activates(head) or z.CHOICE.search(head)):
        second = re.search(r"[。\n]", m[first_end + 1 :]) if stop else None
        next_end = first_end + 1 + second.start() if second else first_end
        if next_end > first_end and z.activates(m[first_end + 1 : next_end]):
            first_end = next_end
            head = m[:first_end]
        else:
            _segment_old(m, base, head, piece)
            return
    at = 0
    for mark in _MARK.finditer(head):
        at = mark.end()
        if _OBJECT.search(head, 0, at):
            break
    if re.search(r"每(?:次|当)[^,]*发动(?:\(\^*\))?$", head):
        at = head.rfind("发动")
    elif head.startswith(("每次", "每当")):
        at = max(at, head.find(","))
    _fill(m, base, 0, at, first_end, piece)
    piece.resolution = _span(m, base, min(first_end + 1, len(m)), len(m))


def _fill(m: str, base: int, start: int, condition: int, end: int, piece: Piece) -> None:
    aim = _OBJECT.search(m, start, end)
    if aim and aim.start() < condition and "发动" in m[aim.end() : condition]:
        aim = _OBJECT.search(m, condition, end)
    if aim and aim.start() < condition:
        condition = aim.start()
    if condition > start:
        piece.condition = Span(base + start, base + condition)
    if aim:
        piece.targeting = Span(base + aim.start(), base + aim.end())
    paid = m[condition : aim.start() if aim else end]
    text = re.sub(r"(?:可以|才能|可|能)?(?:把)?(?:此卡|这张卡)?(?:这个效果)?发动.*$", "", paid).strip(" ,")
    if text:
        piece.cost = _span(m, base, condition, condition + len(paid))


def _segment_marked(m: str, base: int, head: str, piece: Piece) -> None:
    colon = head.find(":")
    semi = head.find(";")
    at = 0
    if colon >= 0:
        piece.condition = Span(base, base + colon)
        at = colon + 1
    if semi > at:
        aim = re.search(r"(?<![挑被])选择|为对象", head[at:semi])
        if aim:
            piece.targeting = _span(m, base, at, semi)
        else:
            piece.cost = _span(m, base, at, semi)
        at = semi + 1
    piece.resolution = _span(m, base, at, len(m))


def _segment_old(m: str, base: int, head: str, piece: Piece) -> None:
    at = 0
    for mark in z.OLD_EVENT.finditer(head):
        at = mark.end()
    named = timed(head)
    if named:
        at = max(at, named.end())
    if at:
        piece.condition = Span(base, base + at)
    piece.resolution = _span(m, base, at, len(m))


def _span(m: str, base: int, start: int, end: int) -> Span:
    while start < end and m[start] in " ,、\n":
        start += 1
    return Span(base + start, base + end)
