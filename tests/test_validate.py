"""A sound graph passes; each kind of fault is named with its place."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from kb_samples import CONCEPTS, RULES, TIMINGS, chinese, english, mentions, statements
from pyoxigraph import Quad, Store

from kb.graph import graph_of_citations, graph_of_document, graph_of_glossary, graph_of_rules, graph_of_timings
from kb.model import Document, Lines, Span
from kb.store.build import build_snapshot
from kb.store.coherence import check_coherence
from kb.store.snapshot import open_current
from kb.store.triples import to_lines
from kb.store.unsound import Breach, UnsoundGraph, describe
from kb.store.validate import check_graph, validate

ENGLISH = english()


def document(**changes: object) -> list[Quad]:
    """The English sample with its third passage changed."""
    passages = list(ENGLISH.passages)
    passages[2] = replace(passages[2], **changes)  # type: ignore[arg-type]
    return graph_of_document(replace(ENGLISH, passages=tuple(passages)), mentions(ENGLISH), statements(ENGLISH))


def whole() -> dict[str, list[Quad]]:
    return {
        "lamps": graph_of_document(ENGLISH, mentions(ENGLISH), statements(ENGLISH)),
        "灯": graph_of_document(chinese(), mentions(chinese()), statements(chinese())),
        "glossary": graph_of_glossary(CONCEPTS),
        "timings": graph_of_timings(TIMINGS),
        "digest": graph_of_rules(RULES),
        "citations:lamps": graph_of_citations(RULES, ENGLISH),
    }


def across(graphs: dict[str, list[Quad]]) -> list[Breach]:
    return list(check_coherence(store_of(graphs), graphs))


def store_of(graphs: dict[str, list[Quad]]) -> Store:
    store = Store()
    store.extend(quad for quads in graphs.values() for quad in quads)
    return store


def test_a_sound_knowledge_base_has_no_breach() -> None:
    graphs = whole()
    assert [b for name, quads in graphs.items() for b in check_graph(name, to_lines(quads))] == []
    assert across(graphs) == []


@pytest.mark.parametrize(
    ("name", "quads", "node", "message"),
    [
        ("lamps", document(kind="paragraf"), f"passage {ENGLISH.passages[2].id}", "known kinds"),
        ("lamps", document(lines=Lines(4, 3)), f"passage {ENGLISH.passages[2].id}", "the first not after the last"),
        ("lamps", document(lines=Lines(0, 3)), f"passage {ENGLISH.passages[2].id}", "counted from 1"),
        ("lamps", document(span=Span(5, 5)), f"selector {ENGLISH.passages[2].id}:position", "starts before it ends"),
        (
            "lamps",
            graph_of_document(replace(ENGLISH, source=replace(ENGLISH.source, title="", authority="hearsay"))),  # type: ignore[arg-type]
            "source lamps",
            "title",
        ),
        (
            "lamps",
            graph_of_document(ENGLISH, (), [replace(statements(ENGLISH)[0], confidence=1.5, modality="hopes")]),  # type: ignore[arg-type]
            f"statement {statements(ENGLISH)[0].id}",
            "modality",
        ),
        ("glossary", graph_of_glossary([replace(CONCEPTS[0], labels={"en": "Light"})]), "concept light", "Chinese label"),
        ("glossary", graph_of_glossary([replace(CONCEPTS[0], labels={"zh": "光"})]), "concept light", "English label"),
        ("glossary", graph_of_glossary([replace(CONCEPTS[0], broader=("gone",))]), "concept light", "broader"),
        ("timings", graph_of_timings([replace(TIMINGS[0], next=("gone",))]), "timing day", "follows"),
        ("timings", graph_of_timings([replace(TIMINGS[0], part_of="gone")]), "timing day", "part of"),
        ("digest", graph_of_rules([replace(RULES[0], zh="")]), "rule lamps.closed", "Chinese text"),
        ("digest", graph_of_rules([replace(RULES[0], en="")]), "rule lamps.closed", "English text"),
        ("digest", graph_of_rules([replace(RULES[0], cites=())]), "rule lamps.closed", "citation"),
        ("digest", graph_of_rules([RULES[1]]), "rule lamps.dusk", "overrides"),
    ],
)
def test_a_fault_within_a_graph_is_named(name: str, quads: list[Quad], node: str, message: str) -> None:
    found = check_graph(name, to_lines(quads))
    assert [b for b in found if b.node == node and message in b.message and b.graph == name], found


@pytest.mark.parametrize(
    ("name", "quads", "message"),
    [
        ("lamps", document(parent="lamps:gone#1"), "refers to no Passage"),
        ("lamps", document(illustrates="lamps:gone#1"), "refers to no Passage"),
        ("lamps", document(references=("lamps:ref:9",)), "refers to no Reference"),
        ("lamps", document(parent=ENGLISH.passages[2].id), "under itself"),
        ("lamps", document(text=""), "no readable text"),
        ("lamps", graph_of_document(ENGLISH, [replace(mentions(ENGLISH)[0], target="gone")]), "mentions a term"),
        ("lamps", graph_of_document(ENGLISH, [replace(mentions(ENGLISH)[0], span=Span(3, 900))]), "outside"),
        ("lamps", graph_of_document(ENGLISH, [replace(mentions(ENGLISH)[0], span=Span(3, 3))]), "starts before it ends"),
        ("lamps", graph_of_document(ENGLISH, (), [replace(statements(ENGLISH)[0], passage="lamps:gone#1")]), "refers to no"),
        ("lamps", graph_of_document(ENGLISH, (), [replace(statements(ENGLISH)[0], concepts=("gone",))]), "no Concept"),
        ("lamps", graph_of_document(ENGLISH, (), [replace(statements(ENGLISH)[0], exception_of="gone")]), "no passage or"),
        ("digest", graph_of_rules([*RULES, replace(RULES[0], id="x", concepts=("gone",))]), "refers to no Concept"),
        ("digest", graph_of_rules([*RULES, replace(RULES[0], id="x", timing=("gone",))]), "refers to no Timing"),
        ("digest", graph_of_rules([replace(RULES[0], overrides=("lamps.dusk",)), RULES[1]]), "overrides itself"),
        ("glossary", graph_of_glossary([replace(CONCEPTS[0], broader=("lamp",)), *CONCEPTS[1:]]), "broader than itself"),
        ("other", graph_of_document(replace(ENGLISH, source=replace(ENGLISH.source, id="other"))), "two graphs"),
    ],
)
def test_a_fault_across_graphs_is_named(name: str, quads: list[Quad], message: str) -> None:
    graphs = {**whole(), name: quads}
    found = across(graphs)
    assert [b for b in found if message in b.message], found
    told = list(check_coherence(store_of(graphs), [name], lost=()))
    of_it = {(b.node, b.message) for b in found if b.graph == name and "two" not in b.message}
    assert {(b.node, b.message) for b in told} >= of_it
    assert [b for b in told if message in b.message], told


@pytest.mark.parametrize(("name", "lost"), [("glossary", "concept:lamp"), ("timings", "timing:"), ("lamps", "passage")])
def test_what_is_lost_is_missed_where_nothing_else_changed(name: str, lost: str) -> None:
    graphs = whole()
    before = to_lines(graphs[name])
    nodes = sorted({line.split(b" ", 1)[0].decode() for line in before.splitlines() if lost.encode() in line.split(b" ", 1)[0]})
    graphs[name] = []
    every, told = across(graphs), check_coherence(store_of(graphs), [], lost=nodes)
    assert nodes
    assert told
    assert set(told) <= set(every)
    of_lost = {b for b in every if b.found and any(b.found == describe(node[1:-1]) for node in nodes)}
    assert set(told) >= of_lost


def test_a_breach_is_one_line_with_graph_node_line_and_value() -> None:
    (breach,) = check_graph("lamps", to_lines(document(kind="paragraf")))
    assert "\n" not in str(breach)
    for part in ("graph lamps", ENGLISH.passages[2].id, "line 3", "paragraf"):
        assert part in str(breach)


def test_only_what_changed_is_checked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    import kb.store.shacl

    before, after = to_lines(document()), to_lines(document(lines=Lines(4, 3)))
    looked_at: list[set[bytes]] = []
    checked = kb.store.shacl.breaches
    monkeypatch.setattr(kb.store.shacl, "breaches", lambda n, lines, s: (looked_at.append(lines), checked(n, lines, s))[1])
    (breach,) = check_graph("lamps", after, before=before)
    assert breach.node == f"passage {ENGLISH.passages[2].id}"
    assert len({line.split(b" ")[0] for line in looked_at[0]}) == 1
    assert check_graph("lamps", before, before=before) == []


def build(home: Path, *documents: Document, full: bool = False) -> None:
    with build_snapshot(home) as draft:
        draft.put_graph("glossary", "1", lambda: graph_of_glossary(CONCEPTS))
        draft.put_graph("timings", "1", lambda: graph_of_timings(TIMINGS))
        for d in documents:
            draft.put_graph(d.source.id, repr(d.passages), lambda d=d: graph_of_document(d, mentions(d), statements(d)))
        validate(draft, full=full)
        draft.commit()


def test_an_unsound_build_fails_with_every_place_and_leaves_the_old_snapshot(tmp_path: Path) -> None:
    build(tmp_path, ENGLISH)
    old = (tmp_path / "current").read_bytes()
    bad = [replace(p, kind="x") for p in ENGLISH.passages]
    with pytest.raises(UnsoundGraph) as error:
        build(tmp_path, replace(ENGLISH, passages=tuple(bad)))
    assert len(error.value.breaches) == len(str(error.value).splitlines()) == len(bad)
    with pytest.raises(UnsoundGraph, match="refers to no Passage"):
        build(tmp_path, replace(ENGLISH, passages=ENGLISH.passages[:2]))
    assert (tmp_path / "current").read_bytes() == old


def test_a_full_check_looks_at_unchanged_graphs_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import kb.store.validate

    build(tmp_path, ENGLISH, chinese())
    asked: list[str] = []
    monkeypatch.setattr(kb.store.validate, "check_graph", lambda name, after, before=b"": asked.append(name) or [])
    build(tmp_path, ENGLISH, chinese())
    assert asked == []
    build(tmp_path, ENGLISH, chinese(), full=True)
    assert asked == ["glossary", "timings", "lamps", "灯"]
    asked.clear()
    monkeypatch.setattr(kb.store.validate, "shapes_hash", lambda: "another")
    build(tmp_path, ENGLISH, chinese())
    assert asked == ["glossary", "timings", "lamps", "灯"]


def test_what_was_built_can_be_asked_with_rdflib(tmp_path: Path) -> None:
    build(tmp_path, ENGLISH, chinese())
    snapshot = open_current(tmp_path)
    assert snapshot is not None
    with snapshot:
        rows = snapshot.graph().dataset().query(
            "SELECT ?p WHERE { ?p <urn:duel-rulings:vocab:mentions> <urn:duel-rulings:concept:lamp> }"
        )  # fmt: skip
        assert len(list(rows)) == 2
