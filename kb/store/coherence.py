"""What must hold across graphs, asked in SPARQL of the whole store: Oxigraph answers in a fraction of a second."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pyoxigraph import Literal, NamedNode, QuerySolutions, Store

from kb.graph.names import PREFIXES, graph_name
from kb.store.unsound import Breach, describe

_REFERS: Final = (
    ("skos:broader|skos:related|dr:appliesTo", "skos:Concept"),
    ("dr:atTiming|dr:next|dr:partOf", "dr:Timing"),
    ("dr:passage|dr:parent|dr:illustrates|dr:citesPassage|prov:wasDerivedFrom", "dr:Passage"),
    ("dr:overrides|dr:conflictsWith", "dr:Rule"),
    ("dr:cites", "dr:Cite"),
    ("dr:asks", "dr:Ask"),
    ("dr:section", "dr:Section"),
    ("dcterms:references", "dr:Reference"),
    ("prov:wasGeneratedBy", "prov:Activity"),
)
_DANGLING: Final = """
SELECT DISTINCT ?graph ?node ?found WHERE {{
  GRAPH ?graph {{ ?node {path} ?found }}
  MINUS {{ GRAPH ?any {{ ?found a {kind} }} }}
}}"""
_UNFOUNDED: Final = """
SELECT ?graph ?node ?found WHERE {
  GRAPH ?graph { ?node dr:exceptionOf ?found } FILTER NOT EXISTS { GRAPH ?any { ?found a ?passage_or_statement } }
}"""
"""Few are exceptions: looking each up costs less than listing everything that has a kind."""
_MENTIONED: Final = """
SELECT DISTINCT ?graph ?node ?found WHERE {
  GRAPH ?graph { ?node dr:target ?found }
  MINUS { GRAPH ?any { ?found a skos:Concept } }
  FILTER (STRSTARTS(STR(?found), STR(concept:)) || STRSTARTS(STR(?found), STR(timing:)))
}"""
_CIRCLES: Final = (
    ("skos:broader", "is broader than itself"),
    ("dr:partOf", "is part of itself"),
    ("dr:overrides", "overrides itself, by way of others"),
    ("dr:parent", "hangs under itself"),
)
_CIRCLE: Final = "SELECT DISTINCT ?graph ?node WHERE {{ GRAPH ?graph {{ ?node {path}+ ?node }} }}"
_TWICE: Final = """
SELECT DISTINCT ?graph ?node ?found WHERE {
  GRAPH ?graph { ?node a dr:Passage } GRAPH ?found { ?node a dr:Passage }
  FILTER (STR(?graph) < STR(?found))
}"""
_SILENT: Final = """
SELECT (%s AS ?graph) ?node ?found WHERE {
  GRAPH %s { ?node a dr:Passage ; dr:kind ?found FILTER NOT EXISTS { ?node dr:text ?text } }
  FILTER (?found != "boilerplate")
}"""
_UNPLACED: Final = """
SELECT (%s AS ?graph) ?node WHERE {
  GRAPH %s {
    ?node a dr:Mention
    MINUS { ?node dr:passage ?in ; dr:target ?target ; oa:start ?start ; oa:end ?end FILTER (?start < ?end) }
  }
}"""
_OUTSIDE: Final = """
SELECT (%s AS ?graph) ?node ?found WHERE {
  GRAPH %s { ?node dr:passage ?passage ; oa:end ?found . ?passage dr:text ?text }
  FILTER (?found > STRLEN(?text))
}"""

_ALONE: Final = (
    (_SILENT, "has no readable text"),
    (_UNPLACED, "lacks a passage, a target or a span that starts before it ends"),
    (_OUTSIDE, "ends outside its passage's text"),
)
"""What is asked of one graph at a time: of several at once, Oxigraph looks into all of them."""


def check_coherence(store: Store, changed: Iterable[str]) -> tuple[Breach, ...]:
    """Every place where graphs do not fit each other: references that lead nowhere, circles, passages told twice.

    Sources and cards may be named without being present. What needs no other graph is asked of the `changed` ones alone.
    """
    names = [str(graph_name(name)) for name in changed]
    asked = [(_DANGLING.format(path=path, kind=kind), f"refers to no {kind.partition(':')[2]}") for path, kind in _REFERS]
    asked += [(_CIRCLE.format(path=path), what) for path, what in _CIRCLES]
    asked += [
        (_UNFOUNDED, "refers to no passage or statement"),
        (_MENTIONED, "mentions a term that does not exist"),
        (_TWICE, "stands in two graphs"),
    ]
    asked += [(query % (name, name), what) for query, what in _ALONE for name in names]
    return tuple(sorted(breach for query, message in asked for breach in _ask(store, query, message)))


def _ask(store: Store, query: str, message: str) -> list[Breach]:
    solutions = store.query(query, prefixes=PREFIXES)
    assert isinstance(solutions, QuerySolutions)
    has_value = "found" in {v.value for v in solutions.variables}
    return [
        Breach(
            _text(row["graph"]).removeprefix("graph "), _text(row["node"]), message, _text(row["found"]) if has_value else ""
        )
        for row in solutions
    ]


def _text(value: object) -> str:
    if isinstance(value, NamedNode):
        return describe(value.value)
    return value.value if isinstance(value, Literal) else ""
