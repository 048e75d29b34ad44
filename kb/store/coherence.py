"""What must hold across graphs, asked in SPARQL of the whole store: Oxigraph answers in a fraction of a second."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
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
  {more}
}}"""
_UNFOUNDED: Final = """
SELECT ?graph ?node ?found WHERE {
  GRAPH ?graph { ?node dr:exceptionOf ?found } FILTER NOT EXISTS { GRAPH ?any { ?found a ?passage_or_statement } }
}"""
"""Few are exceptions: looking each up costs less than listing everything that has a kind."""
_OF_TERMS: Final = "FILTER (STRSTARTS(STR(?found), STR(concept:)) || STRSTARTS(STR(?found), STR(timing:)))"
_CIRCLES: Final = (
    ("skos:broader", "is broader than itself"),
    ("dr:partOf", "is part of itself"),
    ("dr:overrides", "overrides itself, by way of others"),
    ("dr:parent", "hangs under itself"),
)
_CIRCLE: Final = "SELECT DISTINCT ?graph ?node WHERE {{ {graph} GRAPH ?graph {{ ?node {path}+ ?node }} }}"
_TWICE: Final = """
SELECT ?graph ?node ?found WHERE {{
  {graph} GRAPH ?graph {{ ?node a dr:Passage }} GRAPH ?found {{ ?node a dr:Passage }}
  FILTER (STR(?graph) {apart} STR(?found))
}}"""
_LEADS_NOWHERE: Final = """
SELECT DISTINCT ?graph ?node ?found WHERE {{
  {where} GRAPH ?graph {{ ?node {path} ?found }}
  FILTER NOT EXISTS {{ GRAPH ?any {{ ?found a {kind} }} }}
  {more}
}}"""
"""The same of few graphs or few nodes, each looked up by itself."""
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


FEW, FEW_LOST = 12, 1000
"""Changed graphs and lost nodes up to which each is asked for by itself; more are dearer than asking all."""


def check_coherence(store: Store, changed: Iterable[str], lost: Collection[str] | None = None) -> tuple[Breach, ...]:
    """Every place where graphs do not fit each other: references that lead nowhere, circles, passages told twice.

    Sources and cards may be named without being present. What needs no other graph is asked of the `changed` ones alone.
    `lost`: the names of what had a kind in the graphs that were checked before and has none any more; where that is known and
    little has changed, what leads nowhere is looked for in the changed graphs and among what leads to something lost.
    """
    names = [str(graph_name(name)) for name in changed]
    few = lost is not None and len(names) <= FEW and len(lost) <= FEW_LOST
    asked = [*(_of_few(names, lost or ()) if few else _of_all())]
    asked += [(query % (name, name), what) for query, what in _ALONE for name in names]
    return tuple(sorted({breach for query, message in asked for breach in _ask(store, query, message)}))


def _of_all() -> Iterator[tuple[str, str]]:
    """What is asked of all graphs at once, and what it means to find something."""
    yield from ((_DANGLING.format(path=path, kind=kind, more=""), _refers_to(kind)) for path, kind in _REFERS)
    yield from ((_CIRCLE.format(path=path, graph=""), what) for path, what in _CIRCLES)
    yield _UNFOUNDED, _UNFOUNDED_IS
    yield _DANGLING.format(path="dr:target", kind="skos:Concept", more=_OF_TERMS), _MENTIONED_IS
    yield _TWICE.format(graph="", apart="<"), _TWICE_IS


def _of_few(changed: Iterable[str], lost: Collection[str]) -> Iterator[tuple[str, str]]:
    """The same of the graphs that changed, and of whatever leads to a lost node."""
    only = [f"VALUES ?graph {{ {name} }}" for name in changed]
    for where in (*only, *([f"VALUES ?found {{ {' '.join(lost)} }}"] if lost else [])):
        for path, kind in _REFERS:
            yield _LEADS_NOWHERE.format(where=where, path=path, kind=kind, more=""), _refers_to(kind)
        yield _LEADS_NOWHERE.format(where=where, path="dr:exceptionOf", kind="?kind", more=""), _UNFOUNDED_IS
        yield _LEADS_NOWHERE.format(where=where, path="dr:target", kind="skos:Concept", more=_OF_TERMS), _MENTIONED_IS
    for where in only:
        yield from ((_CIRCLE.format(path=path, graph=where), what) for path, what in _CIRCLES)
        yield _TWICE.format(graph=where, apart="!="), _TWICE_IS


_UNFOUNDED_IS, _MENTIONED_IS, _TWICE_IS = (
    "refers to no passage or statement",
    "mentions a term that does not exist",
    "stands in two graphs",
)


def _refers_to(kind: str) -> str:
    return f"refers to no {kind.partition(':')[2]}"


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
