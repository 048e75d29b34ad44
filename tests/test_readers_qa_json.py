"""The reader of official Q&As: a golden file, states of translations, malformed files, and the real collection."""

from __future__ import annotations

import json
import os
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reading import GOLDEN, check_golden, check_whole, read_golden

from ingest.readers import qa_json, read_document
from kb.errors import BadInput
from kb.model import Document, Passage, Source

DATA = Path(os.environ.get("RULINGS_DATA_DIR", Path(__file__).parents[2] / "shared" / "data"))
SOURCE = Source(id="official-qa", file="qa.jsonl", title="t", lang="en", territory="OCG", authority="official-ruling")
GOOD = '{"id": 1, "cards": [2], "qaData": {"en": {"question": "May it burn?", "answer": "Yes."}}}'


def read(text: str) -> Document:
    return qa_json.read(SOURCE, text.encode())


def golden() -> Document:
    return read_golden(qa_json, "rulings.jsonl")


def by_id(document: Document) -> dict[str, Passage]:
    return {p.id: p for p in document.passages}


@cache
def real() -> Document:
    path = DATA / "official_qa.jsonl"
    if not path.exists():
        if os.environ.get("CI") == "true":
            pytest.fail(f"{path} is missing: set RULINGS_DATA_DIR to the folder of the data")
        pytest.skip(f"{path} is missing: set RULINGS_DATA_DIR to the folder of the data")
    return read_document(SOURCE, path.read_bytes())


def test_golden() -> None:
    check_golden(golden(), "rulings.expected.txt")
    check_whole(golden())


def test_passages_are_named_by_number_and_language() -> None:
    passages = by_id(golden())
    assert passages["doc:7/en#3"].kind == "answer" and passages["doc:7/en#3"].parent == "doc:7/en#2"
    assert (passages["doc:7/ja#2"].kind, passages["doc:7/ja#2"].lang) == ("question", "ja")


def test_the_state_of_a_translation_is_kept() -> None:
    passages = by_id(golden())
    assert passages["doc:7/en#3"].status == "does not hold in the TCG"
    assert passages["doc:7/ja#3"].status == "does not hold in the TCG"
    assert passages["doc:8/en#3"].status == "unconfirmed translation"
    assert passages["doc:9/en#3"].status.startswith("outdated translation")
    assert passages["doc:10/en#2"].status.startswith("outdated: no longer")


def test_each_ruling_is_a_reference_with_the_publisher_s_date() -> None:
    dates = {r.key: (r.date, r.official, r.url[-6:]) for r in golden().references}
    assert dates == {
        "7": ("2017-03-24", True, "&fid=7"),
        "8": ("2013-01-02", True, "&fid=8"),
        "9": ("", True, "&fid=9"),
        "10": ("2011-05-05", True, "fid=10"),
    }


def test_questions_and_answers_are_tied_to_the_cards_the_file_names() -> None:
    cards = Counter(golden().cards)
    assert cards[("doc:7/ja#3", "42")] == cards[("doc:9/en#2", "42")] == 1
    assert not [c for c in cards if c[0].startswith("doc:8/")]


def test_cards_are_shown_by_name_where_names_are_given() -> None:
    data = (GOLDEN / "rulings.jsonl").read_bytes()
    names = {"en": {"42": "Paper Moth"}, "ja": {"41": "錫の鷺"}}
    document = qa_json.read(SOURCE, data, names=names)
    passages = by_id(document)
    assert passages["official-qa:9/en#2"].text == "May Paper Moth burn?"
    assert passages["official-qa:7/ja#2"].text.startswith("「錫の鷺」")
    assert "「Paper Moth」" in passages["official-qa:7/ja#3"].text
    raw = passages["official-qa:9/en#2"].span
    assert document.text[raw.start : raw.end] == "May <<42>> burn?"
    assert by_id(golden())["doc:9/en#2"].text == "May «42» burn?"


@pytest.mark.parametrize("shape", ["{}", "[{}]", "\n\n  {}\n", "\ufeff{}"])
def test_one_object_a_list_and_lines_read_alike(shape: str) -> None:
    pretty = json.dumps(json.loads(GOOD), indent=2)
    for body in (GOOD, pretty):
        document = read(shape.replace("{}", body))
        assert [p.text for p in document.passages] == ["Q&A 1 · 2", "May it burn?", "Yes."]


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([GOOD, "{not json"], r"^qa\.jsonl: line 2 is no JSON"),
        ([GOOD, "", '{"id": 2}'], r"^qa\.jsonl: line 3 has no 'qaData'"),
        ([GOOD, "[1, 2]"], r"^qa\.jsonl: line 2 has no 'qaData'"),
        ([GOOD, '{"qaData": {"en": {"question": "甲", "answer": "乙"}}}'], r"^qa\.jsonl: line 2 has no number"),
        ([GOOD, '{"id": 3, "qaData": {"en": {"question": "x"}}}'], r"^qa\.jsonl: line 2: 'en' has no 'answer'"),
        ([GOOD, '{"id": 3, "qaData": {"en": 5}}'], r"^qa\.jsonl: line 2: 'en' is no object"),
        (["[" + GOOD + ", 7]"], r"^qa\.jsonl: Q&A 2 has no 'qaData'"),
        (["{", '"qaData": '], r"^qa\.jsonl: no JSON"),
        (["[]"], r"^qa\.jsonl: holds no Q&A"),
    ],
)
def test_a_malformed_file_is_refused_with_its_place(lines: list[str], why: str) -> None:
    with pytest.raises(BadInput, match=why) as error:
        read("\n".join(lines))
    assert "\n" not in str(error.value)


def test_long_answers_are_cut_and_numbered_on() -> None:
    answer = "这盏灯今天晚上不能点。" * 400
    document = read(json.dumps({"id": 1, "qaData": {"cn": {"question": "可以点吗？", "answer": answer}}}))
    pieces = [p for p in document.passages if p.kind == "answer"]
    assert len(pieces) > 3 and all(len(p.text) <= 1200 and p.lang == "zh" for p in pieces)
    assert [p.id for p in pieces] == [f"official-qa:1/cn#{n + 2}" for n in range(len(pieces))]
    check_whole(document)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["id", "qaData", "en", "ja", "question", "answer", "cards", "notes", "tags", "x"]), inner
        )
    ),
    max_leaves=12,
)


@settings(max_examples=200, deadline=None)
@given(JSON, st.text(max_size=20).filter(str.strip), st.integers(0, 9))
def test_any_json_is_read_or_refused(value: object, words: str, number: int) -> None:
    fine = {"id": number, "qaData": {"en": {"question": words, "answer": words, "title": value}}, "notes": value, "tags": value}
    for item in (value, fine, {**fine, "qaData": value}):
        try:
            check_whole(read(json.dumps(item) + "\n" + json.dumps(fine)))
        except BadInput as error:
            assert "\n" not in str(error)


@pytest.mark.slow
def test_the_real_collection_is_read_whole() -> None:
    document = real()
    check_whole(document)
    kinds = Counter((p.kind, p.lang) for p in document.passages)
    assert len(document.references) == 3475
    assert kinds["heading", "en"] == 3475 and kinds["heading", "ja"] == 3469
    assert kinds["question", "en"] == 3475 and kinds["note", "en"] == 75
    assert max(len(p.text) for p in document.passages) <= 1200
    assert all(r.official and r.date for r in document.references)


def test_the_real_collection_keeps_every_state() -> None:
    states = Counter(p.status for p in real().passages if p.kind == "question" and p.lang == "en")
    outdated = sum(n for state, n in states.items() if "outdated" in state)
    tcg = sum(n for state, n in states.items() if "TCG" in state)
    assert (outdated, tcg) == (91, 25)
    assert sum(n for state, n in states.items() if "unconfirmed" in state) == 2512
