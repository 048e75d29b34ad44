"""Cards around a card: what its text names in quotes, and whose texts name it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.cards.record import Card
from kb.cards.store import CardStore, write_cards
from query.card.related import quoted, related_cards


def card(number: int, name: str, text: str, zh: str = "", text_zh: str = "") -> Card:
    names = {"en": name} | ({"zh": zh} if zh else {})
    texts = {"en": text} | ({"zh": text_zh} if text_zh else {})
    return Card(id=str(number), type="spell", property="normal", names=names, texts=texts)


LAMP = card(
    1,
    'Lamp "N" Wick',
    'Add 1 "Oil Jug" or 1 "lamp" monster; this card is "Lamp "N" Wick".',
    "灯芯",
    "①：将1张「油壶」加入手牌。",
)
JUG = card(2, "Oil Jug", "Draw 1 card.", "油壶", "①：抽1张卡。")
POURER = card(3, "Pourer", 'Discard 1 "Oil Jug"; draw 1 card. You can only use 1 "Pourer" per turn.')
SPILLER = card(4, "Spiller", "An oil jug broke, and Oil Jug Street with it.")
KEEPER = card(5, "Keeper", "Gain 100 LP.", "守灯人", "①：以「油壶」或「灯芯」1张为对象可以发动。")
ALL = (LAMP, JUG, POURER, SPILLER, KEEPER)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardStore]:
    path = Path(tmp_path_factory.mktemp("cards")) / "cards.sqlite"
    write_cards(path, ALL)
    opened = CardStore(path)
    yield opened
    opened.close()


def ids(cards: tuple[Card, ...]) -> list[str]:
    return [c.id for c in cards]


def test_a_text_names_cards_only_by_a_whole_name_in_quotes(store: CardStore) -> None:
    assert ids(related_cards(POURER, store).named) == ["2"]
    assert ids(related_cards(LAMP, store).named) == ["2"]
    assert ids(related_cards(SPILLER, store).named) == []


def test_chinese_texts_name_cards_too_in_their_order(store: CardStore) -> None:
    assert ids(related_cards(KEEPER, store).named) == ["2", "1"]


def test_cards_whose_texts_name_it_stand_by_name_without_itself(store: CardStore) -> None:
    assert ids(related_cards(JUG, store).naming) == ["5", "1", "3"]
    assert ids(related_cards(POURER, store).naming) == []


def test_a_name_with_quotes_within_is_looked_up_as_written(store: CardStore) -> None:
    assert [c.id for c in store.holding(['Lamp "N" Wick'])] == ["1"]
    assert ids(related_cards(LAMP, store).naming) == ["5"]
    assert store.holding([]) == []


def test_what_is_quoted_is_told_once() -> None:
    assert quoted(card(9, "Two", 'A "Oil Jug" and a “Oil Jug”, 「油壶」.')) == ["oiljug", "油壶"]
