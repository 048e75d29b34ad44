"""The glossary and the timings as SKOS, with their labels in every language."""

from __future__ import annotations

from collections.abc import Iterable

from pyoxigraph import Quad

from kb.graph.names import graph_name, node
from kb.graph.triples import Graph, Properties, texts
from kb.model import Concept, Timing


def graph_of_glossary(concepts: Iterable[Concept]) -> list[Quad]:
    """Quads of the glossary's named graph."""
    graph = Graph(graph_name("glossary"))
    scheme = graph.add(node("scheme", "glossary"), ["skos:ConceptScheme"], {})
    for concept in concepts:
        values: Properties = {
            "dcterms:identifier": concept.id,
            "skos:inScheme": scheme,
            "skos:prefLabel": texts(concept.labels),
            "skos:altLabel": texts(concept.aliases),
            "dr:slang": texts(concept.slang),
            "dr:category": concept.category,
            "skos:broader": [node("concept", c) for c in concept.broader],
            "skos:related": [node("concept", c) for c in concept.related],
        }
        graph.add(node("concept", concept.id), ["skos:Concept"], values)
    return graph.quads


def graph_of_timings(timings: Iterable[Timing]) -> list[Quad]:
    """Quads of the timings' named graph: the turn as an ordered tree."""
    graph = Graph(graph_name("timings"))
    scheme = graph.add(node("scheme", "timings"), ["skos:ConceptScheme"], {})
    for timing in timings:
        values: Properties = {
            "dcterms:identifier": timing.id,
            "skos:inScheme": scheme,
            "skos:prefLabel": texts(timing.labels),
            "skos:altLabel": texts(timing.aliases),
            "dr:level": timing.level,
            "dr:order": timing.order,
            "dr:partOf": node("timing", timing.part_of) if timing.part_of else None,
            "dr:next": [node("timing", t) for t in timing.next],
        }
        graph.add(node("timing", timing.id), ["dr:Timing", "skos:Concept"], values)
    return graph.quads
