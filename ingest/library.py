"""The documents of a home: the user's own copies, so that a build needs the originals only once."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ingest.origins import Origin, read_origins, write_origins
from ingest.registry import Registry, load_registry, rewrite
from ingest.registry_file import rank
from kb.errors import BadInput, UnknownName
from kb.files import write_atomically
from kb.home import writable_home
from kb.law.conditions import nearest_word
from kb.law.ranking import wrong_order
from kb.model import AUTHORITIES, Source
from kb.plain import clipped

REGISTRY = "registry.toml"
DOCUMENTS = "documents"
_PROMISED = ".sha256"
"""Beside a copy: its checksum, and that of the one it replaced, which a build that was stopped may have left."""
_NAME_BYTES = 200
"""Of the name of a copy; a file system takes 255, some of which are needed while the copy is written."""


@dataclass(frozen=True, slots=True)
class Library:
    """Documents kept in `<home>/documents/<id>/`, what is known of them in `<home>/registry.toml`."""

    home: Path
    sources: Path
    """The folder with the bundled (or an editor's) registry."""

    def registry(self) -> Registry:
        """Everything known: the bundled registry, overlaid by what this home remembers."""
        known = load_registry([self.sources / REGISTRY, self.home / REGISTRY])
        return Registry(known.sources, read_origins(self.home))

    def keep(self, source: Source, data: bytes) -> None:
        """Keeps a copy of a document, replacing an earlier one."""
        folder = self.home / DOCUMENTS / source.id
        folder.mkdir(parents=True, exist_ok=True)
        name = clipped(Path(source.file).name, _NAME_BYTES) or "document"
        if self._keeps(source.id, name, data):
            return
        self._promise(source.id, data)
        write_atomically(folder / name, data)
        for other in folder.iterdir():
            if other.name != name and not other.name.startswith("."):
                other.unlink(missing_ok=True)

    def note(self, sources: Iterable[Source], origins: Mapping[str, Origin]) -> None:
        """Writes what is known of documents, and where they come from, over what the home knew of them."""
        if noted := list(sources):
            rewrite(self.home / REGISTRY, put=noted)
        known = read_origins(self.home)
        if origins.items() - known.items():
            write_origins(self.home, known | dict(origins))

    def rank(self, names: Sequence[str]) -> None:
        """Sets the user's own order of authorities, the highest first; no names take it back.

        Raises UnknownName for what is neither an authority nor the id of a known document, BadInput for one named twice.
        """
        known = (*AUTHORITIES, *(source.id for source in self.registry().sources))
        for name in names:
            if name not in known:
                raise UnknownName(
                    f"--order: {name[:60]} is no authority and no document{nearest_word(name, known)}. See `rulings sources`."
                )
        if wrong := wrong_order(list(names)):
            raise BadInput(f"--order {wrong}. Name each once.")
        writable_home(self.home)
        rank(self.home / REGISTRY, names)

    def ids(self) -> list[str]:
        """Ids of the documents kept, sorted."""
        folder = self.home / DOCUMENTS
        return sorted(p.name for p in folder.iterdir() if p.is_dir() and self._file(p.name)) if folder.is_dir() else []

    def file(self, source_id: str) -> Path:
        """The copy of a document. Raises UnknownName if there is none."""
        path = self._file(source_id)
        if path is None:
            raise UnknownName(f"{source_id}: no such document here. `rulings sources` lists them.")
        return path

    def _file(self, source_id: str) -> Path | None:
        folder = self.home / DOCUMENTS / source_id
        files = [p for p in folder.iterdir() if p.is_file() and not p.name.startswith(".")] if folder.is_dir() else []
        return files[0] if files else None

    def read(self) -> Iterator[tuple[str, bytes]]:
        """Id and bytes of every document kept. Raises BadInput if a copy cannot be read or is damaged."""
        for source_id in self.ids():
            yield source_id, self.read_one(source_id)

    def read_one(self, source_id: str) -> bytes:
        """The bytes of a document kept. Raises BadInput if the copy cannot be read or is not what was kept, UnknownName if
        there is none."""
        path = self.file(source_id)
        try:
            data = path.read_bytes()
        except OSError as error:
            raise BadInput(f"{path}: cannot be read ({error.strerror}). Build the document again.") from error
        promised = self._promised(source_id)
        if promised and hashlib.sha256(data).hexdigest() not in promised:
            raise BadInput(
                f"{path}: damaged, this is not what was kept of {source_id}. Build the document again, or remove it."
            )
        return data

    def _promise(self, source_id: str, data: bytes) -> None:
        """Notes the checksum of a copy before it is written, beside that of the one that is there."""
        path, promised = self._file(source_id), self._promised(source_id)
        before = hashlib.sha256(path.read_bytes()).hexdigest() if path else ""
        kept = [before] if before and (before in promised or not promised) else []
        now = [*kept, hashlib.sha256(data).hexdigest()]
        write_atomically(self.home / DOCUMENTS / source_id / _PROMISED, "\n".join(now).encode())

    def _keeps(self, source_id: str, name: str, data: bytes) -> bool:
        """Whether just that copy is there already, with its checksum."""
        path = self._file(source_id)
        same = path is not None and path.name == name and path.read_bytes() == data
        return same and hashlib.sha256(data).hexdigest() in self._promised(source_id)

    def _promised(self, source_id: str) -> list[str]:
        path = self.home / DOCUMENTS / source_id / _PROMISED
        return path.read_text("utf-8", "replace").split() if path.is_file() else []

    def remove(self, *source_ids: str) -> None:
        """Forgets documents and their copies. Raises UnknownName, with nothing removed, if there is none of an id."""
        for source_id in source_ids:
            self.file(source_id)
        for source_id in source_ids:
            shutil.rmtree(self.home / DOCUMENTS / source_id)
        rewrite(self.home / REGISTRY, drop=source_ids)
        known = read_origins(self.home)
        if known.keys() & set(source_ids):
            write_origins(self.home, {i: origin for i, origin in known.items() if i not in source_ids})
