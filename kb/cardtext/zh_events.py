"""What a Chinese activation condition responds to."""

from __future__ import annotations

import re
from dataclasses import replace

from kb.cardtext.parts import Found
from kb.cardtext.pattern import one_of
from kb.model import Response

THIS = r"(?:此卡|这张卡|本卡)"
_SELF = re.compile(
    r"(?<!比)"
    + THIS
    + r"(?!的?[①-⑨]?的?(?:方法|效果)(?!特殊召唤)|(?:在|于)?[^,]{0,16}存在的?(?:场合|情况下|状态|时)[^,]{4}|以外|的?连接端|名|所连接|的所连接|的连接|为对象|的同一|相同纵列|的相同|为素材|装备的|的相邻|之外)"
)
_EITHER = re.compile(
    THIS
    + r"(?:或者?|和|及|以及|、|·)(?!因|被|其他卡的效果)[^,]{0,30}(?:怪兽|卡)|(?:怪兽|卡|\")(?:或者?|和|及|以及)"
    + THIS
    + r"|包[含括][^,]{0,12}"
    + THIS
)
_END = r"[^,]{0,5}?(?:时|情况下?|场合|之际)"
_VERBS = (
    r"召唤(?:[^,]{0,40}成功|[至到][^,]{0,16}|了[^,]{0,20})?|送[至去往入][^,]{0,8}墓地|送墓|破坏|除外|离开场上|场上离开|离场|解放|舍弃|丢弃|加入手[牌卡]|加入[^,]{0,8}手[牌卡]|放回[^,]{0,12}|回到[^,]{0,10}|返回[^,]{0,10}|抽到?|抽卡|抽出|"
    r"移动(?:至|到)?[^,]{0,14}|变更|变为[^,]{0,8}|变成[^,]{0,8}|改成[^,]{0,8}|反转|放置|盖放|装备|翻开|出示|取除|去除|回复|恢复|增加|减少|失去|支付|确认|选择|宣言|掷出?|猜中|转移|成为[^,]{0,6}对象|使用|"
    r"受到[^,]{0,8}伤害|给[与予][^,]{0,8}伤害|作为[^,]{0,12}素材|置于[^,]{0,8}|加入[^,]{0,10}牌组|加入[^,]{0,10}卡组|洗切|猜拳|无效|召唤或特殊召唤|减半"
)
_EVENT = re.compile(r"(?:" + _VERBS + r")(?:成功)?(?:了)?" + _END + r"$")
_PARTICIPLE = re.compile(
    r"(?:有|在作为)[^,]*素材的?(?:情况下|场合)$|被装备上|装备有|中的?(?:情况下|场合)$|状态的?(?:情况下|场合|时)$|"
    r"(?:召唤|破坏|除外|送[至去]墓地|放置|装备|发动|使用|特殊召唤)(?:过)?的[^,]*?(?:存在|没有|有|(?<!作)为|是|\d(?:张|只))[^,]*$"
)
_PAST = re.compile(
    r"不是|宣言过|(?:过|过了)(?:的)?(?:时|情况下|场合)?$|此卡是[^,]*召唤的(?:情况下|场合)$|(?:是|(?<!作)为)(?:被)?[^,]{0,8}召唤的(?:情况下|场合)$|(?:召唤|破坏|墓地|除外|发动|反转)(?:成功)?(?:了)?的(?:此|本|这个)?回合"
)
_MOVED = re.compile(
    r"召唤|墓地|破坏|除外|离开|离场|解放|舍弃|丢弃|手[牌卡]|放回|回到|返回|抽|移动|放置|素材|置于|盖放|取除|去除|装备|翻开|卡组|牌组|额外|装备"
)
_TIMINGS = (
    ("damage-step.start", re.compile(r"伤害步骤开始时|不进行伤害计算")),
    ("damage-step.before-calculation", re.compile(r"伤害计算前")),
    ("damage-step.calculation", re.compile(r"伤害计算时|伤害计算之际")),
    ("damage-step.after-calculation", re.compile(r"伤害计算后|伤害计算适用")),
    ("damage-step.end", re.compile(r"伤害步骤(?:的)?(?:结束|终了)时")),
    ("damage-step", re.compile(r"伤害步骤(?:时|中|期间|内|,)(?!也)")),
)
_OLD_TIMING = re.compile(r"(?<!直到)(?<!直至)(?<!到那次)(?:不进行伤害计算|伤害计算[前后时]|伤害计算适用|伤害步骤(?:开始|结束)时(?!为止|的))")
_EXCLUDED = re.compile(r"不(?:可|能)在伤害步骤|伤害步骤(?:期间|中|时)?(?:以外|除外)|(?:除|除了)伤害步骤")
_INCLUDED = re.compile(r"伤害步骤(?:中|时|期间)?也|即使是?伤害步骤|包[括含]伤害步骤")
_BATTLE_DESTROYED = re.compile(
    r"(?!.*战斗以外)(?:(?:因|被)[^,]{0,14}?战斗[^,]{0,14}?破坏|战斗(?:·效果|或(?:者)?[^,]{0,10}效果)?(?:而)?被?破坏|因战斗|(?:攻击|战斗)(?:以及|或者?)[^,]{0,12}效果(?:被)?破坏|的攻击[^,]{0,14}破坏|被战斗)"
)
_BATTLE_DESTROYS = re.compile(
    r"(?:战斗|攻击)破坏(?:了)?[^,]{0,24}?怪兽|(?:以|用)[^,]{0,24}攻击(?:而)?(?:将)?破坏|战斗破坏|战斗将[^,]{0,12}破坏"
)
_WITH_EFFECT = re.compile(r"战斗[··或]|战斗(?:以及|或者?|和|及)|或[^,]{0,10}效果|效果(?:或|·)[^,]{0,6}战斗|攻击或|战斗,")
_BATTLE_DAMAGE = re.compile(
    r"战斗伤害|战斗(?:给[与予]|受到|对)[^,]{0,16}伤害|(?:因|由)[^,]{0,10}战斗[^,]{0,8}伤害|战斗·效果(?:受到|的)?(?:的)?伤害|战斗(?:以及|或者?)[^,]{0,8}(?:效果)?[^,]{0,6}伤害|效果或者?战斗[^,]{0,8}伤害"
)
_DAMAGE = re.compile(r"(?:受到|给[与予][^,]{0,8})(?:\d+(?:以[上下])?(?:的)?)?(?:分)?(?:以[上下]的)?伤害")
_EFFECT_DAMAGE = re.compile(r"效果(?:给[与予]|受到|造成|对|的?伤害|让)")
_BATTLED = re.compile(
    r"进行(?:了)?战斗(?:的(?:情况下|场合)|时)|攻击(?!力|表示|宣言|对象)(?:了)?[^,]{0,26}?(?:的(?:情况下|场合)|怪兽时)|被攻击(?:的(?:情况下|场合)|时)|进行战斗$"
)
_AIMED = re.compile(r"成为[^,]{0,6}效果的?对象时$")
_FOUGHT = re.compile(r"进行过战斗的(?:场合|情况下)$")
_ATTACK = re.compile(
    r"攻击宣言|攻击对象|宣言(?:直接)?攻击|作为(?:对[手方])?(?:怪兽的)?攻击的?对象|向[^,]{0,20}攻击时|攻击时|直接攻击时|攻击被无效|把?攻击无效|成为攻击"
)
_ACTIVATION = re.compile(
    r"发动(?:了)?[^,]*?(?:时|情况下|场合)$|发动[^,]*?(?:效果|陷阱卡?|魔法卡?|卡|怪兽)(?:时|的情况下|的场合)$|连锁"
)
_POSITION = re.compile(
    r"表示形式(?:被|作|发生|的)?(?:变更|改变)|变为[^,]{0,3}[里表]侧|变成[^,]{0,3}[里表攻守]|改成[^,]{0,3}[里表]侧|变成(?:攻击|守备)表示|变为(?:攻击|守备)表示"
)
_CLAUSES = re.compile(r"(,(?!(?:或|并|且)?(?:被|送[至去往入]|除外的)|或以|或因)|(?<=存在于手牌)、|(?<=存在于墓地)、|(?<=存在于场上)、)")
_WAY = re.compile(r"(?:方法|效果)特殊召唤(?:成功)?" + _END + "$")
_MATERIAL = re.compile(r"以" + THIS + r"(?:作)?为[^,]{0,8}素材[^,]*召唤[^,]*(?:情况下|场合|时)$")
_AS_MATERIAL = re.compile(r"^以" + THIS + r"(?:作)?为[^,]{0,8}素材,")
_DRAWN = re.compile(r"(?:抽到|召唤|将|把)" + THIS + r"(?:抽到|加入[^,]{0,6}手[牌卡])?" + _END + "$")
_PHASES = (
    ("main-phase", re.compile(r"主要阶段|主要流程")),
    ("battle-step", re.compile(r"战斗步骤")),
    ("battle-phase.start", re.compile(r"战斗阶段(?:的)?开始|开始步骤")),
    ("battle-phase.end", re.compile(r"战斗阶段(?:的)?(?:结束|终了)|结束步骤")),
    ("battle-phase", re.compile(r"战斗阶段|战斗流程")),
    ("standby-phase", re.compile(r"准备阶段|准备流程")),
    ("end-phase", re.compile(r"结束阶段|结束流程|回合结束时")),
    ("draw-phase", re.compile(r"抽卡阶段|抽牌阶段|抽卡流程|通常抽(?![^,]*以外)")),
)
_ALTERNATIVE = re.compile(r"(?<=[时下合]),?或者?(?=[^,])|(?<=情况下)·(?=[^,])")
_MARKED = re.compile(r"(?:时|情况下?|场合|之际|中)$")


_ODD = frozenset({"standby-phase", "end-phase", "draw-phase", "battle-phase.start", "battle-phase.end"})


def eventful(sentence: str) -> bool:
    """Whether a sentence of an older text begins with something that happens."""
    head = re.match(r"(?:[^,]*,)*?(?:[^,]*?(?:时|场合|情况下)|每[次当][^,]*)(?=,)", sentence)
    return bool(head and any(r.events or r.timings or _ODD & set(r.phases) for r in responses(head[0], 0, Found())))


def timed(sentence: str) -> re.Match[str] | None:
    """Where a sentence of an older text names a timing of the Damage Step at which something is done."""
    hit = _OLD_TIMING.search(sentence)
    return hit if hit and "只" not in sentence[max(0, hit.start() - 3) : hit.start()] else None


def responses(text: str, base: int, found: Found, head: str = "") -> tuple[Response, ...]:
    """One response for each alternative of an activation condition; `base` is the offset of `text` in the card text.

    `head` is the whole sentence: what it says of the Damage Step in brackets holds for each.
    """
    cuts = list(_ALTERNATIVE.finditer(text))
    starts = [0, *(c.end() for c in cuts)]
    ends = [*(c.start() for c in cuts), len(text)]
    out = [_response(text[s:e], base + s, found) for s, e in zip(starts, ends, strict=True)]
    step = "excluded" if _EXCLUDED.search(head) else "included" if _INCLUDED.search(head) else ""
    if step:
        out = [replace(r, damage_step=step) for r in out]
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
    for clause in _CLAUSES.split(text):
        if clause and clause not in ",、":
            _clause(clause, base + at, events, timings, phases, found)
        at += len(clause)
    if "other-card" in events and _AS_MATERIAL.search(text):
        events = ["self-moved" if e == "other-card" else e for e in events]
    if "damage-step" in timings or (timings and "battled" in events):
        events = [e for e in events if e != "battled"]
    damage_step = ""
    for name, pattern in (("excluded", _EXCLUDED), ("included", _INCLUDED)):
        if hit := pattern.search(text):
            damage_step = name
            found.show("damage_step", base + hit.start(), base + hit.end())
            timings = [t for t in timings if t != "damage-step"]
            break
    return Response(
        events=tuple(dict.fromkeys(events)),
        timings=tuple(dict.fromkeys(timings)),
        phases=tuple(dict.fromkeys(phases)),
        damage_step=damage_step,  # type: ignore[arg-type]
    )


def _clause(c: str, base: int, events: list[str], timings: list[str], phases: list[str], found: Found) -> None:
    named = False
    if "伤害" in c:
        for name, pattern in _TIMINGS:
            if hit := pattern.search(c):
                timings.append(name)
                named = True
                found.show("timings", base + hit.start(), base + hit.end())
    if "阶段" in c or "步骤" in c or "流程" in c or "回合结束" in c or "通常抽" in c:
        _phases(c, base, phases, found)
        if phases and not _MARKED.search(c):
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
    for name, pattern in _PHASES:
        hit = pattern.search(c)
        if hit and not c.startswith("以外", hit.end()):
            if name == "battle-phase" and any(p.startswith("battle-phase.") for p in phases):
                continue
            phases.append(name)
            found.show("phases", base + hit.start(), base + hit.end())


def _event(c: str) -> str:
    """Name of the event of one clause; empty where it only states how things are."""
    if re.search(r"每[次当]", c) and not _MARKED.search(c):
        c = c.rstrip("则必定") + "时"
    if _MATERIAL.search(c):
        return "self-moved"
    if _DRAWN.search(c):
        return "self-moved"
    if _WAY.search(c) and "是被" not in c and "是以" not in c and re.search(THIS + r"的|上述方法|自身的", c):
        return "self-summoned"
    if _AIMED.search(c):
        return "activation"
    if _FOUGHT.search(c):
        return "battled"
    if _PAST.search(c) or not _MARKED.search(c):
        return ""
    if _ACTIVATION.search(c) and not re.search(
        r"(?:召唤|破坏|墓地|除外|加入手[牌卡]|伤害|去除|取除|舍弃|丢弃|解放)(?:成功)?(?:的)?(?:时|情况下|场合)$", c
    ):
        return "activation"
    battle = _battle(c)
    if battle:
        return battle
    if _ATTACK.search(c):
        return "attack-declared"
    subject = _SELF.search(c)
    if _EITHER.search(c) and _EVENT.search(c):
        return "either-card"
    if subject and ("反转" in c or "翻转" in c) and "反转召唤" not in c.replace("反转·", ""):
        return "self-flipped"
    if _POSITION.search(c):
        return "self-position" if subject else "other-card"
    if not _EVENT.search(c) or _PARTICIPLE.search(c):
        return ""
    if subject and _own(c, subject.start()):
        return "self-summoned" if re.search(r"召唤(?:成功)?" + _END + "$", c) else "self-moved"
    return "other-card"


def _own(c: str, at: int) -> bool:
    """Whether the clause is about the card itself and not about another that it concerns."""
    return _MOVED.search(c, at) is not None and not re.search(
        r"(?:怪兽|(?<!此)(?<!这张)卡|陷阱|魔法)被?(?:特殊)?召唤至|(?<!作为)(?:怪兽|玩家)[^,]{0,6}(?:将|把)(?:此卡|这张卡)作为", c
    )


def _battle(c: str) -> str:
    if _BATTLE_DAMAGE.search(c):
        return "battle-damage"
    if "伤害" in c and _DAMAGE.search(c):
        return "effect-damage" if _EFFECT_DAMAGE.search(c) and "战斗" not in c else "damage"
    if ("战斗" in c or "攻击" in c) and "破坏" in c:
        if _BATTLE_DESTROYS.search(c) and not re.search(r"被[^,]{0,12}破坏", c):
            return "battle-destroys"
        if _BATTLE_DESTROYED.search(c):
            subject = _SELF.search(c)
            own = subject is not None and not _EITHER.search(c) and subject.start() <= c.find("战斗" if "战斗" in c else "攻击")
            return "self-moved" if own and _WITH_EFFECT.search(c) else "battle-destroyed"
    if _BATTLED.search(c) and not _ATTACK.search(c):
        return "battled"
    return ""
