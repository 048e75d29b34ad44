"""README's promises: each sentence has its tests, and the two that nothing else proves are proved here."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from few import few_of

from query.engine import Engine

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("What is always true", "How ties are decided")


def table() -> dict[str, list[str]]:
    """Tests by the sentence they prove, from docs/precedence.md."""
    rows = re.findall(r"^\| (.+?) \| (`test_.+?`) \|$", (ROOT / "docs" / "precedence.md").read_text("utf-8"), re.M)
    return {said: re.findall(r"`(test_\w+\.py::\w+)`", tests) for said, tests in rows}


def sentences(part: str) -> list[str]:
    """The sentences under a heading of README."""
    text = (ROOT / "README.md").read_text("utf-8").partition(f"## {part}\n")[2].partition("\n## ")[0]
    return [s.strip() for s in re.split(r"(?<=\.)\s+", " ".join(text.split())) if s.strip()]


@pytest.mark.parametrize("part", PARTS)
def test_every_sentence_has_a_test(part: str) -> None:
    found = sentences(part)
    assert len(found) >= 4
    assert [s for s in found if s not in table()] == []


def test_every_test_named_is_there() -> None:
    for names in table().values():
        assert names
        for name in names:
            file, _, function = name.partition("::")
            tree = ast.parse((ROOT / "tests" / file).read_text("utf-8"))
            assert function in {n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)}, name


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    """An engine over two topics of the digest, with nothing built."""
    folder = tmp_path_factory.mktemp("promises")
    few_of(folder / "sources")
    return Engine.open(folder / "home", sources=folder / "sources", encoder="none")


def test_no_answer_claims_anything_without_a_quote(engine: Engine) -> None:
    asked = [text for rule in engine.rules.values() for ask in rule.asks[:2] for text in (ask.en, ask.zh)]
    assert len(asked) >= 100
    answers = [engine.ask(text) for text in asked]
    claims = [a for a in answers if not a.abstained]
    assert len(claims) >= len(asked) // 2
    for answer in claims:
        assert answer.citations
        assert all(c.quote.strip() and (c.lines or c.cites) for c in answer.citations)


def test_every_reason_that_is_an_entry_s_names_it(engine: Engine) -> None:
    asked = [text for rule in engine.rules.values() for ask in rule.asks[:2] for text in (ask.en, ask.zh)]
    texts = {text for rule in engine.rules.values() for text in (rule.en, rule.zh)}
    answers = [engine.ask(text) for text in asked]
    reasons = [(step, answer) for answer in answers for step in answer.steps if step.text in texts]
    assert len(reasons) >= 100
    beneath = {id(answer): {quoted.quote for c in answer.citations for quoted in c.also} for answer in answers}
    assert [step.text for step, answer in reasons if not step.citation and step.text not in beneath[id(answer)]] == []


@pytest.mark.parametrize("question", ["Who bakes the sweetest cake in the harbour?", "谁做的蛋糕最甜？"])
def test_what_no_source_states_is_said_so(engine: Engine, question: str) -> None:
    answer = engine.ask(question)
    assert (answer.verdict, answer.abstained) == ("unknown", True)
    assert answer.text.startswith(("The sources don't say", "资料没有说明"))
