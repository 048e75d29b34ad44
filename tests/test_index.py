"""The search index: what is counted, what is kept on disk, what says the same."""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from search_samples import CONCEPTS, ENTRIES, WordEncoder, small_index

from kb.errors import BadInput, SnapshotError
from kb.index.alignment import Schedule, learn_warp, shipped_warp, warped, write_warp
from kb.index.build import build_index
from kb.index.collect import passage_entries, rule_entries
from kb.index.concepts import build_concepts, neighbours, widened
from kb.index.duplicates import duplicate_groups
from kb.index.encode import bounded, load_encoder
from kb.index.entry import Entry, from_json, points_of, to_json, without_marks
from kb.index.lexical import K1, TEXT_WEIGHT, B, build_lexical
from kb.index.rewording import learn_rewordings, stand_ins, write_rewordings
from kb.index.store import Index, entries_holding, find_entry, open_index, save_index
from kb.index.terms import index_terms
from kb.index.vectors import centred, read_vectors, text_key, vectors_for, write_vectors
from kb.model import Ask, Cite, Document, Lang, Lines, Passage, Rule, Source, Span

WORDS = st.lists(st.sampled_from(["ash", "bay", "cog", "dew", "elm", "fir", "gum"]), max_size=8)


def slow_bm25(documents: list[list[str]], query: str, row: int, rows: list[int]) -> float:
    """Lucene's BM25 of one term, written as in the textbook; `rows` are the documents it is measured against."""
    pool = [documents[r] for r in rows]
    holding = sum(query in d for d in pool)
    average = sum(map(len, pool)) / len(pool)
    count = documents[row].count(query)
    rarity = math.log(1 + (len(pool) - holding + 0.5) / (holding + 0.5))
    k1 = K1 * TEXT_WEIGHT
    return rarity * count / (count + k1 * (1 - B + B * len(documents[row]) / average)) if count else 0.0


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(WORDS, st.sampled_from(["en", "zh"])), min_size=1, max_size=8))
def test_bm25_agrees_with_the_textbook(rows: list[tuple[list[str], str]]) -> None:
    documents, pools = [r[0] for r in rows], [r[1] for r in rows]
    found = build_lexical(documents, pools).scores({"ash": 1.0, "bay": 0.5, "nowhere": 3.0})
    for row, pool in enumerate(pools):
        members = [i for i, p in enumerate(pools) if p == pool]
        want = slow_bm25(documents, "ash", row, members) + 0.5 * slow_bm25(documents, "bay", row, members)
        assert found[row] == pytest.approx(want, abs=1e-5)


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("Both players' Monsters are negated", ["both", "player", "monster", "negat"]),
        ("傷害步驟", ["伤害", "害步", "步骤"]),
        ("把ＡＴＫ加500", ["atk", "500", "把", "加"]),
        ("", []),
    ],
)
def test_terms_are_stems_and_pairs_of_characters(text: str, want: list[str]) -> None:
    assert sorted(index_terms(text)) == sorted(want)


@given(st.text(max_size=60))
def test_terms_of_any_text_can_be_taken(text: str) -> None:
    assert all(index_terms(text))


def test_reference_marks_are_not_searched() -> None:
    assert without_marks("It sinks. [3] [12]") == "It sinks."
    assert [p.text for p in points_of(0, Entry(id="a", kind="bullet", source="s", texts={"en": "It sinks. [3]"}))] == [
        "It sinks."
    ]


@given(
    st.builds(
        Entry,
        id=st.text(min_size=1),
        kind=st.just("digest"),
        source=st.text(),
        texts=st.dictionaries(st.sampled_from(["en", "zh"]), st.text(), min_size=1),
        lines=st.none() | st.builds(Lines, st.integers(1, 9), st.integers(9, 20)),
        heading=st.lists(st.text()).map(tuple),
        links=st.dictionaries(st.text(), st.sampled_from([0.5, 1.0])),
        cites=st.lists(st.builds(Cite, source=st.text(), section=st.text(), lines=st.just(Lines(3, 4)))).map(tuple),
        asks=st.lists(st.builds(Ask, en=st.text(), zh=st.text(), verdict=st.just("yes"))).map(tuple),
    )
)
def test_an_entry_survives_being_stored(entry: Entry) -> None:
    assert from_json(to_json(entry)) == entry


def test_an_index_opens_as_it_was_built(tmp_path: Path) -> None:
    built = small_index(encoder=WordEncoder())
    save_index(built, tmp_path / "index")
    opened = open_index(tmp_path / "index")
    assert list(opened.entries) == list(built.entries) == list(ENTRIES)
    assert opened.entries[2:4] == list(ENTRIES[2:4])
    assert find_entry(opened, "storms.twice") == find_entry(built, "storms.twice") == ENTRIES[8]
    assert find_entry(opened, "nothing") is None
    assert opened.encoder_id == "words"
    assert np.array_equal(opened.vectors.codes, built.vectors.codes)
    assert np.array_equal(opened.vectors.scales, built.vectors.scales)
    question = dict.fromkeys(index_terms("ship fog 灯笼"), 1.0)
    assert np.array_equal(opened.lexical.scores(question), built.lexical.scores(question))
    assert np.array_equal(opened.concepts.scores({"lantern": 1.0}), built.concepts.scores({"lantern": 1.0}))
    with pytest.raises(IndexError):
        opened.entries[len(ENTRIES)]


def arrays_of(index: Index, folder: Path) -> dict[str, bytes]:
    save_index(index, folder)
    with np.load(folder / "arrays.npz") as stored:
        return {name: stored[name].tobytes() for name in stored.files} | {"codes": index.vectors.codes.tobytes()}


def test_an_index_made_of_what_was_kept_is_the_one_made_of_nothing(tmp_path: Path) -> None:
    more = replace(ENTRIES[0], id="storms.more", source="storms", texts={"en": "A storm drives ships into the bay."}, asks=())
    build_index(ENTRIES, encoder=WordEncoder(), concepts=CONCEPTS, cache_dir=tmp_path / "cache")
    made = {}
    for name, cache in (("kept", tmp_path / "cache"), ("fresh", tmp_path / "none"), ("no", None)):
        index = build_index([*ENTRIES, more], encoder=WordEncoder(), concepts=CONCEPTS, cache_dir=cache)
        made[name] = arrays_of(index, tmp_path / name)
    assert made["kept"] == made["fresh"]
    assert made["kept"].keys() == made["no"].keys()
    assert made["kept"]["lexical_shares"] == made["no"]["lexical_shares"]


@pytest.mark.parametrize("damaged", [False, True])
def test_the_same_questions_are_made_ready_once(tmp_path: Path, damaged: bool) -> None:
    asks = {ask.en for entry in ENTRIES for ask in entry.asks if ask.en}
    assert asks
    first = build_index(ENTRIES, encoder=WordEncoder(), cache_dir=tmp_path)
    for path in tmp_path.glob("vectors-*.npz"):
        path.unlink()
    (entry,) = (p for p in (tmp_path / "asked").rglob("*") if p.is_file())
    if damaged:
        entry.write_bytes(entry.read_bytes()[:-1] + b"?")
    encoder = WordEncoder()
    again = build_index(ENTRIES, encoder=encoder, cache_dir=tmp_path)
    assert asks.isdisjoint(encoder.embedded) is not damaged
    assert np.array_equal(again.vectors.codes, first.vectors.codes)
    assert again.means.keys() == first.means.keys()


@pytest.mark.parametrize("name", ["meta.json", "arrays.npz", "vectors.npy", "entries.sqlite"])
@pytest.mark.parametrize("how", ["gone", "cut", "garbage"])
def test_a_damaged_index_says_so_in_one_line(tmp_path: Path, name: str, how: str) -> None:
    save_index(small_index(encoder=WordEncoder()), tmp_path)
    file = tmp_path / name
    if how == "gone":
        file.unlink()
    else:
        data = file.read_bytes()
        file.write_bytes(data[: len(data) // 2] if how == "cut" else b"\x00garbage" * 40)
    with pytest.raises(SnapshotError, match="rulings build") as error:
        list(open_index(tmp_path).entries)
    assert str(tmp_path) in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("words", [{"lamp"}, {'the "old" lamp', "步骤"}, {"never said"}, set[str]()])
def test_what_holds_words_is_found_alike_in_memory_and_stored(tmp_path: Path, words: set[str]) -> None:
    texts: list[dict[Lang, str]] = [{"en": 'Light the "old" lamp.', "zh": "点灯步骤"}, {"en": "No."}, {"en": "A lamp\\wick."}]
    asks = (Ask(en="Is a lamp never said?", zh="灯", verdict="yes"),)
    entries = [Entry(id=f"e{n}", kind="digest", source="s", texts=told, asks=asks) for n, told in enumerate(texts)]
    built = build_index(entries, encoder=None)
    save_index(built, tmp_path)
    expected = [e.id for e in entries if any(w in text for w in words for text in e.texts.values())]
    assert [e.id for e in entries_holding(built, words)] == expected
    assert [e.id for e in entries_holding(open_index(tmp_path), words)] == expected


def test_an_index_of_another_version_is_refused(tmp_path: Path) -> None:
    save_index(small_index(), tmp_path)
    meta = json.loads((tmp_path / "meta.json").read_text("utf-8"))
    (tmp_path / "meta.json").write_text(json.dumps(meta | {"version": 0}), "utf-8")
    with pytest.raises(SnapshotError, match=r"an older version \(0"):
        open_index(tmp_path)


def test_an_empty_index_can_be_kept_and_opened(tmp_path: Path) -> None:
    save_index(build_index([], encoder=WordEncoder()), tmp_path)
    assert len(open_index(tmp_path).entries) == 0


def document() -> Document:
    def one(number: int, kind: str, text: str, lang: str = "en", parent: str | None = None) -> Passage:
        return Passage(
            id=f"p{number}",
            source="harbour-rules",
            heading=("Ships", "Sinking"),
            kind=kind,
            lang=lang,
            span=Span(0, 1),
            lines=Lines(number, number),
            text=text,
            content_hash="",
            parent=parent,
        )

    passages = (
        one(1, "heading", "Sinking"),
        one(2, "paragraph", "A lantern saves a ship:"),
        one(3, "bullet", "once a turn.", parent="p2"),
        one(4, "boilerplate", "back to top"),
        one(5, "answer", "船は沈む", lang="ja"),
    )
    return Document(source=Source(id="harbour-rules", file="h.md", title="Harbour", lang="en"), text="", passages=passages)


def test_only_what_answers_questions_is_indexed_with_its_context() -> None:
    newer = Document(
        source=Source(id="new", file="n", title="n", lang="en", supersedes=("harbour-rules",)), text="", passages=()
    )
    found = passage_entries([document(), newer], lambda text: [w for w in ("lantern", "ship") if w in text])
    assert [e.id for e in found] == ["p2", "p3"]
    assert found[1].parent == "A lantern saves a ship:"
    assert found[1].links == {"lantern": 0.5, "ship": 0.5}
    assert found[0].links == {"lantern": 1.0, "ship": 1.0}
    assert found[0].superseded_by == ("new",)
    assert found[0].lines == (2, 2)


def test_a_rule_is_found_by_its_texts_and_its_questions_in_both_languages() -> None:
    rule = Rule(
        id="a.b",
        topic="a",
        kind="rule",
        en="Fog hides.",
        zh="雾会遮蔽。",
        cites=(Cite(source="s", section="", lines=Lines(1, 1)),),
        asks=(Ask(en="Does fog hide?", zh="雾能遮吗？", verdict="yes"),),
        concepts=("fog",),
    )
    known = [Source(id="s", file="", title="", lang="en", authority="wiki")]
    (entry,) = rule_entries([rule], lambda _: ("ship",), known)
    assert entry.authority == "wiki"
    assert entry.links == {"fog": 1.0, "ship": 0.5}
    assert [(p.lang, p.ask) for p in points_of(0, entry)] == [("en", -1), ("zh", -1), ("en", 0), ("zh", 0)]


def test_each_text_is_embedded_once_and_remembered(tmp_path: Path) -> None:
    encoder, texts = WordEncoder(), ["fog hides ships", "anchors hold", "fog hides ships", "灯笼卡"]
    first = vectors_for(texts, encoder, cache_dir=tmp_path)
    assert sorted(encoder.embedded) == sorted(set(texts))
    assert np.array_equal(first[0], first[2])
    again = vectors_for([*texts, "new"], encoder, cache_dir=tmp_path)
    assert encoder.embedded[-1] == "new"
    assert len(encoder.embedded) == 4
    assert np.allclose(again[:4], first)
    assert np.allclose(first[1], encoder.passages(["anchors hold"])[0], atol=1e-3)


def test_questions_and_passages_are_remembered_apart(tmp_path: Path) -> None:
    encoder = WordEncoder()
    vectors_for(["fog"], encoder, cache_dir=tmp_path)
    vectors_for(["fog"], encoder, role="query", cache_dir=tmp_path)
    assert encoder.embedded == ["fog", "fog"]
    assert text_key("fog", "query") != text_key("fog", "passage")


@pytest.mark.parametrize("spoil", ["cut", "garbage", "folder"])
def test_a_spoilt_cache_costs_only_time(tmp_path: Path, spoil: str) -> None:
    vectors_for(["fog", "bay"], WordEncoder(), cache_dir=tmp_path)
    (file,) = tmp_path.glob("*.npz")
    data = file.read_bytes()
    file.unlink()
    if spoil == "folder":
        file.mkdir()
    else:
        file.write_bytes(data[:50] if spoil == "cut" else b"not an archive")
    encoder = WordEncoder()
    assert len(vectors_for(["fog", "bay"], encoder, cache_dir=tmp_path)) == 2
    assert sorted(encoder.embedded) == ["bay", "fog"]


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert len(vectors_for(["fog"], WordEncoder(), cache_dir=tmp_path / "file" / "cache")) == 1


def test_progress_counts_the_texts_to_embed(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    vectors_for([f"ship {i}" for i in range(150)], WordEncoder(), progress=lambda *n: told.append(n))
    assert told == [(64, 150), (128, 150), (150, 150)]


def test_vectors_of_another_encoder_are_not_used(tmp_path: Path) -> None:
    rows = [(text_key("fog", "passage"), np.ones(4, dtype=np.float32) / 2)]
    write_vectors(tmp_path / "v.npz", "one", rows)
    assert read_vectors(tmp_path / "v.npz", "other") == {}
    assert read_vectors(tmp_path / "v.npz", "one", [b"another"]) == {}
    (vector,) = read_vectors(tmp_path / "v.npz", "one", [b"another", rows[0][0]]).values()
    assert np.array_equal(vector, read_vectors(tmp_path / "v.npz", "one")[rows[0][0]])
    assert np.allclose(vector, 0.5, atol=1e-2)


def test_a_language_is_taken_out_of_its_vectors() -> None:
    random = np.random.default_rng(3)
    meaning = random.normal(size=(6, 8))
    vectors = np.concatenate([meaning + 5, meaning - 5]).astype(np.float32)
    found, means = centred(vectors, ["en"] * 6 + ["zh"] * 6)
    assert np.allclose(found[:6], found[6:], atol=1e-4)
    assert set(means) == {"en", "zh"}


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("A ship in the fog may be turned once each turn.", "A ship in the fog may be turned once, each turn!", True),
        ("A ship in the fog may be turned once each turn.", "A ship in the fog may not be turned once each turn.", False),
        ("Draw 2 storm cards at the end of each turn.", "Draw 3 storm cards at the end of each turn.", False),
        ("雾中的船每回合可以转向一次。", "雾中的船每回合可以转向一次", True),
        ("雾中的船每回合可以转向一次。", "雾中的船每回合不可以转向一次。", False),
        ("Fog.", "Fog.", False),
        ("Anchors keep a ship where it lies.", "Storms sink every ship that lies at sea.", False),
    ],
)
def test_texts_that_say_the_same_are_grouped(one: str, other: str, same: bool) -> None:
    lang = "zh" if "船" in one else "en"
    assert duplicate_groups([("en", "Something else stands here."), (lang, one), (lang, other)]) == [0, 1, 1 if same else 2]


def test_texts_in_two_languages_are_never_grouped() -> None:
    assert duplicate_groups([("en", "Alpha beta gamma delta epsilon"), ("zh", "Alpha beta gamma delta epsilon")]) == [0, 1]


def test_rare_concepts_tell_more_than_common_ones() -> None:
    table = build_concepts([{"card": 1.0, "lantern": 1.0}, {"card": 1.0}, {"card": 1.0}, {"harbour": 0.5}])
    both = table.scores({"card": 1.0, "lantern": 1.0})
    assert both[0] > both[1] == both[2] > both[3] == 0


def test_a_question_reaches_the_neighbours_of_its_concepts() -> None:
    near = neighbours(CONCEPTS)
    wide = widened({"paper-lantern": 1.0}, near)
    assert 0 < wide["lantern"] < wide["paper-lantern"] == 1
    assert widened({"lantern": 1.0}, near).keys() == {"lantern", "paper-lantern"}


def test_stand_ins_are_learned_from_pairs(tmp_path: Path) -> None:
    pairs = [
        (["my", "guy", "died"], ["monster", "destroyed"]),
        (["guy", "attacks"], ["monster", "battle"]),
        (["guy", "flips"], ["monster", "turned"]),
        (["he", "died"], ["player", "destroyed"]),
    ]
    table = learn_rewordings(pairs)
    assert max(table["guy"], key=lambda t: table["guy"][t]) == "monster"
    assert max(table["died"], key=lambda t: table["died"][t]) == "destroyed"
    assert "flips" not in table
    write_rewordings(tmp_path / "r.tsv", {"en>en": table})
    assert stand_ins("guy", "en>en", tmp_path / "r.tsv")[0][0] == "monster"
    assert stand_ins("guy", "en>zh", tmp_path / "r.tsv") == ()
    assert stand_ins("guy", "en>en", tmp_path / "none.tsv") == ()


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(WORDS, WORDS), max_size=10))
def test_chances_of_stand_ins_stay_between_0_and_1(pairs: list[tuple[list[str], list[str]]]) -> None:
    for others in learn_rewordings(pairs, least=0).values():
        assert sum(others.values()) <= 1 + 1e-6
        assert min(others.values()) >= 0
    assert Counter(learn_rewordings([])) == {}


def test_a_map_is_learned_that_brings_questions_to_their_answers(tmp_path: Path) -> None:
    random = np.random.default_rng(5)
    texts = random.normal(size=(40, 12))
    noise = random.normal(size=(80, 12)) * np.array([2.5] * 4 + [0.2] * 8)
    answer = np.repeat(np.arange(40), 2)

    def unit(table: np.ndarray) -> np.ndarray:
        return (table / np.linalg.norm(table, axis=1, keepdims=True)).astype(np.float32)

    questions, tables = unit(texts[answer] + noise), {"en": unit(texts)}
    warp = learn_warp(questions[:60], tables, answer[:60], Schedule(steps=80, rate=1e-2))

    def first(warp: np.ndarray | None) -> float:
        return float(np.mean((warped(questions[60:], warp) @ warped(tables["en"], warp).T).argmax(axis=1) == answer[60:]))

    assert first(warp) > first(None) + 0.1
    write_warp(tmp_path / "w.npz", "one", warp)
    kept = shipped_warp("one", tmp_path / "w.npz")
    assert kept is not None
    assert np.allclose(kept, warp, atol=2e-3)
    assert shipped_warp("other", tmp_path / "w.npz") is None
    assert shipped_warp("one", tmp_path / "none.npz") is None


@given(st.text(max_size=300), st.integers(0, 400))
def test_what_is_embedded_is_a_bounded_beginning(text: str, limit: int) -> None:
    cut = bounded(text, limit)
    assert text.startswith(cut)
    assert sum(3 if c >= "\u2e80" else 1 for c in cut) <= max(limit, 0)


@pytest.mark.slow
def test_encoders_are_chosen_by_name() -> None:
    assert load_encoder("none") is None
    later, now = load_encoder(later=True), load_encoder()
    assert later and now
    assert (later.id, later.dim) == (now.id, now.dim)
    assert np.array_equal(later.queries(["a lamp"]), now.queries(["a lamp"]))
    assert np.array_equal(later.passages(["a lamp"]), now.passages(["a lamp"]))
    with pytest.raises(BadInput, match="no/such/model"):
        pytest.importorskip("sentence_transformers", reason="the extra sentence-transformers is not installed")
        load_encoder("no/such/model")
