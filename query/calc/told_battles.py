"""Several battles answered: the damage of each, all of it together, and what is left of the Life Points."""

from __future__ import annotations

from dataclasses import replace

from kb.law.law import Law
from kb.model import Lang, Verdict
from query.calc.answered import Computed, Line
from query.calc.fought import Fought, fight
from query.calc.told_battle import damage_told, fallen_told, life_told
from query.calc.understood import understood
from query.read.procedure.model import SIDES, Ask, Battle, Battles, Fighter, Procedure, Side


def answer_battles(asked: Procedure, given: Battles, law: Law) -> Computed | None:
    """The answer; None where a battle's target position or the Life Points asked about are not told."""
    lang = asked.lang
    if any(not part.target for part in given.parts):
        return None
    fought = [fight(part, lang, law=law) for part in given.parts]
    if any(out.open for out in fought):
        return None
    standing = _standing(given, fought)
    if standing is None:
        return None
    total = _total(given, fought)
    verdict: Verdict = "n/a"
    if asked.asks:
        first = asked.asks[0]
        direct = first.about == "direct"
        found = _direct(given, standing, first.of) if direct else _verdict(first, total, _fallen(given, standing))
        if found is None:
            return None
        verdict = found
    gap = " " if lang == "en" else ""
    left = {side: before for side, (before, _) in total.life.items()}
    parts = [_part(n, battle, out, lang, left) for n, (battle, out) in enumerate(zip(given.parts, fought, strict=True), 1)]
    text = gap.join(
        [_sum(total, lang), *life_told(total, lang), *_beyond(total, lang), *parts, *_left_told(given, standing, lang)]
    )
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


def _standing(given: Battles, fought: list[Fought]) -> set[int] | None:
    """The places of the monsters that are left; None for a story in which one attacks or is attacked after it fell,
    or a player is attacked directly who has monsters."""
    left = set(range(len(given.field)))
    for (attacker, target), out in zip(given.who, fought, strict=bool(given.who)):
        other = {i for i in left if given.field[i].side != given.field[attacker].side}
        if attacker not in left or (target not in left if target >= 0 else other):
            return None
        left -= {place for role, place in (("attacker", attacker), ("target", target)) if role in out.destroyed}
    return left


def _fallen(given: Battles, standing: set[int]) -> set[Side]:
    return {one.side for place, one in enumerate(given.field) if place not in standing}


def _direct(given: Battles, standing: set[int], by: str) -> Verdict | None:
    """Whether this player has nothing left in the way of a direct attack; None where the monsters were not told apart."""
    if not given.field:
        return None
    return "no" if any(given.field[place].side != by for place in standing) else "yes"


def _left_told(given: Battles, standing: set[int], lang: Lang) -> list[str]:
    """Which monsters are left on the field."""
    if not given.field:
        return []
    said = []
    for side, name in (("own", {"en": "yours", "zh": "你"}), ("opp", {"en": "the opponent's", "zh": "对方"})):
        values = [_named(given.field[i], lang) for i in sorted(standing) if given.field[i].side == side]
        each = ({"en": ", ", "zh": "、"}[lang]).join(values) or {"en": "none", "zh": "没有"}[lang]
        said.append(f"{name[lang]}: {each}" if lang == "en" else f"{name[lang]}：{each}")
    return [f"Monsters left: {'; '.join(said)}." if lang == "en" else f"剩下的怪兽：{'；'.join(said)}。"]


def _named(one: Fighter, lang: Lang) -> str:
    if one.atk is not None:
        return {"en": f"{one.atk} ATK", "zh": f"攻击力{one.atk}"}[lang]
    return {"en": f"{one.dfn} DEF", "zh": f"守备力{one.dfn}"}[lang]


def _verdict(ask: Ask, total: Fought, fallen: set[Side]) -> Verdict | None:
    if ask.others:
        each = [_verdict(one, total, fallen) for one in (replace(ask, others=()), *ask.others)]
        return "yes" if "yes" in each else None if None in each else "no"
    if ask.about == "fallen":
        return "yes" if ask.of in fallen else "no"
    if ask.about == "damage":
        return "yes" if total.damage["own" if ask.of == "own" else "opp"] else "no"
    side: Side = "opp" if ask.about == "win" or ask.of == "opp" else "own"
    if side not in total.life:
        return None
    over = total.life[side][1] == 0
    return "yes" if over != (ask.about == "live") else "no"


def _sum(total: Fought, lang: Lang) -> str:
    return damage_told(total, lang)


def _beyond(total: Fought, lang: Lang) -> list[str]:
    """By how much the damage is more than was needed."""
    more = [total.damage[side] - before for side, (before, after) in total.life.items() if not after]
    return [{"en": f"That is {n} more than needed.", "zh": f"比需要的多{n}。"}[lang] for n in more if n > 0]


def _part(number: int, battle: Battle, out: Fought, lang: Lang, left: dict[Side, int]) -> str:
    """One battle: the damage, the Life Points it leaves (of those in `left`, which are brought down), who is destroyed."""
    told = [damage_told(out, lang)]
    for side in SIDES:
        if out.damage[side] and left.get(side):
            before, left[side] = left[side], max(0, left[side] - out.damage[side])
            told.append(f"LP {before} → {left[side]}." if lang == "en" else f"基本分{before} → {left[side]}。")
    told.append(fallen_told(battle, out, lang) if battle.target != "direct" else "")
    return f"({number}) {(' ' if lang == 'en' else '').join(told)}".rstrip()
