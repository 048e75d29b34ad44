"""A battle read from a question, answered: the numbers first, then the verdict of what was literally asked."""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate

from kb.law.law import Law
from kb.model import Lang, Verdict
from query.calc.answered import Computed, Line, Missing, Option
from query.calc.fought import Fought, fight, positions
from query.calc.told_situation import rule_texts
from query.calc.told_unknown import answer_unknown
from query.calc.understood import understood
from query.read.procedure.model import SIDES, Ask, Battle, Procedure, Role, Side

_WHO: dict[Side, dict[Lang, str]] = {
    "own": {"en": "You", "zh": "你"},
    "opp": {"en": "The opponent", "zh": "对方"},
    "": {"en": "", "zh": ""},
}
_MONSTER: dict[Side, dict[Lang, str]] = {
    "own": {"en": "your monster", "zh": "你的怪兽"},
    "opp": {"en": "the opponent's monster", "zh": "对方的怪兽"},
    "": {"en": "", "zh": ""},
}
_TIMES = {"too-late": "damage-step-activation.changes-atk-def-deadline", "in-time": "damage-step-activation.changes-atk-def"}
"""What is asked of the time at which ATK or DEF is to be changed, and the entry that decides."""
_ASSUMED: dict[str, dict[Lang, str]] = {
    "attack-position": {"en": "the attacked monster is in Attack Position", "zh": "被攻击的怪兽是攻击表示"},
}


def answer_battle(asked: Procedure, battle: Battle, law: Law) -> Computed | None:
    """The answer; None where what is asked hangs on something that was not given."""
    lang = asked.lang
    if battle.unknown:
        return answer_unknown(asked, battle, law, _verdict)
    if not battle.target:
        return _either(asked, battle, law)
    out = fight(battle, lang, law=law)
    if out.open:
        return None
    entries = tuple(rule for time, rule in _TIMES.items() if any(ask.about.endswith(time) for ask in asked.asks))
    late = rule_texts(entries, lang, law)
    for rule, text in late.items():
        out.lines.insert(0, Line(text=text, rules=(rule,), decides=True))
    verdicts = [_verdict(ask, battle, out) for ask in asked.asks]
    if any(v is None for v in verdicts):
        return None
    return Computed(
        topic="battle",
        lang=lang,
        verdict=(verdicts[0] or "n/a") if verdicts else "n/a",
        text=(" " if lang == "en" else "").join([*late.values(), _told(battle, out, lang)]),
        steps=tuple(out.lines),
        assumed=tuple(_ASSUMED[a][lang] for a in battle.assumed),
        understood=understood(replace(battle, life=tuple((side, was) for side, (was, _) in out.life.items())), lang),
    )


def _either(asked: Procedure, battle: Battle, law: Law) -> Computed | None:
    lang = asked.lang
    up, down = (answer_battle(asked, b, law) for b in positions(battle))
    if up is None or down is None:
        return None
    names = {"en": ("Attack Position", "Defense Position"), "zh": ("攻击表示", "守备表示")}[lang]
    question = {"en": "In which battle position is the attacked monster?", "zh": "被攻击的怪兽是什么表示形式？"}[lang]
    told = {"en": "the battle position of the attacked monster", "zh": "被攻击怪兽的表示形式"}[lang]
    texts = {
        "en": f"In {names[0]}: {up.text} In {names[1]}: {down.text}",
        "zh": f"{names[0]}的场合：{up.text}{names[1]}的场合：{down.text}",
    }
    same = up.verdict == down.verdict and (up.verdict != "n/a" or up.text == down.text)
    return Computed(
        topic="battle",
        lang=lang,
        verdict=up.verdict if same else "depends",
        text=texts[lang],
        steps=(*up.steps, *down.steps),
        missing=(
            Missing(
                fact="position",
                told=told,
                question=question,
                options=(Option(label=names[0], verdict=up.verdict), Option(label=names[1], verdict=down.verdict)),
            ),
        ),
        understood=understood(battle, lang),
    )


def _verdict(ask: Ask, battle: Battle, out: Fought) -> Verdict | None:
    """yes or no; None where the fact it hangs on is not known."""
    if ask.others:
        each = [_verdict(one, battle, out) for one in (replace(ask, others=()), *ask.others)]
        return "yes" if "yes" in each else None if None in each else "no"
    if ask.about == "not destroyed" and ask.of == "both":
        return "no" if out.destroyed else "yes"
    if ask.about.startswith("not "):
        plain = _verdict(replace(ask, about=ask.about[4:]), battle, out)
        return {"yes": "no", "no": "yes"}.get(plain) if plain else None  # type: ignore[return-value]  # a Verdict each
    if ask.about in _TIMES:
        return "yes" if ask.about == "in-time" else "no"
    if ask.about == "destroyed":
        return "yes" if _destroyed(ask.of, out) else "no"
    if ask.about == "damage":
        hurt = any(out.damage.values()) if ask.of == "either" else out.damage["own" if ask.of == "own" else "opp"] > 0
        return "yes" if hurt else "no"
    if ask.about == "pierces":
        return "yes" if battle.target == "defense" and out.damage[_other(battle.attacker)] > 0 else "no"
    if ask.about == "takes":
        return "yes" if out.damage["own" if ask.of == "own" else "opp"] == ask.at else "no"
    if ask.about == "left":
        left = [after for side, (_, after) in out.life.items() if side == ask.of]
        return ("yes" if left[0] == ask.at else "no") if left else None
    if ask.about == "battle-damage":
        return "yes" if any(out.damage.values()) else None
    if ask.about == "counts":
        return "yes"
    if ask.about == "over" and out.life:
        return "yes" if any(after == 0 for _, after in out.life.values()) else "no"
    side: Side = "opp" if ask.about == "win" or ask.of == "opp" else "own"
    if side not in out.life:
        return ("yes" if ask.about == "live" else "no") if not out.damage[side] else None
    dead = out.life[side][1] == 0
    return "yes" if dead != (ask.about == "live") else "no"


def _other(side: Side) -> Side:
    return "own" if side == "opp" else "opp"


def _destroyed(whose: str, out: Fought) -> bool:
    if whose == "both":
        return len(out.destroyed) == 2
    if whose == "either":
        return bool(out.destroyed)
    return whose in out.destroyed


def _told(battle: Battle, out: Fought, lang: Lang) -> str:
    parts = [damage_told(out, lang), *life_told(out, lang)]
    if battle.boosts and battle.target != "direct":
        kind = {"en": "ATK", "zh": "攻击力"} if battle.target == "attack" else {"en": "DEF", "zh": "守备力"}
        parts.append(
            {"en": f"{out.atk} ATK meets {out.value} {kind['en']}.", "zh": f"攻击力{out.atk}对{kind['zh']}{out.value}。"}[lang]
        )
    if battle.target != "direct":
        parts.append(fallen_told(battle, out, lang))
    parts += _over_told(battle, out, lang)
    parts += [_beside_told(to, amount, lang) for to, amount in out.burnt]
    if out.replaced:
        parts.append({"en": "What is destroyed in its place keeps it there.", "zh": "由别的卡代替破坏，它留在场上。"}[lang])
    return " ".join(parts) if lang == "en" else "".join(parts)


def _over_told(battle: Battle, out: Fought, lang: Lang) -> list[str]:
    """What the value is again after the Damage Step, where a change lasts for that step only and its monster is left."""
    roles = {boost.role for boost in battle.boosts}
    if not battle.brief or len(roles) != 1 or len(battle.attacks) != 1:
        return []
    role = roles.pop()
    if role in out.destroyed:
        return []
    value = battle.attacks[0] if role == "attacker" else battle.value
    of = {"atk": {"en": "ATK", "zh": "攻击力"}, "def": {"en": "DEF", "zh": "守备力"}}[battle.boosts[0].of][lang]
    return [{"en": f"After the Damage Step its {of} is {value} again.", "zh": f"伤害步骤结束后{of}恢复为{value}。"}[lang]]


def _beside_told(to: Side, amount: int, lang: Lang) -> str:
    take = "take" if to == "own" else "takes"
    en = f"{_WHO[to]['en']} also {take} {amount} effect damage."
    return {"en": en, "zh": f"{_WHO[to]['zh']}另受到{amount}效果伤害。"}[lang]


def damage_told(out: Fought, lang: Lang) -> str:
    """Who takes how much."""
    hurt = [s for s in SIDES if out.damage[s]]
    if not hurt:
        return {"en": "0 battle damage: nobody takes any.", "zh": "战斗伤害是0，双方都不受到伤害。"}[lang]
    total = "+".join(map(str, out.each)) + "=" if len(out.each) > 1 else ""
    said = []
    for side in hurt:
        take = "take" if side == "own" else "takes"
        en = f"{_WHO[side]['en']} {take} {total}{out.damage[side]} battle damage."
        said.append({"en": en, "zh": f"{_WHO[side]['zh']}受到{total}{out.damage[side]}战斗伤害。"}[lang])
    return " ".join(said) if lang == "en" else "".join(said)


def life_told(out: Fought, lang: Lang) -> list[str]:
    """What becomes of the Life Points that were given."""
    told = []
    for side, (before, after) in out.life.items():
        who, s = _WHO[side][lang], "s" if side == "opp" else ""
        over = f" and lose{s} the Duel" if not after else ""
        if before == after:
            text = {"en": f"{who} stay{s} at {after}.", "zh": f"{who}的基本分还是{after}。"}
        else:
            go = "goes" if s else "go"
            lost = "，决斗败北" if not after else ""
            by = _by_steps(out, side, before)
            en = f"{who} {go} from {before} to {after} LP{f' ({by})' if by else ''}{over}."
            text = {"en": en, "zh": f"{who}的基本分从{before}变成{after}{f'（{by}）' if by else ''}{lost}。"}
        told.append(text[lang])
    return told


def _by_steps(out: Fought, side: Side, before: int) -> str:
    """The Life Points after each of several attacks; empty where there is one, or other damage beside them."""
    if len(out.each) < 2 or sum(out.each) != out.damage[side]:
        return ""
    return " → ".join(map(str, accumulate(out.each, lambda left, damage: max(0, left - damage), initial=before)))


def fallen_told(battle: Battle, out: Fought, lang: Lang) -> str:
    """Which monsters are destroyed."""
    if len(out.destroyed) == 2:
        return {"en": "Both monsters are destroyed.", "zh": "双方怪兽都被战斗破坏。"}[lang]
    if not out.destroyed:
        return {"en": "No monster is destroyed.", "zh": "没有怪兽被战斗破坏。"}[lang]
    role: Role = next(iter(out.destroyed))
    whose: Side = battle.attacker if role == "attacker" else "own" if battle.attacker == "opp" else "opp"
    which = {"attacker": {"en": "the attacker", "zh": "攻击怪兽"}, "target": {"en": "the attacked one", "zh": "被攻击的怪兽"}}[
        role
    ][lang]
    name = _MONSTER[whose][lang]
    return {"en": f"{name[0].upper()}{name[1:]}, {which}, is destroyed.", "zh": f"{name}（{which}）被战斗破坏。"}[lang]
