"""What people call things who do not know the game's terms is read as the terms."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.digest.load import load_everyday, sources_dir
from kb.model import Lang
from query.engine import Engine
from query.read.everyday import in_terms

SOURCES = sources_dir()


@pytest.mark.parametrize(
    ("lang", "asked", "read"),
    [
        ("en", "Is the green card with the little lightning bolt fast?", "Is the Quick-Play Spell fast?"),
        ("en", "He put a purple card with a bent arrow down.", "He put a Counter Trap down."),
        ("en", "My guy is lying sideways.", "My guy is in Defense Position."),
        ("en", "May I turn my big dragon sideways?", "May I turn my big dragon to Defense Position?"),
        ("en", "It went to the dead pile.", "It went to the Graveyard."),
        ("zh", "带闪电的绿卡能接吗？", "速攻魔法能接吗？"),
        ("zh", "我竖着的怪打他横着的怪", "我攻击表示怪打他守备表示怪"),
        ("zh", "它进了死卡堆", "它进了墓地"),
    ],
)
def test_everyday_words_become_terms(lang: Lang, asked: str, read: str) -> None:
    assert in_terms(asked, lang, SOURCES) == read


@pytest.mark.parametrize(
    "asked",
    [
        "Can a Quick-Play Spell be chained to a Counter Trap?",
        "Do I get the card back up from my hand?",
        "Does a Spell Counter on a monster stay?",
        'My card says "turn 1 monster sideways". Must it be face-up?',
    ],
)
def test_terms_and_what_is_quoted_stay(asked: str) -> None:
    assert in_terms(asked, "en", SOURCES) == asked


def test_read_again_nothing_changes() -> None:
    asked = {"en": "A green card on its back, sideways, in the dead pile.", "zh": "扣着的紫卡和横着的怪在死卡堆"}
    for lang, text in asked.items():
        once = in_terms(text, lang, SOURCES)  # type: ignore[arg-type]  # the two languages there are
        assert once != text and in_terms(once, lang, SOURCES) == once  # type: ignore[arg-type]


def test_a_folder_without_such_words_leaves_all_as_it_is(tmp_path: Path) -> None:
    assert load_everyday(tmp_path) == {} and in_terms("the dead pile", "en", tmp_path) == "the dead pile"


def test_an_answer_says_how_the_question_was_read(digest_home: Path) -> None:
    engine = Engine.open(digest_home, encoder="none")
    told = engine.ask("Does my green card with the lightning bolt go to the dead pile?")
    assert any("Quick-Play Spell" in note and "Graveyard" in note for note in told.notes)
    assert not any(note.startswith("Read as") for note in engine.ask("Can I chain a Trap?").notes)
    engine.close()
