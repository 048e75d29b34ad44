"""Spell Speeds of what is activated, and whether each link may be chained to the one before it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.digest.load import bundled_linker
from kb.errors import BadInput
from kb.law.law import Law
from kb.model import Lang
from query.calc.calculation import Calculation, Step, rules_of
from query.card.pasted import named_kind

_EFFECTS = {"ignition-effect": "ignition", "trigger-effect": "trigger", "quick-effect": "quick", "flip-effect": "flip"}
_MOST_LINKS = 30
_HINT = (
    'Write what it is, such as "Quick-Play Spell", "Counter Trap", "Quick Effect", 诱发即时效果, or its Spell Speed 1, 2 or 3.'
)


def chain(links: Sequence[str], *, simultaneous: bool = False, law: Law) -> Calculation:
    """May each of these be chained to the one before it? `simultaneous`: they met their timing together.

    A link is a kind of card or effect, or a Spell Speed. Raises BadInput for anything else.
    """
    if not 1 <= len(links) <= _MOST_LINKS:
        raise BadInput(f"chain: {len(links)} links; give 1 to {_MOST_LINKS}. {_HINT}")
    steps = [_speed(text, n, law) for n, text in enumerate(links, 1)]
    speeds = [int(step.value) for step in steps]
    verdicts = ["yes"]
    for number in range(1, len(links)):
        facts = {"speed": speeds[number], "chain_speed": speeds[number - 1], "simultaneous": simultaneous}
        decision = law.decide({"act": "chain", "to": "activation", **facts})
        verdicts.append(decision.verdict)
        steps.append(Step(text=_told(number, speeds, decision.verdict), rules=rules_of(decision), value=decision.verdict))
    broken = next((n for n, verdict in enumerate(verdicts, 1) if verdict != "yes"), 0)
    return Calculation(
        of="chain",
        result=_result(broken, len(links), speeds),
        outcome={"speeds": speeds, "fails_at": broken or None},
        verdict="no" if broken else "yes" if len(links) > 1 else "n/a",
        steps=tuple(steps),
    )


def _speed(text: str, number: int, law: Law) -> Step:
    if match := re.fullmatch(r"(?:spell speed|speed|咒文速度|速度)?\s*([123])", text.strip().lower()):
        shown: dict[Lang, str] = {
            "en": f"Chain Link {number}: Spell Speed {match[1]}.",
            "zh": f"连锁{number}：咒文速度{match[1]}。",
        }
        return Step(text=shown, value=match[1])
    decision = law.decide({"act": "speed", **_facts(text, law)})
    if not decision.then.startswith("speed-"):
        lacking = f" (missing: {', '.join(decision.missing)})" if decision.missing else ""
        raise BadInput(f"link {number} {text[:40]!r}: its Spell Speed is not known{lacking}. {_HINT}")
    speed = decision.then.removeprefix("speed-")
    told: dict[Lang, str] = {
        "en": f"Chain Link {number}, {text.strip()}: Spell Speed {speed}.",
        "zh": f"连锁{number}，{text.strip()}：咒文速度{speed}。",
    }
    return Step(text=told, rules=rules_of(decision), value=speed)


def _facts(text: str, law: Law) -> dict[str, object]:
    kind = named_kind(text)
    if kind and kind.type != "monster":
        return {"card": {"type": kind.type, "sort": kind.sort}, "effect": {"kind": "activation"}}
    linked = {link.target for link in bundled_linker(law.sources).link(text, slang=True, typos=True)}
    effect = next((word for concept, word in _EFFECTS.items() if concept in linked), None)
    if effect:
        return {"card": {"type": "monster"}, "effect": {"kind": effect}}
    for concept in sorted(linked):
        if match := re.fullmatch(r"(normal|continuous|field|equip|ritual|quick-play|counter)-(spell|trap)-card", concept):
            return {"card": {"type": match[2], "sort": match[1]}, "effect": {"kind": "activation"}}
    return {}


def _told(number: int, speeds: Sequence[int], verdict: str) -> dict[Lang, str]:
    may = verdict == "yes"
    return {
        "en": f"Chain Link {number + 1} (Spell Speed {speeds[number]}) {'may' if may else 'may not'} answer "
        f"Chain Link {number} (Spell Speed {speeds[number - 1]}).",
        "zh": f"连锁{number + 1}（咒文速度{speeds[number]}）{'可以' if may else '不可以'}连锁"
        f"连锁{number}（咒文速度{speeds[number - 1]}）。",
    }


def _result(broken: int, count: int, speeds: Sequence[int]) -> dict[Lang, str]:
    if count == 1:
        return {"en": f"Spell Speed {speeds[0]}.", "zh": f"咒文速度{speeds[0]}。"}
    if not broken:
        return {"en": "This Chain may be built.", "zh": "这样组连锁可以。"}
    return {
        "en": f"Chain Link {broken} may not be chained to Chain Link {broken - 1}.",
        "zh": f"连锁{broken}不可以连锁连锁{broken - 1}发动。",
    }
