"""What is asked of a card's own effects - kind, targets, cost, turn - by invented texts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ingest.cards import read_card_file
from kb.cards.store import CardStore, write_cards
from kb.digest.load import sources_dir
from kb.errors import BadData
from kb.model import Span
from query.card.links import CardMention
from query.card.search import CardSearch
from query.model import Answer, Question
from query.profile.answer import answer_of_profile
from query.profile.cues import load_cues
from query.read.question import read_question
from tests.law_samples import law

MONSTER = ("Monster", None, "Rock / Effect")
ROWS = [
    (1, "Amber Lens", "琥珀镜", "Spell", "Normal", None, "Target 1 Rock monster; it gains 500 ATK."),
    (2, "Wide Rake", "宽耙", "Spell", "Quick-Play", None, "Each player gains 300 LP."),
    (3, "Late Toll", "晚钟", "Trap", "Counter", None, "When a Spell Card is activated: Pay 700 LP; negate the activation."),
    (4, "Grey Sentry", "灰哨兵", *MONSTER, "(Quick Effect): You can discard this card; negate 1 Rock monster."),
    (5, "Still Monk", "静僧", *MONSTER, "When this card is Normal Summoned: You can gain 100 LP."),
    (6, "Loud Monk", "吵僧", *MONSTER, "If this card is Normal Summoned: Gain 100 LP."),
    (7, "Night Clerk", "夜吏", *MONSTER, "During your opponent's turn (Quick Effect): You can gain 100 LP."),
    (8, "Two Doors", "双门", *MONSTER, "Once per turn: Gain 1. When this card is Flip Summoned: Target 1 monster; set it."),
    (9, "Once Bell", "独钟", "Spell", "Normal", None, 'Gain 10 LP. You can only activate 1 "Once Bell" per turn.'),
    (10, "Stone Ward", "石卫", *MONSTER, "Cannot be destroyed by battle."),
    (11, "Shy Wisp", "怯火", *MONSTER, "Your opponent cannot target this card with card effects."),
    (12, "Sealed Idol", "封偶", *MONSTER, "Cannot be Normal Summoned/Set."),
    (13, "Tall Bell", "高钟", *MONSTER, "Once per turn: Gain 5."),
    (14, "Deep Ditch", "深沟", "Trap", "Normal", None, "When your opponent Normal or Flip Summons a Rock monster: Gain 5 LP."),
    (15, "High Tide", "涨潮", "Trap", "Normal", None, "When a monster(s) is Summoned: Gain 5 LP."),
    (16, "Shut Gate", "闭门", "Trap", "Counter", None, "When a monster would be Special Summoned: Negate the Special Summon."),
    (18, "Noon Watch", "午哨", *MONSTER, "During your opponent's Main Phase (Quick Effect): You can gain 100 LP."),
    (19, "Hush Bell", "静钟", "Spell", "Normal", None,
     "Gain 5 LP. Players cannot activate cards and effects in response."),
    (20, "Half Hush", "半静", "Spell", "Normal", None,
     "Gain 5 LP. Your opponent cannot activate monster effects in response to this card's activation."),
    (21, "Odd Hush", "偶静", "Spell", "Normal", None,
     "If you have a Rock monster, players cannot activate cards or effects in response to this card's activation. Gain 5."),
    (22, "Long Hook", "长钩", "Trap", "Normal", None, "Target 1 monster on the field; return it to the hand."),
    (23, "Fine Hook", "细钩", "Trap", "Normal", None, "Target 1 face-up monster; return it to the hand."),
    (24, "Old Hook", "旧钩", "Spell", "Quick-Play", None, "Target 1 Spell/Trap on the field; return it to the hand."),
    (25, "Bare Gate", "空门", "Trap", "Normal", None,
     'Gain 5 LP. If you control no cards, activate this card from your hand. You can only activate 1 "Bare Gate" per turn.'),
    (17, "Own Gate", "自门", "Trap", "Normal", None, "When a monster is Special Summoned to your field: Gain 5 LP."),
]  # fmt: skip
LEVELS = {13: 8}


@pytest.fixture(scope="module")
def search(tmp_path_factory: pytest.TempPathFactory) -> CardSearch:
    rows = [
        {"konami_id": n, "password": 4000 + n, "name": {"en": en, "zh-CN": zh}, "card_type": kind, "property": sort,
         "monster_type_line": line, "text": {"en": text}, "level": LEVELS.get(n, 4) if line else None, "atk": 900}
        for n, en, zh, kind, sort, line, text in ROWS
    ]  # fmt: skip
    path: Path = tmp_path_factory.mktemp("cards") / "cards.sqlite"
    write_cards(path, read_card_file(json.dumps(rows).encode(), "cards.json").cards)
    return CardSearch(CardStore(path), ())


def put(text: str, search: CardSearch) -> Answer | None:
    lang = "zh" if any("\u4e00" <= c <= "\u9fff" for c in text) else "en"
    found = [
        CardMention(Span(at, at + len(name)), name, (card.id,), "exact")
        for card in search.store.all()
        for name in (card.names["en"], card.names["zh"])
        if (at := text.find(name)) >= 0
    ]
    return answer_of_profile(Question(reading=read_question(text, lang=lang)), found, search, law=law("OCG"))


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Does Amber Lens target?", "yes"),
        ("doesn't Wide Rake target anything?", "yes"),
        ("Is Wide Rake spell speed 2?", "yes"),
        ("is Late Toll spell speed 2", "no"),
        ("Does Late Toll have a cost?", "yes"),
        ("Does Late Toll negate the activation?", "yes"),
        ("Does Late Toll only negate the effect?", "no"),
        ("can i use Grey Sentry on my opponent's turn?", "yes"),
        ("Can I use Noon Watch during my opponent's Main Phase?", "yes"),
        ("Can I use Noon Watch in my opponent's Battle Phase?", "no"),
        ("我能在自己的主要阶段发动午哨吗", "no"),
        ("对方的结束阶段我能用夜吏吗", "yes"),
        ("Can I activate Amber Lens in my Battle Phase?", "no"),
        ("我能在自己的战斗阶段发动宽耙吗", "yes"),
        ("can I use Night Clerk on my own turn?", "no"),
        ("Can I activate Amber Lens during their turn?", "no"),
        ("Can I activate Wide Rake during my opponent's turn?", "depends"),
        ("can I activate Late Toll from my hand?", "no"),
        ("can Grey Sentry be used from the hand?", "yes"),
        ("Is Grey Sentry's effect a Quick Effect?", "yes"),
        ("is Still Monk's effect mandatory?", "no"),
        ("Is Loud Monk's effect mandatory?", "yes"),
        ("can Still Monk miss the timing?", "yes"),
        ("Can Loud Monk miss timing?", "no"),
        ("does the second effect of Two Doors target?", "yes"),
        ("can i activate two copies of Amber Lens in the same turn?", "yes"),
        ("can I use Once Bell twice in a turn?", "no"),
        ("Can I use two Once Bell in one turn", "no"),
        ("Is Once Bell once per turn?", "yes"),
        ("一回合能发两张独钟吗", "no"),
        ("Can Stone Ward be destroyed by battle?", "no"),
        ("can Loud Monk be destroyed by battle", "yes"),
        ("Can Stone Ward be destroyed by card effects?", "yes"),
        ("Can I target Shy Wisp with an effect?", "depends"),
        ("can i target Loud Monk", "yes"),
        ("is Loud Monk unaffected by card effects?", "no"),
        ("Can I Normal Summon Sealed Idol?", "no"),
        ("can i set Sealed Idol", "no"),
        ("Can I Normal Summon Tall Bell without tributes?", "no"),
        ("can I normal summon Loud Monk?", "yes"),
        ("how many tributes does Tall Bell need?", "n/a"),
        ("高钟不用祭品能通常召唤吗", "no"),
        ("石卫能被战斗破坏吗", "no"),
        ("封偶能通常召唤吗", "no"),
        ("高钟要几只祭品", "n/a"),
        ("琥珀镜取对象吗", "yes"),
        ("宽耙是2速吗？", "yes"),
        ("吵僧的效果是必发吗", "yes"),
        ("静僧会卡时点吗", "yes"),
        ("夜吏能在自己回合发动吗", "no"),
        ("琥珀镜能在对方回合发动吗", "no"),
        ("晚钟有cost吗", "yes"),
        ("灰哨兵的效果是诱发即时效果吗", "yes"),
    ],
)
def test_a_property_is_told_by_the_text(text: str, verdict: str, search: CardSearch) -> None:
    answer = put(text, search)
    assert answer is not None, text
    assert (answer.verdict, answer.ground) == (verdict, "computed")
    assert answer.citations


def test_effects_that_differ_are_told_apart(search: CardSearch) -> None:
    answer = put("Does Two Doors target?", search)
    assert answer is not None
    assert answer.verdict == "depends"
    assert [verdict for _, verdict in answer.missing[0].options] == ["no", "yes"]


def test_what_else_a_text_asks_for_is_said(search: CardSearch) -> None:
    answer = put("can Grey Sentry be used from the hand?", search)
    assert answer is not None
    assert any("text" in note for note in answer.notes)


@pytest.mark.parametrize("text", ["What spell speed is Late Toll?", "晚钟的咒文速度是多少"])
def test_a_speed_is_named(text: str, search: CardSearch) -> None:
    answer = put(text, search)
    assert answer is not None
    assert answer.verdict == "n/a"
    assert "3" in answer.text


@pytest.mark.parametrize(
    "text",
    [
        "Does Amber Lens target if the monster is face-down?",
        "Can I activate Late Toll in the Damage Step?",
        "Is it true that Amber Lens costs money?",
        "Does Amber Lens negate Wide Rake?",
        "Does a Normal Spell target?",
    ],
)
def test_anything_else_is_left_alone(text: str, search: CardSearch) -> None:
    assert put(text, search) is None


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Can I chain to Hush Bell?", "no"),
        ("Can my opponent respond to Hush Bell?", "no"),
        ("静钟能被连锁吗？", "no"),
        ("Can anything be chained to Amber Lens?", "yes"),
        ("Can I chain a trap to Wide Rake?", "yes"),
        ("Can I chain to Late Toll?", "yes"),
        ("对方可以连锁琥珀镜吗？", "yes"),
        ("琥珀镜发动的时候我能连锁吗", "yes"),
    ],
)
def test_whether_a_card_may_be_answered_is_told_by_its_text(text: str, verdict: str, search: CardSearch) -> None:
    answer = put(text, search)
    assert answer is not None, text
    assert (answer.verdict, answer.ground) == (verdict, "computed")


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Can I activate Bare Gate from my hand if I control no cards?", "yes"),
        ("Can I activate Bare Gate from my hand if I control a monster?", "no"),
        ("场上没有卡时能从手牌发动空门吗", "yes"),
        ("我场上有卡的时候空门能从手牌发动吗", "no"),
        ("Can I activate Long Hook from my hand if I control no cards?", "no"),
        ("Can I use Bare Gate twice in a turn if I have two copies?", "no"),
        ("有两张空门的话一回合能用两次吗", "no"),
    ],
)
def test_what_a_player_has_is_held_against_the_text(text: str, verdict: str, search: CardSearch) -> None:
    answer = put(text, search)
    assert answer is not None, text
    assert (answer.verdict, answer.ground) == (verdict, "computed")


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Can I target a face-down monster with Long Hook?", "yes"),
        ("Can Fine Hook target a face-down monster?", "no"),
        ("Can I use Old Hook on a set card?", "yes"),
        ("长钩能取里侧怪兽为对象吗", "yes"),
        ("细钩可以以里侧表示怪兽为对象吗", "no"),
    ],
)
def test_whether_what_is_face_down_may_be_targeted_is_told_by_the_text(text: str, verdict: str, search: CardSearch) -> None:
    answer = put(text, search)
    assert answer is not None, text
    assert (answer.verdict, answer.ground) == (verdict, "computed")


@pytest.mark.parametrize(
    "text",
    [
        "Can I target a face-down monster with Amber Lens?",
        "Can Old Hook target a face-down monster?",
        "Can I chain to Half Hush?",
        "Can I chain to Odd Hush?",
        "Can I chain a trap to Late Toll?",
        "灰哨兵能连锁吗",
    ],
)
def test_what_bars_some_answers_only_or_is_too_fast_for_some_is_left_open(text: str, search: CardSearch) -> None:
    assert put(text, search) is None


def test_every_pattern_of_our_own_compiles_and_has_words_that_hint_at_it() -> None:
    cues = load_cues(sources_dir())
    assert cues is not None
    assert all(ask.pattern and ask.hint for ask in cues.asks)


def test_a_wrong_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "cues").mkdir()
    assert load_cues(tmp_path) is None
    (tmp_path / "cues" / "profile.toml").write_text("ask = 1\n", "utf-8")
    with pytest.raises(BadData, match=r"profile\.toml"):
        load_cues(tmp_path)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Does Deep Ditch work on a Flip Summon?", "yes"),
        ("Can I use Deep Ditch when my opponent Special Summons a monster?", "no"),
        ("can i respond to a tribute summon with Deep Ditch", "yes"),
        ("Can High Tide be activated on a Special Summon?", "yes"),
        ("涨潮能在反转召唤时发动吗", "yes"),
        ("特殊召唤时能发动深沟吗", "no"),
        ("Can Shut Gate negate a Normal Summon?", "no"),
        ("闭门能无效特殊召唤吗", "yes"),
        ("Can Deep Ditch negate a Normal Summon?", "no"),
        ("Can I still activate Shut Gate after the summon succeeded?", "no"),
        ("The summon already went through. Is it too late to use Shut Gate?", "yes"),
        ("召唤成功之后还能发动闭门吗", "no"),
        ("召唤成功了，再开闭门是不是来不及了？", "yes"),
        ("Can I activate High Tide once the monster was successfully summoned?", "yes"),
        ("对方怪兽召唤成功后我还能发动涨潮吗", "yes"),
    ],
)
def test_upon_which_summons_a_card_is_used_is_told_by_its_condition(text: str, verdict: str, search: CardSearch) -> None:
    answer = put(text, search)
    assert answer is not None
    assert (answer.verdict, answer.ground) == (verdict, "computed")


@pytest.mark.parametrize(
    "text",
    [
        "Can I use Still Monk when my opponent Normal Summons a monster?",
        "Does Amber Lens work on a Flip Summon?",
        "Can Own Gate be used on a Special Summon?",
        "Does Late Toll negate a Special Summon?",
        "Can I use Own Gate after the summon succeeded?",
    ],
)
def test_where_the_condition_speaks_of_no_such_summon_nothing_is_told(text: str, search: CardSearch) -> None:
    assert put(text, search) is None
