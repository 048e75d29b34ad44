"""Chinese card texts cut into effects and remarks."""

from __future__ import annotations

import re

from kb.cardtext import zh_marks as z
from kb.cardtext.mask import blot
from kb.cardtext.parts import CardKind, Piece
from kb.cardtext.zh_loose import loose


def split(masked: str, kind: CardKind) -> list[Piece]:
    """The pieces of a Chinese text, in order: effects, activation, continuous stretches, remarks."""
    top = blot(masked)
    pieces: list[Piece] = []
    for start, end, pendulum in _blocks(top):
        block = _numbered(top, start, end, kind)
        for piece in block:
            piece.pendulum = pendulum
        pieces += block
    return pieces


def _blocks(top: str) -> list[tuple[int, int, bool]]:
    heads = list(z.BLOCK.finditer(top))
    if not heads:
        return [(0, len(top), False)]
    stops = [h.start() for h in heads[1:]] + [len(top)]
    first = [(0, heads[0].start(), False)] if top[: heads[0].start()].strip() else []
    return first + [(h.end(), stop, h[1] == "灵摆") for h, stop in zip(heads, stops, strict=True)]


def _numbered(top: str, start: int, end: int, kind: CardKind) -> list[Piece]:
    marks = [m for m in z.NUMBER.finditer(top, start, end) if m.start() == start or top[m.start() - 1] in z.BEFORE_NUMBER]
    first = marks[0].start() if marks else end
    pieces = loose(top, start, first, kind, header=bool(marks))
    stops = [*(m.start() for m in marks[1:]), end][: len(marks)]
    for mark, stop in zip(marks, stops, strict=True):
        body = mark.end()
        while body < stop and top[body] in " \n":
            body += 1
        number = ord(mark[1]) - ord("①") + 1
        seen = any(p.label == "activation" for p in pieces)
        label = _body_label(top[body:stop], kind, seen)
        end_at = _trimmed(top, stop)
        if label == "continuous" and (handed := _handed_out(top[body:end_at])):
            pieces.append(Piece("effect", mark.start(), body + handed[1], body + handed[0], number, handed=True))
            continue
        pieces.append(Piece(label, mark.start(), end_at, body, number))
    return pieces


def _handed_out(body: str) -> tuple[int, int] | None:
    """Where, in a paragraph that hands out effects, the first one stands that is activated."""
    if not z.HANDS_OUT.search(_first(body)):
        return None
    for bullet in z.BULLET.finditer(body):
        if activates(bullet[1]):
            return bullet.start(1), bullet.end(1)
    return None


def _trimmed(top: str, end: int) -> int:
    while end > 0 and top[end - 1] in " \n":
        end -= 1
    return end


def _body_label(body: str, kind: CardKind, seen: bool) -> str:
    """effect, activation or continuous, for a numbered paragraph."""
    chain = activates(body)
    if kind.type == "monster":
        return "effect" if chain else "continuous"
    if z.OWN.search(_first(body)) and (chain or seen):
        return "effect" if chain else "continuous"
    if not seen and any(z.WITH_ACTIVATION.search(s) for s in body.split("。")[:2]):
        return "activation"
    if kind.stays and not seen and not chain and z.BEGINS.match(body) and "只要" not in _first(body):
        return "activation"
    if kind.stays or seen:
        return "effect" if chain else "continuous"
    return "activation"


def _first(body: str) -> str:
    stop = z.HEAD_END.search(body)
    return body[: stop.start()] if stop else body


def activates(body: str) -> bool:
    """Whether a paragraph says that it is activated."""
    first = _first(body)
    if z.activates(first) or z.CHOICE.search(first) or (": " in first or first.count(":") == 1 or ";" in first):
        return True
    return any(z.activates(s) and not s.startswith("●") for s in re.split(r"[。\n]", body)[1:3] if "不" not in s)
