"""Building a snapshot beside the current one, and making it current in one step."""

from __future__ import annotations

import errno
import hashlib
import secrets
import shutil
import sqlite3
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from pyoxigraph import Quad

from kb.cache import code_version, trim_cache
from kb.errors import BadInput, SnapshotError
from kb.files import sync, write_atomically
from kb.graph.names import term
from kb.home import writable_home
from kb.lock import FileLock
from kb.release import release
from kb.store.coherence import check_coherence
from kb.store.leftovers import DRAFT, TRASH, build_lock, clear_leftovers
from kb.store.manifest import Inode, Manifest, inodes, measure
from kb.store.oxigraph import EmbeddedStore, GraphDraft, triples_cache
from kb.store.place import address_of, keep_address, server_at
from kb.store.shapes import shapes_hash
from kb.store.snapshot import GRAPH, INDEX, LOCK, MANIFEST, POINTER, SNAPSHOTS, Snapshot, open_current
from kb.store.unsound import UnsoundGraph

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
_UNLISTED = frozenset({LOCK, MANIFEST, "LOG", "LOCK"})
"""Files that RocksDB or readers touch, and the manifest itself: no checksum."""

Told = Callable[[str, int, int], object]
"""Is told how far it is: what is done, how many of how many."""


_IS_A = f" {term('rdf:type')} ".encode()


def _kinds(triples: bytes) -> list[bytes]:
    """The lines of N-Triples that say of what kind something is."""
    return [line for line in triples.split(b"\n") if _IS_A in line]


class Draft:
    """A snapshot in the making. Nobody sees it until `commit`; without a commit it is removed."""

    def __init__(self, home: Path, path: Path, previous: Snapshot | None, *, store: str = "") -> None:
        """`store`: where the graph is to be read from, as `--store` names it."""
        self.home = home
        self._place = store
        address = address_of(home, store)
        self._server = server_at(address) if address else None
        if self._server:
            self._server.held()
        self.path = path
        self.index_path = path / INDEX
        self.previous = previous
        self.committed: Manifest | None = None
        self._graphs: dict[str, str] = {}
        self._written = False
        known = previous.manifest.graphs if previous else {}
        self._store = GraphDraft(
            path / GRAPH, base=previous.path / GRAPH if previous else None, graphs=known, cache=triples_cache(home)
        )

    def put_graph(self, name: str, key: str, make: Callable[[], Iterable[Quad]]) -> bool:
        """Puts a named graph in; whether it had to be made. `make` is not called if the previous snapshot has it by this key.

        `key` stands for everything the graph is made from: the document's hash and the versions of what reads it. That of
        `kb.graph` is added here.
        A graph of the previous snapshot that is not put again is left out.
        """
        if self._written:
            raise ValueError(f"{name}: the graph has been written already")
        key = f"{code_version('kb.graph')} {key}"
        self._graphs[name] = key
        return self._store.put(name, key, make)

    @property
    def changed_graphs(self) -> Mapping[str, bytes]:
        """The N-Triples of the graphs that were made anew, by name: what must be checked."""
        return self._store.changed

    @property
    def graph_ids(self) -> tuple[str, ...]:
        """Ids of all named graphs put so far."""
        return tuple(self._graphs)

    def graph_before(self, name: str) -> bytes:
        """N-Triples of a named graph in the previous snapshot; empty if it was not there."""
        return self._store.before(name)

    def graph_after(self, name: str) -> bytes:
        """N-Triples of a named graph that was put."""
        return self._store.changed[name] if name in self._store.changed else self._store.before(name)

    def write_graph(self) -> None:
        """Writes the graph; after this, nothing more can be put. `commit` does it too: to call it is to choose the moment.

        Oxigraph leaves the interpreter free meanwhile: another thread may build the index.
        Raises UnsoundGraph if the graphs do not fit each other.
        """
        if self._written:
            return
        self._written = True
        self._store.finish(set(self._graphs))
        known = set(self.previous.manifest.graphs) if self.previous else set()
        gone = known - set(self._graphs)
        if self.changed_graphs or gone:
            store = EmbeddedStore.open(self.path / GRAPH).oxigraph
            breaches = check_coherence(store, self.changed_graphs, self._lost(gone) if self.previous else None)
            if breaches:
                raise UnsoundGraph(breaches)

    def _lost(self, gone: Collection[str]) -> set[str]:
        """What had a kind in the graphs that changed or are `gone`, and has that kind in none of those that changed."""
        before = {line for name in (*self.changed_graphs, *gone) for line in _kinds(self.graph_before(name))}
        after = {line for triples in self.changed_graphs.values() for line in _kinds(triples)}
        return {line.split(b" ", 1)[0].decode() for line in before - after}

    def commit(
        self,
        *,
        sources: Mapping[str, str] | None = None,
        encoder: str = "",
        counts: Mapping[str, int] | None = None,
        extra: Mapping[str, str] | None = None,
        tell: Told = lambda what, done, total: None,
    ) -> Manifest:
        """Finishes the snapshot and makes it current; the manifest. Whoever opens from now on gets this one.

        The server that keeps the graph, if there is one, is sent what it lacks before. Raises StoreError if that fails: then
        the snapshot in use stays, and the server has what it had.
        """
        self.write_graph()
        self._send(self._graphs, self.graph_after, tell)
        created = datetime.now(UTC)
        manifest = Manifest(
            id=f"{created:%Y%m%dT%H%M%S}-{secrets.token_hex(3)}",
            created=created.isoformat(timespec="seconds"),
            project=release(),
            sources=dict(sources or {}),
            graphs=self._graphs,
            encoder=encoder,
            counts=dict(counts or {}),
            files=measure(self.path, without=_UNLISTED, known=self._linked()),
            extra={"shapes": shapes_hash(), **(extra or {})},
        )
        _publish(self.home, self.path, manifest)
        keep_address(self.home, self._place)
        self.committed = manifest
        return manifest

    def _linked(self) -> dict[Inode, str]:
        """The checksums of what the previous snapshot holds: files that are linked from it are the same."""
        return inodes(self.previous.path, self.previous.manifest.files) if self.previous else {}

    def keep_previous(self, tell: Told = lambda what, done, total: None) -> None:
        """Leaves the snapshot in use as it is; the server, if there is one, is sent what it lacks of its graphs."""
        if self.previous is not None:
            self._send(self.previous.manifest.graphs, self.graph_before, tell)
        keep_address(self.home, self._place)

    def _send(self, graphs: Mapping[str, str], triples: Callable[[str], bytes], tell: Told) -> None:
        if self._server:
            self._server.put(graphs, triples, tell=lambda done, total: tell("Sending the graph to the server", done, total))


@contextmanager
def build_snapshot(home: Path | None = None, *, store: str = "") -> Iterator[Draft]:
    """A draft of the next snapshot of a home; what is not committed leaves no trace. `store` as for `Draft`.

    Raises BadInput if the home cannot be written or its disk is full, SnapshotError if another build is running there,
    StoreError if the server that is to keep the graph is not there. A damaged current snapshot is no obstacle: the draft then
    starts from nothing.
    """
    place, began = writable_home(home), time.time_ns()
    with build_lock(place), _room(place):
        snapshots = place / SNAPSHOTS
        snapshots.mkdir(exist_ok=True)
        clear_leftovers(place)
        path = snapshots / f"{DRAFT}{secrets.token_hex(6)}"
        previous = _previous(place)
        try:
            (path / INDEX).mkdir(parents=True)
            draft = Draft(place, path, previous, store=store)
            yield draft
        finally:
            if previous is not None:
                previous.close()
            shutil.rmtree(path, ignore_errors=True)
        used = draft.committed or (previous.manifest if previous is not None else None)
        if used is not None:
            _remove_unread(snapshots, keep=used.id)
        if draft.committed:
            trim_cache(place, since=began)


def _previous(home: Path) -> Snapshot | None:
    try:
        snapshot = open_current(home)
    except SnapshotError:
        return None
    if snapshot is not None:
        try:
            snapshot.verify(GRAPH)
        except SnapshotError:
            snapshot.close()
            return None
    return snapshot


def _publish(home: Path, draft: Path, manifest: Manifest) -> None:
    """Everything on disk first, the folder's final name next, the pointer last: a stop anywhere leaves the old one whole."""
    data = manifest.to_json()
    (draft / LOCK).touch()
    for name in manifest.files:
        sync(draft / name)
    write_atomically(draft / MANIFEST, data)
    for folder in [p for p in draft.rglob("*") if p.is_dir()]:
        sync(folder)
    final = home / SNAPSHOTS / manifest.id
    draft.rename(final)
    sync(final.parent)
    write_atomically(home / POINTER, f"{manifest.id} {hashlib.sha256(data).hexdigest()}\n".encode())


def _remove_unread(snapshots: Path, *, keep: str) -> None:
    """Removes every snapshot but one, unless a reader holds it. Called with the build lock held."""
    for path in snapshots.iterdir():
        if path.name.startswith(".") or path.name == keep:
            continue
        lock = FileLock.exclusive(path / LOCK)
        if lock is not None or not (path / LOCK).exists():
            _remove(path, lock)


def _remove(path: Path, lock: FileLock | None) -> None:
    """Removes a snapshot that was locked, so that nobody opens it on the way."""
    trash = path.with_name(f"{TRASH}{path.name}")
    try:
        path.rename(trash)
    except PermissionError:
        # Windows renames no folder with an open file in it: the lock goes first, and if a reader comes, the snapshot stays.
        if lock is not None:
            lock.release()
        with suppress(PermissionError):
            path.rename(trash)
    if lock is not None:
        lock.release()
    shutil.rmtree(trash, ignore_errors=True)


@contextmanager
def _room(home: Path) -> Iterator[None]:
    """A disk that is full, or that fails, as BadInput: whoever meets it, sqlite, Oxigraph or we."""
    try:
        yield
    except (OSError, sqlite3.OperationalError) as error:
        if isinstance(error, OSError) and error.errno not in _FULL and "No space" not in str(error):
            raise
        why = getattr(error, "strerror", None) or str(error)
        raise BadInput(f"{home}: cannot be written ({why}). Make room and build again; what was built before stays.") from error
