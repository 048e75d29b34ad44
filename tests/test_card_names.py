"""Names as players write them: in part, misspelt, as initials, by what a family is called, and those of several cards."""

import tomllib
from pathlib import Path

import pytest

from kb.cards.nicknames import load_nicknames
from kb.cards.record import Card, name_key
from kb.cards.store import open_cards, write_cards
from kb.digest.load import sources_dir
from kb.errors import BadData
from query.answer.contract import card_json
from query.card.links import CardMention, cards_in
from query.card.mentions import named_cards
from query.card.search import CardSearch

ROOT = Path(__file__).resolve().parent.parent
NICKNAMES = """
nickname = [
  { card = "Quillon Warden of the Marsh", en = ["Quilly", "the warden"], zh = ["沼卫"] },
  { card = "Quillon Herald of the Marsh", en = ["Quilly"] },
  { card = "Bramblewick", zh = ["荆棘灯"] },
]
family = [{ name = "沼泽剑士", called = ["泥剑族"] }]

[ordinary]
en = ["Second Wind"]
zh = ["连锁余波"]
"""
CARDS = [
    ("Quillon Warden of the Marsh", "沼泽剑士 守望"),
    ("Quillon Herald of the Marsh", "沼泽剑士 传令"),
    ("Bramblewick", "荆芯"),
    ("Tolvane, Lord of Seven Lakes", "七湖之主 托尔万"),
    ("Tolvanic Ember - Keeper of Cold Iron", "寒铁守护者"),
    ("Second Wind", "连锁余波"),
    ("Duskmere", "暮沼"),
    ("Duskmere Crab", "暮沼蟹"),
    ("Duskmere Eel", "暮沼鳗"),
    ("Duskmere Owl", "暮沼鸮"),
]


@pytest.fixture(scope="module")
def search(tmp_path_factory) -> CardSearch:
    folder = tmp_path_factory.mktemp("names")
    cards = [
        Card(id=str(70001 + i), konami=70001 + i, type="monster", type_line="Beast / Effect", names={"en": en, "zh": zh})
        for i, (en, zh) in enumerate(CARDS)
    ]
    write_cards(folder / "cards.sqlite", cards)
    (folder / "nicknames.toml").write_text(NICKNAMES, "utf-8")
    store = open_cards(folder)
    assert store is not None
    return CardSearch(store, load_nicknames(folder))


def printed(text: str, search: CardSearch) -> list[tuple[str, str, int | str | None, list[int]]]:
    rows = [card_json(c) for c in named_cards(cards_in(text, search), search)]
    return [(r["mention"], r["match"], r["konami_id"], r.get("choices", [])) for r in rows]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Can I use quillon warden of the marsh now?", [("quillon warden of the marsh", "exact", 70001, [])]),
        ("can i activate Quillon Wardn of the Marsh?", [("Quillon Wardn of the Marsh", "typo", 70001, [])]),
        ("does bramblwick trigger when discarded?", [("bramblwick", "typo", 70003, [])]),
        ("If Tolvane attacks, when does it trigger?", [("Tolvane", "part", 70004, [])]),
        ("If Tolvane's effect is negated, what then?", [("Tolvane", "part", 70004, [])]),
        ("Can Seven Lakes be banished?", [("Seven Lakes", "part", 70004, [])]),
        ("Is TLOSL able to attack?", [("TLOSL", "initials", 70004, [])]),
        ("Is KOCI able to attack?", [("KOCI", "initials", 70005, [])]),
        ("Can I chain Quilly to this?", [("Quilly", "ambiguous", None, [70001, 70002])]),
        ("Does a Quillon monster count?", [("Quillon", "ambiguous", None, [70001, 70002])]),
        ("If Duskmere attacks", [("Duskmere", "exact", 70007, [70007, 70009, 70010, 70008])]),
        ("I got a second wind in that game", []),
        ("Can I activate Second Wind now?", [("Second Wind", "exact", 70006, [])]),
        ("我能发动荆心吗？", [("荆心", "typo", 70003, [])]),
        ("七湖之主托尔完的效果能发动吗", [("七湖之主托尔完", "typo", 70004, [])]),
        ("泥剑族 守望能在伤害步骤发动吗", [("泥剑族 守望", "exact", 70001, [])]),
        ("泥剑族的效果能发动吗", [("泥剑族", "ambiguous", None, [70001, 70002])]),
        ("托尔万可以攻击吗", [("托尔万", "part", 70004, [])]),
        ("沼衛可以發動嗎", [("沼衛", "nickname", 70001, [])]),
        ("对方连锁Bramblewick的时候", [("Bramblewick", "exact", 70003, [])]),
        ("被连锁余波及的卡怎么处理", []),
        ("连锁余波可以在伤害步骤发动吗", [("连锁余波", "exact", 70006, [])]),
        ("我在主要阶段发动效果，对方可以连锁吗", []),
        ("CAN I ACTIVATE A CARD IN THE DAMAGE STEP", []),
    ],
)
def test_a_name_is_found_however_it_is_written(search, text, found):
    got = printed(text, search)
    assert [(m, how, i, sorted(c)) for m, how, i, c in got] == [(m, how, i, sorted(c)) for m, how, i, c in found]


def test_what_is_printed_is_where_it_stands(search):
    text = "对方的Quilly，和 荆芯"
    for card in named_cards(cards_in(text, search), search):
        assert text[card.span.start : card.span.end] == card.mention
    assert len(cards_in(text, search)) == 2


def test_a_card_that_the_user_took_away_is_not_printed(search):
    mentions = cards_in("Can I use Bramblewick?", search)
    assert named_cards(mentions, search) and not named_cards(mentions, search, without=["70003"])


def test_a_family_without_names_is_refused(tmp_path):
    (tmp_path / "nicknames.toml").write_text("family = [{ name = 'x' }]")
    with pytest.raises(BadData, match="family 1"):
        load_nicknames(tmp_path)


def test_a_misspelt_chinese_name_is_found_on_the_card_page(search):
    assert search.find("荆棘登").card.id == "70003"
    assert search.find("七湖之主托尔完").card.id == "70004"


def test_there_are_many_nicknames():
    assert len(load_nicknames(sources_dir()).cards) >= 1500


def own_names() -> list[list[str]]:
    lines = (ROOT / "tests" / "card_names.tsv").read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


def test_names_as_players_write_them_are_resolved_or_offered(everything):
    rows = own_names()
    assert len(rows) >= 200
    missed = []
    for kind, _lang, mention, cards, question in rows:
        wanted = {n.card for name in cards.split("|") for n in everything.store.by_keys([name_key(name)])[name_key(name)]}
        mentions = cards_in(question, everything)
        told = {c for m in mentions for c in (*m.cards, *m.choices)}
        sure = {m.card for m in mentions if m.card and not m.choices}
        if not told & wanted or (kind == "ambiguous" and sure & wanted):
            missed.append((mention, question))
    assert len(missed) <= 0.05 * len(rows), missed


def plain_questions() -> list[str]:
    """Every question of the bank and of the digest, in both languages."""
    files = [*sorted((ROOT / "tests" / "questions").glob("*.toml")), *sorted((sources_dir() / "rules").glob("*.toml"))]
    found: dict[str, None] = {}
    for table in (tomllib.loads(f.read_text("utf-8")) for f in files):
        found |= dict.fromkeys(q["question"] for q in table.get("question", []))
        found |= dict.fromkeys(
            ask[k] for r in table.get("rule", []) for ask in r.get("asks", []) for k in ("en", "zh") if ask.get(k)
        )
    return list(found)


def is_name(mention: CardMention, known: set[str]) -> bool:
    """Whether a name is written out, so that nobody would read it otherwise, or is known to be meant."""
    words = mention.surface.split()
    written = mention.how == "exact" and (mention.surface.istitle() or len(words) > 2 or not mention.surface.isascii())
    return written or mention.surface in known or mention.surface.removesuffix("s") in known


def test_questions_of_rules_name_no_cards_but_those_they_name(everything):
    questions = plain_questions()
    assert len(questions) > 10_000
    known = set((ROOT / "tests" / "card_mentions.txt").read_text("utf-8").splitlines())
    sample = questions[::9]
    wrong = [(q, m.surface) for q in sample for m in cards_in(q, everything) if not is_name(m, known)]
    assert len({q for q, _ in wrong}) <= 0.003 * len(sample), wrong
