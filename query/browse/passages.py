"""Passages of the built documents that speak of a term or timing, asked of the graph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kb.graph.names import node
from kb.model import AUTHORITIES, Lines
from kb.store.interface import GraphStore

_BEST = 5
_NOT_SHOWN = ("heading", "reference", "boilerplate", "caption")
_SHORTEST = 20
"""Bytes below which a passage says too little to be shown first: a Chinese character has three."""
_MENTIONS = """
SELECT ?id ?source ?file ?authority ?kind ?first ?last ?text
  (EXISTS {{ ?statement prov:wasDerivedFrom ?passage ; dr:defines {node} }} AS ?defines)
WHERE {{
  ?passage dr:mentions {node} ; dcterms:identifier ?id ; dr:source ?document ; dr:kind ?kind ; dr:text ?text ;
    dr:firstLine ?first ; dr:lastLine ?last .
  ?document dcterms:identifier ?source ; dr:file ?file ; dr:authority ?authority .
}}"""
_SECTIONS = """
SELECT ?section ?title ?within WHERE {{
  {node} dr:section/dcterms:isPartOf* ?section . ?section a dr:Section ; dcterms:title ?title ; dcterms:isPartOf ?within
}}"""


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageLine:
    """A passage as it is cited."""

    id: str
    source: str
    file: str
    lines: Lines
    heading: tuple[str, ...]
    quote: str
    authority: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """Where documents speak of something."""

    mentioned: Mapping[str, int] = field(default_factory=dict)
    best: tuple[PassageLine, ...] = ()


def passages_of(kind: str, identifier: str, store: GraphStore) -> Said:
    """How many passages of each source name a `concept` or `timing`, and those that say most about it.

    What defines it comes first, then what has the higher authority; short scraps come last.
    """
    rows = list(store.ask(_MENTIONS.format(node=node(kind, identifier))))
    best = sorted((row for row in rows if row["kind"] not in _NOT_SHOWN), key=_order)[:_BEST]
    counts = Counter(str(row["source"]) for row in rows)
    return Said(mentioned=dict(sorted(counts.items())), best=tuple(_line(row, store) for row in best))


def _order(row: dict[str, Any]) -> tuple[bool, bool, int, str, int]:
    """What sorts first is shown first."""
    rank = AUTHORITIES.index(row["authority"]) if row["authority"] in AUTHORITIES else len(AUTHORITIES)
    return len(row["text"].encode()) < _SHORTEST, not row["defines"], rank, row["source"], row["first"]


def _line(row: dict[str, Any], store: GraphStore) -> PassageLine:
    return PassageLine(
        id=row["id"],
        source=row["source"],
        file=row["file"],
        lines=Lines(row["first"], row["last"]),
        heading=_heading(row["id"], store),
        quote=row["text"],
        authority=row["authority"],
    )


def _heading(passage: str, store: GraphStore) -> tuple[str, ...]:
    """Titles from the outermost section in."""
    rows = list(store.ask(_SECTIONS.format(node=node("passage", passage))))
    inside = {row["within"]: row for row in rows}
    known = {row["section"] for row in rows}
    at = next((row for row in rows if row["within"] not in known), None)
    titles: list[str] = []
    while at is not None:
        titles.append(str(at["title"]))
        at = inside.get(at["section"])
    return tuple(titles)
