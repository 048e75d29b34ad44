"""What asks nothing is refused with a reason, and no question that players ask is taken for it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.digest.load import load_rules, sources_dir
from kb.digest.unasked import Unasked, load_unasked
from kb.errors import BadData
from query.engine import Engine

REFUSED = Path(__file__).parent / "questions" / "refused.tsv"


def rows() -> list[list[str]]:
    return [line.split("\t") for line in REFUSED.read_text("utf-8").splitlines()]


@cache
def unasked() -> Unasked:
    return load_unasked(sources_dir(), load_rules(sources_dir()))


@cache
def engine() -> Engine:
    return Engine.open(Path("/nowhere"))


def test_there_are_two_hundred_in_both_languages() -> None:
    assert len(rows()) == len({text for _, _, text in rows()}) == 200
    assert {lang for lang, _, _ in rows()} == {"en", "zh"}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("True", "filler"),
        ("{{7*7}}", "code"),
        ("<script>alert(1)</script>", "code"),
        ("42 ??", "filler"),
        ("是", "filler"),
        ("Chain Chain Chain Chain", "salad"),
        ("连锁连锁连锁", "salad"),
        ("since the lamp that my", "salad"),
        ("如果灯笼在场上，那么", "salad"),
        ("the the lamp of keeper keeper", "salad"),
        ("灯笼灯笼墓地，然后啊", "salad"),
        ("attack under window slowly seven card because", "salad"),
    ],
)
def test_what_asks_nothing_is_told_by_kind(text: str, why: str) -> None:
    found = unasked().why(text)
    assert found and found.id == f"unasked-{why}" and found.why["en"] and found.why["zh"]


def test_no_question_of_the_digest_is_taken_for_nothing() -> None:
    asks = [text for rule in tuple(unasked().rules)[::5] for ask in rule.asks for text in (ask.en, ask.zh) if text]
    assert len(asks) > 5000
    assert not [text for text in asks if unasked().why(text)]


@pytest.mark.parametrize("text", ["starting LP?", "chain a Trap to a cost", "LP?", "連鎖2怎麼處理", "ATK = DEF, what now?"])
def test_short_questions_are_questions(text: str) -> None:
    assert unasked().why(text) is None


@given(st.text(max_size=200))
def test_any_text_is_told_without_an_error(text: str) -> None:
    unasked().why(text)


@pytest.mark.parametrize(
    "text", ["True", "{{7*7}}", "${7*7}", "hello", "在吗", "How are you?", "SELECT * FROM cards WHERE 1=1"]
)
def test_the_engine_says_so_and_cites_nothing_as_evidence(text: str) -> None:
    answer = engine().ask(text)
    assert answer.abstained and answer.verdict == "unknown" and answer.ground == "none" and answer.text


def test_a_sources_folder_without_the_file_refuses_nothing(tmp_path: Path) -> None:
    assert load_unasked(tmp_path, ()).why("True") is None


@pytest.mark.parametrize("text", ["code = ", "[code]\npatterns = ['(']\n", "[filler]\n"])
def test_a_wrong_file_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / "unasked.toml").write_text(text, "utf-8")
    with pytest.raises(BadData, match=r"unasked\.toml"):
        load_unasked(tmp_path, ())


@pytest.mark.slow
def test_of_two_hundred_that_ask_nothing_here_hardly_one_is_answered() -> None:
    """Without documents. With the five documents: `python -m benchmarks.refused`."""
    answers = [engine().ask(text) for _, _, text in rows()]
    assert sum(a.abstained for a in answers) / len(answers) >= 0.95
    assert sum(a.verdict in ("yes", "no", "depends") and a.confidence > 0.6 for a in answers) <= 1
