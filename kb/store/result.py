"""What a SPARQL query gives, as rows of plain values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pyoxigraph import BlankNode, Literal, NamedNode, QueryBoolean, QuerySolutions, QueryTriples, Triple

from kb.graph.names import PREFIXES

Value = str | int | float | bool | None
Result = QuerySolutions | QueryBoolean | QueryTriples
_NUMBERS = {"integer": int, "decimal": float, "double": float, "float": float}
_ERROR_SHOWN = 160


class Rows:
    """The rows of a result, each a dict by column; read once, made as they are asked for.

    An IRI is a string, a number or truth value is itself, a text has lost its language, an unbound variable is None.
    ASK gives one row with `answer`; CONSTRUCT and DESCRIBE give `subject`, `predicate`, `object`.
    """

    def __init__(self, columns: tuple[str, ...], rows: Iterable[tuple[Value, ...]]) -> None:
        self.columns = columns
        self.values = rows
        """The rows as tuples."""

    def __iter__(self) -> Iterator[dict[str, Value]]:
        return (dict(zip(self.columns, row, strict=True)) for row in self.values)


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


def shorten(message: str) -> str:
    """The beginning of an error message, in one line.

    >>> shorten("error at 1:2:\\n expected x")
    'error at 1:2: expected x.'
    """
    line = " ".join(message.split())
    return f"{line[:_ERROR_SHOWN]}…" if len(line) > _ERROR_SHOWN else f"{line.removesuffix('.')}."
