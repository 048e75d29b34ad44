"""Stretches of Chinese text without numbered effects: the head of a numbered text, or a whole older text."""

from __future__ import annotations

import re

from kb.cardtext import zh_marks as z
from kb.cardtext.parts import CardKind, Piece
from kb.cardtext.zh_events import eventful, timed
from kb.lang.later import later


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


def loose(top: str, start: int, end: int, kind: CardKind, *, header: bool) -> list[Piece]:
    """Pieces of a stretch without numbers: the head of a numbered text, or a whole older text."""
    out: list[Piece] = []
    opened: Piece | None = None
    fresh = seen = False
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
        label = _loose_label(text, kind, opened, first=not order, header=header, alone=not out, seen=seen)
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
            unnumbered=not header,
        )
        if label in ("effect", "activation"):
            opened = piece
        elif label != "limit":
            opened = None
        out.append(piece)
        seen = seen or label == "activation"
    return out


def _resolves(s: str, opened: Piece, lead: bool, fresh: bool) -> bool:
    """Whether a sentence tells what the effect before it does."""
    if fresh or opened.official or z.REFERS.search(s) or s.startswith("●"):
        return True
    if opened.old or lead or z.activates(s) or (z.OLD_EVENT.search(s) and "的场合,再" not in s and eventful(s)):
        return False
    return not (z.SEPARATE.match(s) or (z.RESTRICTION.match(s) and "此回合" not in s))


def _loose_label(s: str, kind: CardKind, opened: Piece | None, *, first: bool, header: bool, alone: bool, seen: bool) -> str:
    if z.LIMIT.match(s) and "才能发动" not in s:
        return "limit"
    if s.startswith("●") and opened is not None:
        return "follow-up"
    if kind.type in ("spell", "trap"):
        return _loose_card(s, kind, opened, header=header, alone=alone, seen=seen)
    if s.startswith(("反转:", "反转,")):
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


_DOES = later(
    r"破坏|特殊召唤|加入手|抽|回到|放回|送去墓地|送至墓地|除外|伤害|变成|变为|上升|下降|装备|盖放|选择|无效|放置|确认|转移"
)
_PASSIVE = later(
    r"战斗的场合,[^。]*(?:无效化|不受|不能发动|不会)"
    r"|(?:的场合|的情况下),(?:此卡|这张卡|装备怪兽|自己|其|那只怪兽)?的?(?:攻击力|守备力|不(?!进行伤害计算)|可以向|给[与予]对[^。]{0,8}战斗伤害|也|当作)|攻击力超过|超出|可以(?:当)?作(?:为)?[^。]*(?:解放|祭品)|伤害步骤(?:内|中|期间)[^。]*(?:上升|下降)"
)


def _does(s: str) -> bool:
    return _DOES.search(s) is not None


def _passive(s: str) -> bool:
    return _PASSIVE.search(s) is not None


def _loose_card(s: str, kind: CardKind, opened: Piece | None, *, header: bool, alone: bool, seen: bool) -> str:
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
        if not seen and alone and (z.activates(s) or ";" in s) and not re.match(r"1回合|每次", s):
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
