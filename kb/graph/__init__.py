"""The model as RDF: quads for documents, the glossary, the timings, the digest and cards.

Quads are made for Oxigraph directly, by the thousand a second; rdflib sees the same store (`kb.store.oxigraph`). The vocabulary
is `kb/ontology.ttl`; names are minted in `names`, without blank nodes, so that two graphs compare by their triples.
"""

from kb.graph.cards import graph_of_card_text, graph_of_cards
from kb.graph.citations import graph_of_citations
from kb.graph.digest import graph_of_rules
from kb.graph.document import graph_of_document
from kb.graph.findings import graph_of_findings
from kb.graph.terms import graph_of_glossary, graph_of_timings

__all__ = [
    "graph_of_card_text",
    "graph_of_cards",
    "graph_of_citations",
    "graph_of_document",
    "graph_of_findings",
    "graph_of_glossary",
    "graph_of_rules",
    "graph_of_timings",
]
