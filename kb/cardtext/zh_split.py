"""Chinese card texts cut into effects and remarks, and each effect into condition, cost, targeting and resolution."""

from __future__ import annotations

import re

from kb.cardtext import zh_marks as z
from kb.cardtext.parts import CardKind, Piece
from kb.cardtext.zh_events import eventful, timed
from kb.model import Span


def blot(masked: str) -> str:
    """The text with the inside of brackets blotted out; same length.

    >>> blot("发动(伤害步骤以外)。")
    '发动(^^^^^^)。'
    """
    return z.PARENS.sub(lambda p: "(" + "^" * (len(p[0]) - 2) + ")", masked)


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
    pieces = _loose(top, start, first, kind, header=bool(marks))
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
            label, body, end_at = "effect", body + handed[0], body + handed[1]
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


def _sentences(top: str, start: int, end: int) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    at = start
    for stop in z.SENTENCE.finditer(top, start, end):
        close = stop.end() if stop[0] == "。" else stop.start()
        if top[at:close].strip():
            found.append((at, close))
        at = stop.end()
    if top[at:end].strip():
        found.append((at, end))
    return found


def _loose(top: str, start: int, end: int, kind: CardKind, *, header: bool) -> list[Piece]:
    """Pieces of a stretch without numbers: the head of a numbered text, or a whole older text."""
    out: list[Piece] = []
    opened: Piece | None = None
    fresh = False
    for order, (s, e) in enumerate(_sentences(top, start, end)):
        while s < e and top[s] in " \n":
            s += 1
        lead = z.LEAD.match(top, s, e)
        body = lead.end() if lead else s
        text = top[body:e].rstrip("。 ")
        if opened is not None and not header and not z.LIMIT.match(text) and _resolves(text, opened, bool(lead), fresh):
            opened.end = e
            fresh = False
            continue
        label = _loose_label(text, kind, out, opened, first=order == 0, header=header)
        fresh = label in ("effect", "activation") and z.activates(text)
        if label == "follow-up" and opened is not None:
            opened.end = e
            continue
        piece = Piece(
            "continuous" if label == "follow-up" else label,
            s,
            e,
            body,
            official=fresh and "才能" not in text,
            old=not header and not z.activates(text),
        )
        if label in ("effect", "activation"):
            opened = piece
        elif label != "limit":
            opened = None
        out.append(piece)
    return out


def _resolves(s: str, opened: Piece, lead: bool, fresh: bool) -> bool:
    """Whether a sentence tells what the effect before it does."""
    if fresh or opened.official or z.REFERS.search(s) or s.startswith("●"):
        return True
    if opened.old or lead or z.activates(s) or (z.OLD_EVENT.search(s) and "的场合,再" not in s and eventful(s)):
        return False
    return not (z.SEPARATE.match(s) or (z.RESTRICTION.match(s) and "此回合" not in s))


def _loose_label(s: str, kind: CardKind, out: list[Piece], opened: Piece | None, *, first: bool, header: bool) -> str:
    if z.LIMIT.match(s) and "才能发动" not in s:
        return "limit"
    if s.startswith("●") and opened is not None:
        return "follow-up"
    if kind.type in ("spell", "trap"):
        return _loose_card(s, kind, out, opened, header=header)
    if s.startswith("反转:") or s.startswith("反转,"):
        return "effect"
    if first and kind.extra_deck and not z.activates(s) and ("+" in s or "×" in s or "只" in s) and "," not in s:
        return "materials"
    if z.activates(s) or z.CHOICE.search(s) or (":" in s and not header):
        return "follow-up" if opened is not None and s.startswith(("那个", "此时")) else "effect"
    event = not header and z.OLD_EVENT.search(s) is not None and eventful(s)
    if header or (z.RESTRICTION.match(s) and (not event or "必须" in s)):
        return "restriction"
    if "作为代替" in s or "代替破坏" in s:
        return "continuous"
    if re.search(r"每[次当]", s) and z.COUNTS.search(s):
        return "continuous"
    if timed(s) and not z.CONTINUOUS.match(s):
        return "effect"
    if z.PROCEDURE.match(s) and not event:
        return "summoning"
    if event and not _passive(s):
        return "effect"
    if z.OLD_OPTIONAL.search(s) and not z.CONTINUOUS.match(s) and not z.PROCEDURE.match(s) and _does(s):
        return "effect"
    if opened is not None and z.FOLLOW.match(s) and not z.CONTINUOUS.match(s):
        return "follow-up"
    return "continuous"


_DOES = re.compile(
    r"破坏|特殊召唤|加入手|抽|回到|放回|送去墓地|送至墓地|除外|伤害|变成|变为|上升|下降|装备|盖放|选择|无效|放置|确认|转移"
)
_PASSIVE = re.compile(
    r"战斗的场合,[^。]*(?:无效化|不受|不能发动|不会)"
    r"|(?:的场合|的情况下),(?:此卡|这张卡|装备怪兽|自己|其|那只怪兽)?的?(?:攻击力|守备力|不|可以向|给[与予]对[^。]{0,8}战斗伤害|也|当作)|攻击力超过|超出"
)


def _does(s: str) -> bool:
    return _DOES.search(s) is not None


def _passive(s: str) -> bool:
    return _PASSIVE.search(s) is not None


def _loose_card(s: str, kind: CardKind, out: list[Piece], opened: Piece | None, *, header: bool) -> str:
    seen = any(p.label == "activation" for p in out)
    chain = z.activates(s) or ":" in s or ";" in s
    if (
        z.OWN.search(s)
        and (chain or (seen and z.OLD_EVENT.search(s)) or (seen and z.OLD_OPTIONAL.search(s)))
        and "作为代替" not in s
    ):
        return "effect"
    if header:
        return "activation" if z.activates(s) and not z.FROM_HAND.search(s) else "restriction"
    if kind.stays:
        if z.RESTRICTION.match(s):
            return "restriction"
        if re.search(r"(?:此卡|这张卡)发动|发动(?:此卡|这张卡)|发动后", s) and not seen:
            return "activation"
        if opened is not None and z.FOLLOW.match(s) and not z.OLD_EVENT.search(s):
            return "follow-up"
        if not seen and not out and (z.activates(s) or ";" in s) and not re.match(r"1回合|每次", s):
            return "activation"
        event = z.OLD_EVENT.search(s) is not None and eventful(s) and not (re.search(r"每[次当]", s) and z.COUNTS.search(s))
        if chain or (event and not _passive(s) and not z.CONTINUOUS.match(s)):
            return "effect"
        if z.OLD_OPTIONAL.search(s) and _does(s) and not z.CONTINUOUS.match(s):
            return "effect"
        return "continuous"
    if opened is not None and opened.label == "effect":
        return "follow-up" if not chain else "effect"
    return "follow-up" if seen and opened is not None else "activation"


_MARK = re.compile(
    r"(?:时|之际|情况下|场合|状态下?|阶段中?|步骤|回合中?|计算前|计算后|开始时|结束时|1次|以外|为止)(?=,|、|。|(?:必定|必须|必|则)?发动|可以|才能|即可|可|以|将|把|从|解放|支付|舍弃|丢弃|去除|向|取除|对方?场上|让|可从)"
)
_OBJECT = re.compile(r"(?:可以?)?(?:以|选择)[^,。]*?(?:为|作为)对象(?!的)|(?<!挑)选择[^,。]*?(?=发动|才能发动|可以发动)")


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
        aim = re.search(r"(?<!挑)选择|为对象", head[at:semi])
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
