"""Numbers of a battle that a question only wants confirmed."""

import pytest
from law_samples import law

from kb.model import Lang, Verdict
from query.calc.asked import computed_answer


@pytest.mark.parametrize(
    ("text", "lang", "verdict"),
    [
        ("My 1700 runs into his 2300 in attack position, I was on 4000 LP. Am I at 3400 now?", "en", "yes"),
        ("My 1700 runs into his 2300 in attack position, I was on 4000 LP. Am I still on 4000?", "en", "no"),
        ("My 1700 runs into his 2300 in attack position. Do I take 600?", "en", "yes"),
        ("My 1700 runs into his 2300 in attack position. Do I take 700?", "en", "no"),
        ("我1700打他2300攻击表示的怪，我4000血。打完我还剩3400吗？", "zh", "yes"),
        ("我1700打他2300攻击表示的怪，我4000血。打完我还剩3000吗？", "zh", "no"),
        ("我1700打他2300攻击表示的怪，我要扣600吗？", "zh", "yes"),
    ],
)
def test_a_number_is_confirmed_or_not(text: str, lang: Lang, verdict: Verdict) -> None:
    done = computed_answer(text, lang, law())
    assert done is not None and done.verdict == verdict


def test_life_points_that_nobody_told_confirm_nothing() -> None:
    assert computed_answer("My 1700 runs into his 2300 in attack position. Am I at 3400 now?", "en", law()) is None
