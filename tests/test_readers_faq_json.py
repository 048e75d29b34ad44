"""The reader of official FAQs of cards: a golden file, ids, malformed files, arbitrary JSON, and the real collection."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reading import check_golden, check_whole, read_golden

from ingest.readers import faq_json, read_document
from ingest.registry import Registry, identify
from kb.errors import BadInput
from kb.model import Document, Source

DATA = Path(os.environ.get("RULINGS_DATA_DIR", Path(__file__).parents[2] / "shared" / "data"))
SOURCE = Source(id="official-faq", file="faq.jsonl", title="t", lang="ja", territory="OCG", authority="official-ruling")
GOOD = '{"cid": 1, "FAQ": {"1": ["発動できます。"]}}'


def read(text: str) -> Document:
    return faq_json.read(SOURCE, text.encode())


def golden() -> Document:
    return read_golden(faq_json, "faq.jsonl", "ja")


def test_golden() -> None:
    check_golden(golden(), "faq.expected.txt")
    check_whole(golden())


def test_passages_are_named_by_card_and_index() -> None:
    ids = [p.id for p in golden().passages]
    assert ids[:4] == ["doc:90001#1", "doc:90001/1#1", "doc:90001/1#2", "doc:90001/1#3"]
    assert ids[4:7] == ["doc:90001/1.5#1", "doc:90001/2#1", "doc:90001/p1#1"]


def test_statements_are_tied_to_their_card_and_are_japanese() -> None:
    document = golden()
    cards = dict(document.cards)
    assert cards["doc:90001/1#2"] == "90001" and cards["doc:90002/10#1"] == "90002"
    assert "doc:90001/1#1" not in cards
    assert {p.lang for p in document.passages if p.kind != "boilerplate"} == {"ja"}


def test_the_file_tells_by_itself_what_it_is() -> None:
    found = identify(Path("anything.json"), (GOOD + "\n" + GOOD.replace("1,", "2,", 1)).encode(), Registry())
    assert (found.source.id, found.source.format, found.source.lang) == ("official-faq", "faq-json", "ja")
    assert found.source.authority == "official-ruling"
    assert identify(Path("one.json"), GOOD.encode(), Registry()).source.id == "official-faq-1"


def test_a_card_given_twice_is_read_as_given_last() -> None:
    document = read(GOOD + "\n" + GOOD.replace("発動", "適用"))
    assert [p.text for p in document.passages if p.kind == "paragraph"] == ["適用できます。"]


@pytest.mark.parametrize("shape", ["{}", "[{}]", "\n\n  {}\n", "\ufeff{}"])
def test_one_object_a_list_and_lines_read_alike(shape: str) -> None:
    pretty = json.dumps(json.loads(GOOD), indent=2, ensure_ascii=False)
    for body in (GOOD, pretty):
        assert [p.text for p in read(shape.replace("{}", body)).passages][1:] == ["発動できます。"]


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([GOOD, "{not json"], r"^faq\.jsonl: line 2 is no JSON"),
        ([GOOD, "", '{"FAQ": {}}'], r"^faq\.jsonl: line 3 has no number 'cid'"),
        ([GOOD, "[1, 2]"], r"^faq\.jsonl: line 2 has no number 'cid'"),
        ([GOOD, '{"cid": 2, "FAQ": []}'], r"^faq\.jsonl: line 2: 'FAQ' is no object"),
        ([GOOD, '{"cid": 2, "FAQ": {"x": ["甲"]}}'], r"^faq\.jsonl: line 2: 'FAQ' has an index 'x'"),
        (["[" + GOOD + ", 7]"], r"^faq\.jsonl: FAQ 2 has no number"),
        (["[]"], r"^faq\.jsonl: holds no FAQ"),
    ],
)
def test_a_malformed_file_is_refused_with_its_place(lines: list[str], why: str) -> None:
    with pytest.raises(BadInput, match=why) as error:
        read("\n".join(lines))
    assert "\n" not in str(error.value)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["cid", "FAQ", "pendulumFAQ", "1", "0.5", "x"]), inner)
    ),
    max_leaves=12,
)


@settings(max_examples=200, deadline=None)
@given(JSON, st.lists(st.text(max_size=30), max_size=3), st.integers(0, 9))
def test_any_json_is_read_or_refused(value: object, words: list[str], number: int) -> None:
    fine = {"cid": number, "FAQ": {"1": words}, "databaseDate": value}
    for item in (value, fine, {**fine, "FAQ": value}, {**fine, "pendulumFAQ": value}):
        try:
            check_whole(read(json.dumps(item) + "\n" + json.dumps(fine)))
        except BadInput as error:
            assert "\n" not in str(error)


@pytest.mark.slow
def test_the_real_collection_is_read_whole() -> None:
    path = DATA / "official_faq.jsonl"
    if not path.exists():
        if os.environ.get("CI") == "true":
            pytest.fail(f"{path} is missing: set RULINGS_DATA_DIR to the folder of the data")
        pytest.skip(f"{path} is missing: set RULINGS_DATA_DIR to the folder of the data")
    document = read_document(SOURCE, path.read_bytes())
    check_whole(document)
    kinds = Counter(p.kind for p in document.passages)
    assert len(document.references) == kinds["boilerplate"] == 6764
    assert kinds["heading"] + kinds["paragraph"] == 41083
    assert {p.id for p in document.passages if p.kind == "paragraph"} == {i for i, _ in document.cards}
