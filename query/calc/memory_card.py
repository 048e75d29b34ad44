"""What is left of what a monster had on it, and what it still counts as, after what happened to it."""

from __future__ import annotations

import re

from kb.model import Verdict
from query.calc.answered import Line, Missing, Option
from query.calc.memory_case import LEFT, Case, Part
from query.calc.told_stats import answer_stats
from query.read.procedure.model import Procedure, Recall


def on_counters(case: Case, recall: Recall) -> Part | None:
    """The counters left on it. None where that is not sure."""
    counters = case.given.counters
    if not counters or case.happened("control", "control-back"):
        return None
    if case.happened(*LEFT):
        left: list[int] = [0 for _ in counters]
        rules: tuple[str, ...] = ("special-states.counters-definition",)
    elif case.happened("down"):
        left = [0 for _ in counters]
        rules = ("special-states.counters-face-down",)
    elif case.given.happened == ("negated",) and all(c.by for c in counters):
        left = [c.count if c.by == "other" else 0 for c in counters]
        named = {"itself": "special-states.counters-own-kind-negated", "other": "special-states.counters-from-others-negated"}
        rules = tuple(dict.fromkeys(named[c.by] for c in counters))
    else:
        return None
    told = [case.say(f"{c.count} → {n}", f"{c.count}个→{n}个") for c, n in zip(counters, left, strict=True)]
    verdict: Verdict = "no" if not any(left) else "yes"
    if recall.yes_no and len(set(map(bool, left))) > 1:
        return None
    text = case.say(f"Counters: {', '.join(told)}.", f"指示物：{'，'.join(told)}。")
    return Part(verdict=verdict if recall.yes_no else "n/a", text=text, rules=rules)


def on_materials(case: Case, recall: Recall) -> Part | None:
    """The materials left under it. None where that is not sure."""
    if case.given.materials is None or case.happened("negated"):
        return None
    if case.happened(*LEFT):
        text = case.say(
            f"Materials: {case.given.materials} → 0, they went to the Graveyard.",
            f"素材：{case.given.materials}个→0个，离场时已送去墓地。",
        )
        return Part(verdict="no" if recall.yes_no else "n/a", text=text, rules=("summoning.xyz-leaves",))
    text = case.say(f"All {case.given.materials} materials stay attached.", f"{case.given.materials}个素材都留在下面。")
    return Part(verdict="yes" if recall.yes_no else "n/a", text=text, rules=("summoning.xyz-facedown-control",))


def on_equip(case: Case, recall: Recall) -> Part | None:
    """What becomes of its Equip Card. None where that is not sure."""
    if not case.told("equip") or not case.happened("down", *LEFT):
        return None
    text = case.say("The Equip Card was destroyed and went to the Graveyard.", "装备卡被破坏，送去墓地。")
    return Part(verdict="no" if recall.yes_no else "n/a", text=text, rules=("spells-traps-tokens.equip-spell-lost",))


def on_gemini(case: Case, recall: Recall) -> Part | None:
    """Whether it still has what its second Summon gave it. None where that is not sure."""
    if not case.told("gemini") or not case.told("again") or case.happened("negated"):
        return None
    if case.only("control", "control-back"):
        text = case.say("Yes, it stays Summoned again.", "有：控制权变更不算离场，仍是再度召唤的状态。")
        return Part(verdict="yes", text=text, rules=("special-states.gemini-leaves", "special-states.gemini-effect-monster"))
    kept = case.kept("gemini-summon")
    if kept is None or kept[0]:
        return None
    rules = ("special-states.gemini-leaves",) if case.happened("hand", "deck", "grave") else kept[1]
    text = case.say(
        "No, it no longer counts as Summoned again and has lost the effect.", "没有：不再视为再度召唤过，效果随之失去。"
    )
    return Part(verdict="no", text=text, rules=rules)


def on_atk(case: Case, recall: Recall) -> Part | None:
    """Its ATK now. None where that is not sure."""
    if not case.given.stats or case.happened("control", "control-back"):
        return None
    done: list[tuple[str, tuple[Line, ...]]] = []
    for stats in case.given.stats:
        if not stats.changes:
            done.append((case.say(f"ATK {stats.printed}.", f"攻击力{stats.printed}。"), ()))
            continue
        asked = Procedure(topic="stats", lang=case.lang, given=stats)
        found = answer_stats(asked, stats, case.law)
        if found is None:
            return None
        done.append((found.text, found.steps))
    if len(done) == 1 or done[0][0] == done[1][0]:
        return Part(text=done[0][0], rules=(), lines=done[0][1])
    missing = _lasting(case, "n/a", "n/a")
    text = case.say(
        f"It depends on what changed it. By an activated effect: {done[0][0]} By one that goes on applying: {done[1][0]}",
        f"要看是什么造成的变化。发动的效果：{done[0][0]}持续适用的效果：{done[1][0]}",
    )
    return Part(verdict="depends", text=text, rules=(), missing=(missing,), lines=(*done[0][1], *done[1][1]))


def on_claim(case: Case, recall: Recall) -> Part | None:
    """Whether its ATK is the value that is put forward. None where that is not sure."""
    if len(case.given.stats) != 1 or case.happened("control", "control-back"):
        return None
    stats = case.given.stats[0]
    found = answer_stats(Procedure(topic="stats", lang=case.lang, given=stats), stats, case.law) if stats.changes else None
    if found is None:
        return None
    now = re.findall(r"\d+", found.text)[-1]
    return Part(verdict="yes" if now == str(recall.amount) else "no", text=found.text, rules=(), lines=found.steps)


def _lasting(case: Case, one: Verdict, two: Verdict) -> Missing:
    return Missing(
        fact="lasts",
        told=case.say("how the value is changed", "数值变化的方式"),
        question=case.say("How is the value changed?", "数值是怎样变化的？"),
        options=(
            Option(label=case.say("by an effect that was activated, or an Equip Card", "发动的效果或装备卡"), verdict=one),
            Option(label=case.say("by a card that goes on applying to such monsters", "对这类怪兽持续适用的卡"), verdict=two),
        ),
    )


def on_boost(case: Case, recall: Recall) -> Part | None:
    """Whether a change of its value still counts; what made it is asked for where that matters."""
    if not case.given.stats or case.happened("control", "control-back"):
        return None
    verdicts: list[Verdict] = []
    for stats in case.given.stats:
        which = [i for i, change in enumerate(stats.changes) if change.amount == recall.amount]
        if len(which) != 1:
            return None
        gone = {i for kind, ended in stats.events if kind != "change" for i in ended}
        verdicts.append("no" if which[0] in gone else "yes")
    rules: tuple[str, ...] = ("retaining-information.facedown-resets-effects",) if case.happened("down") else ()
    rules += ("moving-cards.temporary-return-effects-gone",) if case.happened(*LEFT) else ()
    if not rules:
        return None
    texts = {
        "yes": case.say(f"The +{recall.amount} still counts.", f"+{recall.amount}仍然计算。"),
        "no": case.say(f"The +{recall.amount} no longer counts.", f"+{recall.amount}不再计算。"),
    }
    if len(set(verdicts)) == 1:
        return Part(verdict=verdicts[0], text=texts[verdicts[0]], rules=rules)
    missing = _lasting(case, *verdicts)
    text = case.say(
        f"It depends on what made it: an activated effect or an Equip Card no longer counts; a card that goes on applying to "
        f"such monsters gives its +{recall.amount} again.",
        f"要看是什么加的：发动的效果或装备卡的加成不再计算；对这类怪兽持续适用的卡，+{recall.amount}会再次适用。",
    )
    return Part(verdict="depends", text=text, rules=rules, missing=(missing,))


def on_revive(case: Case, recall: Recall) -> Part | None:
    """Whether it may be Special Summoned from the Graveyard."""
    if (
        case.told("only-by")
        or not case.told("extra-kind", "proper", "never-proper")
        or case.happened("negated", "down", "banish")
    ):
        return None
    order = [h for h in case.given.happened if h in ("grave", "hand", "deck", "revive")]
    if not order or order[0] == "revive":
        return None
    if "deck" in order or "hand" in order:
        text = case.say(
            "No, back in a hidden place it no longer counts as properly Summoned.",
            "不能：回到非公开场所后，不再视为正规出场过。",
        )
        return Part(verdict="no", text=text, rules=("summoning.proper-lost-when-hidden", "summoning.proper-first"))
    if case.told("never-proper"):
        text = case.say("No, it was never properly Summoned.", "不能：没有正规出场过。")
        return Part(verdict="no", text=text, rules=("summoning.extra-deck-by-effect", "summoning.proper-first"))
    if case.told("proper"):
        text = case.say("Yes, it was properly Summoned before.", "能：正规出场过。")
        return Part(verdict="yes", text=text, rules=("summoning.proper-first",))
    return None


def on_how(case: Case, recall: Recall) -> Part | None:
    """Whether it still counts as Summoned that way. None where that is not sure."""
    return _summon(case, "how-summoned", ("Yes, it still counts as Summoned that way.", "算：召唤的种类仍保有。"),
                   ("No, it no longer counts as Summoned that way.", "不算：召唤的种类不再保有。"))  # fmt: skip


def on_from(case: Case, recall: Recall) -> Part | None:
    """Whether it is still known from where it was Summoned. None where that is not sure."""
    return _summon(case, "summoned-from", ("From where it was Summoned is still known: yes.", "从哪里召唤的情报仍保有：算。"),
                   ("From where it was Summoned is no longer known: no.", "从哪里召唤的情报不再保有：不算。"))  # fmt: skip


def on_pendulum(case: Case, recall: Recall) -> Part | None:
    """Whether it still counts as Pendulum Summoned. None where that is not sure."""
    return _summon(case, "pendulum-summon", ("Yes, it still counts as Pendulum Summoned.", "算：灵摆召唤的情报仍保有。"),
                   ("No, it no longer counts as Pendulum Summoned.", "不算：灵摆召唤的情报不再保有。"))  # fmt: skip


def on_flipped(case: Case, recall: Recall) -> Part | None:
    """Whether it still counts as Flip Summoned. None where that is not sure."""
    return _summon(case, "flip-summon", ("Yes, it still counts as Flip Summoned.", "算：反转召唤的情报仍保有。"),
                   ("No, it no longer counts as Flip Summoned.", "不算：反转召唤的情报不再保有。"))  # fmt: skip


def _summon(case: Case, about: str, yes: tuple[str, str], no: tuple[str, str]) -> Part | None:
    if not case.only("down", "up", "banish", "back") or not case.here():
        return None
    if case.happened("banish") and not case.told("soon"):
        return None
    kept = case.kept(about)
    if kept is None:
        return None
    return Part(verdict="yes" if kept[0] else "no", text=case.say(*(yes if kept[0] else no)), rules=kept[1])


def on_returned(case: Case, recall: Recall) -> Part | None:
    """Whether its return is a Special Summon. None where that is not sure."""
    if case.given.happened != ("banish", "back") or not case.told("soon"):
        return None
    text = case.say("Its return is not a Special Summon.", "回场不视为特殊召唤。")
    return Part(verdict="no", text=text, rules=("moving-cards.temporary-return-not-special-summon",))
