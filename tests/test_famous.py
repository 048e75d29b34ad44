"""Cards that are named where no card data is built."""

import pytest

from kb.cards.nicknames import Nicknames
from kb.cards.record import name_key
from query.card.famous import famous_in
from query.engine import Engine

NICKNAMES = Nicknames(
    cards={
        name_key("Quilly"): ("Quill of the Harbour",),
        name_key("Twinny"): ("Twin Lamp", "Twin Lantern"),
        name_key("夜灯笼"): ("Night Lantern",),
        name_key("Rush"): ("Rush Hour",),
    },
    ordinary=frozenset({name_key("Rush")}),
)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Does Quilly stop Night Lantern's effect?", [("Quilly", "Quill of the Harbour"), ("Night Lantern", "Night Lantern")]),
        ("Is Quill of the Harbour destroyed?", [("Quill of the Harbour", "Quill of the Harbour")]),
        ("对面的夜灯笼还在场上吗", [("夜灯笼", "Night Lantern")]),
        ("a quilly pattern and a night lantern", []),
        ("Twinny is one of two", []),
        ("Rush at dusk", []),
    ],
)
def test_names_that_players_have_others_for_are_known(text, named):
    assert [(m.surface, m.card) for m in famous_in(text, NICKNAMES)] == named


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    return Engine.open(tmp_path_factory.mktemp("bare"), encoder="none")


@pytest.mark.parametrize("text", ["Can Raigeki destroy Stardust Dragon?", "Does Solemn Strike stop Monster Reborn?"])
def test_what_two_texts_decide_is_not_guessed_without_them(bare, text):
    answer = bare.ask(text)
    assert (answer.verdict, answer.abstained, answer.ground) == ("unknown", True, "none")
    assert "rulings build --cards" in answer.text


def test_a_rule_of_two_other_cards_states_nothing_on_a_named_one(bare):
    answer = bare.ask("He uses Effect Veiler on my Stardust Dragon that lost the battle. Can its effect be negated?")
    assert answer.ground != "stated"
    assert answer.confidence < 0.8


def test_a_rule_about_the_cards_named_is_still_stated(bare):
    answer = bare.ask(
        "My Defense Position Stardust Dragon was beaten by Red Dragon Archfiend. May I chain it to the destruction effect?"
    )
    assert (answer.verdict, answer.ground) == ("no", "stated")
