"""Questions that nothing answers: the file of them, and what they do to a question like them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from kb.digest.load import load_rules, sources_dir
from kb.digest.scope import load_scope
from kb.digest.unanswered import FILE, Unanswered, load_unanswered
from kb.errors import BadInput
from kb.index.unanswered import Nearest, load_beside
from query.engine import Engine
from query.model import Understood
from query.rule.confidence import abstains, is_treated, names_stranger, unknown_features
from query.rule.likeness import nearest_unanswered


@cache
def engine() -> Engine:
    return Engine.open()


def _written(folder: Path, line: str) -> Path:
    (folder / FILE).write_text(f"# a remark\n{line}\n", "utf-8")
    return folder


def test_a_line_is_a_topic_a_language_and_a_question(tmp_path: Path) -> None:
    folder = _written(tmp_path, "market\ten\tWhat does a lamp cost?")
    assert load_unanswered(folder) == (Unanswered(topic="market", lang="en", text="What does a lamp cost?"),)


def test_a_folder_without_the_file_has_none_and_nothing_is_near(tmp_path: Path) -> None:
    assert load_unanswered(tmp_path) == ()
    assert nearest_unanswered("What does a lamp cost?", tmp_path) == (-1.0, "")


@pytest.mark.parametrize("line", ["market\ten", "market\tfr\tCombien?", "\ten\tHow much?"])
def test_a_bad_line_is_named(tmp_path: Path, line: str) -> None:
    with pytest.raises(BadInput, match=r"unanswered\.tsv:2: .*Mend the line"):
        load_unanswered(_written(tmp_path, line))


def test_no_question_is_both_answered_and_not() -> None:
    answered = {text for rule in load_rules() for ask in rule.asks for text in (ask.en, ask.zh)}
    assert not answered & {one.text for one in load_unanswered(sources_dir())}


def test_a_question_like_one_that_nothing_answers_is_refused_with_its_topic() -> None:
    topics = {topic.id: topic for topic in load_scope(sources_dir())}
    told = 0
    for asked, topic in (("Will this holo go up in price next year?", "market"), ("这张卡的画师是谁啊", "makers")):
        answer = engine().ask(asked)
        assert answer.abstained, asked
        told += answer.text in topics[topic].why.values()
    assert told


def test_a_document_of_ones_own_may_answer_what_no_other_does() -> None:
    question = engine().understand("Do I get a warning for being five minutes late?")
    hits = list(engine().find(question).hits)
    assert unknown_features(question, hits, ())["unanswered"] > 0
    own = replace(hits[1], entry=replace(hits[1].entry, kind="paragraph", source="club"))
    assert unknown_features(question, [hits[0], own], ())["unanswered"] == 0
    assert unknown_features(question, [hits[0], own], {"club"})["unanswered"] > 0


def test_a_card_that_nothing_found_knows_is_a_stranger() -> None:
    asked = engine().understand("After Lamp of Nowhere has resolved, are new monsters negated too?")
    hits = engine().find(asked).hits
    assert not names_stranger(asked, hits)
    named = replace(asked, understood=(_card("Lamp of Nowhere"),))
    assert names_stranger(named, hits)
    known = replace(hits[0].entry, texts={"en": "Lamp of Nowhere shines.", "zh": ""})
    assert not names_stranger(named, [replace(hits[0], entry=known), *hits[1:]])
    assert names_stranger(
        replace(named, understood=(_card("Lamp of Nowhere"), _card("Dim Bulb"))), [replace(hits[0], entry=known)]
    )


def test_what_asks_of_a_stranger_is_refused_where_its_neighbour_lies_no_nearer() -> None:
    asked = engine().understand("When Lamp of Nowhere banishes a monster, are my copies of the monster negated next turn?")
    hits = engine().find(asked).hits
    named = replace(asked, understood=(*asked.understood, _card("Lamp of Nowhere")))
    assert not abstains(asked, hits, engine().digested)
    assert abstains(named, hits, engine().digested)


def _card(name: str) -> Understood:
    return Understood(id=name, kind="card", label=name, surface=name, match="exact")


@pytest.mark.parametrize(
    "asked",
    [
        "My 1725 ATK is halved. Is the result rounded up?",
        "攻击力1725减半，零头怎么算？",
        "Two forced effects trigger each other and never end. Who stops?",
        "宣言卡名的时候，可以说已经禁用的卡吗？",
        "我的准备阶段被跳过，倒数的效果还数吗？",
    ],
)
def test_a_mechanic_that_no_source_treats_is_refused_even_where_numbers_are_computed(asked: str) -> None:
    topic = next(topic for topic in load_scope(sources_dir()) if topic.id == "untreated")
    answer = engine().ask(asked)
    assert answer.abstained and answer.text in topic.why.values()


@pytest.mark.parametrize(
    "asked",
    [
        "May I pay Life Points down to exactly 0?",
        "Does a 10-star monster need 3 Tributes?",
        "In the anime they do it all the time. Can I Normal Summon a monster in face-up Defense Position?",
        "大师决斗里按钮是灰的。盖放的那个回合能发动陷阱卡吗？",
    ],
)
def test_what_sounds_like_it_but_is_treated_is_answered(asked: str) -> None:
    assert not engine().ask(asked).abstained


def test_the_vectors_of_what_nothing_answers_are_those_of_the_index() -> None:
    beside = load_beside(sources_dir(), engine().index.encoder_id)
    assert set(beside) == {"en", "zh"}
    one = next(one for one in load_unanswered() if one.lang == "zh")
    found = engine().find(engine().understand(one.text)).unanswered
    assert found is not None and found.likeness > 0.97
    assert sum(len(own.topics) for own in beside.values()) == len(load_unanswered())


def test_no_vectors_of_another_encoder_are_compared() -> None:
    assert load_beside(sources_dir(), "another") == {}


def test_what_lies_nearer_to_what_nothing_answers_is_refused_and_what_lies_much_farther_is_treated() -> None:
    asked = engine().understand("Can I Tribute a Token for a Tribute Summon?")
    hits = engine().find(asked).hits
    most = max(near for hit in hits for near in hit.near_asks)
    assert not abstains(asked, hits, engine().digested, Nearest(likeness=most - 0.1, topic="untreated"))
    assert not is_treated(hits, Nearest(likeness=most - 0.1, topic="untreated"))
    assert is_treated(hits, Nearest(likeness=most - 0.3, topic="untreated")) and not is_treated(hits, None)
    near = Nearest(likeness=most - 0.05, topic="untreated")
    assert is_treated(hits, near, beside=True) and not is_treated(hits, near), "named only before the question"
    far = engine().understand("Does the store sell dice trays?")
    found = engine().find(far).hits
    near = max(near for hit in found for near in hit.near_asks)
    assert abstains(far, found, engine().digested, Nearest(likeness=near + 0.05, topic="market"))
    assert not abstains(asked, hits, engine().digested, Nearest(likeness=1.0, topic="market"), own=True)


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("At an OCG tournament, is a player asked for a deck list bound to write one?", False),
        ("In Rush Duel, may I Normal Summon more than once a turn?", True),
        ("Is there a penalty guideline for slow play?", True),
    ],
)
def test_a_word_of_an_untreated_topic_refuses_unless_an_entry_answers_that_very_question(text: str, refused: bool) -> None:
    assert engine().ask(text).abstained is refused


def test_another_game_is_marked_as_such() -> None:
    assert {topic.id for topic in load_scope(sources_dir()) if topic.elsewhere} == {"other-formats", "other-games"}
