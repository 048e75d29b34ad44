"""Letters that stand in a text before a pattern is looked for there."""

from __future__ import annotations

import re

import pytest

from benchmarks.bank import load_bank
from kb.lang.letters import needed
from query.read.procedure.cues import load_cues
from query.read.procedure.words import words_of


@pytest.mark.parametrize(
    ("pattern", "letters"),
    [
        ("draw(?:ing)? a card", (" a card",)),
        ("(?:one|two) lamps?|灯笼", (" lamp", "灯笼")),
        ("lamp[s]+", ("lamp",)),
        ("(?:lamp|oil)+", ("lamp", "oil")),
        ("(?i:lamp)", ()),
        ("(?:lamp)?", ()),
        ("lamp|", ()),
        ("[^a]b{0,3}", ()),
        ("[一二]{gap}", ("一", "二")),
        ("la{gap}mp", ("la",)),
        ("(", ()),
    ],
)
def test_letters_that_are_sure_are_told(pattern: str, letters: tuple[str, ...]) -> None:
    assert needed(pattern) == letters


def test_every_cue_that_stands_in_a_question_has_its_letters_there() -> None:
    cues = load_cues()
    asked = load_bank()[::12]
    texts = [words_of(one.question, "zh" if one.lang == "zh" else "en", cues).text for one in asked]
    sure = {name: re.compile(cues.patterns[name].pattern) for name in cues.patterns if cues.letters.get(name)}
    assert len(texts) > 200 and len(sure) > 1000
    found = [(name, text) for name, pattern in sure.items() for text in texts if pattern.search(text)]
    assert len(found) > 1000
    assert [(name, text) for name, text in found if not any(one in text for one in cues.letters[name])] == []
