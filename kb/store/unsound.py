"""Places where the graph is not sound, for people."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import unquote

from kb.errors import BadData
from kb.graph.names import BASE


@dataclass(frozen=True, slots=True, order=True)
class Breach:
    """A place where a graph is not sound."""

    graph: str
    """Id of the named graph."""
    node: str
    """Kind and id of the node concerned: `passage notes:…#3`."""
    message: str
    found: str = ""
    """The value that is wrong, if there is one."""
    line: int | None = None
    """In the original, where the graph tells."""

    def __str__(self) -> str:
        at = f" (line {self.line})" if self.line else ""
        found = f", found {self.found}" if self.found else ""
        return f"graph {self.graph}: {self.node}{at}: {self.message}{found}"


class UnsoundGraph(BadData):
    """The graph breaks its shapes: `breaches` has every place, the message lists them, one a line."""

    def __init__(self, breaches: tuple[Breach, ...]) -> None:
        self.breaches = breaches
        super().__init__("\n".join(map(str, breaches)))


def describe(iri: str) -> str:
    """Kind and id of one of our nodes; any other name as it is.

    >>> describe("urn:duel-rulings:passage:notes:damage%20step%232")
    'passage notes:damage step#2'
    """
    if not iri.startswith(BASE):
        return iri
    kind, _, identifier = iri.removeprefix(BASE).partition(":")
    return f"{kind} {unquote(identifier)}"
