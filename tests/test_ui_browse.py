"""The Browse page: concepts, sources with what was extracted, topics, entries, the search; nothing ingested runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from page import drawn, html
from serving import invented_home
from streamlit.testing.v1 import AppTest

from kb.errors import UnknownName
from query.browse.document import source_page
from query.browse.shelves import cards_of, entry_page, find, topic_entries, topics


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home where two invented documents, one of them hostile, are built."""
    return invented_home(Path(tmp_path_factory.mktemp("browse")) / "home")


@pytest.fixture(autouse=True)
def _own_home(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULINGS_HOME", str(home))


def opened(**params: str) -> AppTest:
    def run() -> None:
        from ui.pages.browse import page

        page()

    at = AppTest.from_function(run, default_timeout=60)
    for name, value in params.items():
        at.query_params[name] = value
    return drawn(at.run())


@pytest.mark.parametrize(("lang", "expected"), [("en", "The digest by topic"), ("zh", "按主题浏览")])
def test_without_an_address_it_shows_every_topic_and_source(lang: str, expected: str) -> None:
    shown = html(opened(lang=lang))
    assert expected in shown
    assert all(f"topic={topic}" in shown for topic in topics())
    assert "source=lanterns" in shown and "source=compendium" in shown


@pytest.mark.parametrize(("lang", "label"), [("en", "Damage Step"), ("zh", "伤害步骤")])
def test_a_concept_shows_names_in_both_languages_rules_and_neighbours(lang: str, label: str) -> None:
    shown = html(opened(lang=lang, concept="damage-step"))
    assert f'<h1 class="dr-title">{label}</h1>' in shown
    assert "Damage Step" in shown and "伤害步骤" in shown
    assert re.search(r'<a href="\./browse\?concept=[^"]+" target="_self" class="dr-node concept"', shown)
    assert "turn?at=damage-step" in shown
    assert "source=lanterns&amp;line=5" in shown


def test_a_source_shows_its_passages_and_what_was_extracted_from_each() -> None:
    shown = html(opened(lang="en", source="lanterns"))
    assert "The lantern keepers › Lighting" in shown
    assert "cannot be moved" in shown and '<span class="dr-mark no">forbids</span>' in shown
    assert "browse?concept=damage-step" in shown or "turn?at=damage-step" in shown
    assert "Keepers&#x27; book, page 4" in shown
    assert "Found in it: 1 " in shown and not re.search(r"Found in it:[^<]*\b0 ", shown)


def test_a_hostile_document_is_shown_as_text() -> None:
    shown = html(opened(lang="en", source="lanterns"))
    assert "&lt;script&gt;" in shown
    assert not re.search(r"<(script|img)\b", shown)
    assert 'href="javascript' not in shown


def test_an_address_with_a_line_marks_the_passage_there() -> None:
    shown = html(opened(lang="en", source="lanterns", line="7"))
    marked = shown[shown.index("dr-passage marked") :]
    assert "<mark>" in marked and shown.count("<mark>") == 1


@pytest.mark.parametrize("odd", ["999999999", "-3", "x", "7" * 400])
def test_a_line_or_place_that_is_not_there_is_no_error(odd: str) -> None:
    assert "lantern keepers" in html(opened(lang="en", source="lanterns", line=odd[:12]))
    assert "lantern keepers" in html(opened(lang="en", source="lanterns", **{"from": odd}))


def test_a_document_that_is_not_loaded_says_so_and_what_is_known_of_it() -> None:
    shown = html(opened(lang="en", source="compendium"))
    assert "is not loaded here" in shown and "Compendium" in shown


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_topic_lists_its_entries_with_where_they_are_established(lang: str) -> None:
    shown = html(opened(lang=lang, topic="chains"))
    entries = topic_entries("chains")
    assert shown.count("<li>") == len(entries)
    assert shown.count('data-sheet="chains.') >= 20


def test_an_entry_shows_both_languages_and_what_it_rests_on() -> None:
    entry = next(e for e in topic_entries("chains") if e.cites)
    shown = html(opened(lang="zh", rule=entry.id))
    assert 'lang="en"' in shown and 'lang="zh-Hans"' in shown
    assert f"source={entry.cites[0].source}&amp;line={entry.cites[0].lines[0]}" in shown


def test_exceptions_and_disagreements_lead_to_each_other() -> None:
    overriding = next(e for topic in topics() for e in topic_entries(topic) if e.overrides)
    below = entry_page(overriding.overrides[0])
    assert overriding.id in {e.id for e in below.overridden_by}


@pytest.mark.parametrize("words", ["damage step", "伤害步骤", "傷害步驟", "ＤＡＭＡＧＥ  Step", "damge step"])
def test_terms_are_found_in_any_writing(words: str) -> None:
    hits = find(words, topic_names={})
    assert "damage-step" in {h.id for h in hits[:3]}


def test_sources_and_topics_are_found_too() -> None:
    names = {"chains": {"en": "Chains", "zh": "连锁"}}
    assert ("topic", "chains") in {(h.kind, h.id) for h in find("连锁", topic_names=names)}
    assert ("source", "lanterns") in {(h.kind, h.id) for h in find("lanterns", topic_names=names)}
    assert find("", topic_names=names) == ()


@pytest.mark.parametrize("words", ["qqqqqq", "<img src=x onerror=1>", "x" * 5000])
def test_what_nothing_goes_by_is_said(words: str) -> None:
    shown = html(opened(lang="en", find=words))
    assert "Nothing goes by" in shown and "<img" not in shown


def test_what_is_typed_goes_into_the_address() -> None:
    at = opened(lang="en", concept="damage-step")
    at.text_input(key="dr-find").input("chain")
    at.button[0].click().run()
    assert at.query_params["find"] in ("chain", ["chain"]) and "concept" not in at.query_params
    assert "concept=chain" in html(at)


def test_unknown_names_are_told_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="lanterns"):
        source_page("nothing-such")
    with pytest.raises(UnknownName, match="chains"):
        topic_entries("chain")
    with pytest.raises(UnknownName):
        entry_page("<script>")


@pytest.mark.parametrize(("lang", "called"), [("en", "Damage Step: single cards"), ("zh", "伤害步骤：个别卡片")])
def test_an_unknown_topic_is_told_by_names_above_what_there_is(lang: str, called: str) -> None:
    shown = html(opened(lang=lang, topic="damage-step"))
    told = shown.split('role="alert"')[1].split("</div>")[0]
    assert called in told and "damage-step-cards" not in told
    assert "topic=chains" in shown and "source=lanterns" in shown


def test_of_many_cards_the_first_few_are_shown_at_once() -> None:
    shown = html(opened(lang="en", concept="damage-step"))
    cards = shown.split("card?name=")[1:]
    assert len(cards) > 10
    assert shown.split("<summary>")[0].count("card?name=") == 0
    assert shown.split("<h2>Cards")[1].split("<details")[0].count("card?name=") == 8


def test_cards_of_a_concept_are_named_once() -> None:
    named = cards_of("damage-step")
    assert named and len(set(named)) == len(named)
