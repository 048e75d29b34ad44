"""A question compared with what entries say, side by side; and that every side and fact of the digest is a known one."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.digest.check import check_tables
from kb.digest.load import load_facts, load_predicates, load_rules
from kb.index.entry import Entry
from kb.model import NO_SIDE, Ask, Lang, Rule, State, Verdict
from query.find.search import Hit
from query.model import Question
from query.read import question as reading_of
from query.read.facts import contradicts, open_facets, read_facts
from query.read.question import read_question
from query.read.reading import Sides
from query.read.sides import opposites
from query.rule.propositions import COMPARED, Compared, compare, depends_features, entry_says, says, shared
from query.rule.verdict import load_reading, rule_on

PAIRS = [p.sides for p in load_predicates()]
OPPOSITE = opposites(PAIRS)
WEIGHTS = {"words": 5.0, "vectors": 5.0}
TURNED = {"yes": "no", "no": "yes", "depends": "depends", "n/a": "n/a"}


def question(text: str, lang: Lang = "en") -> Question:
    return Question(reading=read_question(text, lang=lang))


def hit(name: str, *asks: Ask, score: float = 5.0) -> Hit:
    texts: dict[Lang, str] = {"en": "A ship in fog cannot be shot at.", "zh": "雾中的船不能被射击。"}
    return Hit(entry=Entry(id=name, kind="digest", source="digest", texts=texts, asks=asks), score=score, searches={})


def ask(en: str, zh: str, verdict: Verdict, side: str, side_zh: str = "") -> Ask:
    return Ask(en=en, zh=zh, verdict=verdict, side=side, side_zh=side_zh)


FOG = ask("Can a ship in fog be shot at?", "雾里的船能被射击吗？", "no", "allowed")
SHORE = ask("Does a ship survive the shore?", "船靠岸能活下来吗？", "yes", "survives")
DEPTH = ask("Can a ship in thin fog be shot at?", "薄雾里的船能被射击吗？", "depends", "allowed")


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Mapping[str, float]:
    """The log-odds of the sides, to be set, in place of those read of a question; all 0 to begin with."""
    levels: dict[str, float] = {}
    names = (*OPPOSITE, NO_SIDE)

    def read(text: str) -> Sides:
        return Sides(names=names, level=np.array([levels.get(name, 0.0) for name in names], dtype=np.float32))

    monkeypatch.setattr(reading_of, "read_sides", read)
    return levels


def said(*hits: Hit, rules: Mapping[str, Rule] | None = None, text: str = "Can a ship in fog be shot at?") -> float:
    return says(compare(question(text), hits, rules or {}, OPPOSITE, WEIGHTS))


def test_the_same_side_passes_the_verdict_on_and_the_opposite_side_turns_it(reads: dict[str, float]) -> None:
    reads["allowed"] = 6.0
    assert said(hit("fog", FOG)) < -0.9
    assert said(hit("fog", replace(FOG, verdict="yes"))) > 0.9
    assert said(hit("fog", replace(FOG, side="barred"))) > 0.9
    reads |= {"allowed": 0.0, "barred": 6.0}
    assert said(hit("fog", FOG)) > 0.9
    assert said(hit("fog", replace(FOG, side="barred"))) < -0.9


@given(st.sampled_from(sorted(OPPOSITE)), st.sampled_from(sorted(OPPOSITE)), st.floats(-20, 20), st.sampled_from(("yes", "no")))
def test_a_flipped_side_flips_what_is_said_whatever_the_predicate(side: str, read: str, level: float, verdict: Verdict) -> None:
    names = (*OPPOSITE, NO_SIDE)
    sides = Sides(names=names, level=np.array([level if n == read else 0.0 for n in names], dtype=np.float32))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading_of, "read_sides", lambda text: sides)
        one = said(hit("fog", replace(FOG, side=side, verdict=verdict)))
        other = said(hit("fog", replace(FOG, side=OPPOSITE[side], verdict=verdict)))
        turned = said(hit("fog", replace(FOG, side=side, verdict=TURNED[verdict])))  # type: ignore[arg-type]
    assert -1 <= one <= 1
    assert other == pytest.approx(-one) and turned == pytest.approx(-one)


def test_a_question_about_another_predicate_says_nothing_and_counts_less(reads: dict[str, float]) -> None:
    reads["allowed"] = 6.0
    found = compare(question(FOG.en), [hit("shore", SHORE, FOG)], {}, OPPOSITE, {"predicate": 1.0})
    assert found[0].said == 0 and found[1].said < -0.9
    assert found[0].features["predicate"] < found[1].features["predicate"]
    assert found[0].share < 0.1 < 0.9 < found[1].share


def test_open_questions_are_compared_and_say_nothing(reads: dict[str, float]) -> None:
    reads["allowed"] = 6.0
    found = compare(question(FOG.en), [hit("fog", DEPTH, FOG)], {}, OPPOSITE, WEIGHTS)
    assert [c.open for c in found] == [True, False]
    assert found[0].said == 0 and says(found) == found[1].said
    assert says(found[:1]) == says([]) == 0


def test_what_has_no_side_is_not_compared(reads: dict[str, float]) -> None:
    nothing = ask("When does fog lift?", "雾什么时候散？", "n/a", "")
    assert compare(question(FOG.en), [hit("fog", nothing, replace(FOG, side="foggy"))], {}, OPPOSITE, WEIGHTS) == ()
    assert compare(question(FOG.en), [hit("bare")], {}, OPPOSITE, WEIGHTS) == ()


def test_a_wording_that_puts_it_the_other_way_round_has_its_own_side(reads: dict[str, float]) -> None:
    reads["barred"] = 6.0
    two_ways = replace(FOG, side="allowed", side_zh="barred", zh="雾里的船不能被射击吗？", verdict="yes")
    for lang, sign in (("en", -1), ("zh", 1)):
        found = compare(question("雾里的船不能被射击吗？", lang), [hit("fog", two_ways)], {}, OPPOSITE, WEIGHTS)  # type: ignore[arg-type]
        assert says(found) * sign > 0.9


def test_only_the_first_entries_are_compared_and_what_is_nearer_counts_more(reads: dict[str, float]) -> None:
    far = ask("Is a gull counted with the barrels?", "海鸥和木桶一起计数吗？", "yes", "counts")
    hits = [hit(f"e{n}", FOG if n == 0 else far) for n in range(COMPARED + 3)]
    found = compare(question(FOG.en), hits, {}, OPPOSITE, WEIGHTS)
    assert [c.hit for c in found] == hits[:COMPARED]
    assert found[0].share == max(c.share for c in found) > 0.5
    assert sum(c.share for c in found) == pytest.approx(1)


@given(st.lists(st.tuples(st.floats(-1, 1), st.floats(0, 1), st.booleans()), max_size=8))
def test_what_is_said_together_lies_between_what_each_says(rows: list[tuple[float, float, bool]]) -> None:
    shown = hit("fog", FOG)
    made = [
        Compared(hit=shown, ask=DEPTH if is_open else FOG, said=v, features={"words": w, "vectors": w})
        for v, w, is_open in rows
    ]
    found = shared(made, WEIGHTS)
    deciding = [c.said for c in found if not c.open]
    assert (min(deciding) - 1e-9 <= says(found) <= max(deciding) + 1e-9) if deciding else says(found) == 0
    assert entry_says(found, shown) == says(found)
    assert says([replace(c, said=-c.said) for c in found]) == pytest.approx(-says(found))


def rule(*states: State) -> Rule:
    return Rule(
        id="fog", topic="fog", kind="rule", en="A ship in fog may be shot at.", zh="雾中的船能被射击。", cites=(), states=states
    )


MINE, THEIRS = "Can a ship in fog be shot at on my turn?", "Can a ship in fog be shot at on my opponent's turn?"


def test_a_statement_is_compared_unless_the_facts_of_the_question_contradict_it(reads: dict[str, float]) -> None:
    reads["allowed"] = 6.0
    rules = {"fog": rule(State(side="allowed", given={"turn": "own"}))}
    shown = hit("fog", replace(DEPTH, side="allowed"))
    assert said(shown, rules=rules, text=MINE) > 0.9
    assert said(shown, rules=rules, text=THEIRS) == 0
    assert said(shown, rules={"fog": rule(State(side="barred"))}, text=MINE) < -0.9
    assert said(shown, rules={"fog": rule(State(side="foggy"))}, text=MINE) == 0


def test_a_contradicted_statement_and_facts_left_open_speak_for_depends(reads: dict[str, float]) -> None:
    rules = {"fog": rule(State(side="allowed", given={"turn": "own"}))}

    def left(text: str) -> tuple[float, float]:
        found = compare(question(text), [hit("fog", FOG)], rules, OPPOSITE, WEIGHTS)
        features = depends_features(question(text), found, rules, 0.5)
        return features["left open"], features["contradicted"]

    assert left(MINE) == (0, 0)
    assert left(THEIRS) == (0, 1)
    assert left(FOG.en) == (0.5, 0)


def test_facts_shared_and_apart_are_told(reads: dict[str, float]) -> None:
    mine = ask(MINE, "我的回合雾里的船能被射击吗？", "yes", "allowed")
    for text, shared_facts, apart in ((MINE, 1 / 3, 0), (THEIRS, 0, 1), (FOG.en, 0, 0)):
        (found,) = compare(question(text), [hit("fog", mine)], {}, OPPOSITE, WEIGHTS)
        assert found.features["facts"] == pytest.approx(shared_facts) and found.features["facts apart"] == apart


def test_only_another_value_of_a_facet_with_one_value_contradicts() -> None:
    facts = {"turn": frozenset({"own"}), "place": frozenset({"hand"})}
    assert not contradicts({"turn": "own"}, facts)
    assert contradicts({"turn": "opponent"}, facts)
    assert not contradicts({"face": "up"}, facts), "what is not said stays open"
    assert not contradicts({"place": "deck"}, facts), "a question may tell of several places"
    assert open_facets({"turn": "own", "face": "up", "place": "deck"}, facts) == ("face", "place")


def test_facts_are_read_by_the_words_of_the_sources(tmp_path: Path) -> None:
    (tmp_path / "cues").mkdir()
    words = 'own = { en = ["my (turn|go)", "turn … mine", "I~ go"], zh = ["我的回合", "回合…是我"] }'
    (tmp_path / "cues" / "facts.toml").write_text(f"[turn]\n{words}\nnone = {{ en = [], zh = [] }}\n", "utf-8")
    own: dict[str, frozenset[str]] = {"turn": frozenset({"own"})}
    for text in ("It is my go.", "the TURN that is mine", "If I go now", "the turn is mine"):
        assert read_facts(text, "en", tmp_path) == own, text
    for text in ("It is mymy goal.", "the turn before the one that was surely mine", "my return", ""):
        assert read_facts(text, "en", tmp_path) == {}, text
    assert read_facts("这是我的回合", "zh", tmp_path) == read_facts("这个回合应该是我的", "zh", tmp_path) == own
    assert read_facts("这个回合到底算谁的呢也许还是我的", "zh", tmp_path) == {}


@pytest.mark.parametrize(
    ("text", "lang", "want"),
    [
        ("Can a ship in fog be shot at?", "en", "no"),
        ("Is it against the rules to shoot at a ship in fog?", "en", "yes"),
        ("A ship in fog can't be shot at, right?", "en", "yes"),
        ("雾里的船能被射击吗？", "zh", "no"),
        ("雾里的船是不是不能被射击？", "zh", "yes"),
    ],
)
def test_a_question_put_the_other_way_round_gets_the_other_verdict(text: str, lang: Lang, want: Verdict) -> None:
    ruling = rule_on(question(text, lang), [hit("fog", FOG)], {"fog": rule()}, OPPOSITE)
    assert ruling is not None and ruling.verdict == want and ruling.likely > 0.5


def test_the_weights_name_what_is_told_of_a_comparison(reads: dict[str, float]) -> None:
    (one,) = compare(question(FOG.en), [hit("fog", FOG)], {}, OPPOSITE, WEIGHTS)
    assert set(load_reading().nearness) == set(one.features)


def test_every_predicate_has_two_sides_of_its_own() -> None:
    sides = [side for pair in PAIRS for side in pair]
    assert len(sides) == len(set(sides)) >= 38 and NO_SIDE not in sides
    assert len({p.id for p in load_predicates()}) == len(PAIRS)
    assert all(p.labels["en"] and p.labels["zh"] for p in load_predicates())


def test_every_question_of_the_digest_that_asks_for_yes_or_no_has_a_known_side_and_no_other_has_one() -> None:
    asks = [(r.id, a) for r in load_rules() for a in r.asks]
    assert len(asks) > 10_000
    assert not [(i, a.en) for i, a in asks if a.verdict != "n/a" and not {a.put("en"), a.put("zh")} <= OPPOSITE.keys()]
    assert not [(i, a.en) for i, a in asks if a.verdict == "n/a" and (a.side or a.side_zh)]


def test_one_verdict_answers_both_wordings_so_they_never_ask_about_opposite_sides() -> None:
    assert not [(r.id, a.en) for r in load_rules() for a in r.asks if a.side and OPPOSITE[a.put("en")] == a.put("zh")]


def test_every_open_question_with_options_has_a_fact_a_yes_and_a_no_in_both_languages() -> None:
    asks = [(r.id, a) for r in load_rules() for a in r.asks if a.options or a.fact]
    assert len(asks) > 500
    for name, one in asks:
        assert one.verdict == "depends" and one.fact["en"] and one.fact["zh"], (name, one.en)
        assert {o["verdict"] for o in one.options} >= {"yes", "no"}, (name, one.en)
        assert all(o["en"] and o["zh"] for o in one.options), (name, one.en)


def test_every_statement_of_the_digest_has_a_known_side_and_known_facts() -> None:
    known = {(facet, value) for facet, values in load_facts().items() for value in values}
    states = [(r.id, s) for r in load_rules() for s in r.states]
    assert len(states) > 2_000
    assert not [(i, s) for i, s in states if s.side not in OPPOSITE or not set(s.given.items()) <= known]


def test_every_fact_has_words_in_some_language() -> None:
    facts = load_facts()
    assert not [(f, v) for f, values in facts.items() for v, words in values.items() if not (words["en"] and words["zh"])]


PAGE = Path(__file__).resolve().parent.parent / "docs" / "propositions.md"


def test_the_page_shows_every_predicate_and_facet_as_the_sources_have_them() -> None:
    predicates = [
        f"| {p.id} | `{p.sides[0]}`, `{p.sides[1]}` | {p.labels['en']} | {p.labels['zh']} |" for p in load_predicates()
    ]
    facets = [f"| `{facet}` | {', '.join(f'`{value}`' for value in values)} |" for facet, values in load_facts().items()]
    text = PAGE.read_text("utf-8")
    for head, table in (("## Predicates", predicates), ("## Facets", facets)):
        shown = [line for line in text.split(head)[1].split("\n## ")[0].splitlines() if line.startswith("| ")][2:]
        assert shown == table, "Write this table:\n" + "\n".join(table)


def test_the_pages_example_is_sound() -> None:
    block = PAGE.read_text("utf-8").split("```toml\n")[1].split("```")[0]
    (row,) = tomllib.loads(
        '[[rule]]\nid = "x.y"\nkind = "rule"\nen = "A"\nzh = "B"\n'
        f'cites = [{{ source = "s", section = "t", lines = [1, 1] }}]\n{block}'
    )["rule"]
    words = {"predicate": [{"sides": list(pair)} for pair in PAIRS]}
    tables = {"rules/x.toml": {"rule": [row]}, "predicates.toml": words, "cues/facts.toml": load_facts()}
    assert check_tables({"rules/x.toml": ""}, tables) == []
    assert row["states"] and any(one.get("options") for one in row["asks"])
