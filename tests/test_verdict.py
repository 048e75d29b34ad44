"""Verdicts read from what the entries found say: which way round, how likely, and when it depends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kb.digest.load import load_facts, load_predicates
from kb.index.entry import Entry
from kb.model import Ask, Lang, Rule, State, Verdict
from query.find.search import Hit, Place
from query.model import Question
from query.read.facts import read_facts
from query.read.question import read_question
from query.read.sides import opposites
from query.rule.confidence import SAME_QUESTION, SURE, UNSURE, confidence_of
from query.rule.propositions import compare
from query.rule.verdict import SIDE_DOUBTED, SIDE_READ, WRITTEN, Ruling, load_reading, rule_on, voices_of

OPPOSITE = opposites([p.sides for p in load_predicates()])


def question(text: str, lang: Lang = "en") -> Question:
    return Question(reading=read_question(text, lang=lang))


def hit(entry: str, text: dict[Lang, str], *asks: tuple[str, str, Verdict, str], near: float = 0.8, score: float = 10.0) -> Hit:
    found = tuple(Ask(en=en, zh=zh, verdict=verdict, side=side) for en, zh, verdict, side in asks)
    made = Entry(id=entry, kind="digest", source="digest", texts=text, asks=found, rule_kind="rule")
    places = {"bm25": Place(rank=1, score=9.0)}
    return Hit(entry=made, score=score, searches=places, cosine=near, near_asks=(near,) * len(asks), near_text=near)


FOG = hit(
    "fog.no-shots",
    {"en": "A ship in fog cannot be shot at.", "zh": "雾中的船不能被射击。"},
    ("Can a ship in fog be shot at?", "雾里的船能被射击吗？", "no", "allowed"),
)


def ruled(text: str, *hits: Hit, lang: Lang = "en") -> Ruling | None:
    return rule_on(question(text, lang), hits, {}, OPPOSITE)


@pytest.mark.parametrize(
    ("text", "lang", "want"),
    [
        ("Can a ship in fog be shot at?", "en", "no"),
        ("A ship in fog can't be shot at, right?", "en", "yes"),
        ("Is it illegal to shoot at a ship in fog?", "en", "yes"),
        ("雾里的船能被射击吗？", "zh", "no"),
        ("霧裡的船是不是不能被射擊", "zh", "yes"),
    ],
)
def test_a_question_put_the_other_way_round_gets_the_other_answer(text: str, lang: Lang, want: Verdict) -> None:
    ruling = ruled(text, FOG, lang=lang)
    assert ruling is not None
    assert ruling.verdict == want
    assert 0.5 <= ruling.likely <= 1
    assert ruling.ground == "inferred" or ruling.likely >= load_reading().least_stated


def test_a_verdict_whose_side_is_not_read_surely_is_likely_at_most() -> None:
    asked = "Would shots into fog be thought of as blind shots, e.g. for captains that ban blind shots?"
    blind = hit(
        "fog.blind",
        {"en": "Shots into fog are blind shots.", "zh": "向雾中的射击是盲射。"},
        ("Do shots into fog count as blind shots?", "向雾中的射击算盲射吗？", "yes", "counts"),
        near=0.97,
    )
    [compared] = compare(question(asked), [blind], {}, OPPOSITE, load_reading().nearness)
    assert 0 < compared.said < SIDE_READ
    ruling = ruled(asked, blind)
    assert ruling is not None and ruling.verdict == "yes" and ruling.likely == SIDE_DOUBTED


def test_what_asks_the_written_question_is_stated() -> None:
    for text, lang in (("Can a ship in fog be shot at?", "en"), ("雾里的船能被射击吗？", "zh")):
        ruling = ruled(text, FOG, lang="zh" if lang == "zh" else "en")
        assert ruling is not None and ruling.ground == "stated"


DEPTH = hit(
    "fog.depth",
    {"en": "Shots reach a ship in fog by the fog's depth.", "zh": "能否射到雾中的船看雾的深浅。"},
    ("Can a ship in fog be reached?", "能射到雾里的船吗？", "depends", "allowed"),
    near=0.95,
)


BUOY: tuple[str, str, Verdict, str] = ("Is the buoy lit as the fog rises?", "雾起的时候浮标亮吗？", "no", "later")


@pytest.mark.parametrize("text", ["Is the buoy lit as the fog rises?", "is the buoy lit, as the fog rises"])
def test_a_question_that_an_entry_has_is_answered_as_written(text: str) -> None:
    ruling = ruled(text, hit("buoy.dark", {"en": "The buoy stays dark."}, BUOY), FOG)
    assert ruling is not None and (ruling.verdict, ruling.ground) == ("no", "stated")
    assert ruling.voices[0].hit.entry.id == "buoy.dark" and ruling.likely == WRITTEN


@pytest.mark.parametrize(
    ("says", "other", "want"),
    [
        ("A ship in fog cannot be shot at, unless it burns.", (), "yes"),
        ("A ship in fog cannot be shot at.", ("fog.no-shots",), "yes"),
        ("A ship in fog cannot be shot at.", (), "no"),
    ],
)
@pytest.mark.parametrize("text", ["A ship in fog cannot be shot at. Any exceptions?", "雾里的船不能被射击，有没有例外？"])
def test_whether_a_rule_has_exceptions_is_told_by_its_entry_and_those_that_depart_from_it(
    says: str, other: tuple[str, ...], want: Verdict, text: str
) -> None:
    told = Rule(id="fog.no-shots", topic="fog", kind="prohibition", en=says, zh="雾中的船不能被射击。", cites=())
    departs = replace(told, id="fog.fire", en="A burning ship can be.", zh="着火的船可以。", overrides=other)
    ruling = rule_on(question(text, "zh" if "雾" in text else "en"), [FOG], {r.id: r for r in (told, departs)}, OPPOSITE)
    assert ruling is not None and ruling.verdict == want
    assert (ruling.likely > 0.8) == (want == "yes")


def test_where_two_entries_answer_it_differently_neither_is_taken_as_written() -> None:
    other = hit("buoy.lit", {"en": "The buoy is lit."}, (*BUOY[:2], "yes", "later"))
    ruling = ruled(BUOY[0], hit("buoy.dark", {"en": "The buoy stays dark."}, BUOY), other)
    assert ruling is not None and ruling.likely != WRITTEN


def test_it_depends_where_the_entrys_own_question_depends() -> None:
    ruling = ruled("Can a ship in fog be reached?", DEPTH)
    assert ruling is not None
    assert (ruling.verdict, ruling.missing) == ("depends", None)


def test_it_names_the_fact_that_is_missing_where_the_entry_has_it() -> None:
    options = ({"en": "thin", "zh": "薄", "verdict": "yes"}, {"en": "thick", "zh": "浓", "verdict": "no"})
    ask = replace(DEPTH.entry.asks[0], fact={"en": "the fog's depth", "zh": "雾的深浅"}, options=options)
    ruling = ruled("Can a ship in fog be reached?", replace(DEPTH, entry=replace(DEPTH.entry, asks=(ask,))))
    assert ruling is not None
    assert ruling.missing == ask


def test_what_an_entry_states_speaks_unless_the_questions_facts_contradict_it() -> None:
    bare = hit("fog.bare", {"en": "A ship in fog can be shot at.", "zh": "雾中的船可以被射击。"}, ("Fog?", "雾？", "n/a", ""))
    rule = Rule(
        id="fog.bare", topic="fog", kind="rule", en="A ship in fog can be shot at.", zh="雾中的船可以被射击。", cites=()
    )
    found = compare(question("Can a ship in fog be shot at?"), [bare], {}, OPPOSITE, {})
    assert found == ()
    stated = replace(rule, states=(State(side="allowed"),))
    ruling = rule_on(question("Can a ship in fog be shot at?"), [bare], {rule.id: stated}, OPPOSITE)
    assert ruling is not None
    assert ruling.verdict == "yes"
    facet, values = next((f, v) for f, v in load_facts().items() if f not in ("act", "card", "place", "role") and len(v) > 1)
    one, other = list(values)[:2]
    given = replace(rule, states=(State(side="allowed", given={facet: one}),))
    words = values[other]["en"][0].replace("~", "").replace("…", "a")
    asked = question(f"Can a ship in fog be shot at, {words}?")
    assert read_facts(asked.text, "en")[facet] == {other}
    assert rule_on(asked, [bare], {rule.id: given}, OPPOSITE) is None


def test_nothing_speaks_where_no_entry_has_questions() -> None:
    assert ruled("Can a ship in fog be shot at?", hit("fog.bare", {"en": "Fog lasts."})) is None


def test_a_question_without_a_side_says_nothing() -> None:
    silent = hit("fog.silent", {"en": "Fog lasts."}, ("Can a ship in fog be shot at?", "雾里的船能被射击吗？", "yes", ""))
    assert ruled("Can a ship in fog be shot at?", silent) is None


def test_the_weights_of_the_voices_add_up_and_the_nearest_entry_is_heaviest() -> None:
    lamps = hit("x", {"en": "Lamps burn."}, ("Do lamps burn?", "灯亮吗？", "yes", "happens"), near=0.4)
    found = compare(question("Can a ship in fog be shot at?"), [lamps, FOG], {}, OPPOSITE, load_reading().nearness)
    voices = voices_of(found)
    assert sum(v.weight for v in voices) == pytest.approx(1)
    assert [v.hit.entry.id for v in voices] == ["fog.no-shots", "x"]


@pytest.mark.parametrize(
    ("likely", "told"), [(0.99, 0.99), (SURE, SURE), (SURE - 0.001, UNSURE), (UNSURE, UNSURE), (0.6, 0.6), (0.5, 0.5)]
)
def test_a_verdict_is_told_as_sure_only_where_it_is_likely_enough(likely: float, told: float) -> None:
    asked = question("Can a ship in fog be shot at?")
    ruling = ruled(asked.text, FOG)
    assert ruling is not None
    assert confidence_of(asked, [FOG], replace(ruling, likely=likely)) == told


def test_what_is_told_without_a_verdict_is_sure_only_of_nearly_the_same_question() -> None:
    asked = question("What becomes of a ship in fog?")
    assert confidence_of(asked, [replace(FOG, cosine=SAME_QUESTION - 0.01)], None) <= UNSURE
    assert confidence_of(asked, [], None) == 0
