"""What becomes of a Chain of three named cards, by invented texts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ingest.cards import read_card_file
from kb.cards.nicknames import Nicknames
from kb.cards.store import CardStore, write_cards
from kb.digest.load import sources_dir
from query.against.cues import load_cues
from query.against.linked import read_linked, resolve, told_of, verdict_of
from query.card.links import cards_in
from query.card.search import CardSearch

CUES = load_cues(sources_dir())
assert CUES is not None
TRAP, COUNTER = ("Trap", "Normal"), ("Trap", "Counter")
ROWS = [
    ("Tin Harvest", "锡收成", "Spell", "Normal", "Draw 1 card."),
    ("Copper Mill", "铜磨坊", "Spell", "Continuous", "Once per turn: You can draw 1 card."),
    ("Grey Halt", "灰止步", *COUNTER, "When a Spell/Trap Card is activated: Negate the activation."),
    ("White Pardon", "白赦免", *COUNTER, "When a Trap Card is activated: Negate the activation."),
    ("Loose Gust", "散风", "Spell", "Quick-Play", "Target 1 Spell/Trap on the field; destroy it."),
]


@pytest.fixture(scope="module")
def search(tmp_path_factory: pytest.TempPathFactory) -> CardSearch:
    path: Path = tmp_path_factory.mktemp("cards") / "cards.sqlite"
    rows = [
        {"konami_id": n, "password": 4000 + n, "name": {"en": en, "zh-CN": zh}, "card_type": kind, "property": sort,
         "text": {"en": text}} for n, (en, zh, kind, sort, text) in enumerate(ROWS, 1)
    ]  # fmt: skip
    write_cards(path, read_card_file(json.dumps(rows).encode(), "cards.json").cards)
    return CardSearch(CardStore(path), Nicknames())


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("I activate Tin Harvest, he chains Grey Halt, I chain White Pardon. Does Tin Harvest resolve?", "yes"),
        ("I activate Tin Harvest, he chains Grey Halt, I chain White Pardon. Does my Harvest still go through?", "yes"),
        ("I activate Tin Harvest, he responds with Grey Halt, I answer with White Pardon. Is Grey Halt negated?", "yes"),
        ("I activate Tin Harvest, he chains Grey Halt, I chain White Pardon. Is Tin Harvest negated?", "no"),
        ("I activate Tin Harvest, he chains Loose Gust, I chain Grey Halt. Does Loose Gust resolve?", "no"),
        ("I activate Tin Harvest, he chains Grey Halt, I chain Loose Gust on it. Does Tin Harvest resolve?", "unknown"),
        ("I activate Copper Mill, he chains Loose Gust, I chain Grey Halt. Does Copper Mill resolve?", "yes"),
        ("我发动锡收成，对方连锁灰止步，我再连锁白赦免，锡收成的效果能处理吗？", "yes"),
        ("我发动锡收成，对方连锁灰止步，我再连锁白赦免，灰止步会被无效吗？", "yes"),
    ],
)
def test_a_link_that_is_negated_negates_nothing(text: str, verdict: str, search: CardSearch) -> None:
    linked = read_linked(text, cards_in(text, search), search, CUES)
    assert linked
    found = resolve(linked, search, CUES)
    assert found and verdict_of(found) == verdict and told_of(found, "en")


@pytest.mark.parametrize(
    "text",
    [
        "I activate Tin Harvest, he chains Grey Halt. Does Tin Harvest resolve?",
        "I have Tin Harvest, Grey Halt and White Pardon. Does Tin Harvest resolve?",
        "I activate Tin Harvest, he chains Grey Halt, I chain White Pardon. Who draws first?",
    ],
)
def test_other_questions_are_not_read_so(text: str, search: CardSearch) -> None:
    assert read_linked(text, cards_in(text, search), search, CUES) is None
