"""The built knowledge base that questions read: a folder that never changes once it is current.

    <home>/current                names the snapshot in use; replacing this small file is what publishes a build
    <home>/snapshots/<id>/        graph/ (Oxigraph), index/ (search), manifest.json, lock (readers share it)
    <home>/build.lock             held by the one build that may run
    <home>/store                  the server that the graph is read from, if there is one

Opening reads the manifest and looks at the files' sizes; checksums are compared when a part is first used, once in a process
for each file. Neither rdflib nor Oxigraph is imported.
"""

from __future__ import annotations

import hashlib
import re
from contextlib import suppress
from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import TYPE_CHECKING

from kb.errors import SnapshotError
from kb.lock import FileLock
from kb.store.manifest import REBUILD, Manifest, known_hash, read_manifest
from kb.store.place import address_of, server_at

if TYPE_CHECKING:
    from kb.graph.read import ReadDocument
    from kb.store.interface import GraphStore
    from kb.store.oxigraph import EmbeddedStore
    from kb.store.server import SparqlServer

POINTER = "current"
BUILD_LOCK = "build.lock"
SNAPSHOTS = "snapshots"
MANIFEST = "manifest.json"
LOCK = "lock"
GRAPH = "graph"
INDEX = "index"
CARDS = "cards.sqlite"
OFFICIAL = "official.sqlite"
_TRIES = 20
_POINTER = re.compile(r"(?P<id>[\w.-]+) (?P<sha256>[0-9a-f]{64})\n?")


class Snapshot:
    """One snapshot, held open: it is not removed while this exists. Use it as a context manager, or call `close`."""

    def __init__(self, path: Path, manifest: Manifest, lock: FileLock, *, store: str = "") -> None:
        """`store`: where the graph is read from, as `--store` names it; empty for what the home or the environment says."""
        self.path = path
        self._store = store
        self.manifest = manifest
        self._lock = lock
        self._graph: EmbeddedStore | None = None
        self._server: SparqlServer | None = None

    @property
    def index_path(self) -> Path:
        """The folder that the search index was written to. Raises SnapshotError if a file in it is damaged."""
        self.verify(INDEX)
        return self.path / INDEX

    @property
    def cards_path(self) -> Path:
        """The folder that the cards, if there are any, were put in. Raises SnapshotError if they are damaged."""
        self.verify(CARDS)
        return self.path

    @property
    def official_path(self) -> Path:
        """The folder that official statements, if there are any, were put in. Raises SnapshotError if they are damaged."""
        self.verify(OFFICIAL)
        return self.path

    @property
    def store(self) -> str:
        """Where it was told to read the graph from."""
        return self._store

    def graph(self) -> GraphStore:
        """Its graph, read-only: on the server that the home names, else the copy kept here. Raises SnapshotError if that is
        damaged."""
        return self.server() or self.kept_graph()

    def server(self) -> SparqlServer | None:
        """The server that keeps the graph; None if it is read from here. Raises BadInput if its address is none."""
        if self._server is None and (address := address_of(self.path.parent.parent, self._store)):
            self._server = server_at(address)
        return self._server

    def document(self, source: str) -> ReadDocument:
        """A document read back from the graph. Raises SnapshotError if it is not there."""
        from kb.graph.read import read_graph

        try:
            return read_graph(self.graph(), source)
        except KeyError as error:
            place = server.url if (server := self.server()) else self.path / GRAPH
            raise SnapshotError(f"{place}: holds no document {source}. {REBUILD}") from error

    def kept_graph(self) -> EmbeddedStore:
        """The graph kept here, opened at the first call. Raises SnapshotError if it is damaged."""
        if self._graph is None:
            from kb.store.oxigraph import EmbeddedStore

            self.verify(GRAPH)
            self._graph = EmbeddedStore.open(self.path / GRAPH)
        return self._graph

    def verify(self, part: str = "") -> None:
        """Compares the checksums of all files, or of one or a folder of them. Raises SnapshotError where one differs."""
        for name in self.manifest.files:
            if part in ("", name) or name.startswith(f"{part}/"):
                self.compare(name)

    def verify_ahead(self) -> None:
        """Works out the checksums that questions need on a thread of its own, and closes; whoever needs one waits for it and is
        told if it differs."""

        def work() -> None:
            with self:
                for part in (INDEX, CARDS, OFFICIAL):
                    with suppress(SnapshotError):
                        self.verify(part)

        Thread(target=work, name="checksums", daemon=True).start()

    def compare(self, name: str) -> None:
        """The same for one file of the manifest. Raises SnapshotError where it differs."""
        path, (_, digest) = self.path / name, self.manifest.files[name]
        try:
            found = known_hash(path)
        except OSError as error:
            raise SnapshotError(f"{path}: cannot be read ({error.strerror}). {REBUILD}") from error
        if found != digest:
            raise SnapshotError(f"{path}: damaged (its checksum differs). {REBUILD}")

    def close(self) -> None:
        """Lets go of the snapshot, so that a later build may remove it."""
        self._graph = None
        self._lock.release()

    def __enter__(self) -> Snapshot:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def held_elsewhere(path: Path, manifest: Manifest, store: str) -> Snapshot:
    """A snapshot that another process holds open while this one looks at it. Raises SnapshotError if it is gone."""
    lock = FileLock.shared(path / LOCK)
    if lock is None:
        raise SnapshotError(f"{path}: is being removed. Try again.")
    return Snapshot(path, manifest, lock, store=store)


def open_current(home: Path, *, store: str = "") -> Snapshot | None:
    """The snapshot in use; None if nothing has been built. `store` as for `Snapshot`.

    Raises SnapshotError if it is damaged, incomplete, or made by a version with another layout.
    """
    pointer = home / POINTER
    for _ in range(_TRIES):
        text = _read_pointer(pointer)
        if text is None:
            return None
        match = _POINTER.fullmatch(text)
        if match is None:
            raise SnapshotError(f"{pointer}: damaged (it names no snapshot). {REBUILD}")
        path = home / SNAPSHOTS / match["id"]
        lock = FileLock.shared(path / LOCK)
        if lock is not None:
            try:
                return Snapshot(path, _check(path, match["sha256"]), lock, store=store)
            except BaseException:
                lock.release()
                raise
        if _read_pointer(pointer) == text and not (path / LOCK).exists():
            raise SnapshotError(f"{path}: missing, although {pointer} names it. {REBUILD}")
    raise SnapshotError(f"{pointer}: snapshots change faster than they can be opened. Try again.")


def _read_pointer(pointer: Path) -> str | None:
    try:
        return pointer.read_text("utf-8", "replace")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SnapshotError(
            f"{pointer}: cannot be read ({error.strerror}). Make it readable, or give another --home."
        ) from error


def _check(path: Path, sha256: str) -> Manifest:
    """The manifest, once it matches the pointer and every file it lists has its size."""
    try:
        data = (path / MANIFEST).read_bytes()
    except OSError as error:
        raise SnapshotError(f"{path / MANIFEST}: cannot be read ({error.strerror}). {REBUILD}") from error
    if hashlib.sha256(data).hexdigest() != sha256:
        raise SnapshotError(f"{path / MANIFEST}: damaged (its checksum differs). {REBUILD}")
    manifest = read_manifest(data, path / MANIFEST)
    for name, (size, _) in manifest.files.items():
        try:
            found = (path / name).stat().st_size
        except OSError as error:
            raise SnapshotError(f"{path / name}: missing ({error.strerror}). {REBUILD}") from error
        if found != size:
            raise SnapshotError(f"{path / name}: damaged ({found} bytes, not {size}). {REBUILD}")
    return manifest
