"""Whether a card's own effect triggers on what happens to it, by invented texts."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from ingest.cards import read_card_file
from kb.cards.record import Card
from kb.cards.store import CardStore, write_cards
from kb.digest.load import sources_dir
from kb.errors import BadData
from kb.model import Span
from query.card.links import CardMention
from query.card.search import CardSearch
from query.model import Answer, Question
from query.read.question import read_question
from query.trigger.answer import answer_triggered
from query.trigger.cues import load_cues
from query.trigger.event import read_event
from tests.law_samples import law

CUES = load_cues(sources_dir())
assert CUES is not None
MONSTER = ("Monster", None, "Rock / Effect")
ROWS = [
    (1, "Brook Otter", "溪獭", *MONSTER, "If this card is sent from the field to the GY: Draw 1 card."),
    (2, "Reed Heron", "苇鹭", *MONSTER, "When this card is destroyed by battle: You can gain 400 LP."),
    (3, "Marsh Toad", "沼蟾", *MONSTER, "When this card is sent to the GY: You can add 1 Fish from your Deck to your hand."),
    (4, "Dawn Egret", "晨鹭", *MONSTER, "If this card is Normal or Special Summoned: You can gain 300 LP."),
    (5, "Tide Turtle", "潮龟", *MONSTER, "When this card is Normal Summoned: You can gain 200 LP."),
    (6, "Pond Newt", "池螈", *MONSTER, "If this card is destroyed by an opponent's card effect: You can draw 2 cards."),
    (7, "Silt Crab", "淤蟹", *MONSTER, "If this card is sent to the Graveyard by card effect: Gain 250 LP."),
    (8, "Moss Snail", "苔螺", *MONSTER, "If this card is Tributed, or if this card is banished: You can gain 500 LP."),
    (9, "Ice Perch", "冰鲈", *MONSTER, "If this card is sent to the Graveyard as a Synchro Material: Gain 350 LP."),
    (10, "Loose Rope", "松绳", "Trap", "Normal", None, "Banish 1 monster on the field."),
    (11, "Fresh Net", "新网", "Spell", "Normal", None, "Send 1 monster from your Deck to the GY."),
    (12, "Plain Carp", "鲤", *MONSTER, "Once per turn: You can gain 100 LP."),
    (13, "River King", "河王", "Monster", None, "Rock / Synchro / Effect", "When this card is Synchro Summoned: You can draw."),
    (14, "Wake Call", "唤醒", "Spell", "Normal", None, "Special Summon 1 monster from your GY."),
    (15, "Flood Gate", "水闸", "Spell", "Normal", None, "Destroy all monsters on the field."),
]  # fmt: skip


@pytest.fixture(scope="module")
def search(tmp_path_factory: pytest.TempPathFactory) -> CardSearch:
    rows = [
        {"konami_id": n, "password": 3000 + n, "name": {"en": en, "zh-CN": zh}, "card_type": kind, "property": sort,
         "monster_type_line": line, "text": {"en": text}, "level": 4 if line else None, "atk": 1000 if line else None}
        for n, en, zh, kind, sort, line, text in ROWS
    ]  # fmt: skip
    path: Path = tmp_path_factory.mktemp("cards") / "cards.sqlite"
    write_cards(path, read_card_file(json.dumps(rows).encode(), "cards.json").cards)
    return CardSearch(CardStore(path), ())


def mentions(text: str, search: CardSearch) -> list[CardMention]:
    cards: list[Card] = list(search.store.all())
    named = [(name, card) for card in cards for name in (card.names["en"], card.names["zh"])]
    found = [CardMention(Span(*m.span()), m[0], (c.id,), "exact") for name, c in named for m in re.finditer(name, text)]
    return sorted(found, key=lambda m: m.span)


def put(text: str, search: CardSearch) -> Answer | None:
    lang = "zh" if any("\u4e00" <= c <= "\u9fff" for c in text) else "en"
    question = Question(reading=read_question(text, lang=lang))
    return answer_triggered(question, mentions(text, search), search, law=law("OCG"))


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Does Brook Otter trigger if it's banished?", "no"),
        ("If my opponent destroys my Brook Otter with Flood Gate, can I activate its effect?", "yes"),
        ("does Brook Otter trigger when used as link material", "yes"),
        ("If Brook Otter is discarded from my hand, does it trigger?", "no"),
        ("Can I use Brook Otter's effect when it is detached from an Xyz Monster?", "no"),
        ("does Brook Otter trigger if it's milled?", "no"),
        ("if Brook Otter is sent to the gy by Fresh Net, does its effect activate?", "no"),
        ("Does Brook Otter activate its effect if my opponent returns it to my hand?", "no"),
        ("my opponent attacked over my Reed Heron, do i get its effect?", "yes"),
        ("If Reed Heron is destroyed by an effect, does it trigger?", "no"),
        ("I tributed Marsh Toad for a tribute summon. does its effect trigger?", "no"),
        ("If Marsh Toad is sent to the GY as a cost, can I use its effect?", "no"),
        ("i sent Marsh Toad to the graveyard with Fresh Net, can i activate its effect?", "yes"),
        ("Can I activate Dawn Egret's effect if I special summon it?", "yes"),
        ("does Dawn Egret trigger off a flip summon?", "no"),
        ("can I use the effect of Tide Turtle if I special summon it?", "no"),
        ("does Tide Turtle trigger if I set it?", "no"),
        ("If my opponent destroys my Pond Newt with Flood Gate, can I activate its effect?", "yes"),
        ("If I destroy my own Pond Newt with my Flood Gate, can I activate its effect?", "no"),
        ("If Silt Crab is discarded as a cost, does it trigger?", "no"),
        ("If Moss Snail is banished by Loose Rope, does it trigger?", "yes"),
        ("does Moss Snail trigger if it's destroyed?", "no"),
        ("Does Ice Perch trigger if I use it as link material?", "no"),
        ("If Ice Perch is sent to the GY as Synchro Material can I use its effect?", "yes"),
        ("Can I activate River King's effect when it's revived with Wake Call?", "no"),
        ("Does River King's effect trigger when I Synchro Summon it?", "yes"),
        ("Does Marsh Toad miss timing if I tribute it for a tribute summon?", "yes"),
        ("Does Brook Otter miss the timing if I tribute it for a tribute summon?", "no"),
        ("I link summoned using Brook Otter. Can I use Brook Otter's effect?", "yes"),
        ("I xyz summon with Brook Otter as material. does Brook Otter trigger now?", "no"),
        ("Reed Heron attacked into a bigger monster and got destroyed, does it trigger?", "yes"),
        ("溪獭作为上级召唤的祭品被解放，会卡时点吗？", "no"),
        ("我用溪獭连接召唤，溪獭的效果能发动吗", "yes"),
        ("溪獭被除外的话效果能发动吗？", "no"),
        ("溪獭作为同调素材送墓，效果还能发动吗？", "yes"),
        ("对方用水闸把我的溪獭破坏了，我能发动溪獭的效果吗？", "yes"),
        ("苇鹭被战破能发动效果吗", "yes"),
        ("晨鹭特殊召唤成功能发动效果吗", "yes"),
        ("潮龟特殊召唤能发动效果吗？", "no"),
        ("沼蟾被解放来上级召唤，效果能发动吗", "no"),
    ],
)
def test_a_condition_is_held_against_what_happens(text: str, verdict: str, search: CardSearch) -> None:
    answer = put(text, search)
    assert answer is not None, text
    assert (answer.verdict, answer.ground) == (verdict, "computed")
    assert answer.citations and answer.steps


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("Can I use Pond Newt's effect if it is destroyed by a card effect?", ["yes", "no"]),
        ("does Brook Otter trigger when it's sent to the gy?", ["yes", "no", "no"]),
        ("Can Marsh Toad's effect be activated if it's tributed?", ["no", "yes"]),
        ("池螈被效果破坏能发动效果吗", ["yes", "no"]),
    ],
)
def test_a_fact_that_turns_it_is_asked_for(text: str, options: list[str], search: CardSearch) -> None:
    answer = put(text, search)
    assert answer is not None
    assert answer.verdict == "depends"
    assert [verdict for _, verdict in answer.missing[0].options] == options


@pytest.mark.parametrize(
    "text",
    [
        "Does Brook Otter trigger if it's not destroyed?",
        "Can I activate Plain Carp's effect when it is Normal Summoned?",
        "Can I chain Loose Rope if Brook Otter is destroyed by a Dragon on Tuesday?",
        "If I tribute Plain Carp, does Brook Otter trigger?",
        "Can I Normal Summon Brook Otter?",
        "If Brook Otter destroys Plain Carp by battle, does it trigger?",
        "I banished a monster with Brook Otter, can I use its effect?",
        "Is Brook Otter destroyed by Flood Gate?",
    ],
)
def test_what_is_not_understood_as_a_whole_is_left_alone(text: str, search: CardSearch) -> None:
    assert put(text, search) is None


def test_the_card_of_the_opponent_is_seen_from_its_own_side(search: CardSearch) -> None:
    text = "If I destroy my opponent's Pond Newt with Flood Gate, can they activate its effect?"
    found = read_event(text, "en", mentions(text, search), CUES)
    assert found is not None
    assert found.facts["whose"] == "theirs"
    answer = put(text, search)
    assert answer is not None
    assert answer.verdict == "yes"


def test_every_pattern_of_our_own_compiles() -> None:
    tellings = [t for spoken in map(CUES.spoken, ("en", "zh")) for t in (*spoken.events, *spoken.besides)]
    assert all(t.pattern for t in (*tellings, *CUES.needs))


def test_a_wrong_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "cues").mkdir()
    assert load_cues(tmp_path) is None
    (tmp_path / "cues" / "trigger.toml").write_text("[asks]\nen = []\n", "utf-8")
    with pytest.raises(BadData, match=r"trigger\.toml"):
        load_cues(tmp_path)
