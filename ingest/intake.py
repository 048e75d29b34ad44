"""Files taken in: which document each is, what is kept of it, and which documents have lost their file."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ingest.apart import Apart
from ingest.files import Found, read_bytes
from ingest.library import Library
from ingest.origins import Origin, gone
from ingest.prepare import Prepared
from ingest.registry import TOLD, Identified, Registry, identify
from ingest.remembered import Remembered
from kb.cache import Cache
from kb.errors import BadInput
from kb.model import Finding, Source

Progress = Callable[[str, int, int], None]
"""Told what is going on, how much of it is done, and how much there is."""


@dataclass(slots=True)
class Intake:
    """Takes files into a library. Nothing is kept before `keep`."""

    library: Library
    known: Remembered
    apart: Apart
    overrides: Mapping[str, str]
    accept: Sequence[str] = ()
    findings: list[Finding] = field(default_factory=list)
    taken: dict[str, Prepared] = field(default_factory=dict)
    """What was read, by the document's id."""
    _noted: list[Source] = field(default_factory=list)
    _origins: dict[str, Origin] = field(default_factory=dict)
    _data: dict[str, bytes] = field(default_factory=dict)

    def take(self, files: Sequence[Found], tell: Progress) -> None:
        """Reads the files. One of a folder that cannot be read is left out with a finding.

        Raises BadInput for a file that was given by itself, and where none can be read.
        """
        registry, cache = self.library.registry(), Cache(self.library.home, "documents")
        for number, file in enumerate(files):
            tell(f"Reading {file.name}", number, len(files))
            try:
                registry = self._take(file, registry, cache)
            except BadInput as error:
                if file.named or (not self.taken and number == len(files) - 1):
                    raise
                self.findings.append(_left_out(file, error))

    def _take(self, file: Found, registry: Registry, cache: Cache) -> Registry:
        data = read_bytes(file.path)
        found = self._identified(file, data, registry)
        before = registry.by_id(found.source.id) if found.known else None
        source = self._of_site(self._named(found.source, file, registry), file, registry)
        if (same := self.taken.get(source.id)) is not None:
            self.findings.append(_twice(file, same.source))
            return registry
        one = Prepared(source, data, cache=cache, known=self.known, make=self.apart.make)
        _ = one.summary
        self.taken[source.id], self._data[source.id] = one, data
        self._note(source, before, registry.origins.get(source.id), file, accepted=source.id in self.accept)
        if source.id not in self.accept:
            self.findings += found.findings
        return registry.adding(source, self._origins[source.id])

    def _identified(self, file: Found, data: bytes, registry: Registry) -> Identified:
        """What the file is; a text that is known already needs no process of its own."""
        if registry.by_hash(hashlib.sha256(data).hexdigest()):
            return identify(file.path, data, registry, self.overrides, name=file.name)
        return self.apart.identify(file.path, data, registry, self.overrides, file.name)

    def _named(self, source: Source, file: Found, registry: Registry) -> Source:
        """The document under its file's name of today, where it is one of the user's own and the file has moved."""
        origin = registry.origins.get(source.id)
        moved = origin is not None and origin.path != str(file.path.resolve())
        if moved and source.file != file.name and registry.free(source):
            self.findings.append(_renamed(source, file))
            return replace(source, file=file.name)
        return source if source.file else replace(source, file=file.name)

    def _of_site(self, source: Source, file: Found, registry: Registry) -> Source:
        """The document with what its site says of it: the names of all pages, and the title of its navigation unless the user
        has said another. One that everybody knows stays as it is."""
        origin = registry.origins.get(source.id)
        if file.named or (registry.by_id(source.id) is not None and origin is None):
            return source
        said = self.overrides.get("title") or (origin and "title" in origin.said)
        return replace(source, names=file.names, title=source.title if said or not file.title else file.title)

    def _note(self, source: Source, before: Source | None, origin: Origin | None, file: Found, *, accepted: bool) -> None:
        """Notes what the home is to know of a document: not the hash of a change that nobody has accepted."""
        held = origin.said if origin else TOLD if before else ()
        said = dict.fromkeys((*held, *(key for key, value in self.overrides.items() if value)))
        self._origins[source.id] = Origin(str(file.path.resolve()), tuple(said))
        trusted = accepted or before is None or bool(self.overrides)
        now = source if trusted or before is None else replace(source, sha256=before.sha256)
        own = origin is not None or trusted
        if own and now != before:
            self._noted.append(now)

    def keep(self) -> None:
        """Notes what is known of what was taken, then keeps copies of it: stopped between the two, no copy is unknown."""
        self.library.note(self._noted, self._origins)
        for source_id, one in self.taken.items():
            self.library.keep(one.source, self._data[source_id])

    def drop_gone(self, folders: Sequence[Path], *, keep: bool) -> None:
        """Takes out the documents whose files are gone from the folders, or with `keep` only says so."""
        registry = self.library.registry()
        lost = [i for i in gone(registry.origins, folders) if i in set(self.library.ids())]
        for source_id in lost:
            self.findings.append(_gone(registry.by_id(source_id), source_id, keep=keep))
        if lost and not keep:
            self.library.remove(*lost)


def _left_out(file: Found, error: BadInput) -> Finding:
    return Finding(code="K031", severity="error", message=str(error), hint="It was left out.", source=file.name)


def _twice(file: Found, same: Source) -> Finding:
    message = f"{file.name}: the same text as {same.file}."
    return Finding(code="K033", severity="info", message=message, hint=f"Both are the document {same.id}.", source=file.name)


def _renamed(source: Source, file: Found) -> Finding:
    return Finding(
        code="K034", severity="info", message=f"{source.file} is now {file.name}: the document {source.id}.", source=source.id
    )


def _gone(source: Source | None, source_id: str, *, keep: bool) -> Finding:
    message = f"{source.file if source else source_id} is gone: its document {source_id} was {'kept' if keep else 'taken out'}."
    hint = f"`rulings remove {source_id}` takes it out." if keep else "`--keep` keeps such documents."
    return Finding(code="K032", severity="info", message=message, hint=hint, source=source_id)
