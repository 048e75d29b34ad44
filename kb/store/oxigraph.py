"""Where the graph is kept: Oxigraph on disk, opened by rdflib or directly."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from pyoxigraph import Literal, NamedNode, Quad, RdfFormat, Store

from kb.cache import Cache
from kb.errors import BadInput, SnapshotError
from kb.graph.names import PREFIXES, graph_name, identifier
from kb.store.manifest import REBUILD
from kb.store.result import Rows, Value, rows_of, shorten
from kb.store.triples import lines_of, to_lines

if TYPE_CHECKING:
    from rdflib import Dataset


class EmbeddedStore:
    """An Oxigraph store on disk, or in memory; opened read-only unless it was just made."""

    def __init__(self, store: Store) -> None:
        self.oxigraph = store

    @classmethod
    def open(cls, path: Path) -> EmbeddedStore:
        """The store in a folder, read-only. Raises SnapshotError if Oxigraph cannot read it."""
        try:
            return cls(Store.read_only(str(path)))
        except OSError as error:
            raise SnapshotError(f"{path}: the graph cannot be opened ({error}). {REBUILD}") from error

    @classmethod
    def of(cls, quads: Iterable[Quad]) -> EmbeddedStore:
        """A store in memory with these quads."""
        store = Store()
        store.bulk_extend(quads)
        return cls(store)

    def ask(self, query: str) -> Rows:
        """The rows of a query; named graphs are seen as one. Raises BadInput for a syntax error or a function nobody knows."""
        with _told():
            rows = rows_of(self.oxigraph.query(query, prefixes=PREFIXES, use_default_graph_as_union=True))
        return Rows(rows.columns, _read(rows.values))

    def quads(
        self,
        subject: NamedNode | None = None,
        predicate: NamedNode | None = None,
        object_: NamedNode | Literal | None = None,
        graph: NamedNode | None = None,
    ) -> Iterator[Quad]:
        """The quads that fit; None stands for anything."""
        return self.oxigraph.quads_for_pattern(subject, predicate, object_, graph)

    def dataset(self) -> Dataset:
        """The same store as an rdflib Dataset; queries without GRAPH see all named graphs as one."""
        from oxrdflib import OxigraphStore
        from rdflib import Dataset

        return Dataset(store=OxigraphStore(store=self.oxigraph), default_union=True)

    def graphs(self) -> list[str]:
        """Ids of the named graphs, sorted."""
        return sorted(identifier(g.value, "graph") for g in self.oxigraph.named_graphs() if isinstance(g, NamedNode))

    def __len__(self) -> int:
        return len(self.oxigraph)


def _read(values: Iterable[tuple[Value, ...]]) -> Iterator[tuple[Value, ...]]:
    with _told():
        yield from values


@contextmanager
def _told() -> Iterator[None]:
    """Oxigraph's complaints as BadInput."""
    try:
        yield
    except (SyntaxError, RuntimeError, OSError) as error:
        raise BadInput(f"SPARQL: {shorten(str(error))} Mend the query.") from error


def kept_triples(home: Path, name: str, key: str) -> bytes | None:
    """The N-Triples of a named graph of a home by the key it was made of; None if they are not kept any more."""
    return triples_cache(home).get(_entry(name, key))


def triples_cache(home: Path) -> Cache:
    """N-Triples of the graphs of a home by what they were made of."""
    return Cache(home, "graph")


def _entry(name: str, key: str) -> str:
    return f"{name} {key}"


class GraphDraft:
    """The graph of a snapshot in the making: the previous one's files are linked, and only what differs is written."""

    def __init__(self, path: Path, *, base: Path | None, graphs: Mapping[str, str], cache: Cache) -> None:
        self._path = path
        self._base = base
        self._known = dict(graphs) if base else {}
        self._cache = cache
        """N-Triples of graphs by their keys: reading them back from Oxigraph takes longer than everything else here."""
        self.changed: dict[str, bytes] = {}
        """N-Triples by graph."""

    def put(self, name: str, key: str, make: Callable[[], Iterable[Quad]]) -> bool:
        """Takes the named graph, made only if the previous snapshot has none by this key; whether it was made."""
        if self._known.get(name) == key:
            return False
        self.changed[name] = self._cache.get_or_make(_entry(name, key), lambda: to_lines(make()))
        return True

    def before(self, name: str) -> bytes:
        """N-Triples of a named graph in the previous snapshot; empty if it was not there."""
        if self._base is None or name not in self._known:
            return b""
        kept = self._cache.get(_entry(name, self._known[name]))
        return kept if kept is not None else _dump(self._base, name)

    def finish(self, keep: set[str]) -> None:
        """Writes the store. Graphs of the previous snapshot that are not to be kept are left out."""
        if self._base is None:
            store = Store(str(self._path))
            for name, triples in self.changed.items():
                _load(store, name, triples)
        else:
            Store.read_only(str(self._base)).backup(str(self._path))
            store = Store(str(self._path))
            self._write_differences(store, keep)
        store.flush()
        if set(self.changed) - set(self._known):
            # Whole graphs were loaded, each into files of its own: looking into many small files costs a multiple.
            store.optimize()

    def _write_differences(self, store: Store, keep: set[str]) -> None:
        for name, triples in self.changed.items():
            if name in self._known:
                _replace(store, graph_name(name), self.before(name), triples)
            else:
                _load(store, name, triples)
        for name in set(self._known) - keep:
            store.remove_graph(graph_name(name))


def _load(store: Store, name: str, triples: bytes) -> None:
    store.bulk_load(triples, format=RdfFormat.N_TRIPLES, to_graph=graph_name(name))


def _dump(path: Path, name: str) -> bytes:
    store = Store.read_only(str(path))
    return store.dump(format=RdfFormat.N_TRIPLES, from_graph=graph_name(name)) or b""


def _replace(store: Store, name: NamedNode, before: bytes, after: bytes) -> None:
    """Takes out and puts in the triples that differ: there are no blank nodes, so triples are equal if their lines are."""
    old, new = lines_of(before), lines_of(after)
    for verb, lines in (("DELETE", old - new), ("INSERT", new - old)):
        if lines:
            store.update(f"{verb} DATA {{ GRAPH {name} {{\n{_joined(lines)}\n}} }}")


def _joined(lines: Iterable[bytes]) -> str:
    return b"\n".join(lines).decode()
