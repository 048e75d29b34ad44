"""Which passages of a document the rules rest on."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from pyoxigraph import Quad

from kb.graph.digest import cite_node
from kb.graph.names import CITATIONS, graph_name, node
from kb.graph.triples import Graph
from kb.model import Document, Lines, Passage, Rule


def graph_of_citations(rules: Iterable[Rule], document: Document) -> list[Quad]:
    """Quads of the named graph `citations:<source>`: it changes with the digest and with the document, neither contains it."""
    graph = Graph(graph_name(f"{CITATIONS}{document.source.id}"))
    passages = sorted((p for p in document.passages if p.kind != "boilerplate"), key=lambda p: p.lines)
    for rule in rules:
        for number, cite in enumerate(rule.cites, 1):
            if cite.source != document.source.id:
                continue
            found = [node("passage", p.id) for p in _touching(passages, cite.lines)]
            graph.add(cite_node(rule.id, number), (), {"dr:citesPassage": found})
            graph.add(node("rule", rule.id), (), {"prov:wasDerivedFrom": found})
    return graph.quads


def _touching(passages: list[Passage], where: Lines) -> list[Passage]:
    """The passages, sorted by lines, that share a line with a range."""
    start = bisect_left(passages, where.first, key=lambda p: p.lines.last)
    return [p for p in passages[start:] if p.lines.first <= where.last and p.lines.last >= where.first]
