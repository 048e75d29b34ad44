"""Quads of one named graph, written property by property."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pyoxigraph import Literal, NamedNode, Quad

from kb.graph.names import term
from kb.model import Lines

Value = NamedNode | Literal | str | int | float | bool | None
Properties = dict[str, Value | Iterable[Value]]
_A = term("rdf:type")
_ANY_URI = term("xsd:anyURI")


class Graph:
    """Collects the quads of one named graph, in the order they are stated."""

    def __init__(self, name: NamedNode) -> None:
        self.name = name
        self.quads: list[Quad] = []

    def add(self, subject: NamedNode, kinds: Iterable[str], values: Mapping[str, Value | Iterable[Value]]) -> NamedNode:
        """States types and properties of a subject and gives it back. None, "" and () state nothing."""
        for kind in kinds:
            self.quads.append(Quad(subject, _A, term(kind), self.name))
        for name, value in values.items():
            if value is None or isinstance(value, (str, int, float, NamedNode, Literal)):
                self._state(subject, name, value)
            else:
                for each in value:
                    self._state(subject, name, each)
        return subject

    def _state(self, subject: NamedNode, name: str, value: Value) -> None:
        if value is None or value == "":
            return
        known = value if isinstance(value, (NamedNode, Literal)) else Literal(value)
        self.quads.append(Quad(subject, term(name), known, self.name))


def texts(by_lang: Mapping[str, str | Iterable[str]]) -> list[Literal]:
    """Literals with their languages; empty texts left out."""
    return [
        Literal(text, language=lang)
        for lang, given in by_lang.items()
        for text in ((given,) if isinstance(given, str) else given)
        if text
    ]


def said(text: str, lang: str) -> Literal | None:
    """A text with its language; None for an empty one."""
    return Literal(text, language=lang) if text else None


def uri(text: str) -> Literal | None:
    """An address as it was printed: a literal, since documents print addresses that are none. None for an empty one."""
    return Literal(text, datatype=_ANY_URI) if text else None


def lines(where: Lines | None) -> dict[str, Value]:
    """First and last line, 1-based, inclusive."""
    return {} if where is None else {"dr:firstLine": where.first, "dr:lastLine": where.last}
