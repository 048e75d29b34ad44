"""What a Chinese activation condition responds to."""

from __future__ import annotations

import re
from dataclasses import replace

from kb.cardtext import zh_words as w
from kb.cardtext.parts import Found
from kb.model import Response

_ODD = frozenset({"standby-phase", "end-phase", "draw-phase", "battle-phase.start", "battle-phase.end"})


def eventful(sentence: str) -> bool:
    """Whether a sentence of an older text begins with something that happens."""
    head = re.match(r"(?:[^,]*,)*?(?:[^,]*?(?:时|场合|情况下)|每[次当][^,]*)(?=,)", sentence)
    return bool(head and any(r.events or r.timings or _ODD & set(r.phases) for r in responses(head[0], 0, Found())))


def timed(sentence: str) -> re.Match[str] | None:
    """Where a sentence of an older text names a timing of the Damage Step at which something is done."""
    hit = w.OLD_TIMING.search(sentence)
    return hit if hit and "只" not in sentence[max(0, hit.start() - 3) : hit.start()] else None


def responses(text: str, base: int, found: Found, head: str = "") -> tuple[Response, ...]:
    """One response for each alternative of an activation condition; `base` is the offset of `text` in the card text.

    `head` is the whole sentence: what it says of the Damage Step in brackets holds for each.
    """
    cuts = list(w.ALTERNATIVE.finditer(text))
    starts = [0, *(c.end() for c in cuts)]
    ends = [*(c.start() for c in cuts), len(text)]
    out = [_response(text[s:e], base + s, found) for s, e in zip(starts, ends, strict=True)]
    step = "excluded" if w.EXCLUDED.search(head) else "included" if w.INCLUDED.search(head) else ""
    if step:
        out = [replace(r, damage_step=step) for r in out]  # type: ignore[arg-type]  # one of the words of its type
    shared = out[0].phases if len(out) > 1 and not out[0].events else ()
    return (
        tuple(out)
        if not shared
        else tuple(
            Response(events=r.events, timings=r.timings, phases=r.phases or shared, damage_step=r.damage_step) for r in out
        )
    )


def _response(text: str, base: int, found: Found) -> Response:
    events: list[str] = []
    timings: list[str] = []
    phases: list[str] = []
    at = 0
    for clause in w.CLAUSES.split(text):
        if clause and clause not in ",、":
            _clause(clause, base + at, events, timings, phases, found)
        at += len(clause)
    if "other-card" in events and w.AS_MATERIAL.search(text):
        events = ["self-moved" if e == "other-card" else e for e in events]
    if timings:
        events = [e for e in events if e != "attack-declared"]
    if "damage-step" in timings or (timings and "battled" in events):
        events = [e for e in events if e != "battled"]
    damage_step = ""
    for name, pattern in (("excluded", w.EXCLUDED), ("included", w.INCLUDED)):
        if hit := pattern.search(text):
            damage_step = name
            found.show("damage_step", base + hit.start(), base + hit.end())
            timings = [t for t in timings if t != "damage-step"]
            break
    return Response(
        events=tuple(dict.fromkeys(events)),
        timings=tuple(dict.fromkeys(timings)),
        phases=tuple(dict.fromkeys(phases)),
        damage_step=damage_step,  # type: ignore[arg-type]  # one of the words of its type
    )


def _clause(c: str, base: int, events: list[str], timings: list[str], phases: list[str], found: Found) -> None:
    named = False
    if "伤害" in c:
        for name, pattern in w.TIMINGS:
            if hit := pattern.search(c):
                timings.append(name)
                named = True
                found.show("timings", base + hit.start(), base + hit.end())
    if "阶段" in c or "步骤" in c or "流程" in c or "回合结束" in c or "通常抽" in c:
        _phases(c, base, phases, found)
        if phases and not w.MARKED.search(c):
            return
    if named:
        return
    event = _event(c)
    if event:
        events.append(event)
        found.show("events", base, base + len(c))


def _phases(c: str, base: int, phases: list[str], found: Found) -> None:
    if c.startswith(("直至", "直到")):
        return
    for name, pattern in w.PHASES:
        hit = pattern.search(c)
        if hit and not c.startswith("以外", hit.end()):
            if name == "battle-phase" and any(p.startswith("battle-phase.") for p in phases):
                continue
            phases.append(name)
            found.show("phases", base + hit.start(), base + hit.end())


def _event(c: str) -> str:
    """Name of the event of one clause; empty where it only states how things are."""
    if c.startswith(("直至", "直到")):
        return ""
    if re.search(r"每[次当]", c) and not w.MARKED.search(c):
        c = c.rstrip("则必定") + "时"
    if w.THIS_SUMMON.match(c):
        return "self-summoned"
    if w.MATERIAL.search(c):
        return "self-moved"
    if w.DRAWN.search(c):
        return "self-moved"
    if w.WAY.search(c) and "是被" not in c and "是以" not in c and re.search(w.THIS + r"的|上述方法|自身的", c):
        return "self-summoned"
    if w.AIMED.search(c):
        return "activation"
    if w.FOUGHT.search(c):
        return "battled"
    if w.PAST.search(c) or not w.MARKED.search(c):
        return ""
    if w.ACTIVATION.search(c) and not re.search(
        r"(?:召唤|破坏|墓地|除外|加入手[牌卡]|伤害|去除|取除|舍弃|丢弃|解放)(?:成功)?(?:的)?(?:时|情况下|场合)$", c
    ):
        return "activation"
    battle = _battle(c)
    if battle:
        return battle
    if w.ATTACK.search(c):
        return "attack-declared"
    subject = w.SELF.search(c)
    if w.EITHER.search(c) and w.EVENT.search(c):
        return "either-card"
    if subject and ("反转" in c or "翻转" in c) and "反转召唤" not in c.replace("反转·", ""):
        return "self-flipped"
    if w.POSITION.search(c):
        return "self-position" if subject else "other-card"
    if not w.EVENT.search(c) or w.PARTICIPLE.search(c):
        return ""
    if subject and _own(c, subject.start()):
        return "self-summoned" if re.search(r"召唤(?:成功)?" + w.END + "$", c) else "self-moved"
    return "other-card"


def _own(c: str, at: int) -> bool:
    """Whether the clause is about the card itself and not about another that it concerns."""
    return w.MOVED.search(c, at) is not None and not re.search(
        r"(?:怪兽|(?<!此)(?<!这张)卡|陷阱|魔法)被?(?:特殊)?召唤至|(?<!作为)(?:怪兽|玩家)[^,]{0,6}(?:将|把)(?:此卡|这张卡)作为",
        c,
    )


def _battle(c: str) -> str:
    if w.BATTLE_DAMAGE.search(c):
        return "battle-damage"
    if "伤害" in c and w.DAMAGE.search(c):
        return "effect-damage" if w.EFFECT_DAMAGE.search(c) and "战斗" not in c else "damage"
    if ("战斗" in c or "攻击" in c) and ("破坏" in c or "墓地" in c):
        if w.BATTLE_DESTROYS.search(c) and not re.search(r"被[^,]{0,12}破坏", c):
            return "battle-destroys"
        if w.BATTLE_DESTROYED.search(c):
            subject = w.SELF.search(c)
            own = (
                subject is not None and not w.EITHER.search(c) and subject.start() <= c.find("战斗" if "战斗" in c else "攻击")
            )
            return "self-moved" if own and w.WITH_EFFECT.search(c) else "battle-destroyed"
    if w.BATTLED.search(c) and not w.ATTACK.search(c):
        return "battled"
    return ""
