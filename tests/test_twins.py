"""The questions just inside and just outside a rule, by which is measured what is told too surely."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from benchmarks.twins import load_twins, scored
from kb.digest.load import load_rules


def test_twins_have_the_other_answer_and_are_no_known_questions() -> None:
    apart, rules = load_twins("apart"), {rule.id: rule for rule in load_rules()}
    known = {text for rule in rules.values() for ask in rule.asks for text in (ask.en, ask.zh)}
    assert not known & {one.question for one in (*apart, *load_twins("reworded"))}
    assert {one.entry for one in apart} <= set(rules)
    counted = Counter(one.verdict for one in apart)
    assert abs(counted["yes"] - counted["no"]) <= 2
    beside = sum(one.verdict != other.verdict and one.lang == other.lang for one, other in pairwise(apart))
    assert beside >= len(apart) // 2 - 2


def test_what_is_sure_is_counted_apart() -> None:
    asked = load_twins("apart")[:4]
    told = [(one.verdict, sure) for one, sure in zip(asked, (0.9, 0.5, 0.9, 0.9), strict=True)]
    told[3] = "depends", 0.9
    assert scored(asked, told) == {"right": 0.75, "sure": 0.75, "right of sure": 2 / 3}
