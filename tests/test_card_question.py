"""Whether a card may be activated in the Damage Step, asked in a sentence."""

import json

import pytest
from card_samples import YAML_YUGI
from law_samples import LAWS

from ingest.cards import read_card_file
from kb.digest.load import bundled_linker
from kb.lang.detect import detect
from kb.model import Span
from query.card.links import CardMention
from query.card.question import activated_card, damage_step_answer
from query.model import Question, Understood
from query.read.question import read_question

CARDS = {c.id: c for c in read_card_file(json.dumps(YAML_YUGI).encode(), "cards.json").cards}
MOTH, SWARM, VERDICT, GLINT = "90001", "90002", "90003", "90005"


def question(text: str) -> Question:
    lang = "en" if detect(text) == "en" else "zh"
    understood = tuple(
        Understood(id=link.target, kind=link.target_kind, label="", surface=link.surface, match=link.match)
        for link in bundled_linker().link(text, slang=True, typos=True)
    )
    return Question(reading=read_question(text, lang=lang), understood=understood)


@pytest.mark.parametrize(
    ("text", "card", "verdict"),
    [
        ("Can I activate Glint in the Damage Step?", GLINT, "yes"),
        ("Can I activate Glint during damage calculation?", GLINT, "no"),
        ("伤害步骤能发动微光吗？", GLINT, "yes"),
        ("伤害计算时能发动微光吗？", GLINT, "no"),
        ("微光写的是伤害步骤开始时，我在伤害计算时发动行吗？", GLINT, "no"),
        ("Is it too late to use Glint after damage calculation?", GLINT, "yes"),
        ("Can I use Lantern Moth during damage calculation?", MOTH, "yes"),
        ("Can I activate the second effect of Lantern Moth in the Damage Step?", MOTH, "no"),
        ("伤害步骤能发动灯笼夜蛾的②效果吗？", MOTH, "no"),
        ("Can I activate Lantern Moth Swarm in the Damage Step?", SWARM, "no"),
        ("Glint in the Damage Step?", GLINT, "yes"),
    ],
)
def test_the_card_is_judged_for_the_timing_asked_about(text, card, verdict):
    answer = damage_step_answer(question(text), CARDS[card], laws=LAWS.each())
    assert answer is not None and answer.verdict == verdict
    assert answer.because and set(answer.rules) <= {c.id for c in answer.because}
    assert answer.name in answer.text and 0 < answer.confidence <= 1


@pytest.mark.parametrize(
    "text",
    [
        "Can I activate Glint in the Main Phase?",
        "What happens to Glint after the Damage Step?",
        "Does Glint's boost last?",
        "微光是什么？",
    ],
)
def test_a_question_about_something_else_is_left_alone(text):
    assert damage_step_answer(question(text), CARDS[GLINT], laws=LAWS.each()) is None


def test_the_answer_speaks_the_questions_language_and_names_both_territories():
    answer = damage_step_answer(question("伤害步骤能发动微光吗？"), CARDS[GLINT], laws=LAWS.each())
    assert answer is not None and "微光" in answer.text and all(c.lang == "zh" for c in answer.because)
    assert [t for t, _ in answer.territories] == ["OCG", "TCG"]
    one = damage_step_answer(question("Can I activate Glint in the Damage Step?"), CARDS[GLINT], laws=LAWS.each("TCG"))
    assert one is not None and [t for t, _ in one.territories] == ["TCG"]


def test_of_several_cards_the_one_that_is_activated_is_meant():
    text = "Can Glint be activated in the Damage Step against Lantern Moth?"
    places = [("Lantern Moth", MOTH), ("Glint", GLINT)]
    mentions = [CardMention(Span(text.index(n), text.index(n) + len(n)), n, (c,), "name") for n, c in places]
    assert activated_card(question(text), mentions) == GLINT
    assert activated_card(question(text), mentions[:1]) == MOTH
    assert activated_card(question(text), []) == ""


@pytest.mark.parametrize(
    "text",
    [
        "Lantern Moth is destroyed by battle. Can I activate a Trap in the Damage Step?",
        "If Lantern Moth attacks, may I use my own Quick-Play Spell before damage calculation?",
        "对方的灯笼夜蛾攻击，我能发动别的陷阱吗？",
    ],
)
def test_no_card_is_judged_where_something_else_is_used(text):
    name = "灯笼夜蛾" if "灯笼夜蛾" in text else "Lantern Moth"
    mentions = [CardMention(Span(text.index(name), text.index(name) + len(name)), name, (MOTH,), "exact")]
    assert activated_card(question(text), mentions) == ""
    its_own = text.replace("a Trap", "its effect").replace("my own Quick-Play Spell", "it").replace("别的陷阱", "它的效果")
    assert activated_card(question(its_own), mentions) == MOTH


@pytest.mark.parametrize(
    ("text", "verdict", "begins"),
    [
        ("Can Glint not be activated in the Damage Step?", "no", "No: Glint may be"),
        ("Is it true that Glint cannot be activated during damage calculation?", "yes", "Yes: Glint cannot"),
        ("伤害步骤是不是不能发动微光？", "no", "不，「微光」此时可以"),
        ("伤害计算时是不是不能发动微光？", "yes", "是的，「微光」此时不能"),
    ],
)
def test_the_sentence_agrees_with_the_verdict_of_a_question_put_negatively(text, verdict, begins):
    answer = damage_step_answer(question(text), CARDS[GLINT], laws=LAWS.each())
    assert answer is not None and answer.verdict == verdict and answer.text.startswith(begins)
