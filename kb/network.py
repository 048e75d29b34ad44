"""The knowledge base as a graph in memory: neighbourhoods, paths, pictures. Needs no rdflib and no networkx.

Nodes are named `kind:id` (`concept:damage-step`) and carry `kind` and the labels `en`, `zh` that there are; edges carry
`relation`: broader, related, partOf, next, overrides, conflictsWith, appliesTo, atTiming, cites, mentions, standsIn,
supersedes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from kb.model import Concept, Document, Mention, Rule, Source, Timing


class Edge(NamedTuple):
    """One step: from a node, by a relation, to a node."""

    start: str
    relation: str
    end: str


class View:
    """Nodes with their data and the edges between them, each relation of two nodes once.

    networkx would take longer to import than a question takes to be answered.
    """

    def __init__(self) -> None:
        self.nodes: dict[str, dict[str, str]] = {}
        self._after: dict[str, dict[str, list[str]]] = {}
        """The relations by start and end."""
        self._before: dict[str, dict[str, list[str]]] = {}
        """The same by end and start."""

    def __contains__(self, node: object) -> bool:
        return node in self.nodes

    def __iter__(self) -> Iterator[str]:
        return iter(self.nodes)

    def add_node(self, node: str, **data: str) -> None:
        """Adds a node, or data to one that is there."""
        if node not in self.nodes:
            self.nodes[node], self._after[node], self._before[node] = {}, {}, {}
        self.nodes[node].update(data)

    def add_edge(self, edge: Edge) -> None:
        """Adds an edge between nodes that are there."""
        relations = self._after[edge.start].setdefault(edge.end, [])
        self._before[edge.end].setdefault(edge.start, relations)
        if edge.relation not in relations:
            relations.append(edge.relation)

    def edges(self) -> Iterator[Edge]:
        """Every edge, by where it starts."""
        for node in self.nodes:
            yield from self.leaving(node)

    def leaving(self, node: str) -> Iterator[Edge]:
        """The edges that start at a node."""
        return (Edge(node, relation, end) for end, relations in self._after[node].items() for relation in relations)

    def arriving(self, node: str) -> Iterator[Edge]:
        """The edges that end at a node."""
        return (Edge(start, relation, node) for start, relations in self._before[node].items() for relation in relations)


def build_view(
    *,
    concepts: Iterable[Concept] = (),
    timings: Iterable[Timing] = (),
    rules: Iterable[Rule] = (),
    sources: Iterable[Source] = (),
    documents: Iterable[Document] = (),
    mentions: Iterable[Mention] = (),
) -> View:
    """A view of the given parts. Passages are nodes if their documents are given; edges to what is not given are left out."""
    view = View()
    edges: list[Edge] = []
    for concept in concepts:
        _node(view, "concept", concept.id, **concept.labels)
        edges += _edges("concept", concept.id, "broader", "concept", concept.broader)
        edges += _edges("concept", concept.id, "related", "concept", concept.related)
    for timing in timings:
        _node(view, "timing", timing.id, **timing.labels)
        edges += _edges("timing", timing.id, "partOf", "timing", [timing.part_of] if timing.part_of else [])
        edges += _edges("timing", timing.id, "next", "timing", timing.next)
    for rule in rules:
        _node(view, "rule", rule.id, en=rule.en, zh=rule.zh)
        edges += _rule_edges(rule)
    documents = tuple(documents)
    for source in (*sources, *(d.source for d in documents)):
        _node(view, "source", source.id, **{source.lang: source.title})
        edges += _edges("source", source.id, "supersedes", "source", source.supersedes)
    for document in documents:
        for passage in document.passages:
            _node(view, "passage", passage.id, **{passage.lang: passage.text})
            edges += _edges("passage", passage.id, "standsIn", "source", [passage.source])
    for mention in mentions:
        edges += _edges("passage", mention.passage, "mentions", mention.target_kind, [mention.target])
    return joined(view, edges)


def _node(view: View, kind: str, identifier: str, **labels: str) -> None:
    view.add_node(f"{kind}:{identifier}", kind=kind, **labels)


def _edges(kind: str, start: str, relation: str, end_kind: str, ends: Iterable[str]) -> list[Edge]:
    return [Edge(f"{kind}:{start}", relation, f"{end_kind}:{end}") for end in ends]


def _rule_edges(rule: Rule) -> list[Edge]:
    return [
        *_edges("rule", rule.id, "overrides", "rule", rule.overrides),
        *_edges("rule", rule.id, "conflictsWith", "rule", rule.conflicts),
        *_edges("rule", rule.id, "appliesTo", "concept", rule.concepts),
        *_edges("rule", rule.id, "atTiming", "timing", rule.timing),
        *_edges("rule", rule.id, "cites", "source", dict.fromkeys(c.source for c in rule.cites)),
    ]


def joined(view: View, edges: Iterable[Edge]) -> View:
    """The view with these edges added, as far as both ends are in it."""
    for edge in edges:
        if edge.start in view and edge.end in view:
            view.add_edge(edge)
    return view


def neighbourhood(view: View, node: str, *, steps: int = 1, relations: Collection[str] = ()) -> list[Edge]:
    """The edges within so many steps of a node, in either direction, nearest first; empty for an unknown node.

    `relations`: only along these; along all if empty.
    """
    found: dict[Edge, None] = {}
    reached, frontier = {node}, [node] if node in view else []
    for _ in range(steps):
        following: list[str] = []
        for at in frontier:
            for edge in _touching(view, at):
                if not relations or edge.relation in relations:
                    found.setdefault(edge)
                    following += [n for n in (edge.start, edge.end) if n not in reached]
                    reached.update((edge.start, edge.end))
        frontier = following
    return list(found)


def _touching(view: View, node: str) -> Iterator[Edge]:
    yield from view.leaving(node)
    yield from view.arriving(node)


def with_places(view: View, rules: Iterable[Rule]) -> View:
    """The view with the places that rules cite: nodes `place:source:line`, cited by rules and standing in sources."""
    for rule in rules:
        for cite in rule.cites:
            place = f"{cite.source}:{cite.lines.first}"
            _node(view, "place", place)
            joined(view, _edges("rule", rule.id, "cites", "place", [place]))
            joined(view, _edges("place", place, "standsIn", "source", [cite.source]))
    return view


def along(view: View, *relations: str, start: str = "", to: str = "") -> list[Edge]:
    """The edges of these relations that leave `start`, or that arrive at `to`; none for a node that is not there."""
    if (start or to) not in view:
        return []
    return [edge for edge in (view.leaving(start) if start else view.arriving(to)) if edge.relation in relations]


def path(view: View, start: str, end: str, *, relations: Collection[str] = (), among: Collection[str] = ()) -> list[Edge]:
    """The edges of a shortest way between two nodes, taken in either direction; empty if there is none.

    `relations`: only along these; `among`: only over nodes of these kinds in between. Along and over all if empty.
    """

    if start not in view or end not in view:
        return []
    came: dict[str, Edge] = {}
    frontier = [start]
    while frontier and end not in came:
        following: list[str] = []
        for at in frontier:
            for edge in _touching(view, at):
                other = edge.end if edge.start == at else edge.start
                allowed = not among or other == end or view.nodes[other]["kind"] in among
                if other not in came and other != start and allowed and (not relations or edge.relation in relations):
                    came[other] = edge
                    following.append(other)
        frontier = following
    way: list[Edge] = []
    at = end
    while at in came:
        way.append(came[at])
        at = came[at].end if came[at].start == at else came[at].start
    return way[::-1]
