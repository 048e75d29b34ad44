"""Exports read back as the same triples; the view and its picture hold what they should."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kb_samples import CONCEPTS, RULES, TIMINGS, chinese, english, mentions, quads
from pyoxigraph import parse
from rdflib import Dataset

from kb.errors import BadInput
from kb.graph import graph_of_document, graph_of_glossary
from kb.model import Concept
from kb.network import Edge, View, build_view, neighbourhood, path
from kb.store.export import FORMATS, RDF_FORMATS, export
from kb.store.oxigraph import EmbeddedStore
from kb.store.picture import view_of_store, write_graphml


@pytest.fixture(scope="module")
def store() -> EmbeddedStore:
    return EmbeddedStore.of(quads())


@pytest.fixture(scope="module")
def view() -> View:
    return build_view(
        concepts=CONCEPTS,
        timings=TIMINGS,
        rules=RULES,
        documents=(english(), chinese()),
        mentions=(*mentions(english()), *mentions(chinese())),
    )


@pytest.mark.parametrize("name", sorted(RDF_FORMATS))
def test_an_export_reads_back_as_the_same_quads(store: EmbeddedStore, tmp_path: Path, name: str) -> None:
    out = tmp_path / "graph"
    export(store, name, out)
    assert set(parse(out.read_bytes(), format=RDF_FORMATS[name])) == set(quads())
    assert [p.name for p in tmp_path.iterdir()] == ["graph"]


@pytest.mark.parametrize(("name", "format_"), [("trig", "trig"), ("nquads", "nquads"), ("jsonld", "json-ld")])
def test_rdflib_reads_an_export(store: EmbeddedStore, tmp_path: Path, name: str, format_: str) -> None:
    export(store, name, tmp_path / "graph")
    dataset = Dataset()
    dataset.parse(tmp_path / "graph", format=format_)
    assert len(list(dataset.quads((None, None, None, None)))) == len(set(quads()))


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_any_text_comes_back(text: str) -> None:
    made = graph_of_glossary([Concept(id=text, category="c", labels={"en": text, "zh": text})])
    store = EmbeddedStore.of(made)
    for format_ in RDF_FORMATS.values():
        out = io.BytesIO()
        store.oxigraph.dump(out, format=format_)
        assert set(parse(out.getvalue(), format=format_)) == set(made)


def test_standard_output_is_a_place(store: EmbeddedStore, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    export(store, "nquads", Path("-"))
    assert set(parse(capfdbinary.readouterr().out, format=RDF_FORMATS["nquads"])) == set(quads())


def test_an_unknown_format_and_an_unwritable_place_are_told(store: EmbeddedStore, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="trig, nquads, jsonld, graphml"):
        export(store, "docx", tmp_path / "x")
    for name in FORMATS:
        with pytest.raises(BadInput, match="cannot be written"):
            export(store, name, tmp_path / "missing" / "x")
    with pytest.raises(BadInput, match="cannot be written"):
        export(store, "trig", tmp_path)


def test_a_picture_holds_the_terms_in_both_languages(store: EmbeddedStore, tmp_path: Path) -> None:
    export(store, "graphml", tmp_path / "graph.graphml")
    read = nx.read_graphml(tmp_path / "graph.graphml", force_multigraph=True)
    assert read.nodes["concept:lamp"] == {"kind": "concept", "en": "Lamp", "zh": "灯"}
    assert any(data["relation"] == "mentions" for _, _, data in read.edges(data=True))


def test_a_picture_leaves_out_what_xml_cannot_hold() -> None:
    view = build_view(concepts=[replace(CONCEPTS[0], labels={"en": "a\x00b\x1b\ufffe"})])
    out = io.BytesIO()
    write_graphml(view, out)
    assert nx.read_graphml(io.BytesIO(out.getvalue())).nodes["concept:light"]["en"] == "ab"


def test_the_view_of_a_store_is_the_view_of_its_parts(store: EmbeddedStore, view: View) -> None:
    read = view_of_store(store, passages=True)
    assert {n for n in read if not n.startswith("card:")} == set(view)
    assert set(read.edges()) == set(view.edges())
    assert len(list(view.edges())) == len(set(view.edges()))
    for node, data in view.nodes.items():
        if data["kind"] != "rule":
            assert read.nodes[node] == data


def test_without_passages_there_are_none(store: EmbeddedStore) -> None:
    assert not [n for n in view_of_store(store) if n.startswith("passage:")]


def test_the_neighbours_of_a_term(view: View) -> None:
    near = neighbourhood(view, "concept:lamp")
    assert Edge("concept:lamp", "broader", "concept:light") in near
    assert Edge("rule:lamps.dusk", "appliesTo", "concept:lamp") in near
    assert all("concept:lamp" in (e.start, e.end) for e in near)
    far = neighbourhood(view, "concept:lamp", steps=2)
    assert far[: len(near)] == near
    assert Edge("rule:lamps.dusk", "overrides", "rule:lamps.closed") in far
    assert neighbourhood(view, "concept:lamp", relations=["broader"]) == [Edge("concept:lamp", "broader", "concept:light")]
    assert neighbourhood(view, "concept:gone") == []


def test_a_way_between_two_nodes_goes_along_edges_in_either_direction(view: View) -> None:
    way = path(view, "timing:night", "concept:light")
    assert way[0] == Edge("timing:dusk", "next", "timing:night")
    assert set(way) <= set(view.edges())
    assert path(view, "timing:night", "timing:night") == []
    assert path(view, "timing:night", "concept:gone") == []


def test_the_view_needs_no_rdflib() -> None:
    import subprocess
    import sys

    code = "import sys, kb.network; print({'rdflib', 'pyoxigraph', 'pyshacl', 'networkx', 'numpy'}.intersection(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_a_document_without_its_passages_is_only_a_source() -> None:
    store = EmbeddedStore.of(graph_of_document(replace(english(), passages=())))
    assert list(view_of_store(store)) == ["source:lamps"]
