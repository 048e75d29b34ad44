"""A battle that was read from a question, fought: boosts, damage as changed by effects, Life Points, who wins."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kb.law.law import Law
from kb.model import Lang
from query.calc.answered import Line
from query.calc.calculation import rules_of
from query.read.procedure.model import Battle, Boost, Role, Side

_SETTLED = ("target-destroyed", "attacker-destroyed", "both-destroyed", "none-destroyed")


@dataclass(slots=True)
class Fought:
    """What a battle comes to."""

    destroyed: set[Role] = field(default_factory=set)
    damage: dict[Side, int] = field(default_factory=lambda: {"own": 0, "opp": 0})
    each: list[int] = field(default_factory=list)
    life: dict[Side, tuple[int, int]] = field(default_factory=dict)
    """Before and after, for those whose Life Points are given."""
    atk: int = 0
    value: int = 0
    lines: list[Line] = field(default_factory=list)
    replaced: set[Role] = field(default_factory=set)
    """Monsters that would have been destroyed, but for what is destroyed in their place."""
    burnt: list[tuple[Side, int]] = field(default_factory=list)
    """Effect damage after the battle."""
    open: bool = False
    """Whether the law does not say what a battle comes to."""
    decisive: int = 0
    """After how many direct attacks the Life Points were 0; 0 if they never were."""


def fight(battle: Battle, lang: Lang, *, law: Law) -> Fought:
    """The battle with its steps told in one language; `open` where the law does not settle it."""
    out = Fought()
    _flip(battle, lang, out)
    attacker: Side = battle.attacker or "own"
    defender: Side = "opp" if attacker == "own" else "own"
    out.value = _boosted(battle, "target", battle.value, lang, out)
    for number, printed in enumerate(battle.attacks, 1):
        out.atk = _boosted(battle, "attacker", printed, lang, out)
        facts = {"target": battle.target, "difference": out.atk - out.value, "atk": out.atk, "piercing": battle.piercing}
        decision = law.decide({"act": "battle", "battle": facts})
        out.open |= decision.then not in _SETTLED
        amount = {"difference": abs(out.atk - out.value), "atk": out.atk}.get(decision.value.get("damage", ""), 0)
        to = attacker if decision.value.get("to") == "attacking-player" else defender
        _fall(decision.then, battle, out)
        _compared(battle, lang, out, rules_of(decision))
        _hurt(battle, amount, to, lang, out)
        given = _given(battle, to).get(to)
        if given is not None and not out.decisive and out.damage[to] >= given:
            out.decisive = number
    battle_hurt: Side = max(out.damage, key=lambda s: out.damage[s]) if any(out.damage.values()) else "opp"
    _burn(battle, lang, out)
    _life(battle, battle_hurt, lang, out)
    return out


def positions(battle: Battle) -> tuple[Battle, Battle]:
    """The battle with the target in Attack and in Defense Position."""
    return replace(battle, target="attack", other=None), replace(battle, target="defense", value=battle.other or 0, other=None)


def _flip(battle: Battle, lang: Lang, out: Fought) -> None:
    if battle.face_down and battle.target == "defense":
        told = {
            "en": "Before damage calculation the attacked monster is turned to face-up Defense Position.",
            "zh": "伤害计算前，被攻击的里侧怪兽翻成表侧守备表示。",
        }
        out.lines.append(Line(text=told[lang], rules=("damage-step-timings.before-flip-attacked",)))


def _boosted(battle: Battle, role: Role, value: int, lang: Lang, out: Fought) -> int:
    for boost in battle.boosts:
        counts = "def" if role == "target" and battle.target == "defense" else "atk"
        if boost.role != role or boost.of != counts:
            continue
        new = _after(boost, value)
        name = {"atk": {"en": "ATK", "zh": "攻击力"}, "def": {"en": "DEF", "zh": "守备力"}}[boost.of][lang]
        sign = {"half": f"{value}/2=", "double": f"{value}x2=", "set": ""}.get(boost.by, f"{value}{boost.amount:+d}=")
        told = {
            "en": f"{name} {sign}{new} counts in this battle.",
            "zh": f"{name}{sign}{new}，这次战斗就按这个数值计算。",
        }
        rule = (
            "damage-step-timings.before-continuous-applies"
            if battle.face_down
            else "damage-calculation.outcome-from-calculation-values"
        )
        out.lines.append(Line(text=told[lang], rules=(rule,)))
        value = new
    return value


def _after(boost: Boost, value: int) -> int:
    by = {"half": value // 2, "double": value * 2, "set": boost.amount}
    return max(0, by.get(boost.by, value + boost.amount))


def _fall(then: str, battle: Battle, out: Fought) -> None:
    fallen: dict[str, set[Role]] = {
        "target-destroyed": {"target"},
        "attacker-destroyed": {"attacker"},
        "both-destroyed": {"attacker", "target"},
    }
    fell = fallen.get(then, set()) - set(battle.lasting)
    out.replaced = fell & set(battle.replaced)
    out.destroyed |= fell - out.replaced


def _compared(battle: Battle, lang: Lang, out: Fought, rules: tuple[str, ...]) -> None:
    if battle.target == "direct":
        told = {"en": f"Direct attack with {out.atk} ATK.", "zh": f"攻击力{out.atk}直接攻击。"}
    else:
        en, zh = ("ATK", "攻击力") if battle.target == "attack" else ("DEF", "守备力")
        d = out.atk - out.value
        told = {
            "en": f"{out.atk} ATK against {out.value} {en}: {out.atk}-{out.value}={d}.",
            "zh": f"攻击力{out.atk}对{zh}{out.value}：{out.atk}-{out.value}={d}。",
        }
    out.lines.append(Line(text=told[lang], rules=rules, decides=True))


def _hurt(battle: Battle, amount: int, to: Side, lang: Lang, out: Fought) -> None:
    if amount and battle.double:
        amount = _changed(amount, amount * 2, "x2", lang, out)
    if amount and battle.half:
        amount = _changed(amount, amount // 2, "/2", lang, out)
    other: Side = "opp" if to == "own" else "own"
    if amount and battle.reflected:
        told = {"en": "The other player takes that battle damage instead.", "zh": "这个战斗伤害改由另一方玩家承受。"}
        out.lines.append(Line(text=told[lang], rules=("damage-calculation.transferred-damage-is-battle-damage",)))
        to, other = other, to
    if amount and battle.prevented in (to, "both"):
        told = {
            "en": "The effect makes that battle damage 0; the comparison itself stands.",
            "zh": "效果把这个战斗伤害变成0；数值比较的结果不变。",
        }
        out.lines.append(Line(text=told[lang], rules=("damage-calculation.lp-subtracted",)))
        amount = 0
    out.damage[to] += amount
    out.each.append(amount)
    if battle.shared:
        out.damage[other] += amount


def _changed(before: int, after: int, how: str, lang: Lang, out: Fought) -> int:
    told = {
        "en": f"The effect changes the battle damage: {before}{how}={after}.",
        "zh": f"效果改变战斗伤害：{before}{how}={after}。",
    }
    out.lines.append(Line(text=told[lang], rules=("damage-calculation.battle-damage-definition",)))
    return after


def _burn(battle: Battle, lang: Lang, out: Fought) -> None:
    for to, amount, if_destroyed in battle.burn:
        if if_destroyed and "target" not in out.destroyed:
            continue
        out.burnt.append((to, amount))
        told = {
            "en": f"Then {amount} effect damage, which is no battle damage.",
            "zh": f"之后{amount}点效果伤害，不算战斗伤害。",
        }
        out.lines.append(Line(text=told[lang], rules=("winning.effect-damage-lowers-lp",)))


def _given(battle: Battle, hurt: Side) -> dict[Side, int]:
    return {side or hurt: value for side, value in battle.life}


def _life(battle: Battle, hurt: Side, lang: Lang, out: Fought) -> None:
    if not any(out.damage.values()) and out.burnt:
        hurt = out.burnt[0][0]
    for side, before in _given(battle, hurt).items():
        parts = [out.damage[side], *(amount for to, amount in out.burnt if to == side)]
        lost = sum(parts)
        after = max(0, before - lost)
        out.life[side] = (before, after)
        minus = "-".join(map(str, parts))
        told = {"en": f"Life Points: {before}-{minus}={after}.", "zh": f"基本分：{before}-{minus}={after}。"}
        rules = ("damage-calculation.lp-subtracted", *(("winning.opponent-lp-zero",) if after == 0 else ()))
        out.lines.append(Line(text=told[lang], rules=rules))
