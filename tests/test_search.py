"""Searching: by words, concepts and vectors, in both languages, and how the three make one ranking."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from search_samples import CONCEPTS, ENTRIES, WordEncoder, passage, small_index

from kb.errors import SnapshotError
from kb.index.build import build_index
from kb.index.encode import load_encoder
from kb.index.store import Index
from kb.index.vectors import vectors_for
from kb.model import Lang
from query.find.fuse import WEIGHTS_FILE, Weights, load_weights
from query.find.search import Found, search

INDEX = small_index()
PASSAGES_FIRST = replace(Weights(), digest=-50.0, translated=0.0)
WITH_VECTORS = small_index(encoder=WordEncoder())


def ids(found: Found) -> list[str]:
    return [h.entry.id for h in found.hits]


def by_words(found: Found) -> list[str]:
    """Ids of the hits that hold a word looked for."""
    return [h.entry.id for h in found.hits if h.searches["bm25"].score > 1]


@pytest.mark.parametrize(
    ("question", "lang", "want"),
    [
        ("Can they shoot at my ship in fog?", "en", "harbour-rules#3"),
        ("雾里的船会被瞄准吗？", "zh", "gangkou#3"),
        ("what does reaching the harbour score", "en", "harbour-rules#2"),
        ("抵达港口得几分", "zh", "gangkou#2"),
    ],
)
@pytest.mark.parametrize("encoder", [None, WordEncoder()], ids=["words alone", "with vectors"])
def test_a_question_finds_the_passage_with_its_words(question: str, lang: Lang, want: str, encoder: WordEncoder | None) -> None:
    found = search(WITH_VECTORS if encoder else INDEX, question, lang, encoder=encoder)
    assert ids(found)[0] == want


@pytest.mark.parametrize(
    ("question", "lang", "other"),
    [("How long does a lamp last?", "en", "gangkou#1"), ("灯能亮多久？", "zh", "harbour-rules#1")],
)
def test_a_concept_carries_a_question_into_the_other_language(question: str, lang: Lang, other: str) -> None:
    plain = replace(load_weights(), translated=0.0, graph=0.0)
    assert other in by_words(search(INDEX, question, lang, ["lantern"], k=3, weights=plain))
    assert other not in by_words(search(INDEX, question, lang, [], k=3, weights=plain))


@pytest.mark.parametrize(
    ("question", "lang", "other"), [("几个回合之后？", "zh", "harbour-rules#1"), ("two rounds", "en", "gangkou#1")]
)
def test_learned_stand_ins_carry_a_question_into_the_other_language(question: str, lang: Lang, other: str) -> None:
    assert other in by_words(search(INDEX, question, lang, k=3))
    assert other not in by_words(search(INDEX, question, lang, k=3, weights=replace(load_weights(), translated=0.0)))


def test_slang_is_restated_in_the_words_of_the_documents() -> None:
    assert ids(search(INDEX, "how long does my lamp go on", "en", ["lantern"]))[0] == "harbour-rules#1"


def test_what_a_concept_stands_under_is_found_too() -> None:
    found = search(INDEX, "paper ones?", "en", ["paper-lantern"], without=("bm25",))
    assert {h.entry.id for h in found.hits[:2]} == {"harbour-rules#1", "gangkou#1"}


@pytest.mark.parametrize(
    ("question", "lang"), [("do I lose my masts if it storms twice", "en"), ("一回合两次风暴会断两根桅杆吗", "zh")]
)
def test_a_digest_entry_is_found_by_the_question_it_answers(question: str, lang: Lang) -> None:
    for index, encoder in ((INDEX, None), (WITH_VECTORS, WordEncoder())):
        (best, *_) = search(index, question, lang, encoder=encoder).hits
        assert best.entry.id == "storms.twice"
        assert best.ask is not None
        assert best.ask.verdict == "no"


def test_every_hit_says_how_each_search_rates_it() -> None:
    found = search(WITH_VECTORS, "ship in fog", "en", ["harbour"], encoder=WordEncoder())
    assert found.searched == ("bm25", "vectors", "graph")
    assert set(found.hits[0].searches) == {"bm25", "vectors", "graph"}
    assert min(h.searches["bm25"].rank for h in found.hits) == 1
    assert found.hits[0].cosine is not None
    assert -1.001 <= found.hits[0].cosine <= 1.001
    assert [h.score for h in found.hits] == sorted((h.score for h in found.hits), reverse=True)
    assert 0 <= found.encode_ms <= found.total_ms


@pytest.mark.parametrize("left_out", ["bm25", "vectors", "graph"])
def test_a_search_can_be_left_out(left_out: str) -> None:
    found = search(WITH_VECTORS, "ship in fog", "en", ["harbour"], encoder=WordEncoder(), without=(left_out,))
    assert left_out not in found.searched
    assert all(left_out not in h.searches for h in found.hits)


def test_without_an_encoder_the_other_searches_answer_and_say_so() -> None:
    found = search(WITH_VECTORS, "ship in fog", "en")
    assert ids(found)[0] == "harbour-rules#3"
    assert any("no encoder" in remark for remark in found.searched)
    found = search(INDEX, "ship in fog", "en", encoder=WordEncoder())
    assert any("built without" in remark for remark in found.searched)


def test_another_encoder_than_the_index_was_built_with_is_refused() -> None:
    other = WordEncoder()
    other.id = "other"
    with pytest.raises(SnapshotError, match=r"words.*other.*rulings build"):
        search(WITH_VECTORS, "ship", "en", encoder=other)


def copies() -> Index:
    text = "Every captain turns one ship about before the wind is drawn."
    old = passage(7, text, source="old", superseded_by=("harbour-rules",))
    return small_index(old, passage(7, text.replace("about", "around")), passage(8, "Wind is drawn by the last captain."))


def test_five_citations_are_five_pieces_of_evidence() -> None:
    found = search(copies(), "may every captain turn one ship before the wind", "en", k=5, weights=PASSAGES_FIRST)
    assert ids(found)[0] == "harbour-rules#7"
    assert [e.id for e in found.hits[0].also] == ["old#7"]
    assert "old#7" not in ids(found)
    assert len(found.hits) == 5


def test_an_outdated_edition_stands_beneath_what_replaces_it_even_where_it_fits_better() -> None:
    found = search(copies(), "may every captain turn one ship about before the wind", "en", k=1, weights=PASSAGES_FIRST)
    assert found.hits[0].entry.id == "harbour-rules#7"


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=120), st.sampled_from(["en", "zh"]), st.lists(st.sampled_from(["lantern", "harbour", "nowhere"])))
def test_any_question_is_searched_for(question: str, lang: Lang, links: list[str]) -> None:
    found = search(INDEX, question, lang, links, k=4)
    assert len({h.entry.id for h in found.hits}) == len(found.hits) == 4
    assert ids(found) == ids(search(INDEX, question, lang, links, k=4))


def test_a_very_long_question_is_searched_for_by_its_beginning() -> None:
    assert ids(search(INDEX, "ship in fog " + "x" * 100_000, "en"))[0] == "harbour-rules#3"


def test_an_empty_index_finds_nothing() -> None:
    assert search(build_index([]), "ship", "en").hits == ()


def test_the_kept_weights_are_all_known_and_read() -> None:
    kept = tomllib.loads(WEIGHTS_FILE.read_text("utf-8"))["weights"]
    assert set(kept) == {f.name for f in fields(Weights)}
    assert load_weights() == Weights(**kept)


def test_weights_change_the_ranking() -> None:
    wanted = search(INDEX, "ship", "en", weights=replace(Weights(), digest=50.0))
    assert ids(wanted)[0] == "storms.twice"


def test_the_question_path_imports_nothing_slow() -> None:
    code = "import sys, query.find.search; print(*sorted({m.split('.')[0] for m in sys.modules}))"
    root = Path(__file__).resolve().parent.parent
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root)
    assert not {"scipy", "bm25s", "spacy", "rdflib", "pandas", "torch"} & set(done.stdout.split())


@pytest.fixture(scope="module")
def encoder() -> object:
    return load_encoder()


@pytest.mark.slow
def test_the_real_encoder_finds_by_meaning_across_languages(encoder: WordEncoder) -> None:
    index = build_index(ENTRIES, encoder=encoder, concepts=CONCEPTS)
    chinese = search(index, "躲在看不清的天气里会被攻击吗？", "zh", encoder=encoder, without=("bm25", "graph"))
    assert {"gangkou#3", "harbour-rules#3"} & set(ids(chinese)[:3])
    english = search(index, "Is a boat in the mist safe from cannons?", "en", encoder=encoder, without=("bm25", "graph"))
    assert {"gangkou#3", "harbour-rules#3"} & set(ids(english)[:3])
    assert english.searched == ("vectors",)


def test_shipped_vectors_are_those_of_the_real_encoder(encoder: WordEncoder) -> None:
    from kb.digest.load import load_rules
    from kb.index.vectors import SHIPPED, read_vectors, text_key

    shipped = read_vectors(SHIPPED, encoder.id)
    known = [r for r in load_rules() if text_key(r.zh, "passage") in shipped][:2]
    assert known, "no digest text has a shipped vector: run `python -m kb.index.ship`"
    again = encoder.passages([r.zh for r in known])
    assert (vectors_for([r.zh for r in known], encoder) * again).sum(axis=1).min() > 0.995


@pytest.mark.slow
def test_the_real_documents_answer_the_exam_by_words_and_concepts_alone() -> None:
    root = Path(__file__).resolve().parent.parent.parent / "shared"
    places = [Path(os.environ.get(f"RULINGS_{n}_DIR", root / d)) for n, d in (("DOCS", "seeds"), ("EXAM", "exam"))]
    if missing := [str(p) for p in places if not p.is_dir()]:
        if os.environ.get("CI") == "true":
            pytest.fail(f"missing: {missing}")
        pytest.skip(f"missing: {missing}")
    from benchmarks.corpus import make_index
    from benchmarks.search import score

    figures = score(make_index("documents", None), None, load_weights())
    assert figures["cit_n"] == 86
    assert figures["cit_h5"] >= 0.75
    assert figures["xonly_h5"] >= 0.45
