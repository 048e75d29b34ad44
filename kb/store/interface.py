"""What every keeper of a graph can be asked, whether it lies in a folder here or on a server."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from pyoxigraph import Literal, NamedNode, Quad
    from rdflib import Dataset

    from kb.store.result import Rows


class GraphStore(Protocol):
    """A graph that is read. A server's methods raise StoreError where it refuses, is not there, or goes away meanwhile."""

    def ask(self, query: str) -> Rows:
        """What a SPARQL query of our own gives: no limit of time, the prefixes of `kb.graph.names` known, named graphs seen
        as one. Raises BadInput for a mistake in it; that too while rows are read."""

    def graphs(self) -> list[str]:
        """Ids of the named graphs, sorted."""

    def quads(
        self,
        subject: NamedNode | None = None,
        predicate: NamedNode | None = None,
        object_: NamedNode | Literal | None = None,
        graph: NamedNode | None = None,
    ) -> Iterator[Quad]:
        """The quads that fit; None stands for anything."""

    def dataset(self) -> Dataset:
        """The same graph as an rdflib Dataset."""
