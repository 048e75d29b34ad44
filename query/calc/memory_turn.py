"""What a monster may still do this turn after what happened to it, and what that comes to in Life Points."""

from __future__ import annotations

from collections.abc import Sequence

from query.calc.answered import Missing, Option
from query.calc.memory_case import Case, Part
from query.read.procedure.model import Recall, Stats

_ONCE = "retaining-information.once-per-turn-reset"
_PLAIN = {"en": 'a plain "once per turn"', "zh": "单纯的「1回合1次」"}
_NAME = {"en": '"You can only use this effect once per turn", by name', "zh": "「这个卡名的效果1回合只能使用1次」"}


def on_attack(case: Case, recall: Recall) -> Part | None:
    """Whether it can attack again. None where that is not sure."""
    if not case.told("attacked") or case.told("next-turn") or case.happened("negated"):
        return None
    again = _attacks_again(case)
    if again is None:
        return None
    may, rules = again
    if may and case.told("def-pos"):
        return None
    if may and _too_late(case):
        why = ("it comes back in the End Phase, after the Battle Phase", "它到结束阶段才回场，战斗阶段已经过了")
        text = case.say(f"No, it cannot attack again this turn: {why[0]}.", f"这回合不能再攻击：{why[1]}。")
        return Part(verdict="no", text=text, rules=rules)
    if may:
        why = ("its attack was forgotten when it left the field", "离场后，攻击宣言过的情报不再保有")
        return Part(verdict="yes", text=case.say(f"Yes, it can attack again: {why[0]}.", f"能再攻击：{why[1]}。"), rules=rules)
    why = ("it is still remembered that it attacked this turn", "本回合攻击宣言过的情报仍保有")
    return Part(verdict="no", text=case.say(f"No, it cannot attack again: {why[0]}.", f"不能再攻击：{why[1]}。"), rules=rules)


def _attacks_again(case: Case) -> tuple[bool, tuple[str, ...]] | None:
    if case.happened("control", "control-back"):
        whole = case.only("control", "control-back") and case.happened("control-back")
        return (False, ("battle.one-attack-per-turn",)) if whole else None
    kept = case.kept("attack-declared")
    if kept is None or (not kept[0] and not case.here()):
        return None
    return not kept[0], kept[1]


def _too_late(case: Case) -> bool:
    """Whether it is only back once the Battle Phase is over."""
    return case.told("end-phase") and case.only("banish", "back")


def _blows(case: Case) -> list[int] | None:
    """The damage of each direct attack; None where it is not sure."""
    if not case.told("direct") or case.told("not-direct") or len(case.given.stats) != 1:
        return None
    again = _attacks_again(case)
    if again is None or not case.told("attacked"):
        return None
    values = _values(case.given.stats[0])
    return [values[0], values[1]] if again[0] and not _too_late(case) else [values[0]]


def _values(stats: Stats) -> tuple[int, int]:
    """Its value before what happened and after it."""
    gone = [i for kind, which in stats.events if kind != "change" for i in which]
    first = next((n for n, (kind, _) in enumerate(stats.events) if kind != "change"), len(stats.events))
    early = [which[0] for kind, which in stats.events[:first] if kind == "change"]
    return _value(stats, early), _value(stats, [i for i in range(len(stats.changes)) if i not in gone])


def _value(stats: Stats, applied: Sequence[int]) -> int:
    """Its value with these changes."""
    value = stats.printed
    for change in (stats.changes[i] for i in applied):
        value = {"+": value + change.amount, "-": value - change.amount}.get(change.sign, change.amount)
    return value


def on_damage(case: Case, recall: Recall) -> Part | None:
    """The damage of its direct attacks. None where that is not sure."""
    blows = _blows(case)
    if blows is None:
        return None
    total = sum(blows)
    sum_ = " + ".join(map(str, blows))
    text = f"{sum_} = {total}" if len(blows) > 1 else str(total)
    return Part(text=case.say(f"Damage: {text}.", f"伤害：{text}。"), rules=_by(case))


def on_life(case: Case, recall: Recall) -> Part | None:
    """The Life Points its attacks or its effect leave. None where that is not sure."""
    start = case.given.life
    if start is None:
        return None
    blows = _burns(case) if case.given.burn else _blows(case)
    if blows is None:
        return None
    walk = [start]
    for blow in blows:
        walk.append(max(0, walk[-1] - blow))
    text = " → ".join(map(str, walk))
    return Part(text=case.say(f"Opponent's LP: {text}.", f"对方基本分：{text}。"), rules=_by(case))


def _by(case: Case) -> tuple[str, ...]:
    """The rules by which there is a second attack or use, or none."""
    done = _used_again(case) if case.given.burn else _attacks_again(case)
    return done[1] if done else ()


def _burns(case: Case) -> list[int] | None:
    used = _used_again(case)
    if used is None or used[0] is None or case.told("attacked"):
        return None
    return [case.given.burn] * (2 if used[0] else 1)


def on_use(case: Case, recall: Recall) -> Part | None:
    """Whether its effect can be used again. None where that is not sure."""
    used = _used_again(case)
    if used is None:
        return None
    may, rules = used
    if may is None:
        return _by_limit(case, rules)
    if may:
        text = case.say(
            "Yes, it can be used again: its plain once per turn was forgotten.", "能再用：单纯的1回合1次用过的情报不再保有。"
        )
        return Part(verdict="yes", text=text, rules=rules)
    text = case.say("No, it is still used up this turn.", "不能再用：本回合仍算用过。")
    return Part(verdict="no", text=text, rules=rules)


def _used_again(case: Case) -> tuple[bool | None, tuple[str, ...]] | None:
    """Whether it may be used again; with rules but no answer where that hangs on the words of its limit."""
    limit = case.given.limit
    if not (case.told("used") or limit) or case.happened("negated", "control", "control-back") or case.told("next-turn"):
        return None
    if not case.here():
        return None
    if limit == "name":
        return False, (_ONCE,)
    if case.told("itself") and case.only("down", "up"):
        return (False, ("retaining-information.once-per-turn-self-flip",)) if limit else None
    if case.happened("down") and limit == "plain" and not case.told("by-other"):
        return None
    kept = case.kept("once-per-turn")
    if kept is None or kept[0]:
        return None
    banished_only = case.only("banish", "back") and limit == "once"
    return (True, kept[1]) if limit == "plain" or banished_only else (None, (_ONCE,))


def _by_limit(case: Case, rules: tuple[str, ...]) -> Part:
    plain, name = _PLAIN[case.lang], _NAME[case.lang]
    missing = Missing(
        fact="limit",
        told=case.say("how the effect is limited", "那个效果的次数限制怎么写"),
        question=case.say("What does the effect say of how often it may be used?", "那个效果写的是哪种次数限制？"),
        options=(Option(label=plain, verdict="yes"), Option(label=name, verdict="no")),
    )
    text = case.say(
        f"It depends on how the effect is limited: with {plain} yes, it was forgotten; with {name} no, it stays used.",
        f"要看次数限制怎么写：{plain}不再保有，能再用；{name}仍算用过，不能再用。",
    )
    return Part(verdict="depends", text=text, rules=rules, missing=(missing,))


def on_position(case: Case, recall: Recall) -> Part | None:
    """Whether its battle position can be changed by hand. None where that is not sure."""
    if case.told("next-turn") or not case.here():
        return None
    if case.told("came-now", "attacked") and case.only("down", "up"):
        text = case.say(
            "No, after what it did this turn its position cannot be changed by hand.",
            "不能：这回合召唤过或攻击过，不能再手动改变表示形式。",
        )
        return Part(verdict="no", text=text, rules=("retaining-information.facedown-no-flip-summon",))
    if not case.told("position-changed"):
        return None
    if case.happened("negated", "control", "control-back", "hand", "deck", "grave", "again", "revive"):
        return None
    kept = case.kept("position-changed")
    if kept is None or (not kept[0] and case.told("came-now", "attacked")):
        return None
    if kept[0]:
        text = case.say(
            "No, its position was already changed this turn, which is remembered.", "不能：本回合改变过表示形式的情报仍保有。"
        )
        return Part(verdict="no", text=text, rules=kept[1])
    text = case.say("Yes, the earlier change is forgotten.", "能：改变过表示形式的情报不再保有。")
    return Part(verdict="yes", text=text, rules=kept[1])


def on_flip(case: Case, recall: Recall) -> Part | None:
    """Whether it can be Flip Summoned this turn. None where that is not sure."""
    this_turn = case.told("came-now", "attacked", "position-changed") and not case.told("next-turn", "earlier-turn")
    if not this_turn or case.given.happened != ("down",):
        return None
    text = case.say("No, it cannot be Flip Summoned this turn.", "不能：这回合不能反转召唤。")
    return Part(verdict="no", text=text, rules=("retaining-information.facedown-no-flip-summon",))
