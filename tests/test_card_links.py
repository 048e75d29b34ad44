"""Cards named in questions: quoted or not, in both languages, and what is no card."""

import json
from pathlib import Path

import pytest
from card_samples import write_yaml_yugi
from hypothesis import given
from hypothesis import strategies as st

from ingest.card_library import CardLibrary
from kb.cards.nicknames import load_nicknames
from kb.cards.store import open_cards
from query.card.links import cards_in, changes_untold
from query.card.search import CardSearch

NICKNAMES = """
[[nickname]]
card = "Lantern Moth"
en = ["Lampy", "LM", "Ember"]
zh = ["小灯", "蛾"]

[ordinary]
en = ["Glint", "Cobalt Verdict of Frost", "Swarm", "LM"]
"""


@pytest.fixture(scope="module")
def search(tmp_path_factory) -> CardSearch:
    folder = tmp_path_factory.mktemp("cards")
    library = CardLibrary(folder)
    library.add([write_yaml_yugi(folder / "a.json")])
    library.put_in(folder)
    (folder / "nicknames.toml").write_text(NICKNAMES, "utf-8")
    store = open_cards(folder)
    assert store is not None
    return CardSearch(store, load_nicknames(folder))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Can I use Lantern Moth Swarm here?", [("Lantern Moth Swarm", "90002")]),
        ("is lantern moth's effect quick", [("lantern moth", "90001")]),
        ("Does “Glint” miss the timing?", [("Glint", "90005")]),
        ("can i activate glint in the damage step", [("glint", "90005")]),
        ("There was a glint in his eye", []),
        ("Was it flipped glint and all?", []),
        ("he flipped glint and won", [("glint", "90005")]),
        ("Is a Glint shape legal?", []),
        ("Is my Glint destroyed?", [("Glint", "90005")]),
        ("What is the LM of it?", []),
        ("Can I chain LM?", [("LM", "90001")]),
        ("My Swarm attacks", []),
        ("My Lantern attacks", [("Lantern", "")]),
        ("May I lantern my moth swam home?", []),
        ("I chain Lampy to Cobalt Verdict of Frost.", [("Lampy", "90001"), ("Cobalt Verdict of Frost", "90003")]),
        ("the cobalt verdict of frost and ice", []),
        ("Ember stories are fun", []),
        ("Can Ember negate it?", [("Ember", "90001")]),
        ("Lampy stories are fun", [("Lampy", "90001")]),
        ("a lantern, moth and swarm", []),
        ("a non-lantern moth", []),
        ("灯笼夜蛾的效果能发动吗", [("灯笼夜蛾", "90001")]),
        ("燈籠夜蛾群可以發動嗎", [("燈籠夜蛾群", "90002")]),
        ("伤害步骤能发动微光吗？", [("微光", "90005")]),
        ("山顶的微光很美", []),
        ("「微光」是什么", [("微光", "90005")]),
        ("蛾能在伤害步骤发动吗", [("蛾", "90001")]),
        ("飞蛾扑火", []),
        ("能不能用小灯连锁霜之苍蓝裁决？", [("小灯", "90001"), ("霜之苍蓝裁决", "90003")]),
        ("", []),
    ],
)
def test_names_are_found_where_they_are_meant(search, text, found):
    mentions = cards_in(text, search)
    assert [(m.surface, m.card) for m in mentions] == found
    assert all(text[m.span.start : m.span.end] == m.surface for m in mentions)


def test_a_term_of_the_game_is_no_card_unless_quoted(tmp_path):
    from kb.cards.record import Card
    from kb.cards.store import write_cards

    write_cards(tmp_path / "cards.sqlite", [Card(id="1", type="trap", names={"en": "Damage Step", "zh": "伤害步骤"})])
    store = open_cards(tmp_path)
    assert store is not None
    search = CardSearch(store, load_nicknames(tmp_path))
    assert cards_in("Can I activate it in the Damage Step?", search) == ()
    assert cards_in("伤害步骤可以发动吗", search) == ()
    assert [m.card for m in cards_in("Is 「伤害步骤」 a card?", search)] == ["1"]


@given(st.text(max_size=60))
def test_spans_slice_the_text_and_never_overlap(search, text):
    mentions = cards_in(f"use Glint {text} 发动灯笼夜蛾", search)
    assert mentions
    ends = 0
    for m in mentions:
        assert m.span.start >= ends and m.surface == f"use Glint {text} 发动灯笼夜蛾"[m.span.start : m.span.end]
        ends = m.span.end


@pytest.mark.parametrize(
    ("text", "untold"),
    [
        ("A 2000 ATK monster is attacked, and I use Glint. How much damage?", True),
        ("A 2000 ATK monster gains 500 ATK from Glint. How much damage?", False),
        ("My Lantern Moth (1500) attacks a 1000 ATK monster. How much damage?", False),
        ("2000攻击力的怪兽被微光上升500，攻击力是多少？", False),
        ("2000攻击力的怪兽攻击，我发动微光，伤害多少？", True),
        ("A 2000 ATK monster attacks directly. How much damage?", False),
    ],
)
def test_a_card_that_changes_values_has_to_be_told_of_for_a_sum(search, text, untold):
    assert changes_untold(text, cards_in(text, search), search) is untold


WARD = {
    "konami_id": 90099,
    "name": {"en": "Woolly Wardkeeper", "zh-CN": "羊毛守门人"},
    "text": {
        "en": "During damage calculation (Quick Effect): You can discard this card; the battle damage becomes 0.",
        "zh-CN": "①：伤害计算时舍弃手牌的此卡可以发动。那次战斗伤害变成0。",
    },
    "card_type": "Monster",
    "monster_type_line": "Beast / Effect",
    "atk": 300,
    "def": 200,
}


@pytest.mark.parametrize(
    "text",
    ["He hits me for 2000 and I use Woolly Wardkeeper. What LP am I on?", "他2000直接攻击我，我用羊毛守门人，还剩多少血？"],
)
def test_a_card_that_changes_battle_damage_has_to_be_told_of_too(tmp_path: Path, text: str) -> None:
    (tmp_path / "ward.json").write_text(json.dumps([WARD], ensure_ascii=False), "utf-8")
    library = CardLibrary(tmp_path)
    library.add([tmp_path / "ward.json"])
    library.put_in(tmp_path)
    store = open_cards(tmp_path)
    assert store is not None
    search = CardSearch(store, load_nicknames(tmp_path))
    assert changes_untold(text, cards_in(text, search), search)
