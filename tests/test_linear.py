"""A text four times as long takes about four times as long to read; a quadratic reader would take sixteen times."""

from __future__ import annotations

import gc
import time

import pytest

from kb.cardtext import kind_of, read
from kb.errors import BadInput
from kb.model import Lang
from query.card.check import check_pasted
from query.card.effects import MAX_TEXT

LENGTH = 40_000
MONSTER, SPELL = kind_of("Monster", None, "Beast / Effect"), kind_of("Spell", "Field")


def seconds(text: str, lang: Lang) -> float:
    """Processor time of the quickest of five readings, as a monster's text and as a Spell's, without collecting garbage."""
    taken = []
    gc.collect()
    gc.disable()
    try:
        for _ in range(5):
            start = time.process_time()
            for kind in (MONSTER, SPELL):
                read(text, lang=lang, kind=kind)
            taken.append(time.process_time() - start)
    finally:
        gc.enable()
    return min(taken)


@pytest.mark.parametrize(
    ("unit", "lang"), [(" ", "en"), ("\n ", "en"), ("a. ", "en"), ("● ", "en"), ("●", "zh"), ("灯。", "zh"), ("，", "zh")]
)
def test_a_text_four_times_as_long_takes_about_four_times_as_long(unit: str, lang: Lang) -> None:
    short, long = ((unit * LENGTH)[:n] for n in (LENGTH // 4, LENGTH))
    assert seconds(long, lang) < 13 * seconds(short, lang) + 0.05


def test_a_text_longer_than_any_card_s_is_refused() -> None:
    with pytest.raises(BadInput, match=r"are read at most\. Paste one card's text"):
        check_pasted("a" * (MAX_TEXT + 1), laws=[])
    assert MAX_TEXT <= 4_000, "patterns that look ahead are quadratic in a sentence: its length must stay small"
