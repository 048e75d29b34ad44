"""Passages and the sections they stand in."""

from __future__ import annotations

from pyoxigraph import NamedNode

from kb.graph.names import node
from kb.graph.triples import Graph, Properties, lines, said
from kb.model import Document, Passage


def add_passages(graph: Graph, document: Document) -> None:
    """States every passage with its place in the original, as position and as quote."""
    sections: dict[tuple[str, ...], NamedNode] = {}
    for passage in document.passages:
        section = _section(graph, passage.source, passage.heading, sections)
        _add_passage(graph, passage, section, document.text[passage.span.start : passage.span.end])


def _section(graph: Graph, source: str, path: tuple[str, ...], known: dict[tuple[str, ...], NamedNode]) -> NamedNode | None:
    """The section under a heading path, stated with its ancestors the first time; None for the empty path."""
    if not path:
        return None
    if path not in known:
        known[path] = node("section", source, *path)
        within = _section(graph, source, path[:-1], known) or node("source", source)
        graph.add(known[path], ["dr:Section"], {"dcterms:title": path[-1], "dcterms:isPartOf": within})
    return known[path]


def _add_passage(graph: Graph, passage: Passage, section: NamedNode | None, raw: str) -> None:
    source = node("source", passage.source)
    values: Properties = {
        "dcterms:identifier": passage.id,
        "dr:source": source,
        "dr:section": section,
        "dr:kind": passage.kind,
        "dr:text": said(passage.text, passage.lang),
        "dr:contentHash": passage.content_hash,
        "dr:page": passage.page,
        "dr:parent": node("passage", passage.parent) if passage.parent else None,
        "dr:illustrates": node("passage", passage.illustrates) if passage.illustrates else None,
        "dr:rowHeader": passage.row_headers,
        "dr:columnHeader": passage.col_headers,
        "dr:mark": passage.mark,
        "dr:status": passage.status,
        "dcterms:references": [node("reference", r) for r in passage.references],
        "oa:hasSource": source,
        "oa:hasSelector": _selectors(graph, passage, raw),
        **lines(passage.lines),
    }
    graph.add(node("passage", passage.id), ["dr:Passage"], values)


def _selectors(graph: Graph, passage: Passage, raw: str) -> list[NamedNode]:
    position = {"oa:start": passage.span.start, "oa:end": passage.span.end}
    return [
        graph.add(node("selector", passage.id, "position"), ["oa:TextPositionSelector"], position),
        graph.add(node("selector", passage.id, "quote"), ["oa:TextQuoteSelector"], {"oa:exact": raw}),
    ]
