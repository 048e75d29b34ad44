"""Cases put to the formal rules: what follows, as the documents have it; what is missing, where facts are."""

from __future__ import annotations

from pathlib import Path

import pytest
from law_samples import law

from kb.errors import BadInput

ROWS = [
    line.split("\t")
    for line in (Path(__file__).parent / "cases.tsv").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]


def case(words: str) -> dict[str, object]:
    """`act=chain speed=2` as facts: numbers as numbers, true and false as such."""
    found: dict[str, object] = {}
    for word in words.split():
        name, _, value = word.partition("=")
        known: dict[str, object] = {"true": True, "false": False}
        found[name] = known.get(value, int(value) if value.lstrip("-").isdigit() else value)
    return found


@pytest.mark.parametrize(("words", "then"), ROWS, ids=[r[0] for r in ROWS])
def test_what_follows(words: str, then: str) -> None:
    assert law().decide(case(words)).then == then


def test_every_conclusion_rests_on_a_rule() -> None:
    assert all(law().decide(case(words)).fired for words, _ in ROWS)


def test_a_fact_that_decides_and_is_not_given_is_named() -> None:
    found = law().decide({"act": "activate-later", "effect.mandatory": False, "text.says": "when"})
    assert found.verdict == "depends"
    assert "last_event" in found.missing


def test_a_word_nobody_knows_is_refused_with_the_nearest() -> None:
    with pytest.raises(BadInput, match="speed"):
        law().decide({"act": "chain", "sped": 2})
