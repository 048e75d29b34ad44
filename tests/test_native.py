"""What a question names by words of a user's own document alone is decided there, whatever is alike elsewhere."""

from __future__ import annotations

import pytest

from ingest.build import Order, build
from kb.index.build import build_index
from kb.index.entry import Entry
from query.engine import Engine
from query.find.native import native_words
from query.rule.opposites import opposed_words

RULES = """# The Quay League

## Gull Tokens

- A gull marker leaves with the monster it lies on.
- In the Bell Phase the turn player rings once.
- Two monsters that bear a gull marker are not destroyed when they battle each other.
"""


def entry(name: str, kind: str, text: str, heading: str = "") -> Entry:
    return Entry(id=name, kind=kind, source=kind, texts={"en": text}, heading=(heading,) if heading else ())


def natives(question: list[str], *passages: Entry) -> dict[int, frozenset[str]]:
    digest = (entry("d", "digest", "A bell rings in each phase."), entry("e", "digest", "A marker lies on a monster."))
    return {row - 2: words for row, words in native_words(build_index([*digest, *passages]), question).items()}


def test_a_word_that_no_entry_of_the_digest_has_is_the_documents_own() -> None:
    found = natives(["gull", "marker"], entry("a", "bullet", "A gull lies there."), entry("b", "bullet", "Nothing."))
    assert found == {0: {"gull"}}


def test_a_heading_names_what_stands_under_it() -> None:
    assert natives(["gull"], entry("a", "bullet", "It lies there.", "Gulls")) == {0: {"gull"}}


def test_two_common_words_side_by_side_are_a_name_and_apart_they_are_not() -> None:
    together, apart = entry("a", "bullet", "The Bell Monster rests."), entry("b", "bullet", "The monster rings a bell.")
    assert natives(["bell", "monster"], together, apart) == {0: {"bell monster"}}


def test_without_a_digest_nothing_is_named() -> None:
    assert native_words(build_index([entry("a", "bullet", "A gull lies there.")]), ["gull"]) == {}


def test_a_pair_of_the_digest_is_no_name() -> None:
    assert natives(["each", "phase"], entry("a", "bullet", "In each phase the bell rings.")) == {}


@pytest.mark.parametrize(
    ("asked", "told", "found"),
    [
        ("Do we lose our markers?", "Both keep their markers.", {"lose"}),
        ("Do we keep our markers?", "Both keep their markers.", set()),
        ("Does the winner begin?", "The loser of the last Duel begins.", set()),
        ("标记会失去吗？", "双方保留标记。", {"失去"}),
    ],
)
def test_words_of_opposite_meaning_are_told(asked: str, told: str, found: set[str]) -> None:
    assert opposed_words(asked, told) == found


def test_another_player_is_told_apart_from_what_happens() -> None:
    assert opposed_words("Does the winner begin?", "The loser of the last Duel begins.", when=True) == {"winner"}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    place = tmp_path_factory.mktemp("quay")
    (place / "quay.md").write_text(RULES, "utf-8")
    build(place / "home", Order(paths=(place / "quay.md",)))
    return Engine.open(place / "home")


@pytest.mark.slow
def test_what_only_the_document_knows_is_decided_by_it(engine: Engine) -> None:
    answer = engine.ask("Two monsters with a gull marker battle each other with the same ATK. Are they destroyed?")
    assert (answer.verdict, answer.citations[0].source) == ("no", "quay")


@pytest.mark.slow
def test_a_general_rule_on_what_only_the_document_knows_is_not_sure(engine: Engine) -> None:
    answer = engine.ask("Can a gull marker be chained to a Counter Trap?")
    assert answer.ground == "inferred"
    assert answer.confidence < 0.7
