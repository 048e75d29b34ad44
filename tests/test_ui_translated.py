"""What the code below the page says, in Chinese: mistakes that a user can mend, and what every check of the audit means."""

from __future__ import annotations

import string
import tomllib
from pathlib import Path

import pytest

from kb.audit.run import all_checks
from kb.errors import RulingsError
from kb.law.laws import Laws
from query.browse.document import source_page
from query.browse.shelves import entry_page, topic_entries
from query.browse.turn import turn_page
from query.card.check import check_pasted
from query.engine import checked
from ui import state
from ui.translated import CHECKS, MESSAGES, check_meaning, in_chinese, told


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_every_check_of_the_audit_has_its_meaning_in_chinese_and_no_other() -> None:
    known = tomllib.loads(CHECKS.read_text("utf-8"))
    assert set(known) == set(all_checks())
    assert all(any("一" <= c <= "鿿" for c in text) for text in known.values())
    with state.at({"lang": "zh"}):
        assert check_meaning("S101") and not check_meaning("X999")
    with state.at({"lang": "en"}):
        assert not check_meaning("S101")


def test_a_message_and_its_translation_carry_the_same_things() -> None:
    rows = tomllib.loads(MESSAGES.read_text("utf-8"))["message"]
    assert len(rows) >= 18
    for row in rows:
        assert fields(row["en"]) == fields(row["zh"]), row["en"]


@pytest.mark.parametrize(
    "mistake",
    [
        lambda folder: checked("  "),
        lambda folder: checked("x" * 30_000),
        lambda folder: check_pasted(" ", laws=()),
        lambda folder: check_pasted("x" * 5_000, laws=()),
        lambda folder: source_page("nowhere", home=folder),
        lambda folder: topic_entries("nowhere"),
        lambda folder: entry_page("nowhere.at-all"),
        lambda folder: turn_page("qqqq", law=Laws.open(folder).of("both")),
    ],
)
def test_a_mistake_is_told_in_the_pages_language(mistake: object, tmp_path: Path) -> None:
    with pytest.raises(RulingsError) as found:
        mistake(tmp_path)  # type: ignore[operator]
    shown = in_chinese(str(found.value))
    assert shown != str(found.value) and shown[:4] != str(found.value)[:4], shown
    with state.at({"lang": "en"}):
        assert told(str(found.value)) == str(found.value)


def test_a_message_without_a_translation_stays_as_it_is() -> None:
    assert in_chinese("Something else went wrong {0} %s.") == "Something else went wrong {0} %s."
