"""The view of a store, and the view as GraphML for programs that draw."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO
from urllib.parse import unquote

import networkx as nx
from pyoxigraph import Literal

from kb.graph.names import BASE, PREFIXES
from kb.network import Edge, View, joined
from kb.store.oxigraph import EmbeddedStore

_LABELS = "skos:prefLabel|rdfs:label|dr:text|dcterms:title"
_RELATIONS = {
    "broader": "skos:broader",
    "related": "skos:related",
    "partOf": "dr:partOf",
    "next": "dr:next",
    "overrides": "dr:overrides",
    "conflictsWith": "dr:conflictsWith",
    "appliesTo": "dr:appliesTo",
    "atTiming": "dr:atTiming",
    "cites": "dr:cites/dr:source",
}
"""Relations of the view and the properties, or paths, that they stand for."""
_PASSAGE_RELATIONS = {"mentions": "dr:mentions", "standsIn": "dr:source"}


def view_of_store(store: EmbeddedStore, *, passages: bool = False) -> View:
    """The same view, read from a store; with `passages` these too, and what they mention."""
    view = View()
    kinds = {"skos:Concept": "concept", "dr:Timing": "timing", "dr:Rule": "rule", "dr:Source": "source", "dr:Card": "card"}
    for name, kind in (kinds | ({"dr:Passage": "passage"} if passages else {})).items():
        for node, label in _ask(store, f"SELECT ?node ?label {{ ?node a {name} OPTIONAL {{ ?node {_LABELS} ?label }} }}"):
            if (known := _short(node)).startswith(f"{kind}:"):
                view.add_node(known, kind=kind, **({label.language or "en": label.value} if isinstance(label, Literal) else {}))
    relations = _RELATIONS | (_PASSAGE_RELATIONS if passages else {})
    return joined(
        view,
        (
            Edge(_short(start), relation, _short(end))
            for relation, property_path in relations.items()
            for start, end in _ask(store, f"SELECT DISTINCT ?start ?end {{ ?start {property_path} ?end }}")
        ),
    )


def _ask(store: EmbeddedStore, query: str) -> Iterator[tuple[Any, Any]]:
    result = store.oxigraph.query(query, prefixes=PREFIXES, use_default_graph_as_union=True)
    return ((row[0], row[1]) for row in result)  # type: ignore[union-attr]  # a SELECT: rows, not a graph or yes and no


def _short(node: Any) -> str:
    """`kind:id` of one of our nodes."""
    kind, _, identifier = str(node.value).removeprefix(BASE).partition(":")
    return f"{kind}:{unquote(identifier)}"


def write_graphml(view: View, file: BinaryIO) -> None:
    """Writes the view as GraphML. Characters that XML cannot hold are left out."""
    clean = nx.MultiDiGraph()
    for name, data in view.nodes.items():
        clean.add_node(_printable(name), **{key: _printable(value) for key, value in data.items()})
    for start, relation, end in view.edges():
        clean.add_edge(_printable(start), _printable(end), relation=relation)
    nx.write_graphml_xml(clean, file)


def _printable(value: Any) -> str:
    return "".join(
        c for c in str(value) if c in "\t\n" or (c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff")
    )
