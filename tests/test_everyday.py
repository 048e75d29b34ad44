"""What people call things who do not know the game's terms is read as the terms."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.digest.check import BadSources
from kb.digest.load import load_everyday
from query.engine import Engine
from query.read.everyday import in_terms

EVERYDAY = load_everyday()


@pytest.mark.parametrize(
    ("asked", "read"),
    [
        ("Is the green card with the little lightning bolt fast?", "Is the Quick-Play Spell fast?"),
        ("He put a purple card with a bent arrow down.", "He put a Counter Trap down."),
        ("My guy is lying sideways.", "My guy is in Defense Position."),
        ("May I turn my big dragon sideways?", "May I turn my big dragon to Defense Position?"),
        ("It went to the dead pile.", "It went to the Graveyard."),
        ("带闪电的绿卡能接吗？", "速攻魔法能接吗？"),
        ("我竖着的怪打他横着的怪", "我攻击表示怪打他守备表示怪"),
        ("它进了死卡堆", "它进了墓地"),
    ],
)
def test_everyday_words_become_terms(asked: str, read: str) -> None:
    assert in_terms(asked, EVERYDAY) == read


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
    assert in_terms(asked, EVERYDAY) == asked


@pytest.mark.parametrize("asked", ["A green card on its back, sideways, in the dead pile.", "横着扣的怪和带闪电的绿卡在死卡堆"])
def test_read_again_nothing_changes(asked: str) -> None:
    once = in_terms(asked, EVERYDAY)
    assert once != asked and in_terms(once, EVERYDAY) == once


def test_what_is_called_by_its_term_besides_stays() -> None:
    asked = "Does a monster in Defense Position lie sideways?"
    assert in_terms(asked, EVERYDAY) == asked


def test_a_folder_without_such_words_leaves_all_as_it_is(tmp_path: Path) -> None:
    assert load_everyday(tmp_path) == {} and in_terms("the dead pile", {}) == "the dead pile"


def test_an_edited_file_is_read_anew_and_a_wrong_one_told(few_rules: Path) -> None:
    file = few_rules / "cues" / "everyday.toml"
    file.parent.mkdir(exist_ok=True)
    for term in ("Lantern", "Candlestick"):
        file.write_text(f"[en]\nterms = [['\\bwick thing\\b', '{term}']]\n", "utf-8")
        assert in_terms("the wick thing", load_everyday(few_rules)) == f"the {term}"
    for wrong in ("[en]\nterms = [['(wick', 'Lantern']]\n", "[en]\nterm = []\n", "[en]\nterms = ['wick']\n", "en = 3\n"):
        file.write_text(wrong, "utf-8")
        with pytest.raises(BadSources, match=r"everyday\.toml"):
            load_everyday(few_rules)


def test_an_answer_says_how_the_question_was_read(digest_home: Path) -> None:
    engine = Engine.open(digest_home, encoder="none")
    told = engine.ask("Does my green card with the lightning bolt go to the dead pile?")
    assert any("Quick-Play Spell" in note and "Graveyard" in note for note in told.notes)
    assert not any(note.startswith("Read as") for note in engine.ask("Can I chain a Trap?").notes)
    engine.close()
