"""A user's own passages rated among themselves, their nearest sentences, and what such a sentence says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

import kb.index.build
from kb.digest.documents import digested_of, own_of
from kb.digest.load import sources_dir
from kb.errors import SnapshotError
from kb.index.build import build_index
from kb.index.encode import Vectors
from kb.index.store import Index, open_index, save_index
from kb.model import Cite, Lines, Rule, Source
from query.find.own import Own, nearest_sentences, rate_own
from query.find.search import FIRST, OWN, Hit, search, seated
from query.model import Question
from query.read.question import read_question
from query.rule.passages import Told, own_telling, told_by_passage
from query.rule.sentence import says
from tests.search_samples import CONCEPTS, ENTRIES, WordEncoder, passage

OWN_SOURCE = "club"
PASSAGES = tuple(
    passage(n, text, source=OWN_SOURCE, heading=(heading,))
    for n, (heading, text) in enumerate(
        (
            ("Kettles", "The steward fills it at noon. Nobody lifts the lid while it sings."),
            ("Kettles", "It is emptied at dusk."),
            ("Doors", "The last one out locks the gate."),
            ("Doors", "A visitor rings and waits."),
            ("Bicycles", "They are leaned against the fence."),
            ("Prizes", "The winner takes a kettle home."),
        )
    )
)


def own_index(encoder: WordEncoder | None) -> Index:
    return build_index([*ENTRIES, *PASSAGES], encoder=encoder, concepts=CONCEPTS, own={OWN_SOURCE})


def test_only_passages_of_the_named_documents_are_placed() -> None:
    index = own_index(WordEncoder())
    assert [index.entries[row].source for row in index.placed.rows] == [OWN_SOURCE] * len(PASSAGES)
    assert np.linalg.norm(index.placed.vectors.floats(), axis=1) == pytest.approx(1, abs=0.01)
    assert len(index.placed.digest) == 2 * sum(e.kind == "digest" for e in ENTRIES)


def test_a_heading_counts_for_what_stands_under_it() -> None:
    index, encoder = own_index(WordEncoder()), WordEncoder()
    rated = rate_own(index, {}, encoder.queries(["Which bicycles are there?"])[0])
    assert index.entries[rated.rows[0]].texts["en"].startswith("They are leaned")


def test_passages_in_another_language_are_not_all_behind_those_in_the_questions() -> None:
    chinese = [passage(n, f"第{n}把水壶", lang="zh", source=OWN_SOURCE + "-zh") for n in range(6)]
    index = build_index([*ENTRIES, *PASSAGES, *chinese], concepts=CONCEPTS, own={OWN_SOURCE, OWN_SOURCE + "-zh"})
    near = np.zeros(len(index.entries), dtype=np.float32)
    for row, entry in enumerate(index.entries):
        near[row] = {"club-zh#2": 0.5, "club-zh#3": 0.2}.get(entry.id, 0.9 + 0.01 * (row % 2) if entry.lang == "en" else 0.1)
    rated = rate_own(index, {"vectors": near}, None)
    assert index.entries[rated.rows[0]].id == "club-zh#2"


def test_the_nearest_sentence_of_a_passage_is_told() -> None:
    encoder = WordEncoder()
    vector = encoder.queries(["May I lift the lid?"])[0]
    told, other = nearest_sentences(PASSAGES[:2], vector, encoder)
    assert told == "Nobody lifts the lid while it sings."
    assert other == "It is emptied at dusk."


def test_nothing_is_nearest_without_an_encoder() -> None:
    assert nearest_sentences(PASSAGES[:1], None, None) == [""]


@pytest.mark.parametrize("encoder", [WordEncoder(), None])
def test_the_best_own_passages_stand_among_the_first(encoder: WordEncoder | None) -> None:
    index = own_index(encoder)
    found = search(index, "How many storms count in one turn?", "en", encoder=encoder, own={OWN_SOURCE})
    first = seated(found.hits)[:FIRST]
    assert first[0].entry.id == "storms.twice" and sum(bool(hit.own) for hit in first) >= OWN


def test_what_is_nearer_to_the_digest_is_told_from_what_is_nearer_to_a_users_own() -> None:
    index, encoder = own_index(WordEncoder()), WordEncoder()

    def nearer(question: str) -> float:
        return rate_own(index, {}, encoder.queries([question])[0]).nearer

    assert nearer("Two storms in one turn?") < 0 < nearer("Who locks the gate?")


def test_the_placed_vectors_are_kept_with_the_index(tmp_path: Path) -> None:
    index = own_index(WordEncoder())
    save_index(index, tmp_path)
    kept = open_index(tmp_path).placed
    assert kept.rows.tolist() == index.placed.rows.tolist()
    assert (kept.vectors.codes == index.placed.vectors.codes).all() and (kept.digest.codes == index.placed.digest.codes).all()


def rewritten(path: Path, **changed: np.ndarray | None) -> None:
    with np.load(path / "arrays.npz") as stored:
        arrays = {name: stored[name] for name in stored.files}
    np.savez(path / "arrays.npz", **{name: array for name, array in (arrays | changed).items() if array is not None})


class Learned(WordEncoder):
    """An encoder of passages that has learned one thing: who is late asks about the gate."""

    id = "learned"

    def queries(self, texts: Sequence[str]) -> Vectors:
        return self.passages(["Who is the last one out, who locks the gate?" if "late" in text else text for text in texts])


@pytest.fixture
def learned(monkeypatch: pytest.MonkeyPatch) -> Index:
    monkeypatch.setattr(kb.index.build, "of_passages", lambda encoder: Learned())
    return own_index(WordEncoder())


def test_what_the_encoder_of_passages_has_learned_counts(learned: Index) -> None:
    def best(passages: WordEncoder | None) -> str:
        hits = search(
            learned,
            "Am I late, has the kettle been emptied at dusk?",
            "en",
            encoder=WordEncoder(),
            passages=passages,
            own={OWN_SOURCE},
        ).hits
        rated = {hit.entry.texts["en"]: hit.own.rated for hit in hits if hit.own}
        return max(rated, key=lambda text: rated[text])

    assert best(Learned()) == "The last one out locks the gate."
    assert best(None) != "The last one out locks the gate."
    assert best(WordEncoder()) == best(None), "vectors of another encoder do not compare"


def test_the_vectors_of_the_encoder_of_passages_are_kept_with_the_index(learned: Index, tmp_path: Path) -> None:
    save_index(learned, tmp_path)
    kept = open_index(tmp_path).placed
    assert kept.learned_id == "learned" and (kept.learned.codes == learned.placed.learned.codes).all()
    assert np.linalg.norm(kept.learned.floats(), axis=1) == pytest.approx(1, abs=0.01)
    rewritten(tmp_path, learned_codes=kept.learned.codes[1:])
    with pytest.raises(SnapshotError, match="do not fit"):
        open_index(tmp_path)


def test_beside_another_encoder_nothing_is_learned() -> None:
    index = own_index(WordEncoder())
    assert index.placed.learned_id == "" and index.placed.learned.codes.shape == (len(PASSAGES), 0)


def test_placed_vectors_that_do_not_fit_are_damage(tmp_path: Path) -> None:
    save_index(own_index(WordEncoder()), tmp_path)
    rewritten(tmp_path, placed_rows=np.array([10_000] * len(PASSAGES)))
    with pytest.raises(SnapshotError, match="do not fit"):
        open_index(tmp_path)


def test_a_users_own_documents_are_those_that_no_entry_cites() -> None:
    rule = Rule(id="a", topic="t", kind="rule", en="x", zh="x", cites=(Cite(source="old", lines=Lines(1, 1), section=""),))
    known = [
        Source(id=i, title=i, format=f, lang="en", file=f"{i}.txt")
        for i, f in (("old", "text"), ("new", "text"), ("answers", "qa-json"))
    ]
    assert own_of(known, digested_of([rule])) == {"new"}


def said(question: str, text: str) -> tuple[float, bool]:
    asked = read_question(question, sources_dir())
    found = says(asked, text, {})
    return found.agrees, found.open


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("May partners look at each other's hands?", "Partners may look at each other's hands only if no kettle sings."),
        ("Can I use a proxy?", "You cannot use a proxy unless the steward is ill."),
        ("没交会费的人可以参加吗？", "没交会费的人不可以参加，除非当天人数是单数。"),
        ("May I use a teapot?", "Teapots can be used, but only for the green table."),
        ("Will I see my deposit again?", "Whether the deposit is paid back depends on the day."),
        ("会罚我吗？", "是否处罚，要看杯子里写的是什么。"),
        ("茶壶可以参加比赛吗？", "茶壶不能参加比赛，写着「秋」的茶壶例外。"),
        ("能拿别人的茶壶来用吗？", "用别人的茶壶，只有壶上写明可以的时候才行。"),
        ("Can a guest enter the Cup?", "客人不能参加杯赛，除非有社员担保。"),
    ],
)
def test_what_turns_on_a_condition_that_the_question_leaves_open_is_open(question: str, text: str) -> None:
    assert said(question, text)[1]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "May partners look at each other's hands while no kettle sings?",
            "They may look at hands only while no kettle sings.",
        ),
        ("Can I use a proxy?", "You can use a proxy."),
        (
            "Can I lift the lid during my opponent's turn?",
            "You cannot lift the lid unless it is your own turn.",
        ),
    ],
)
def test_what_the_question_gives_is_not_open(question: str, text: str) -> None:
    assert not said(question, text)[1]


@pytest.mark.parametrize("text", ["Harvest Cup", "1 / 2", "A way of brewing across the yard", "第三章 茶壶与炉子"])
def test_a_heading_or_a_label_says_nothing(text: str) -> None:
    assert said("May I brew across the yard at the Harvest Cup?", text) == (0.0, False)


def test_what_is_struck_through_says_nothing() -> None:
    asked = "Can I equip the ladle to a face-down monster?"
    kept = "~~You can equip it to a face-down monster.~~ It can only be equipped to a face-up monster."
    assert said(asked, "You can equip it to a face-down monster.")[0] > 0 > said(asked, kept)[0]


def told(question: str, text: str, *, ahead: float = 3.0, **more: Any) -> Told | None:
    lang = "zh" if "\u4e00" <= text[0] <= "\u9fff" else "en"
    entry = replace(passage(0, text, source=OWN_SOURCE, lang=lang), **more)
    hit = Hit(entry=entry, score=1.0, searches={}, own=Own(rated=9.0, nearer=0.2, ahead=ahead))
    asked = cast(Question, SimpleNamespace(reading=read_question(question, sources_dir())))
    return told_by_passage(asked, (hit,), frozenset())


def test_a_passage_that_says_both_is_not_sure() -> None:
    one = told("Can someone who has left return to the event?", "Someone who has left cannot return to the event.")
    both = told(
        "Can someone who has left return to the event?",
        "You can return to the event by noon. Someone who has left cannot return to the event.",
    )
    assert one and one.stated and one.verdict == "no"
    assert both and not both.stated


def test_a_passage_beside_which_another_is_as_near_is_not_sure() -> None:
    one, doubtful = (
        told("Can someone who has left return to the event?", "Someone who has left cannot return to the event.", ahead=ahead)
        for ahead in (3.0, 0.2)
    )
    assert one and one.stated and doubtful and not doubtful.stated and doubtful.verdict == one.verdict


@pytest.mark.parametrize(
    ("question", "answer", "verdict"),
    [
        ("Can the kettle sing?", "A: It can. The stove does not matter.", "yes"),
        ("Can the kettle sing?", "A: It can't, not even at dawn.", "no"),
        ("Can the kettle sing?", "From then on, yes: the lid is open.", "yes"),
        ("茶壶能唱歌吗？", "答：行。", "yes"),
    ],
)
def test_a_reply_in_the_words_people_use_is_read(question: str, answer: str, verdict: str) -> None:
    found = told(question, question, kind="question", answered=answer)
    assert found and found.verdict == verdict


def test_what_stands_under_a_heading_that_asks_is_its_answer() -> None:
    found = told("Can the kettle sing?", "No. It is made of clay.", heading=("Can the kettle sing?",))
    assert found and found.verdict == "no"


def test_a_cell_is_read_with_its_row_and_column() -> None:
    found = told(
        "Can a green kettle sing?", "not allowed", kind="table-cell", row_headers=("Green kettle",), col_headers=("Singing",)
    )
    assert found and "Green kettle: Singing: not allowed" in found.hit.entry.text("en") + found.ask.en


def test_what_wants_no_yes_or_no_is_told_by_the_best_own_passage_where_the_question_is_surely_about_these() -> None:
    def hit(number: int, text: str, rated: float, nearer: float = 0.05, **more: Any) -> Hit:
        entry = replace(passage(number, text, source=OWN_SOURCE), **more)
        return Hit(entry=entry, score=1.0, searches={}, own=Own(rated=rated, nearer=nearer, ahead=2.0))

    hits = (hit(0, "Kettles", 9.0), hit(1, "It is emptied at dusk.", 8.0), hit(2, "The last one out locks the gate.", 3.0))
    assert [one.entry.texts["en"] for one in own_telling(hits, frozenset())] == ["It is emptied at dusk."]
    unsure = [replace(h, own=replace(h.own, ahead=0.2)) for h in hits if h.own]
    assert [one.entry.id for one in own_telling(unsure, frozenset())] == [hits[1].entry.id, hits[2].entry.id]
    twice = [*unsure, replace(unsure[1], beside=True)]
    assert [one.entry.id for one in own_telling(twice, frozenset())] == [hits[1].entry.id, hits[2].entry.id], "each once"
    asked = hit(3, "When is it filled?", 9.5, kind="question", answered="At noon, by the steward.")
    (found,) = own_telling((*hits, asked), frozenset())
    assert found.entry.texts["en"].endswith("At noon, by the steward.")
    assert not own_telling([replace(h, own=replace(h.own, nearer=-0.02)) for h in hits if h.own], frozenset())
    assert not own_telling(hits, frozenset({OWN_SOURCE}))
    assert not own_telling((*hits, replace(hits[0], near_asks=(0.9,), own=None)), frozenset())
