"""What is shipped of the digest's texts is what reading them gives, and what is not shipped is read."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from kb.digest.load import load_rules, sources_dir
from kb.index.matching import load_matcher, write_matched
from query.read.facts import read_facts
from query.read.question import read_question
from query.rule import phrased as shipped
from query.rule.likeness import overlap
from query.rule.phrased import alike_each, asked_terms_of, facts_each, load_phrased, not_in, terms_of, write_phrased

OWN = "Does a lamp that nobody has lit burn when it is Set? Asked by an editor."
ASKED = {
    "en": "May I light a lamp that was Set this turn, or must I wait?",
    "zh": "这回合盖放的灯，可以点亮吗？还是要等下回合？",
}


def texts_of(lang: str, step: int = 40) -> list[str]:
    """Some questions of the digest, texts of entries, and one that is not shipped."""
    rules = load_rules()[::step]
    found = [text for rule in rules for ask in rule.asks[:6] for text in (ask.zh if lang == "zh" else ask.en,) if text]
    return [*found, *(rule.zh if lang == "zh" else rule.en for rule in rules), OWN]


@pytest.fixture(params=["shipped", "read"], autouse=True)
def known(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "read":
        monkeypatch.setattr(shipped, "load_phrased", lambda: None)
    else:
        assert load_phrased() is not None


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_what_is_shared_is_what_reading_the_texts_gives(lang: str) -> None:
    asked, texts = read_question(ASKED[lang]), texts_of(lang)
    wanted = [
        0.5 * overlap(asked.words, terms_of(text)) + 0.5 * overlap(asked.asked_words, asked_terms_of(text)) for text in texts
    ]
    assert len(texts) > 100 and len({*wanted}) > 20
    assert alike_each(asked, texts) == pytest.approx(wanted)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_facts_of_a_question_are_those_its_words_give(lang: str) -> None:
    texts, folder = texts_of(lang), sources_dir()
    found = facts_each(texts, lang, folder)
    assert found == [read_facts(text, lang, folder) for text in texts] and sum(map(bool, found)) > 50


def test_words_that_stand_in_no_text_are_left() -> None:
    texts = texts_of("en")
    there = set(terms_of(texts[3])) | set(terms_of(OWN))
    assert not_in({*there, "zzyx", "魑魅"}, texts) == {"zzyx", "魑魅"}
    assert "lamp" in not_in({"lamp"}, [])


def test_a_folder_with_other_words_for_facts_has_its_own(tmp_path: Path) -> None:
    folder = tmp_path / "sources"
    shutil.copytree(sources_dir(), folder)
    facts = folder / "cues" / "facts.toml"
    facts.write_text(facts.read_text("utf-8") + '\n[wick.long]\nen = ["lamp"]\nzh = ["灯"]\n', "utf-8")
    (own,) = facts_each([OWN], "en", folder)
    (same,) = facts_each([texts_of("en")[0]], "en", folder)
    assert own["wick"] == {"long"} and "wick" not in same


def test_a_table_beside_other_rows_is_not_used(tmp_path: Path) -> None:
    matched, path = tmp_path / "matched.npz", tmp_path / "phrased.npz"
    write_matched(matched, load_matcher().id, [OWN], [np.ones(3, dtype=np.float32)])
    write_phrased(path, {OWN: "en"}, matched)
    assert load_phrased(path) is None and load_phrased(tmp_path / "none.npz") is None
    path.write_bytes(b"no archive")
    load_phrased.cache_clear()
    assert load_phrased(path) is None


def test_numbers_of_rows_stand_one_behind_the_other() -> None:
    bags = shipped.Bags(ends=np.array([0, 2, 2, 5], dtype=np.int32), numbers=np.array([7, 8, 1, 2, 3], dtype=np.uint16))
    numbers, counts = bags.of(np.array([2, 1, 0]))
    assert (numbers.tolist(), counts.tolist()) == ([1, 2, 3, 7, 8], [3, 0, 2])


def test_a_misspelt_question_gives_the_facts_of_the_right_one() -> None:
    wrong, right = (f"May I light it from my hand on my {word} turn?" for word in ("oponents", "opponents"))
    assert read_question(wrong).facts == read_question(right).facts != read_question("May I light it?").facts
