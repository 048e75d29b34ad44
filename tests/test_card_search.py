"""Cards found by what players call them; ambiguous names offered."""

import pytest
from card_samples import write_cdb, write_yaml_yugi, write_ygoprodeck
from hypothesis import given
from hypothesis import strategies as st

from ingest.card_library import CardLibrary
from kb.cards.nicknames import Nicknames, load_nicknames
from kb.cards.store import open_cards
from kb.errors import AmbiguousName, BadData, BadInput, SnapshotError, UnknownName
from query.card.search import CardSearch

NICKNAMES = """
[[nickname]]
card = "Lantern Moth"
en = ["Lampy"]
zh = ["小灯"]

[[nickname]]
card = "Cobalt Verdict of Frost"
en = ["CVF", "Lampy two"]
zh = ["裁决"]

[[nickname]]
card = "Twin-Tide Ferry"
en = ["Lampy two"]
"""


@pytest.fixture(scope="module")
def search(tmp_path_factory) -> CardSearch:
    folder = tmp_path_factory.mktemp("cards")
    library = CardLibrary(folder)
    library.add([write_yaml_yugi(folder / "a.json"), write_cdb(folder / "b.cdb"), write_ygoprodeck(folder / "c.json")])
    library.put_in(folder)
    (folder / "nicknames.toml").write_text(NICKNAMES, "utf-8")
    store = open_cards(folder)
    assert store is not None and len(store) == 10
    return CardSearch(store, load_nicknames(folder))


@pytest.mark.parametrize(
    ("name", "how", "card"),
    [
        ("Lantern Moth", "exact", "90001"),
        ("  lantern   MOTH ", "exact", "90001"),
        ("灯笼夜蛾", "exact", "90001"),
        ("燈籠飛蛾", "exact", "90001"),
        ("燈籠夜蛾", "exact", "90001"),
        ("提灯蛾", "exact", "90001"),
        ("灯モス", "exact", "90001"),
        ("twin tide ferry", "exact", "p80000011"),
        ("Lampy", "nickname", "90001"),
        ("小燈", "nickname", "90001"),
        ("裁决", "nickname", "90003"),
        ("80000009", "number", "90001"),
        ("90002", "number", "90002"),
        ("p80000021", "number", "p80000021"),
        ("CVOF", "initials", "90003"),
        ("cvof", "initials", "90003"),
        ("Cobalt", "beginning", "90003"),
        ("黄昏", "beginning", "p80000021"),
        ("frost verdict", "words", "90003"),
        ("摆渡龙", "words", "p80000021"),
        ("Lantren Moth", "typo", "90001"),
        ("Cobolt Verdikt of Frost", "typo", "90003"),
        ("灯龙夜蛾", "typo", "90001"),
        ("Cobalt Verdikt", "typo", "90003"),
    ],
)
def test_a_card_goes_by_its_names_nicknames_and_numbers(search, name, how, card):
    found = search.find(name)
    assert (found.how, found.card.id) == (how, card)


def test_a_whole_name_is_not_mistaken_for_the_beginning_of_another(search):
    assert search.find("Lantern Moth").card.id == "90001"
    assert search.find("Lantern Moth Swarm").card.id == "90002"


@pytest.mark.parametrize(
    ("name", "offered"), [("Lantern", ("Lantern Moth (", "Lantern Moth Swarm")), ("Lampy two", ("Cobalt", "Twin"))]
)
def test_what_fits_several_cards_is_offered_not_guessed(search, name, offered):
    with pytest.raises(AmbiguousName) as error:
        search.find(name)
    assert all(any(o.startswith(start) for o in error.value.offered) for start in offered)
    assert len(error.value.offered) == 2 and "\n" not in str(error.value) and name in str(error.value)


def test_a_name_offered_in_chinese_shows_the_other_name_and_number(search):
    with pytest.raises(AmbiguousName, match="灯笼夜蛾 \\(Lantern Moth, 80000001\\)"):
        search.find("灯笼")


@pytest.mark.parametrize("name", ["Quartz Octopus", "石英章鱼", "Lamtorn Mxthh", "1", "0"])
def test_an_unknown_name_is_said_to_be_unknown(search, name):
    with pytest.raises(UnknownName, match="no such card") as error:
        search.find(name)
    assert not isinstance(error.value, AmbiguousName)


def test_an_unknown_name_comes_with_the_nearest(search):
    with pytest.raises(UnknownName, match=r"Nearest: .*Lantern Moth"):
        search.find("Lintorn Mxth")


@pytest.mark.parametrize("name", ["", "   ", "?!", "「」"])
def test_a_name_without_a_letter_is_refused(search, name):
    with pytest.raises(BadInput, match="empty"):
        search.find(name)


@given(st.text(max_size=30))
def test_no_name_makes_the_search_stumble(search, name):
    try:
        found = search.find(name)
    except (UnknownName, BadInput) as error:
        assert 0 < len(str(error)) < 300 and str(error).endswith((".", "?", ")"))
    else:
        assert found.card.names


@pytest.mark.parametrize(
    ("text", "says"),
    [("[[nickname]]\nen = ['x']", "needs `card`"), ("[[nickname]]\ncard = 'X'", "names in"), ("[[nick", "not valid TOML")],
)
def test_a_mistake_in_the_nicknames_is_named(tmp_path, text, says):
    (tmp_path / "nicknames.toml").write_text(text)
    with pytest.raises(BadData, match=says):
        load_nicknames(tmp_path)


def test_a_folder_without_nicknames_has_none(tmp_path):
    assert load_nicknames(tmp_path) == Nicknames()


def test_a_damaged_store_is_named(tmp_path):
    (tmp_path / "cards.sqlite").write_bytes(b"nothing of the kind" * 100)
    with pytest.raises(SnapshotError, match=r"cards\.sqlite"):
        open_cards(tmp_path)


@pytest.mark.slow
def test_every_real_card_is_found_by_its_names_or_offered(everything):
    missed = 0
    for card in list(everything.store.all())[::7]:
        for name in (n for lang, n in card.names.items() if lang != "zh-TW"):
            try:
                missed += everything.find(name).card.id != card.id
            except AmbiguousName as error:
                missed += not any(card.name("en") in o for o in error.offered)
    assert missed == 0


@pytest.mark.slow
def test_every_nickname_leads_to_its_card(everything):
    checked = 0
    for key, cards in everything.nicknames.cards.items():
        found = {n.text for n in everything.nicknamed(key)}
        assert found == set(cards)
        checked += 1
        if len(cards) == 1 and not everything.store.by_keys([key]):
            assert everything.find(key).card.names["en"] == cards[0]
    assert checked > 300
