"""The facts that a question gives are read by the words of the folder that is asked, whichever was read before."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from few import few_of

from kb.digest.load import load_facts, load_rules
from kb.worker import Worker
from query.read.asking import bare
from query.read.facts import _chinese, _english, read_facts

FACTS = """
[wick.long]
en = ["long wick"]
zh = ["长灯芯"]
"""


def test_facts_are_of_the_folder_that_is_in_force(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = "Does a long wick burn on the first turn?"
    few_of(tmp_path / "sources")
    monkeypatch.setenv("RULINGS_SOURCES", str(tmp_path / "sources"))
    assert read_facts(asked, "en") == {}
    monkeypatch.delenv("RULINGS_SOURCES")
    ours = read_facts(asked, "en")
    assert ours
    assert "wick" not in ours
    few_of(tmp_path / "lamps")
    shutil.rmtree(tmp_path / "lamps" / "rules")
    (tmp_path / "lamps" / "cues").mkdir()
    (tmp_path / "lamps" / "cues" / "facts.toml").write_text(FACTS, "utf-8")
    assert read_facts(asked, "en", tmp_path / "lamps") == {"wick": {"long"}}
    assert read_facts(asked, "en") == ours


def slowly(text: str, kind: str) -> dict[str, set[str]]:
    """Every phrase of every fact searched for in the text."""
    pattern = _chinese if kind == "zh" else _english
    found = {
        facet: {value for value, words in values.items() if any(re.search(pattern(p), bare(text)) for p in words[kind])}
        for facet, values in load_facts().items()
    }
    return {facet: values for facet, values in found.items() if values}


@pytest.mark.parametrize("kind", ["en", "zh"])
def test_every_phrase_is_found_that_is_there(kind: str) -> None:
    phrases = [p for values in load_facts().values() for words in values.values() for p in words[kind]]
    put = [re.sub(r"\((\w+)[^)]*\)|[?~]|\[(.)[^\]]*\]", r"\1\2", p).replace("…", "x") for p in phrases]
    texts = [f"If {p.upper()}, then?" if n % 2 else f"这时{p}，可以吗？" for n, p in enumerate(put)]
    texts += [ask.zh if kind == "zh" else ask.en for rule in load_rules()[::20] for ask in rule.asks[:2]]
    texts += ["", "ı", "actıvated twıce?", "X", "FACEDOWN face-down", "…", "ＡＣＴＩＶＡＴＥ"]
    assert len(texts) > 400
    for text in texts:
        assert read_facts(text, kind) == slowly(text, kind), text


def test_words_between_two_words_are_told_apart_in_one_way() -> None:
    """A run of signs once was cut into words in every way there is: fifty brackets took for ever."""
    with Worker() as worker:
        for unit in ("[", "[ ", "a-", "a'", "-a", "[a", "a "):
            told = worker.call(read_facts, f"The activation {unit * 3000}", "en", seconds=30)
            assert "negated" not in told
        near, far = (
            "The activation [[[[ of a face-up Trap's [[[[ negated",
            "The activation of one of those two Traps is negated",
        )
        assert worker.call(read_facts, near, "en", seconds=30)["negated"] == {"activation"}
        assert "negated" not in worker.call(read_facts, far, "en", seconds=30)
