"""SPARQL 1.1 queries, read-only and offline, of a snapshot's graph or of a server."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pyoxigraph import BlankNode, Literal, NamedNode, QueryBoolean, QuerySolutions, QueryTriples, Store, Triple

from kb.errors import BadInput
from kb.graph.names import PREFIXES
from kb.store.oxigraph import EmbeddedStore
from kb.store.snapshot import Snapshot

if TYPE_CHECKING:
    from kb.store.server import SparqlServer

Value = str | int | float | bool | None
Result = QuerySolutions | QueryBoolean | QueryTriples
_SET_ASIDE = re.compile(
    r"\"\"\".*?\"\"\"|'''.*?'''|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|<[^<>\"{}|^`\\\s]*>|#[^\n]*", re.S
)
_PROLOGUE = re.compile(r"\s*(?:(?:PREFIX\s+[^\s:]*:|BASE)\s*)*", re.I)
_UPDATE = re.compile(r"(?:INSERT|DELETE|LOAD|CLEAR|DROP|CREATE|ADD|MOVE|COPY|WITH)\b", re.I)
_SERVICE = re.compile(r"(?<![\w?$:])SERVICE(?![\w:])", re.I)
_NUMBERS = {"integer": int, "decimal": float, "double": float, "float": float}
_ERROR_SHOWN = 160


class Rows:
    """The rows of a result, each a dict by column; read once, made as they are asked for.

    An IRI is a string, a number or truth value is itself, a text has lost its language, an unbound variable is None.
    ASK gives one row with `answer`; CONSTRUCT and DESCRIBE give `subject`, `predicate`, `object`.
    """

    def __init__(self, columns: tuple[str, ...], rows: Iterable[tuple[Value, ...]]) -> None:
        self.columns = columns
        self._rows = rows

    def __iter__(self) -> Iterator[dict[str, Value]]:
        return (dict(zip(self.columns, row, strict=True)) for row in self._rows)


def sparql(source: Snapshot | EmbeddedStore | SparqlServer, query: str) -> Rows:
    """What a query gives. Without GRAPH it sees all named graphs as one; the prefixes of `kb.graph.names` need no declaring.

    Raises BadInput, in one line, for a syntax error, for an update (the graph is read-only) and for SERVICE (nothing here
    reads from a network).
    """
    refuse(query)
    if isinstance(source, Snapshot):
        source = source.graph()
    if isinstance(source, EmbeddedStore):
        return rows_of(ask_store(source.oxigraph, query))
    return rows_of(source.ask(query))


def refuse(query: str) -> None:
    """Raises BadInput for what is no query: an update, or a question to another server."""
    plain = _SET_ASIDE.sub(" ", query)
    start = _PROLOGUE.match(plain)
    found = _UPDATE.match(plain, start.end() if start else 0)
    if found:
        raise BadInput(
            f"SPARQL: {found.group().upper()} would change the graph, which is read-only. Ask with SELECT, ASK or CONSTRUCT."
        )
    if _SERVICE.search(plain):
        raise BadInput("SPARQL: SERVICE asks another server, and nothing here reads from a network. Leave it out.")


def ask_store(store: Store, query: str) -> Result:
    """The result of a query of a store in this process. Raises BadInput for a syntax error."""
    try:
        return store.query(query, prefixes=PREFIXES, use_default_graph_as_union=True)
    except SyntaxError as error:
        raise BadInput(f"SPARQL: {shorten(str(error))} Mend the query.") from error


def shorten(message: str) -> str:
    """The beginning of an error message, in one line.

    >>> shorten("error at 1:2:\\n expected x")
    'error at 1:2: expected x.'
    """
    line = " ".join(message.split())
    return f"{line[:_ERROR_SHOWN]}…" if len(line) > _ERROR_SHOWN else f"{line.removesuffix('.')}."


def rows_of(result: Result) -> Rows:
    """A result as rows."""
    if isinstance(result, QueryBoolean):
        return Rows(("answer",), [(bool(result),)])
    if isinstance(result, QueryTriples):
        return Rows(
            ("subject", "predicate", "object"), ((_plain(t.subject), _plain(t.predicate), _plain(t.object)) for t in result)
        )
    return Rows(tuple(v.value for v in result.variables), (tuple(map(_plain, row)) for row in result))


def _plain(term: NamedNode | BlankNode | Literal | Triple | None) -> Value:
    if term is None:
        return None
    if not isinstance(term, Literal):
        return term.value if isinstance(term, NamedNode) else str(term)
    kind = term.datatype.value.removeprefix(PREFIXES["xsd"])
    try:
        return term.value in ("true", "1") if kind == "boolean" else _NUMBERS.get(kind, str)(term.value)
    except ValueError:
        return term.value
