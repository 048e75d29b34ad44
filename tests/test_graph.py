"""The model as RDF: everything is stated, in words the ontology knows, one graph a source."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kb_samples import CONCEPTS, RULES, TIMINGS, chinese, english, mentions, statements
from pyoxigraph import Literal, Quad
from rdflib import OWL, RDF, Graph

from kb.errors import BadInput
from kb.graph import (
    graph_of_card_text,
    graph_of_citations,
    graph_of_document,
    graph_of_findings,
    graph_of_glossary,
    graph_of_rules,
    graph_of_timings,
)
from kb.graph.names import OWN_GRAPHS, PREFIXES, VOCABULARY, graph_name, identifier, node
from kb.graph.read import read_graph
from kb.model import CardText, Effect, EffectProfile, Finding, Lines, Mention, Passage, Response, Span
from kb.store.oxigraph import EmbeddedStore

ONTOLOGY = Path(__file__).resolve().parent.parent / "kb" / "ontology.ttl"


def card() -> list[Quad]:
    profile = EffectProfile(kind="quick", spell_speed=2, targets=True, summons=("xyz",), responses=(Response(events=("x",)),))
    effect = Effect(number=1, text="Light it.", span=Span(0, 9), profile=profile)
    return graph_of_card_text("4007", {"en": "Lantern", "zh": "灯笼"}, CardText(text="Light it.", lang="en", effects=(effect,)))


def everything() -> list[Quad]:
    return [
        *graph_of_document(english(), mentions(english()), statements(english()), extractor="reader/1"),
        *graph_of_document(chinese()),
        *graph_of_glossary(CONCEPTS),
        *graph_of_timings(TIMINGS),
        *graph_of_rules(RULES),
        *graph_of_citations(RULES, english()),
        *graph_of_citations(RULES, chinese()),
        *graph_of_findings([Finding(code="K001", severity="error", message="m", hint="h", source="lamps", lines=Lines(1, 2))]),
        *card(),
    ]


def objects(quads: list[Quad], subject: object, name: str) -> list[str]:
    prefix, _, local = name.partition(":")
    return [
        q.object.value  # type: ignore[union-attr]
        for q in quads
        if q.subject == subject and q.predicate.value == PREFIXES[prefix] + local
    ]


def test_every_class_and_property_used_is_in_the_ontology() -> None:
    ontology = Graph().parse(ONTOLOGY)
    known = {
        str(s) for kind in (OWL.Class, OWL.ObjectProperty, OWL.DatatypeProperty) for s in ontology.subjects(RDF.type, kind)
    }
    used = {q.predicate.value for q in everything()} | {q.object.value for q in everything() if hasattr(q.object, "value")}
    ours = {name for name in used if name.startswith(VOCABULARY)}
    assert len(ours) > 60
    assert ours <= known, sorted(ours - known)


def test_every_property_is_told_apart_as_link_or_value() -> None:
    ontology = Graph().parse(ONTOLOGY)
    links = {str(s) for s in ontology.subjects(RDF.type, OWL.ObjectProperty)}
    for quad in everything():
        name = quad.predicate.value
        if name.startswith(VOCABULARY):
            assert (name in links) is not isinstance(quad.object, Literal), name


def test_no_blank_nodes() -> None:
    assert not [q for q in everything() if "_:" in str(q.subject) or str(q.object).startswith("_:")]


@given(st.text(min_size=1).filter(lambda t: t.isprintable()))
def test_a_name_leads_back_to_its_id(text: str) -> None:
    assert identifier(node("passage", text).value, "passage") == text


def test_a_document_stands_in_its_own_graph_and_no_other() -> None:
    quads = graph_of_document(chinese(), mentions(chinese()), statements(chinese()))
    assert {q.graph_name for q in quads} == {graph_name("灯")}
    assert len(quads) > 60


@pytest.mark.parametrize("name", [*OWN_GRAPHS, "citations:lamps", ""])
def test_a_source_may_not_take_the_name_of_our_own_graphs(name: str) -> None:
    with pytest.raises(BadInput, match="--id"):
        graph_of_document(replace(english(), source=replace(english().source, id=name)))


def test_a_quote_is_the_original_slice_and_a_position_leads_to_it() -> None:
    document = english()
    quads = graph_of_document(document)
    for passage in document.passages:
        (start,) = objects(quads, node("selector", passage.id, "position"), "oa:start")
        (end,) = objects(quads, node("selector", passage.id, "position"), "oa:end")
        (exact,) = objects(quads, node("selector", passage.id, "quote"), "oa:exact")
        assert document.text[int(start) : int(end)] == exact


@pytest.mark.parametrize("document", [english(), chinese()], ids=["en", "zh"])
def test_every_field_of_a_passage_is_stated(document: object) -> None:
    whole = english()
    cell = replace(
        whole.passages[4], status="outdated", mark="yes", parent=whole.passages[1].id, illustrates=whole.passages[2].id,
        references=(whole.references[0].id,),
    )  # fmt: skip
    quads = graph_of_document(replace(whole, passages=(*whole.passages[:4], cell)))
    said = {q.object.value for q in quads}  # type: ignore[union-attr]
    for field in fields(Passage):
        value = getattr(cell, field.name)
        if field.name == "heading":
            assert set(value) <= said
        elif field.name in ("parent", "illustrates"):
            assert node("passage", value).value in said
        elif field.name == "references":
            assert node("reference", value[0]).value in said
        elif field.name != "lang":
            parts = value if isinstance(value, tuple) else (value,)
            assert {str(p) for p in parts} <= said, field.name


def test_a_statement_says_what_it_derives_from_and_what_made_it() -> None:
    quads = graph_of_document(english(), (), statements(english()), extractor="reader/1")
    first, second = (node("statement", s.id) for s in statements(english()))
    assert objects(quads, first, "prov:wasDerivedFrom") == [node("passage", english().passages[1].id).value]
    (activity,) = objects(quads, first, "prov:wasGeneratedBy")
    assert "reader/1" in activity
    assert objects(quads, first, "dr:permits") == [node("concept", "lamp").value]
    assert objects(quads, second, "dr:exceptionOf") == [first.value]
    assert objects(quads, second, "dr:polarity") == ["false"]


def test_an_exception_to_a_passage_points_to_the_passage() -> None:
    document = english()
    said = replace(statements(document)[0], exception_of=document.passages[2].id)
    quads = graph_of_document(document, (), (said,))
    assert objects(quads, node("statement", said.id), "dr:exceptionOf") == [node("passage", document.passages[2].id).value]


def test_a_mention_of_an_unknown_name_is_a_card() -> None:
    named = Mention(passage="lamps:#1", span=Span(0, 1), target="A “B”", target_kind="name", match="quoted")
    quads = graph_of_document(english(), [named])
    assert objects(quads, node("passage", "lamps:#1"), "dr:mentions") == [node("card", "A “B”").value]


def test_labels_stand_in_both_languages_and_slang_apart() -> None:
    quads = graph_of_glossary(CONCEPTS)
    lamp = node("concept", "lamp")
    labels = {(q.object.value, q.object.language) for q in quads if q.subject == lamp and isinstance(q.object, Literal)}
    assert {("Lamp", "en"), ("灯", "zh"), ("lantern", "en"), ("灯笼", "zh"), ("glim", "en")} <= labels
    assert objects(quads, lamp, "dr:slang") == ["glim"]


def test_a_citation_meets_the_passages_at_its_lines() -> None:
    document = english()
    quads = graph_of_citations(RULES, document)
    closed = objects(quads, node("rule", "lamps.closed"), "prov:wasDerivedFrom")
    assert closed == [node("passage", p.id).value for p in document.passages if p.lines.first in (3, 4)]
    assert {q.graph_name for q in quads} == {graph_name("citations:lamps")}
    assert not [q for q in quads if re.search("%E7%81%AF", str(q))]


def test_a_rule_states_both_texts_what_it_overrides_and_its_form() -> None:
    quads = graph_of_rules(RULES)
    rule = node("rule", "lamps.dusk")
    assert objects(quads, rule, "dr:text") == [RULES[1].en, RULES[1].zh]
    assert objects(quads, rule, "dr:overrides") == [node("rule", "lamps.closed").value]
    assert objects(quads, rule, "dr:when") == ['{"act": "light", "before": "night"}']
    assert VOCABULARY + "Exception" in objects(quads, rule, "rdf:type")
    assert objects(quads, node("rule", "lamps.closed"), "dr:forbids") == [node("concept", "lamp").value]


def test_an_effect_states_what_is_known_and_nothing_else() -> None:
    quads = card()
    (profile,) = [q.subject for q in quads if q.predicate.value.endswith(":kind")]
    assert objects(quads, profile, "dr:targets") == ["true"]
    assert objects(quads, profile, "dr:summons") == ["xyz"]
    assert objects(quads, profile, "dr:draws") == []


def test_a_document_comes_back_from_its_graph_as_it_went_in() -> None:
    for document in (english(), chinese()):
        store = EmbeddedStore.of(graph_of_document(document, mentions(document), statements(document), extractor="reader/1"))
        back = read_graph(store, document.source.id)
        assert back.document.source == document.source
        assert back.document.text.split() == document.text.split()
        assert [replace(p, col_headers=()) for p in back.document.passages] == [
            replace(p, col_headers=()) for p in document.passages
        ]
        for part in ("references", "links", "anchors", "images", "marks"):
            assert getattr(back.document, part) == getattr(document, part)
        named = {replace(m, target_kind="card") if m.target_kind == "name" else m for m in mentions(document)}
        assert set(back.mentions) == named  # a name that no card list knows is a card by its printed name
        assert set(back.statements) == set(statements(document))
