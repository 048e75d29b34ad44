"""Questions that name cards, asked of an engine with cards built."""

from dataclasses import replace

import pytest
from card_samples import write_yaml_yugi

from ingest.build import Order, build
from query.answer.entries import cite_rules
from query.card.ask import answer_of_card
from query.card.links import cards_in
from query.engine import Engine
from query.model import Answer, Trace


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    folder = tmp_path_factory.mktemp("asked")
    assert build(folder / "kb", Order(cards=[write_yaml_yugi(folder / "cards.json")], encoder="none")).cards == 5
    opened = Engine.open(folder / "kb", encoder="none")
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("text", "card", "verdict"),
    [
        ("Can I activate Glint in the Damage Step?", "90005", "yes"),
        ("Can I activate Glint during damage calculation?", "90005", "no"),
        ("伤害步骤能发动微光吗？", "90005", "yes"),
        ("伤害计算时能发动微光吗？", "90005", "no"),
        ("Is it too late to use Glint after damage calculation?", "90005", "yes"),
        ("Is Glint okay in the Damage Step?", "90005", "yes"),
        ("Is Glint legal during damage calculation?", "90005", "no"),
        ("Does Glint work in the Damage Step?", "90005", "yes"),
        ("Glint ok in the damage step?", "90005", "yes"),
        ("微光在伤害步骤行不行？", "90005", "yes"),
    ],
)
def test_a_card_question_is_decided_by_the_cards_text(engine, text, card, verdict):
    answer = engine.ask(text)
    assert (answer.verdict, answer.abstained) == (verdict, False)
    assert card in [u.id for u in answer.question.understood if u.kind == "card"]
    assert answer.trace.fired and (card, "decidedBy", answer.trace.fired) in answer.trace.edges
    cited = [s.citation for s in answer.steps if s.citation]
    assert answer.trace.fired in {c.id for c in cited}
    for citation in cited:
        rule = engine.rules[citation.id]
        assert citation.quote == (rule.zh if citation.lang == "zh" else rule.en)
        assert citation.cites


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Can I activate the Glint I Set this turn in the Damage Step, before damage calculation?", "no"),
        ("Can I activate the Glint I Set last turn in the Damage Step, before damage calculation?", "yes"),
        ("我这回合盖的微光，伤害计算前能发动吗？", "no"),
        ("我上回合盖的微光，伤害计算前能发动吗？", "yes"),
        ("Can I activate Glint in the Damage Step with damage calculation not started?", "yes"),
    ],
)
def test_when_a_card_was_set_and_where_the_battle_stands_are_heard_before_its_text(engine, text, verdict):
    assert engine.ask(text).verdict == verdict


def test_a_card_named_in_another_question_is_shown_as_understood(engine):
    question = engine.ask("Does Lantern Moth stay on the field in the End Phase?").question
    assert "90001" in [u.id for u in question.understood if u.kind == "card"]


def test_a_card_the_user_took_away_decides_nothing(engine):
    answer = engine.ask("Can I activate Glint in the Damage Step?", without=["90005"])
    assert all(u.kind != "card" for u in answer.question.understood)
    assert not any(edge[1] == "decidedBy" for edge in answer.trace.edges)


def test_a_cards_own_text_is_asked_before_anything_is_worked_out(engine, monkeypatch):
    worked = Answer(question=engine.understand("x"), verdict="no", abstained=False, text="worked out", ground="computed")
    monkeypatch.setattr("query.answer.cards.answer_computed", lambda question, laws: worked)
    assert engine.ask("Can I activate Glint in the Damage Step now?").verdict == "yes"
    assert engine.ask("Does Glint stay on the field?").text == "worked out"


def test_an_entry_on_that_very_card_is_cited_before_the_rules_for_all(engine):
    laws, card = engine.laws.each("OCG"), engine.cards.store.get("90005")
    question = engine.ask("Can I activate Glint in the Damage Step?").question
    mentions = cards_in("Can I activate Glint in the Damage Step?", engine.cards)
    rules = laws[0].rules
    of_it = next(iter(rules.values()))
    told = replace(laws[0], rules={**rules, of_it.id: replace(of_it, cards=(card.name("en"),))})
    beside = cite_rules((of_it.id,), "en", told)
    answer = answer_of_card(question, mentions, engine.cards, laws=(told,), beside=beside)
    assert answer.citations[0].id == of_it.id and answer.trace.fired != of_it.id
    assert answer_of_card(question, mentions, engine.cards, laws=laws, beside=beside).citations[0].id == answer.trace.fired


@pytest.mark.parametrize(("cards", "verdict"), [(("Glint",), "no"), ((), "yes")])
def test_what_an_entry_tells_of_the_very_card_goes_before_its_text(engine, monkeypatch, cards, verdict):
    question = engine.understand("Can I activate Glint in the Damage Step, I wonder?")
    first = next(hit.entry.id for hit in engine.find(question).hits if hit.entry.id in engine.rules)
    law = engine.laws.of("both")
    told = replace(law, rules={**law.rules, first: replace(law.rules[first], cards=cards)})
    monkeypatch.setattr(engine.laws, "of", lambda *args, **named: told)
    answer = Answer(question=question, verdict="no", abstained=False, text="told", ground="stated", trace=Trace(fired=first))
    monkeypatch.setattr("query.answer.cards.compose", lambda drafted, began: answer)
    assert engine.ask(question.text).verdict == verdict
    engine._answers.clear()


@pytest.mark.parametrize(("timing", "verdict"), [("damage-step.before-calculation", "no"), ("damage-step.end", "yes")])
def test_what_an_entry_tells_of_other_moments_does_not_decide(engine, monkeypatch, timing, verdict):
    question = engine.understand("Can I activate Glint before damage calculation, do you think?")
    first = next(hit.entry.id for hit in engine.find(question).hits if hit.entry.id in engine.rules)
    law = engine.laws.of("both")
    told = replace(law, rules={**law.rules, first: replace(law.rules[first], cards=("Glint",), timing=(timing,))})
    monkeypatch.setattr(engine.laws, "of", lambda *args, **named: told)
    answer = Answer(question=question, verdict="no", abstained=False, text="told", ground="stated", trace=Trace(fired=first))
    monkeypatch.setattr("query.answer.cards.compose", lambda drafted, began: answer)
    assert engine.ask(question.text).verdict == verdict
    engine._answers.clear()
