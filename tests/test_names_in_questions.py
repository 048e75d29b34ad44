"""A card's name is one token of a question: no word of it is read as a word of the question."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.build import Order, build
from kb.model import Span
from query.card.links import cards_in
from query.engine import Engine
from query.read.names import TOKEN, without_names
from query.read.question import read_question

PLAIN = ("90020", "Pebbles", "石子堆")
SHORT = ("90016", "Tidebook", "潮")
NICKNAMED = ("90021", "Mystical Space Typhoon", "绞盘吊着的云")
CARDS = [
    ("90011", "Cannot Chain", "永不连锁"),
    ("90012", "When the Opponent Attacks!", "对方攻击时！"),
    ("90013", "-Second Draw-", "-第二抽卡-"),
    ("90014", "Chain Pebble", "连锁小石"),
    ("90015", "Pebble Blade !!", "小石之刃"),
    ("90019", "The Heron's", "鹭之物"),
]
FRAMES = [
    ("en", "Can I activate {} in the Damage Step?"),
    ("en", "Does {} start a Chain?"),
    ("en", "If {} is destroyed by battle, is it sent to the Graveyard at once?"),
    ("zh", "{}可以在伤害步骤发动吗？"),
    ("zh", "可以对反击陷阱连锁{}吗？"),
    ("zh", "{}被战斗破坏的话会马上送去墓地吗？"),
]


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    folder = tmp_path_factory.mktemp("names")
    rows = [
        {
            "konami_id": int(number),
            "password": int(number) + 80_000_000,
            "name": {"en": en, "zh-CN": zh},
            "text": {"en": "Draw 1 card.", "zh-CN": "①：自己抽1张卡。"},
            "card_type": "Spell",
            "property": "Normal",
        }
        for number, en, zh in (*CARDS, PLAIN, SHORT, NICKNAMED)
    ]
    quiet = {"card_type": "Monster", "attribute": "WIND", "level": 3, "atk": 300, "def": 200}
    rows += [
        {"konami_id": 90017, "name": {"en": "Lazy Puddle"}, "text": {"en": "It lies there."}}
        | {"monster_type_line": "Aqua / Normal", **quiet},
        {"konami_id": 90018, "name": {"en": "Loud Puddle"}, "text": {"en": "Your opponent cannot activate Trap Cards."}}
        | {"monster_type_line": "Aqua / Effect", **quiet},
    ]
    (folder / "cards.json").write_text(json.dumps(rows), "utf-8")
    build(folder / "kb", Order(cards=[folder / "cards.json"], encoder="none"))
    opened = Engine.open(folder / "kb", encoder="none")
    yield opened
    opened.close()


@pytest.mark.parametrize(("lang", "frame"), FRAMES)
@pytest.mark.parametrize(("number", "en", "zh"), CARDS)
def test_a_frame_is_read_alike_whatever_card_is_named_in_it(engine, lang, frame, number, en, zh):
    name = en if lang == "en" else zh
    question = engine.understand(frame.format(name))
    assert [m.card for m in cards_in(question.text, engine.cards)] == [number]
    assert question.plain == frame.format(TOKEN)
    plain = engine.understand(frame.format(TOKEN))
    read, same = question.reading, plain.reading
    assert (read.intent, read.polar, read.facts, read.outside, read.meant) == (
        same.intent,
        same.polar,
        same.facts,
        same.outside,
        same.meant,
    )
    assert list(read.sides.level) == list(same.sides.level)
    assert {u.id for u in question.understood if u.kind != "card"} == {u.id for u in plain.understood}


@pytest.mark.parametrize("name", ["Lazy Puddle", "Loud Puddle"])
@pytest.mark.parametrize(
    ("frame", "verdict"),
    [
        ("Can {} be activated during damage calculation?", "no"),
        ("Is it too late to activate {} after damage calculation?", "yes"),
    ],
)
def test_a_card_of_which_nothing_is_activated_may_not_be_activated(engine, name, frame, verdict):
    answer = engine.ask(frame.format(name))
    assert (answer.verdict, answer.ground) == (verdict, "computed")
    assert answer.text == f"{name} has no effect that is activated."
    assert answer.trace.fired in {c.id for c in answer.citations} and answer.trace.fired in engine.rules


def test_what_is_shown_of_a_question_is_what_was_typed(engine):
    question = engine.understand("I have -Second Draw- set. Can I activate Cannot Chain in the Damage Step?")
    assert question.text.startswith("I have -Second Draw-")
    assert question.reading.asking == "Can I activate Cannot Chain in the Damage Step?"
    assert question.reading.plain_asking == "Can I activate X in the Damage Step?"
    assert "Damage Step" in [u.surface for u in question.understood]


def test_the_words_of_a_name_that_was_taken_away_are_words_again(engine):
    assert engine.understand("Does Cannot Chain start a Chain?", without=["90011"]).plain == "Does Cannot Chain start a Chain?"


def test_a_name_in_another_script_does_not_tell_the_language(engine):
    assert engine.understand("Can I chain 永不连锁 now?").lang == "en"
    assert engine.understand("永不连锁").lang == "zh"


@pytest.mark.parametrize(
    ("text", "surfaces"),
    [
        ("可以连锁小石之刃吗？", ["小石之刃"]),
        ("连锁小石能发动吗？", ["连锁小石"]),
        ("可以连锁潮吗？", ["潮"]),
        ("Can I chain Pebble Blade !! now?", ["Pebble Blade !!"]),
        ("Does Chain Pebble hold?", ["Chain Pebble"]),
        ("Does the heron's hold?", ["the heron's"]),
        ("Does Pebbles start a Chain?", ["Pebbles"]),
        ("潮可以在伤害步骤发动吗？", ["潮"]),
        ("退潮了吗？", []),
        ("潮水会怎样？", []),
        ("May I use -Second Draw- now?", ["-Second Draw-"]),
        ("When the Opponent Attacks! is set, is it a Trap?", ["When the Opponent Attacks!"]),
    ],
)
def test_a_name_is_found_with_its_marks_and_apart_from_what_is_done_with_it(engine, text, surfaces):
    assert [m.surface for m in cards_in(text, engine.cards)] == surfaces


@given(st.text(alphabet="ab 潮", max_size=12), st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=3))
def test_every_stretch_of_a_plain_text_leads_back_into_the_original(text, places):
    names = [Span(a, b) for a, b in places if a < b <= len(text)]
    plain = without_names(text, names)
    assert plain.back(Span(0, len(plain.text))) == Span(0, len(text))
    for start in range(len(plain.text)):
        back = plain.back(Span(start, start + 1))
        assert 0 <= back.start < back.end <= len(text)
        assert text[slice(*back)] == plain.text[start] or back in names


def test_a_name_says_nothing_of_what_is_asked():
    text = "Does Why Not Twice hold?"
    assert read_question(text, names=[Span(5, 18)]).facts == read_question("Does X hold?").facts


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Does Cannot Chain destroy a monster?", "Does X destroy a monster?"),
        ("Does Pebble Blade !! destroy a monster?", "Does Pebble Blade !! destroy a monster?"),
        ("对永续魔法可以连锁小石之刃吗？", "对永续魔法可以连锁小石之刃吗？"),
    ],
)
def test_an_act_that_a_name_has_is_no_act_of_the_question(engine, text, told):
    assert engine.understand(text).reading.told == told


@pytest.mark.parametrize("verb", ["吹他一张盖卡", "拆他后场", "清后场", "打掉那张永续", "点他的怪"])
def test_a_nickname_is_read_before_whatever_is_done_with_the_card(engine, verb):
    question = engine.understand(f"进了伤害步骤，我这时能不能用旋风{verb}")
    assert [m.card for m in cards_in(question.text, engine.cards)] == [NICKNAMED[0]]
