"""Which document a file is: what the registry says about it, or what can be told of an unknown one."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from ingest.origins import Origin
from ingest.registry_file import CHOICES, forget, read_entries, remember, rewrite
from kb.errors import BadInput
from kb.model import Finding, Source
from kb.plain import encodable

__all__ = ["OVERRIDES", "TOLD", "Identified", "Registry", "forget", "identify", "load_registry", "remember", "rewrite"]

OVERRIDES = ("id", "title", "lang", "edition", "issued", "publisher", "authority", "territory", "format")
"""What a user may say about a document on the command line."""
TOLD = ("title", "lang", "issued", "publisher", "edition", "url", "authority", "territory")
"""What is told from a text."""
_ID = re.compile(r"[\w][\w.-]*")


@dataclass(frozen=True, slots=True)
class Registry:
    """Every known document; a later entry with the same id has replaced an earlier one."""

    sources: tuple[Source, ...] = ()
    origins: Mapping[str, Origin] = field(default_factory=dict)
    """By id, where the documents were built from, as far as that is known."""

    @property
    def ids(self) -> frozenset[str]:
        """The ids of all."""
        return frozenset(s.id for s in self.sources)

    def by_id(self, source_id: str) -> Source | None:
        """The document with this id."""
        return next((s for s in self.sources if s.id == source_id), None)

    def by_hash(self, sha256: str) -> Source | None:
        """The document with this content."""
        return next((s for s in self.sources if s.sha256 == sha256), None)

    def adding(self, source: Source, origin: Origin | None = None) -> Registry:
        """This registry with one more document, in place of one with the same id."""
        origins = {**self.origins, source.id: origin} if origin else self.origins
        return Registry((*(s for s in self.sources if s.id != source.id), source), origins)

    def at(self, path: str) -> Source | None:
        """The document built from this very file, by its absolute path."""
        found = next((i for i, origin in self.origins.items() if origin.path == path), "")
        return self.by_id(found)

    def by_file(self, name: str) -> Source | None:
        """The document whose file is called so and is not known to lie elsewhere; a later entry goes before an earlier one."""
        return next((s for s in reversed(self.sources) if s.file == name and self.free(s)), None)

    def free(self, source: Source) -> bool:
        """Whether a document has no file of its own any more, so that another one may be its new state."""
        origin = self.origins.get(source.id)
        return origin is None or not origin.exists


@dataclass(frozen=True, slots=True)
class Identified:
    """What a file is, and what somebody should look at before relying on that."""

    source: Source
    """With the sha256 of the file as it is now."""
    known: bool
    """Whether the registry names this document."""
    findings: tuple[Finding, ...] = ()


def load_registry(files: Iterable[Path]) -> Registry:
    """The documents that the files name, one file's entries over those of the files before it; missing files are passed over.

    Raises BadSources with every wrong entry of every file.
    """
    return Registry(tuple({s.id: s for s in read_entries(files)}.values()))


def identify(
    path: Path, data: bytes, registry: Registry, overrides: Mapping[str, str] | None = None, *, name: str = ""
) -> Identified:
    """What the file is: known by its content whatever it is called, else by the id in `overrides`, else by its place.

    A file of the same name in another folder is another document, unless the first is gone from where it was.

    `name` is what the file is called where that is more than its own name: its path inside the folder it was found in.

    A document known by id or name whose content differs from the recorded hash comes with a K012 finding. An unknown one gets
    its id from the file name, its title from its first heading and its language from its text; one that changed gets a new
    title and language unless the user had said them. `overrides` (see OVERRIDES; empty values count as not given) win over all.

    Raises BadInput for an override that is not allowed, and for an unknown file that cannot be read.
    """
    chosen = _checked(overrides or {})
    sha256 = hashlib.sha256(data).hexdigest()
    name = encodable(name or path.name)
    asked = registry.by_id(chosen.get("id", ""))
    place = str(path.resolve())
    at = registry.at(place)
    known = next((s for s in (asked, at) if s and s.sha256 == sha256), None) or registry.by_hash(sha256)
    findings: tuple[Finding, ...] = ()
    source = known
    if known is None:
        from ingest.unknown import unknown

        known = asked if "id" in chosen else at or registry.by_file(name) or _known_rulings(data, registry)
        findings = (_differs(known),) if known and known.sha256 else ()
        format_ = chosen.get("format", "")
        source = _as_it_is_now(known, name, data, registry) if known else unknown(name, data, registry.ids, format_)
    assert source is not None
    return Identified(replace(source, **{**chosen, "sha256": sha256}), known is not None, findings)  # type: ignore[arg-type]  # checked above


def _as_it_is_now(known: Source, name: str, data: bytes, registry: Registry) -> Source:
    """A document of the user's own, its text changed: what was told from the text is told again."""
    origin = registry.origins.get(known.id)
    if origin is None:
        return known
    from ingest.unknown import unknown

    now = unknown(name, data, registry.ids, known.format)
    silent = Source(id="", file="", title="", lang=now.lang)
    told = [k for k in TOLD if k == "lang" or getattr(now, k) != getattr(silent, k)]
    return replace(known, **{key: getattr(now, key) for key in told if key not in origin.said})


def _known_rulings(data: bytes, registry: Registry) -> Source | None:
    """The collection of official rulings these are an other state of, whatever the file is called."""
    from ingest.unknown import rulings

    told = rulings(data)
    known = registry.by_id(told.id) if told else None
    return known if known and registry.free(known) else None


def _checked(overrides: Mapping[str, str]) -> dict[str, str]:
    for key, value in overrides.items():
        if key not in OVERRIDES:
            raise BadInput(f"{key}: no such override. Choose one of {', '.join(OVERRIDES)}.")
        if value and value not in CHOICES.get(key, (value,)):
            raise BadInput(f"--{key} {value}: not allowed. Choose one of {', '.join(CHOICES[key])}.")
    given = {key: encodable(value) for key, value in overrides.items() if value}
    if "id" in given and not _ID.fullmatch(given["id"]):
        raise BadInput(f"--id {given['id']}: letters, digits, '.', '_' and '-' only. Choose another id.")
    return given


def _differs(source: Source) -> Finding:
    return Finding(
        code="K012",
        severity="warning",
        message=f"{source.file} differs from its recorded hash",
        hint=f"Review the difference, then run `rulings build --accept {source.id}`.",
        source=source.id,
        key="sha256",
    )
