"""A number of cards held against its bounds."""

from __future__ import annotations

from kb.law.law import Law
from kb.model import Verdict
from query.calc.answered import Computed, Line
from query.calc.told_situation import rule_texts
from query.read.procedure.model import Counted, Procedure


def answer_limit(asked: Procedure, given: Counted, law: Law) -> Computed | None:
    """Whether the number is within its bounds, or how much is over."""
    lang, limit, number = asked.lang, given.limit, given.number
    text = rule_texts((limit.rule,), lang, law).get(limit.rule)
    if text is None:
        return None
    over = max(0, number - limit.most)
    fits = limit.least <= number <= limit.most
    verdict: Verdict = "n/a"
    if asked.asks:
        verdict = "yes" if fits == (asked.asks[0].about == "legal") else "no"
    told = f"{number}: {limit.least} - {limit.most}." if asked.asks else f"{number} - {limit.most} = {over}."
    gap = " " if lang == "en" else ""
    return Computed(
        topic=asked.topic,
        lang=lang,
        verdict=verdict,
        text=f"{told}{gap}{text}",
        steps=(Line(text=text, rules=(limit.rule,), decides=True),),
        understood=f"{limit.id.removeprefix('limit.')}: {number}",
    )
