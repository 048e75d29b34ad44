"""What an editor, or whoever started a build, should look at."""

from __future__ import annotations

from collections.abc import Iterable

from pyoxigraph import Quad

from kb.graph.names import graph_name, node
from kb.graph.triples import Graph, Properties, lines
from kb.model import Finding


def graph_of_findings(findings: Iterable[Finding]) -> list[Quad]:
    """Quads of the findings' named graph, numbered in the order given."""
    graph = Graph(graph_name("findings"))
    for number, finding in enumerate(findings, 1):
        values: Properties = {
            "dr:code": finding.code,
            "dr:severity": finding.severity,
            "dr:message": finding.message,
            "dr:hint": finding.hint,
            "dr:source": node("source", finding.source) if finding.source else None,
            "dr:key": finding.key,
            **lines(finding.lines),
        }
        graph.add(node("finding", f"{finding.code}-{number}"), ["dr:Finding"], values)
    return graph.quads
