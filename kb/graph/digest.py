"""The digest: every rule in our own words, with where it is established."""

from __future__ import annotations

import json
from collections.abc import Iterable

from pyoxigraph import Literal, NamedNode, Quad

from kb.graph.names import graph_name, node, term
from kb.graph.statements import relation
from kb.graph.triples import Graph, Properties, lines, texts
from kb.model import Ask, Cite, Rule

_MODALITY = {"permission": "permits", "prohibition": "forbids", "requirement": "requires", "definition": "defines"}


def graph_of_rules(rules: Iterable[Rule]) -> list[Quad]:
    """Quads of the digest's named graph."""
    graph = Graph(graph_name("digest"))
    for rule in rules:
        _add_rule(graph, rule)
    return graph.quads


def _add_rule(graph: Graph, rule: Rule) -> None:
    concepts = [node("concept", c) for c in rule.concepts]
    when = json.dumps(rule.when, ensure_ascii=False, sort_keys=True, default=str) if rule.when else ""
    values: Properties = {
        "dcterms:identifier": rule.id,
        "dr:topic": rule.topic,
        "dr:kind": rule.kind,
        "dr:text": texts({"en": rule.en, "zh": rule.zh}),
        "dr:example": [literal for example in rule.examples for literal in texts(example)],
        "dr:appliesTo": concepts,
        **relation(_MODALITY.get(rule.kind, ""), concepts),
        "dr:atTiming": [node("timing", t) for t in rule.timing],
        "dr:appliesToCard": [node("card", c) for c in rule.cards],
        "dr:territory": rule.territory,
        "dr:since": rule.since,
        "dr:until": rule.until,
        "dr:overrides": [node("rule", r) for r in rule.overrides],
        "dr:conflictsWith": [node("rule", r) for r in rule.conflicts],
        "dr:prevails": texts({"en": rule.prevails, "zh": rule.prevails_zh}),
        "dr:when": Literal(when, datatype=term("rdf:JSON")) if when else None,
        "dr:then": rule.then,
        "dr:asks": [_add_ask(graph, rule.id, n, ask) for n, ask in enumerate(rule.asks, 1)],
        "dr:cites": [_add_cite(graph, rule.id, n, cite) for n, cite in enumerate(rule.cites, 1)],
        "dr:file": rule.file,
        "dr:firstLine": rule.line,
    }
    kinds = ["dr:Rule", "prov:Entity", *(["dr:Exception"] if rule.overrides or rule.kind == "exception" else [])]
    graph.add(node("rule", rule.id), kinds, values)


def _add_ask(graph: Graph, rule: str, number: int, ask: Ask) -> NamedNode:
    values: Properties = {"dr:text": texts({"en": ask.en, "zh": ask.zh}), "dr:verdict": ask.verdict}
    return graph.add(node("ask", rule, str(number)), ["dr:Ask"], values)


def cite_node(rule: str, number: int) -> NamedNode:
    """The node of a rule's citation, counted from 1."""
    return node("cite", rule, str(number))


def _add_cite(graph: Graph, rule: str, number: int, cite: Cite) -> NamedNode:
    values: Properties = {
        "dr:source": node("source", cite.source),
        "dr:heading": cite.section,
        "dr:page": cite.page,
        "dr:further": cite.further,
        **lines(cite.lines),
    }
    return graph.add(cite_node(rule, number), ["dr:Cite"], values)
