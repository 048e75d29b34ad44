"""Any case put to the formal rules as words, and the one asked most: may it be used again this turn after a negation?"""

from __future__ import annotations

from collections.abc import Sequence

from kb.errors import BadInput
from kb.law.conditions import problems
from kb.law.decide import Decision
from kb.law.law import Law
from kb.law.vocabulary import VOCABULARY
from kb.model import Lang
from query.calc.calculation import Calculation, Step, rules_of

_THEN: dict[str, tuple[str, str]] = {
    "permitted": ("Yes, it may.", "可以。"),
    "forbidden": ("No, it may not.", "不可以。"),
    "conflict": ("It depends: rules are opposed.", "规则互相对立，视情况而定。"),
    "insufficient": ("That is no reason for it.", "这不构成理由。"),
    "speed-1": ("Spell Speed 1.", "咒文速度1。"),
    "speed-2": ("Spell Speed 2.", "咒文速度2。"),
    "speed-3": ("Spell Speed 3.", "咒文速度3。"),
    "turn-player": ("The turn player may act next.", "接下来轮到回合玩家。"),
    "opponent": ("The turn player's opponent may act next.", "接下来轮到回合玩家的对手。"),
    "other-player": ("The player who did not add the last link may act next.", "接下来轮到没有发动最后一环的玩家。"),
    "same-player": ("The player who added the last link may add another.", "发动最后一环的玩家可以再发动。"),
    "triggered": ("The triggered effects start a Chain.", "先由诱发的效果组成连锁。"),
    "resolve": ("The Chain is resolved.", "进行连锁处理。"),
    "open-state": ("The game state is open again; the turn player may do anything.", "回到开放状态，回合玩家可以自由行动。"),
    "next-phase": ("The next phase or step begins.", "进入下一个阶段或步骤。"),
    "applied": ("It is applied.", "适用。"),
    "not-applied": ("It is not applied.", "不适用。"),
    "stands": ("It stands.", "仍然成立。"),
    "graveyard": ("It goes to the Graveyard.", "送去墓地。"),
    "stays": ("It stays.", "留在原处。"),
    "destroyed": ("It is destroyed.", "破坏。"),
    "removed": ("It is removed.", "去除。"),
    "ends": ("It ends.", "不再适用。"),
    "used-up": ("It is used up.", "已经用掉。"),
    "not-returned": ("It is not given back.", "不返还。"),
    "counts": ("It counts.", "算数。"),
    "does-not-count": ("It does not count.", "不算。"),
    "remembered": ("It is remembered.", "保留。"),
    "forgotten": ("It is forgotten.", "不再保留。"),
    "unsettled": ("The sources call it not settled yet.", "资料注明尚在调整。"),
    "vanishes": ("It vanishes.", "消灭。"),
    "kept": ("The earlier change stays beneath the new one.", "先前的变化保留，在其基础上适用。"),
    "suspended": ("The earlier change does not count while the new one applies.", "新变化适用期间，先前的变化不计算。"),
    "reapplied": ("The earlier change is counted again on top of the new one.", "先前的变化在新变化之后再度计算。"),
    "target-destroyed": ("The attacked monster is destroyed.", "被攻击的怪兽破坏。"),
    "attacker-destroyed": ("The attacking monster is destroyed.", "攻击怪兽破坏。"),
    "both-destroyed": ("Both monsters are destroyed.", "双方怪兽都破坏。"),
    "none-destroyed": ("No monster is destroyed.", "没有怪兽被破坏。"),
}
_HINT = "Write facts as term=value, for example act=chain speed=2 chain_speed=3. The terms are in docs/rules.md."
_LIMITS = {"activate": "by_name_activation", "use": "by_name", "this-card": "this_card"}


def case(words: Sequence[str], *, law: Law) -> Calculation:
    """A case given as "term=value" words. Raises BadInput for a word, a term or a value that is unknown."""
    facts: dict[str, object] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not (name and equals and value):
            raise BadInput(f"case: {word[:60]!r} is no fact. {_HINT}")
        if name in facts:
            raise BadInput(f"case: `{name}` is given twice. {_HINT}")
        facts[name] = _value(name, value)
    return _calculation("case", law.decide(facts))


def again(limit: str, negated: str, *, card: str = "", law: Law) -> Calculation:
    """May an effect or card with a once-per-turn limit be used again this turn after that was negated?

    `limit`: how the text words it, "activate" (you can only activate … once), "use" (you can only use … once) or
    "this-card" (once per turn). `negated`: "activation" or "effect". `card`: monster, spell or trap, where known.
    Raises BadInput for another word.
    """
    if limit not in _LIMITS:
        raise BadInput(f"--limit {limit[:40]}: unknown. Give {', '.join(_LIMITS)}.")
    for option, value, allowed in (
        ("negated", negated, ("activation", "effect")),
        ("card", card, ("monster", "spell", "trap", "")),
    ):
        if value not in allowed:
            raise BadInput(f"--{option} {value[:40]}: unknown. Give {', '.join(a for a in allowed if a)}.")
    facts: dict[str, object] = {"effect": {"limit": _LIMITS[limit], "negated": negated}, "card": {"type": card or None}}
    return _calculation("again", law.decide({"act": "use-again", **facts}))


def told(decision: Decision) -> dict[Lang, str]:
    """What a decision comes to, in one line."""
    if decision.missing:
        names = ", ".join(decision.missing)
        return {"en": f"It depends; not known: {names}.", "zh": f"视情况而定；尚不清楚：{names}。"}
    if decision.verdict == "depends" and not decision.then:
        en = "It depends: an editor corrected the wording of an entry that would decide it."
        return {"en": en, "zh": "视情况而定：起决定作用的条目已由编辑更正文字。"}
    if not decision.then:
        return {"en": "The sources don't say.", "zh": "资料没有说明。"}
    if place := decision.then.removeprefix("place-") if decision.then.startswith("place-") else "":
        return {"en": f"It is chained in place {place}.", "zh": f"排在第{place}位。"}
    en, zh = _THEN[decision.then]
    return {"en": en, "zh": zh}


def _value(name: str, value: str) -> object:
    term = VOCABULARY.get(name)
    if term and term.kind == "flag" and value in ("true", "false"):
        return value == "true"
    if term and term.kind == "number":
        sign, digits = (-1, value[1:]) if value.startswith("-") else (1, value)
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 7):
            raise BadInput(f"case: `{name}` takes a whole number, not {value[:40]!r}. {_HINT}")
        return sign * int(digits)
    if term is None and (wrong := problems({name: value})):
        raise BadInput(f"case: {wrong[0]}. {_HINT}")
    return value.split(",") if term and term.kind == "words" else value


def _calculation(of: str, decision: Decision) -> Calculation:
    result = told(decision)
    outcome = {"then": decision.then, "possible": list(decision.possible), **decision.value}
    return Calculation(
        of=of,
        result=result,
        outcome=outcome,
        verdict=decision.verdict,
        steps=(Step(text=result, rules=rules_of(decision), value=decision.then),),
        missing=decision.missing,
    )
