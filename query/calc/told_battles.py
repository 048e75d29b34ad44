"""Several battles answered: the damage of each, all of it together, and what is left of the Life Points."""

from __future__ import annotations

from kb.law.law import Law
from kb.model import Lang, Verdict
from query.calc.answered import Computed, Line
from query.calc.fought import Fought, fight
from query.calc.told_battle import damage_told, fallen_told, life_told
from query.calc.understood import understood
from query.read.procedure.model import SIDES, Ask, Battle, Battles, Procedure, Side


def answer_battles(asked: Procedure, given: Battles, law: Law) -> Computed | None:
    """The answer; None where a battle's target position or the Life Points asked about are not told."""
    lang = asked.lang
    if any(not part.target for part in given.parts):
        return None
    fought = [fight(part, lang, law=law) for part in given.parts]
    if any(out.open for out in fought):
        return None
    total = _total(given, fought)
    verdict: Verdict = "n/a"
    if asked.asks:
        found = _verdict(asked.asks[0], total)
        if found is None:
            return None
        verdict = found
    gap = " " if lang == "en" else ""
    parts = [_part(n, battle, out, lang) for n, (battle, out) in enumerate(zip(given.parts, fought, strict=True), 1)]
    text = gap.join([_sum(total, lang), *life_told(total, lang), *parts])
    lines = [line for out in fought for line in out.lines]
    if total.life:
        lines.append(Line(text=gap.join(life_told(total, lang)), rules=("damage-calculation.lp-subtracted",)))
    shown = "; ".join(understood(battle, lang) for battle in given.parts)
    assumed = {"en": "an attacked monster is in Attack Position", "zh": "被攻击的怪兽是攻击表示"}[lang]
    said = (assumed,) if any(part.assumed for part in given.parts) else ()
    return Computed(topic="battle", lang=lang, verdict=verdict, text=text, steps=tuple(lines), assumed=said, understood=shown)


def _total(given: Battles, fought: list[Fought]) -> Fought:
    total = Fought()
    for out in fought:
        for side in SIDES:
            total.damage[side] += out.damage[side]
    hurt: Side = max(SIDES, key=lambda s: total.damage[s])
    for side, before in given.life:
        whose = side or hurt
        total.life[whose] = (before, max(0, before - total.damage[whose]))
    return total


def _verdict(ask: Ask, total: Fought) -> Verdict | None:
    side: Side = "opp" if ask.about == "win" or ask.of == "opp" else "own"
    if side not in total.life:
        return None
    over = total.life[side][1] == 0
    return "yes" if over != (ask.about == "live") else "no"


def _sum(total: Fought, lang: Lang) -> str:
    return damage_told(total, lang)


def _part(number: int, battle: Battle, out: Fought, lang: Lang) -> str:
    told = damage_told(out, lang) + (" " if lang == "en" else "")
    fallen = fallen_told(battle, out, lang) if battle.target != "direct" else ""
    return f"({number}) {told}{fallen}".rstrip()
