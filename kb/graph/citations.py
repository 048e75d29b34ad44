"""Which passages a rule rests on: its citations met with the documents that are present."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from pyoxigraph import Quad

from kb.graph.digest import cite_node
from kb.graph.names import graph_name, node
from kb.graph.triples import Graph
from kb.model import Document, Lines, Passage, Rule


def graph_of_citations(rules: Iterable[Rule], documents: Iterable[Document]) -> list[Quad]:
    """Quads of a named graph of its own: it changes with the digest and with every document, neither contains it."""
    graph = Graph(graph_name("citations"))
    passages = {d.source.id: _by_line(d) for d in documents}
    for rule in rules:
        for number, cite in enumerate(rule.cites, 1):
            found = [node("passage", p.id) for p in _touching(passages.get(cite.source, []), cite.lines)]
            graph.add(cite_node(rule.id, number), (), {"dr:citesPassage": found})
            graph.add(node("rule", rule.id), (), {"prov:wasDerivedFrom": found})
    return graph.quads


def _by_line(document: Document) -> list[Passage]:
    return sorted((p for p in document.passages if p.kind != "boilerplate"), key=lambda p: p.lines)


def _touching(passages: list[Passage], where: Lines) -> list[Passage]:
    """The passages, sorted by lines, that share a line with a range."""
    start = bisect_left(passages, where.first, key=lambda p: p.lines.last)
    return [p for p in passages[start:] if p.lines.first <= where.last and p.lines.last >= where.first]
