"""What an editor checks: references, links, anchors, pictures, check and cross marks."""

from __future__ import annotations

from kb.graph.names import node
from kb.graph.triples import Graph, Properties, lines, uri
from kb.model import Document, Lines, Reference


def add_editorial(graph: Graph, document: Document) -> None:
    """States where each stands, what it points to and whether that exists."""
    for reference in document.references:
        _add_reference(graph, reference)
    for n, link in enumerate(document.links, 1):
        passage = node("passage", link.passage) if link.passage else None
        found: Properties = {
            "rdfs:label": link.label,
            "dr:url": uri(link.url),
            "dr:resolves": link.resolves,
            "dr:passage": passage,
        }
        _add(graph, document, "link", n, link.lines, found)
    for n, anchor in enumerate(document.anchors, 1):
        _add(graph, document, "anchor", n, anchor.lines, {"dr:name": anchor.name, "dr:explicit": anchor.explicit})
    for n, image in enumerate(document.images, 1):
        _add(
            graph,
            document,
            "image",
            n,
            image.lines,
            {"dr:url": uri(image.url), "rdfs:label": image.alt, "dr:exists": image.exists},
        )
    for n, mark in enumerate(document.marks, 1):
        _add(
            graph,
            document,
            "mark",
            n,
            mark.lines,
            {"dr:mark": mark.mark or "lost", "dr:passage": node("passage", mark.passage)},
        )


def _add(graph: Graph, document: Document, kind: str, number: int, where: Lines, values: Properties) -> None:
    """States a thing of which a document has many, numbered from 1 in the order of the document."""
    source = document.source.id
    graph.add(
        node(kind, source, str(number)),
        [f"dr:{kind.capitalize()}"],
        {"dr:source": node("source", source), **values, **lines(where)},
    )


def _add_reference(graph: Graph, reference: Reference) -> None:
    values: Properties = {
        "dcterms:identifier": reference.id,
        "dr:source": node("source", reference.source),
        "dr:section": node("section", reference.source, *reference.heading) if reference.heading else None,
        "dr:key": reference.key,
        "rdfs:label": reference.label,
        "dr:url": uri(reference.url),
        "dr:archiveUrl": uri(reference.archive_url),
        "dr:pages": reference.page,
        "dcterms:date": reference.date,
        "dr:official": reference.official,
        "dr:extrapolation": reference.extrapolation,
        **lines(reference.lines),
    }
    graph.add(node("reference", reference.id), ["dr:Reference"], values)
