"""Whether a cost of Life Points can be paid."""

from __future__ import annotations

from kb.law.law import Law
from kb.model import Verdict
from query.calc.answered import Computed, Line
from query.calc.told_situation import rule_texts
from query.read.procedure.model import Payment, Procedure


def answer_payment(asked: Procedure, given: Payment, law: Law) -> Computed | None:
    """Yes or no by the two numbers; None where the entries that say so are not there."""
    lang = asked.lang
    payable = given.life >= given.cost
    limit = given.rules["exact" if given.life == given.cost else "limit"]
    rules = (given.rules["mandatory"], limit) if given.mandatory and not payable else (limit,)
    texts = rule_texts(rules, lang, law)
    if len(texts) < len(rules):
        return None
    sum_ = f"{given.life}-{given.cost}={given.life - given.cost}" if payable else f"{given.life} < {given.cost}"
    verdict: Verdict = "yes" if payable == (asked.asks[0].about == "payable") else "no"
    gap = " " if lang == "en" else ""
    told = gap.join(texts[rule] for rule in rules)
    return Computed(
        topic=asked.topic,
        lang=lang,
        verdict=verdict,
        text=f"{sum_}. {told}" if lang == "en" else f"{sum_}。{told}",
        steps=tuple(Line(text=texts[rule], rules=(rule,), decides=rule == rules[0]) for rule in reversed(rules)),
        understood={"en": f"{given.life} LP, cost {given.cost}", "zh": f"基本分{given.life}，cost {given.cost}"}[lang],
    )
