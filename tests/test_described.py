"""Effects that a question quotes or describes: found, judged by the law, and answered."""

from __future__ import annotations

from pathlib import Path

import pytest
from law_samples import LAWS

from kb.digest.load import sources_dir
from kb.errors import BadData
from kb.lang.detect import detect
from kb.law.laws import Laws
from query.card.described import described_effects, quoted_effect
from query.engine import Engine


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    laws = Laws.open(tmp_path_factory.mktemp("home"))
    return Engine.open(laws.home, encoder="none", laws=laws)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Can I activate a Quick Effect that only negates effects in the Damage Step?", "no"),
        ("Can my hand trap that negates an activation be used in the Damage Step?", "yes"),
        ("Can I activate a Quick-Play Spell that raises ATK during damage calculation?", "no"),
        ("Can I activate a Trap that draws a card in the Damage Step?", "no"),
        ("只无效效果的手坑伤害步骤能发动吗？", "no"),
        ("Can a mandatory Quick Effect that draws a card be activated in the Damage Step?", "yes"),
        ("能无效发动的诱发即时效果在伤害步骤可以发动吗？", "yes"),
        ('Can an effect that reads "(Quick Effect): You can discard this card; 1 monster gains 200 ATK." be activated in the '
         "Damage Step?", "yes"),
        ('My Trap says "Target 1 face-up monster; it loses 300 ATK." Can I activate it during damage calculation?', "no"),
        ("有个怪兽效果写着“这张卡被战斗破坏的场合可以发动。自己回复100基本分。”，伤害步骤能发动吗？", "yes"),
    ],
)  # fmt: skip
def test_the_law_decides_on_what_is_quoted_or_described(text: str, verdict: str, engine: Engine) -> None:
    answer = engine.ask(text)
    assert (answer.verdict, answer.ground) == (verdict, "computed")
    assert any("·" in step.text for step in answer.steps) and answer.citations[0].kind == "digest"


@pytest.mark.parametrize(
    "text",
    [
        "Can I activate a Quick Effect in the Damage Step?",
        "Can I activate a Quick Effect that waits in the Damage Step?",
        "手坑在伤害步骤能发动吗？",
    ],
)
def test_what_is_not_told_is_not_made_up(text: str) -> None:
    lang = "en" if detect(text) == "en" else "zh"
    assert described_effects(text, lang, LAWS.each(), sources=sources_dir()) == []


@pytest.mark.parametrize("text", ['Is "Lantern Moth Swarm" allowed?', 'He said "what a nice day today" to me.', "No quotes."])
def test_a_name_or_a_phrase_in_quotes_is_no_effect(text: str) -> None:
    assert quoted_effect(text, LAWS.each(), sources=sources_dir()) is None


@pytest.mark.parametrize(
    ("text", "fact", "options"),
    [
        ("Can I activate a Trap that negates something in the Damage Step?", "what it negates",
         {"an activation": "yes", "only an effect": "no"}),
        ("Can I use my hand trap that negates cards in the Damage Step?", "what it negates",
         {"an activation": "yes", "only an effect": "no"}),
        ("能无效怪兽的手坑在伤害步骤可以发动吗？", "它无效的是什么", {"发动": "yes", "只无效效果": "no"}),
    ],
)  # fmt: skip
def test_what_turns_it_and_is_not_told_is_asked_for(text: str, fact: str, options: dict[str, str], engine: Engine) -> None:
    answer = engine.ask(text)
    assert (answer.verdict, answer.ground) == ("depends", "computed")
    assert [(m.fact, dict(m.options)) for m in answer.missing] == [(fact, options)]
    assert fact in answer.text and answer.citations


def test_where_the_open_fact_turns_nothing_it_is_not_asked_for(engine: Engine) -> None:
    answer = engine.ask("Can I activate a Counter Trap that negates something in the Damage Step?")
    assert answer.verdict == "yes" and not answer.missing


def test_another_question_about_a_described_effect_is_left_to_the_others(engine: Engine) -> None:
    answer = engine.ask("What is a Quick Effect that only negates effects?")
    assert answer.ground != "computed"


def test_a_wrong_table_is_named(tmp_path: Path) -> None:
    (tmp_path / "cues").mkdir()
    (tmp_path / "cues" / "described.toml").write_text('[[subject]]\nen = ["("]\nzh = []\n', "utf-8")
    with pytest.raises(BadData, match=r"described\.toml"):
        described_effects("x", "en", LAWS.each(), sources=tmp_path)
