"""Tributes by Level: what is put forward, what is left out, and how far the answer is trusted."""

from __future__ import annotations

import pytest
from law_samples import law

from query.calc.asked import computed_answer
from query.calc.computed import CERTAIN, confidence


@pytest.mark.parametrize(
    ("text", "lang", "verdict"),
    [
        ("Can I Set a Level 6 without a Tribute?", "en", "no"),
        ("Can I put my Level 6 face-down without giving up a Tribute?", "en", "no"),
        ("Can I Normal Summon a Level 4 without a Tribute?", "en", "yes"),
        ("Can I Summon a Level 8 without two Tributes?", "en", "no"),
        ("Can I Tribute Summon a Level 6 with one Tribute?", "en", "yes"),
        ("Do I need a Tribute to Set a Level 5?", "en", "yes"),
        ("盖6星怪不用祭品可以吗？", "zh", "no"),
        ("我能不祭一只就盖6星怪吗？", "zh", "no"),
    ],
)
def test_a_tribute_that_is_left_out_is_not_put_forward(text: str, lang: str, verdict: str) -> None:
    done = computed_answer(text, lang, law())
    assert done is not None and done.verdict == verdict
    assert done.exact and confidence(done) == CERTAIN
