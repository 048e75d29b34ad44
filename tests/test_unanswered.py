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
from query.engine import Engine
from query.rule.confidence import unknown_features
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
