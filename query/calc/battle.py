"""Who is destroyed in a battle, and who takes how much damage: the formal rules of the digest, and subtraction."""

from __future__ import annotations

import re

from kb.errors import BadInput
from kb.lang.later import later
from kb.law.decide import Decision
from kb.law.law import Law
from kb.model import Lang
from query.calc.calculation import Calculation, Step, rules_of, whole_number

_TARGETS = {"attack": "atk|attack|a|攻击力|攻击表示|攻击|攻", "defense": "def|defense|defence|d|守备力|守备表示|守备|守"}
_DIRECT = later(r"direct(ly)?|直接攻击|直接")
_DESTROYED: dict[str, dict[Lang, str]] = {
    "target-destroyed": {"en": "The attacked monster is destroyed", "zh": "被攻击的怪兽破坏"},
    "attacker-destroyed": {"en": "The attacking monster is destroyed", "zh": "攻击怪兽破坏"},
    "both-destroyed": {"en": "Both monsters are destroyed", "zh": "双方怪兽都破坏"},
    "none-destroyed": {"en": "No monster is destroyed", "zh": "没有怪兽被破坏"},
}
_PLAYERS: dict[str, dict[Lang, str]] = {
    "attacking-player": {"en": "the attacking player", "zh": "攻击方玩家"},
    "defending-player": {"en": "the player under attack", "zh": "被攻击方玩家"},
}


def battle(attacker: str, target: str, *, piercing: bool = False, law: Law) -> Calculation:
    """The outcome of a battle. `attacker` is an ATK; `target` is "atk:1600", "def:2000" or "direct" (攻1600, 守2000, 直接).

    Raises BadInput for anything else.
    """
    atk = whole_number(attacker, "attacker's ATK")
    kind, value = _target(target)
    facts = {"target": kind, "difference": atk - value, "atk": atk, "piercing": piercing}
    decision = law.decide({"act": "battle", "battle": facts})
    damage = {"difference": abs(atk - value), "atk": atk}.get(decision.value.get("damage", ""), 0)
    to = decision.value.get("to", "nobody") if damage else "nobody"
    return Calculation(
        of="battle",
        result=_result(decision, damage, to),
        outcome={"destroyed": decision.then.removesuffix("-destroyed"), "damage": damage, "to": to},
        steps=(
            _compared(atk, kind, value),
            Step(text=_result(decision, damage, to), rules=rules_of(decision), value=str(damage)),
        ),
    )


def _target(text: str) -> tuple[str, int]:
    word = text.strip().lower()
    if _DIRECT.fullmatch(word):
        return "direct", 0
    for kind, names in _TARGETS.items():
        match = re.fullmatch(rf"(?:{names})\s*[:：=]?\s*([0-9]+)", word) or re.fullmatch(rf"([0-9]+)\s*(?:{names})", word)
        if match:
            return kind, whole_number(match[1], "attacked monster's value")
    raise BadInput(f"what is attacked {text[:40]!r}: not understood. Write atk:1600, def:2000 or direct.")


def _compared(atk: int, kind: str, value: int) -> Step:
    if kind == "direct":
        return Step(text={"en": f"Direct attack with ATK {atk}.", "zh": f"攻击力{atk}的直接攻击。"}, value=str(atk))
    en, zh = ("ATK", "攻击力") if kind == "attack" else ("DEF", "守备力")
    difference = atk - value
    return Step(
        text={
            "en": f"ATK {atk} against {en} {value}: {atk} - {value} = {difference}.",
            "zh": f"攻击力{atk}对{zh}{value}：{atk}－{value}＝{difference}。",
        },
        value=str(difference),
    )


def _result(decision: Decision, damage: int, to: str) -> dict[Lang, str]:
    if decision.then not in _DESTROYED:
        return {"en": "The sources don't say.", "zh": "资料没有说明。"}
    who = _DESTROYED[decision.then]
    if not damage:
        return {"en": f"{who['en']}; nobody takes battle damage.", "zh": f"{who['zh']}；双方都不受到战斗伤害。"}
    return {
        "en": f"{who['en']}; {_PLAYERS[to]['en']} takes {damage} battle damage.",
        "zh": f"{who['zh']}；{_PLAYERS[to]['zh']}受到{damage}战斗伤害。",
    }
