"""The question bank: sound, balanced and inside the documents; and the way its answers are scored."""

from __future__ import annotations

import json
import math
import os
import tomllib
from collections import Counter
from pathlib import Path
from typing import get_args

import pytest
from search_samples import WordEncoder

from benchmarks.bank import FOLDER, SPLITS, Asked, Gold, jsonl, load_bank, read_question
from benchmarks.kept import Kept
from benchmarks.questions import VERDICTS, rank, score, share
from kb.model import Lines
from query.model import Intent

ROOT = Path(__file__).resolve().parent.parent
DOCS = Path(os.environ.get("RULINGS_DOCS_DIR", ROOT.parent / "shared" / "seeds"))
BANK = load_bank()
REFUSED = [q for q in BANK if q.verdict == "unknown"]
FILES = {s["id"]: s for s in tomllib.loads((ROOT / "sources" / "registry.toml").read_text("utf-8"))["source"]}
WIDEST_CITE = 6
FITTED_ON = [q for q in BANK if q.topic == "fourth"]
"""The fourth collection, written for fitting alone; of all others a third is kept from it."""
KEPT = ("sixteenth", "seventeenth", "eighteenth", "nineteenth", "twentieth", "twentyfirst")
ORDINALS = (
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
)
SCORED_FIRST = [q for q in BANK if q.topic.startswith((*ORDINALS, *KEPT))]
"""Scored once before they were put here; all but the newest (`KEPT`) are for fitting since."""
OTHERS = [q for q in BANK if q not in FITTED_ON and q not in SCORED_FIRST]


def test_every_file_of_the_bank_is_read() -> None:
    written = sum(path.read_text("utf-8").count("[[question]]") for path in FOLDER.glob("*.toml"))
    assert len(BANK) == written >= 900
    assert len(list(FOLDER.glob("*.toml"))) == 28
    assert len(SCORED_FIRST) == 2899
    assert {q.split for q in SCORED_FIRST if q.topic.startswith(KEPT)} == {"untouched"}


def test_half_of_the_questions_are_in_each_language() -> None:
    counted = Counter(q.lang for q in BANK)
    assert set(counted) == {"en", "zh"}
    assert min(counted.values()) >= 0.45 * len(BANK)


def test_a_third_of_every_language_and_verdict_is_kept_from_tuning() -> None:
    assert {q.split for q in BANK} == set(SPLITS)
    for group in ("en", "zh", *VERDICTS):
        of_group = [q for q in OTHERS if group in (q.lang, q.verdict)]
        assert 0.25 <= sum(q.split == "untouched" for q in of_group) / len(of_group) <= 0.42


def test_the_fourth_collection_is_for_fitting_alone() -> None:
    assert len(FITTED_ON) == 160
    assert {q.split for q in FITTED_ON} == {"tuned"}


def test_every_larger_topic_has_questions_kept_from_tuning() -> None:
    counted = Counter(q.topic for q in OTHERS)
    kept = {q.topic for q in BANK if q.split == "untouched"}
    assert {topic for topic, n in counted.items() if n >= 5} <= kept


def test_yes_and_no_are_balanced_and_depends_is_there() -> None:
    counted = Counter(q.verdict for q in BANK)
    assert set(counted) == set(VERDICTS)
    assert 0.8 <= counted["yes"] / counted["no"] <= 1.25
    assert counted["depends"] >= 25


def test_forty_questions_are_to_be_refused_twenty_of_them_near_misses() -> None:
    assert len(REFUSED) >= 40
    assert sum(q.topic == "near-miss" for q in REFUSED) >= 20
    assert {q.lang for q in REFUSED} == {"en", "zh"}


def test_every_intent_is_asked() -> None:
    assert {q.intent for q in BANK} == set(get_args(Intent))


def test_no_question_and_no_id_comes_twice() -> None:
    assert len({q.id for q in BANK}) == len({q.question for q in BANK}) == len(BANK)


@pytest.mark.parametrize("asked", BANK, ids=lambda q: q.id)
def test_a_question_has_a_key_and_cites_unless_it_is_to_be_refused(asked: Asked) -> None:
    assert asked.question.strip() == asked.question != ""
    assert 1 <= len(asked.key) <= 3
    assert all(asked.key)
    assert bool(asked.cites) == (asked.verdict != "unknown")
    assert len(set(asked.cites)) == len(asked.cites)
    assert {g.source for g in asked.cites} <= set(FILES)
    assert all(0 < g.lines.first <= g.lines.last < g.lines.first + WIDEST_CITE for g in asked.cites)


@pytest.mark.parametrize("source", sorted({g.source for q in BANK for g in q.cites}))
def test_every_cite_lies_on_text_of_its_document(source: str) -> None:
    path = DOCS / FILES[source]["file"]
    if not path.is_file():
        message = f"{path} is missing: set RULINGS_DOCS_DIR to the folder of the five documents"
        pytest.fail(message) if os.environ.get("CI") == "true" else pytest.skip(message)
    lines = path.read_text("utf-8").split("\n")
    for q in BANK:
        for g in (g for g in q.cites if g.source == source):
            assert g.lines.last <= len(lines), q.id
            assert all(lines[n - 1].strip() for n in g.lines), f"{q.id}: line {g.lines} of {path.name} begins or ends empty"


@pytest.mark.parametrize("change", [{"verdict": ...}, {"colour": "red"}, {"cites": [{"source": "x"}]}])
def test_a_missing_an_unknown_or_a_misshapen_field_is_noticed(change: dict[str, object]) -> None:
    row = {"id": "x-001", "lang": "en", "question": "?", "intent": "fact", "verdict": "no", "key": ["k"], "cites": []}
    row = {k: v for k, v in (row | {"split": "tuned"} | change).items() if v is not ...}
    with pytest.raises((KeyError, TypeError, ValueError)):
        read_question(row)


def test_the_batch_lines_hold_id_and_question_and_nothing_to_copy_from() -> None:
    rows = [json.loads(line) for line in jsonl(BANK)]
    assert all(set(row) == {"id", "question"} for row in rows)
    assert [row["id"] for row in rows] == [q.id for q in BANK]


ASKED = Asked(
    id="x-001",
    lang="zh",
    question="？",
    intent="fact",
    verdict="no",
    key=("k",),
    cites=(Gold(source="doc", lines=Lines(10, 12)),),
    split="tuned",
)


@pytest.mark.parametrize(
    ("citations", "want"),
    [
        ([{"source": "doc", "lines": [12, 14]}], 1),
        ([{"source": "doc", "lines": [13, 14]}, {"source": "doc", "lines": [8, 10]}], 2),
        ([{"source": "other", "lines": [10, 12]}], None),
        ([{"source": "doc", "lines": [5, 13]}], None),
        ([{"source": "digest", "lines": None, "cites": [{"source": "doc", "lines": [11, 11]}]}], 1),
        (
            [
                {
                    "source": "d",
                    "lines": None,
                    "cites": [*[{"source": "doc", "lines": [1, 1]}] * 6, {"source": "doc", "lines": [11, 11]}],
                }
            ],
            None,
        ),
        ([{"source": "doc", "lines": [1, 1]}] * 10 + [{"source": "doc", "lines": [11, 11]}], None),
    ],
    ids=["overlap", "second", "other document", "too wide", "through the digest", "seventh original", "eleventh citation"],
)
def test_a_citation_hits_where_it_overlaps_a_place_that_answers(citations: list[dict[str, object]], want: int | None) -> None:
    assert rank(ASKED, citations) == want


def test_an_abstention_counts_as_unknown_and_the_language_of_the_answering_documents_is_seen() -> None:
    row = {"id": "x-001", "abstained": True, "verdict": "no", "citations": []}
    assert score(ASKED, row, {"doc": "en"}).verdict == "unknown"
    assert score(ASKED, row, {"doc": "en"}).other_only
    assert not score(ASKED, row, {"doc": "zh"}).other_only
    assert score(ASKED, {"id": "x-001", "error": "line 1"}, {}).verdict == "error"


def test_the_interval_holds_the_share_and_a_measure_without_cases_has_none() -> None:
    value, low, high, total = share([(True, True)] * 30 + [(True, False)] * 10 + [(False, False)] * 20)
    assert (value, total) == (0.75, 40)
    assert 0.5 < low < value < high < 0.95
    assert share([(True, True)] * 5)[:3] == (1.0, 1.0, 1.0)
    assert math.isnan(share([(False, False)])[0])


def test_a_question_is_embedded_once_and_its_vector_kept_exactly(tmp_path: Path) -> None:
    encoder, texts = WordEncoder(), ["盖放", "Set"]
    first = Kept(encoder, tmp_path).queries(texts)
    again = Kept(encoder, tmp_path).queries(texts)
    assert encoder.embedded == texts
    assert (first == again).all()
    assert (again == WordEncoder().queries(texts)).all()
