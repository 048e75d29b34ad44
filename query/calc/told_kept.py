"""How many Xyz Materials or counters are left of so many, by the entry that says what becomes of them."""

from __future__ import annotations

from kb.law.law import Law
from query.calc.answered import Computed, Line
from query.calc.told_situation import rule_texts
from query.read.procedure.model import Kept, Procedure


def answer_kept(asked: Procedure, given: Kept, law: Law) -> Computed | None:
    """The number left; None where the entry is not in force."""
    lang, rule = asked.lang, given.thing.rule
    told = rule_texts((rule,), lang, law)
    if rule not in told:
        return None
    left = given.count - given.spent if given.thing.stays else 0
    sum_ = f"{given.count}-{given.spent}={left}" if given.spent and given.thing.stays else f"{left}"
    text = {"en": f"{sum_} left. {told[rule]}", "zh": f"剩{sum_}个。{told[rule]}"}[lang]
    line = Line(text=told[rule], rules=(rule,), decides=True)
    return Computed(
        topic="memory", lang=lang, verdict="n/a", text=text, steps=(line,), understood=f"{given.thing.id}: {given.count}"
    )
