"""Names of things in the graph, and the vocabularies they are described with.

`urn:duel-rulings:<kind>:<id>`, the id percent-encoded: readable, stable, and never looked up on a network.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final
from urllib.parse import quote, unquote

from pyoxigraph import NamedNode

from kb.errors import BadInput

BASE: Final = "urn:duel-rulings:"
VOCABULARY: Final = f"{BASE}vocab:"
GRAPH: Final = f"{BASE}graph:"
OWN_GRAPHS: Final = ("glossary", "timings", "digest", "cards", "findings", "reviews", "ontology")
"""Graphs that hold no source; no source may go by these ids."""

CITATIONS: Final = "citations:"
"""Before a source's id: the graph that says which of its passages the digest rests on."""

PREFIXES: Final = {
    "dr": VOCABULARY,
    "source": f"{BASE}source:",
    "passage": f"{BASE}passage:",
    "concept": f"{BASE}concept:",
    "timing": f"{BASE}timing:",
    "rule": f"{BASE}rule:",
    "card": f"{BASE}card:",
    "graph": GRAPH,
    "dcterms": "http://purl.org/dc/terms/",
    "oa": "http://www.w3.org/ns/oa#",
    "prov": "http://www.w3.org/ns/prov#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}
"""Prefixes that every query may use without declaring them."""


@lru_cache(maxsize=4096)
def term(name: str) -> NamedNode:
    """The node of a prefixed name.

    >>> term("skos:prefLabel").value
    'http://www.w3.org/2004/02/skos/core#prefLabel'
    """
    prefix, _, local = name.partition(":")
    return NamedNode(PREFIXES[prefix] + local)


def node(kind: str, identifier: str, *parts: str) -> NamedNode:
    """The node of a thing; `parts` name what hangs on it.

    >>> node("passage", "notes:damage step#2").value
    'urn:duel-rulings:passage:notes:damage%20step%232'
    """
    return NamedNode(":".join([f"{BASE}{kind}", _quoted(identifier, ":/"), *(_quoted(p, "") for p in parts)]))


@lru_cache(maxsize=16384)
def _quoted(text: str, safe: str) -> str:
    return quote(text, safe=safe)


def graph_name(identifier: str) -> NamedNode:
    """The named graph of a source, or one of `OWN_GRAPHS`."""
    return node("graph", identifier)


def reserved(source: str) -> bool:
    """Whether a graph of our own is called so, so that no document can be."""
    return source in OWN_GRAPHS or source.startswith(CITATIONS)


def source_graph(source: str) -> NamedNode:
    """The named graph of a source. Raises BadInput if the id is empty or taken by a graph of our own."""
    if not source or reserved(source):
        raise BadInput(f"source id {source!r}: taken by the knowledge base itself. Give another with --id.")
    return graph_name(source)


@lru_cache(maxsize=16384)
def identifier(iri: str, kind: str) -> str:
    """The id that `node(kind, id)` was made from; ValueError for the name of anything else.

    >>> identifier("urn:duel-rulings:passage:notes:damage%20step%232", "passage")
    'notes:damage step#2'
    """
    start = f"{BASE}{kind}:"
    if not iri.startswith(start):
        raise ValueError(f"{iri}: not the name of a {kind}")
    return unquote(iri.removeprefix(start))
