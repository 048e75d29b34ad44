"""What is remembered of a monster after all that happened to it: each thing asked, answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from kb.law.law import Law
from kb.model import Verdict
from query.calc import memory_card, memory_turn
from query.calc.answered import Computed, Line
from query.calc.memory_case import Case, Part
from query.calc.told_situation import rule_texts
from query.read.procedure.model import Memory, Procedure, Recall

_TURNED: dict[Verdict, Verdict] = {"yes": "no", "no": "yes"}
_BY_ABOUT: Mapping[str, Callable[[Case, Recall], Part | None]] = {
    "attack": memory_turn.on_attack,
    "damage": memory_turn.on_damage,
    "life": memory_turn.on_life,
    "use": memory_turn.on_use,
    "position": memory_turn.on_position,
    "flip": memory_turn.on_flip,
    "counters": memory_card.on_counters,
    "materials": memory_card.on_materials,
    "equip": memory_card.on_equip,
    "gemini": memory_card.on_gemini,
    "atk": memory_card.on_atk,
    "boost": memory_card.on_boost,
    "claim": memory_card.on_claim,
    "pendulum": memory_card.on_pendulum,
    "flipped": memory_card.on_flipped,
    "revive": memory_card.on_revive,
    "how": memory_card.on_how,
    "from": memory_card.on_from,
    "returned": memory_card.on_returned,
    "trigger": memory_card.on_returned,
}


def answer_memory(asked: Procedure, given: Memory, law: Law) -> Computed | None:
    """An answer to everything asked; None where the rules leave one open."""
    parts = []
    asks = given.asks
    if given.life is not None and all(recall.about != "life" for recall in asks):
        asks = (*asks, Recall(about="life"))
    for recall in asks:
        part = _BY_ABOUT[recall.about](Case(asked.lang, given, law), recall)
        if part is None:
            return None
        parts.append(replace(part, verdict=_TURNED.get(part.verdict, part.verdict)) if recall.opposite else part)
    rules = tuple(dict.fromkeys(i for part in parts for i in part.rules))
    texts = rule_texts(rules, asked.lang, law)
    if len(texts) < len(rules) or not (rules or any(part.lines for part in parts)):
        return None
    polar = [part.verdict for part, recall in zip(parts, asks, strict=True) if recall.yes_no]
    gap = " " if asked.lang == "en" else ""
    return Computed(
        topic="memory",
        lang=asked.lang,
        verdict=polar[0] if polar else "depends" if any(p.missing for p in parts) else "n/a",
        text=gap.join(dict.fromkeys(part.text for part in parts)),
        steps=(*(Line(text=texts[i], rules=(i,)) for i in reversed(rules)), *(line for p in parts for line in p.lines)),
        missing=tuple(dict.fromkeys(m for part in parts for m in part.missing)),
        understood=", ".join(given.happened),
    )
