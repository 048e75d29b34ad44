"""The graph of one document: what it is, its passages, what they name and say, what it cites and links to."""

from __future__ import annotations

from collections.abc import Iterable

from pyoxigraph import Quad

from kb.graph.editorial import add_editorial
from kb.graph.names import node, source_graph
from kb.graph.passages import add_passages
from kb.graph.statements import add_mentions, add_statements
from kb.graph.triples import Graph, Properties, said, uri
from kb.model import Document, Mention, Source, Statement


def graph_of_document(
    document: Document,
    mentions: Iterable[Mention] = (),
    statements: Iterable[Statement] = (),
    *,
    extractor: str = "",
) -> list[Quad]:
    """Quads of the document's own named graph; removing that graph removes the document whole.

    `extractor` names what made mentions and statements, with its version: `linker+statements/1.0`.
    Raises BadInput if the source's id is taken by a graph of our own.
    """
    graph = Graph(source_graph(document.source.id))
    add_source(graph, document.source)
    add_passages(graph, document)
    add_editorial(graph, document)
    add_mentions(graph, mentions, document.cards)
    add_statements(graph, statements, extractor)
    return graph.quads


def add_source(graph: Graph, source: Source) -> None:
    """States what the registry knows about a document."""
    values: Properties = {
        "dcterms:identifier": source.id,
        "dcterms:title": said(source.title, source.lang),
        "dcterms:language": source.lang,
        "dcterms:issued": source.issued,
        "dcterms:publisher": source.publisher,
        "dcterms:replaces": [node("source", s) for s in source.supersedes],
        "dcterms:format": source.format,
        "dr:file": source.file,
        "dr:edition": source.edition,
        "dr:territory": source.territory,
        "dr:authority": source.authority,
        "dr:sha256": source.sha256,
        "dr:url": uri(source.url),
    }
    graph.add(node("source", source.id), ["dr:Source", "prov:Entity", "dcterms:BibliographicResource"], values)
