"""Pages of terms and timings: found by any name, with neighbours, rules and, once built, passages."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest
from kb_samples import chinese, english

from kb.digest.load import load_glossary, load_rules, load_timings, sources_dir
from kb.errors import UnknownName
from kb.graph import graph_of_document, graph_of_glossary
from kb.model import Mention, Span, Statement
from kb.store.build import build_snapshot
from query.browse.names import resolve
from query.browse.pages import concept_page, timing_page


@pytest.mark.parametrize("name", ["damage-step", "Damage Step", "damage  step", "伤害步骤", "傷害步驟", "dstep", "damgae step"])
def test_a_term_is_found_by_any_of_its_names(name: str, tmp_path: Path) -> None:
    assert concept_page(name, home=tmp_path).id == "damage-step"
    assert timing_page(name, home=tmp_path).id == "damage-step"


def test_a_term_is_found_by_each_of_its_labels() -> None:
    concepts = {c.id: c for c in load_glossary()}
    assert len(concepts) >= 260
    for concept in list(concepts.values())[::10]:
        for lang in ("en", "zh"):
            assert concept.id in resolve(concept.labels[lang], "concept", concepts, sources_dir())


@pytest.mark.parametrize("name", ["Damage Stop Sign Tax", "xyzzy", "没有这种东西", "", "x" * 100_000])
def test_an_unknown_name_is_told_in_one_line(name: str, tmp_path: Path) -> None:
    for page in (concept_page, timing_page):
        with pytest.raises(UnknownName) as error:
            page(name, home=tmp_path)
        assert "\n" not in str(error.value) and len(str(error.value)) < 300


def test_an_unknown_name_is_answered_with_the_nearest_ones(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="Counter Trap"):
        concept_page("Counter Traaaaps Cart", home=tmp_path)


def test_a_timing_knows_its_place_in_the_turn(tmp_path: Path) -> None:
    page = timing_page("damage-step.calculation", home=tmp_path)
    assert [t.id for t in page.within] == ["turn", "battle-phase", "damage-step"]
    assert "damage-step.calculation" in [t.id for t in timing_page("damage step", home=tmp_path).parts]
    assert page.next
    for following in page.next:
        assert page.id in [t.id for t in timing_page(following.id, home=tmp_path).previous]


def test_every_rule_of_a_timing_stands_on_its_page_once(tmp_path: Path) -> None:
    for timing in load_timings():
        page = timing_page(timing.id, home=tmp_path)
        shown = [r.id for r in (*page.permits, *page.forbids, *page.rules)]
        assert sorted(shown) == sorted(r.id for r in load_rules() if timing.id in r.timing)


def test_narrower_and_broader_are_two_sides_of_one(tmp_path: Path) -> None:
    narrow = [c for c in load_glossary() if c.broader][:10]
    assert len(narrow) == 10
    for concept in narrow:
        broader = concept_page(concept.id, home=tmp_path).broader
        assert [t.id for t in broader] == list(concept.broader)
        for term in broader:
            assert concept.id in [t.id for t in concept_page(term.id, home=tmp_path).narrower]


def test_a_rule_comes_with_both_texts_and_the_places_it_rests_on(tmp_path: Path) -> None:
    rules = [r for c in load_glossary()[:20] for r in concept_page(c.id, home=tmp_path).rules]
    assert len(rules) > 20
    for rule in rules:
        assert rule.text["en"] and rule.text["zh"] and rule.cites
        assert all(p.file and p.lines[0] >= 1 for p in rule.cites)


def test_a_page_is_plain_data(tmp_path: Path) -> None:
    for page in (concept_page("chain", home=tmp_path), timing_page("end phase", home=tmp_path)):
        assert json.loads(json.dumps(asdict(page)))["id"] == page.id


def test_passages_come_from_what_was_built_definitions_first(tmp_path: Path) -> None:
    one, other = english(), chinese()
    spoken = [
        Mention(passage=p.id, span=Span(0, 1), target="damage-step", target_kind="concept", match="label")
        for p in (*one.passages[:4], *other.passages)
    ]
    defines = Statement(
        id="s", passage=one.passages[3].id, modality="defines", polarity=True, span=Span(0, 3), concepts=("damage-step",)
    )
    with build_snapshot(tmp_path) as draft:
        draft.put_graph("glossary", "1", lambda: graph_of_glossary(load_glossary()))
        draft.put_graph("lamps", "1", lambda: graph_of_document(one, spoken[:4], [defines]))
        draft.put_graph("灯", "1", lambda: graph_of_document(other, spoken[4:]))
        draft.commit()
    page = concept_page("damage step", home=tmp_path)
    assert page.mentioned == {"lamps": 4, "灯": 3}
    first = page.passages[0]
    assert (first.id, first.file, first.lines, first.quote) == (
        one.passages[3].id, "lamps.txt", one.passages[3].lines, one.passages[3].text,
    )  # fmt: skip
    assert first.heading == ("Lamps & light/dark",)
    assert len(page.passages) == 5, "headings are counted, not shown"
    assert timing_page("end phase", home=tmp_path).mentioned == {}
