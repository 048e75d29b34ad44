"""One document made ready for the graph and the index; done once for each content and remembered."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import cached_property

from ingest.annotated import Annotated
from ingest.remembered import Remembered
from kb.cache import Cache, code_version
from kb.index.entry import Entry, from_json, to_json
from kb.model import Document, Source

_CODE = ("ingest", "kb.lang", "kb.text", "kb.model", "kb.index.collect", "kb.index.entry")
"""What reads, links and extracts: with a line of it changed, documents are read again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What a build reports of one document."""

    source: str
    passages: int
    covered: float
    """Share of the non-space characters inside passages, 0..1; anything below 1 is a fault of the reader."""
    boilerplate: float
    """Share of them inside boilerplate, 0..1."""
    references: int
    mentions: int
    statements: int
    kinds: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A document read, linked and extracted."""

    document: Document
    annotated: Annotated
    summary: Summary
    entries: tuple[Entry, ...]


class Prepared:
    """A document's entries and figures; the document itself is read only if something asks for it."""

    def __init__(
        self,
        source: Source,
        data: bytes,
        *,
        cache: Cache,
        known: Remembered,
        make: Callable[[Source, bytes, Remembered], Made],
    ) -> None:
        self.source = source
        self._data = data
        self._cache = cache
        self._remembered = known
        self._make = make
        self.key = self._key()
        """Equal keys, equal results: the content, what is known of the document, and the code and data that read it."""

    def _key(self) -> str:
        known = json.dumps(asdict(self.source), sort_keys=True)
        made_by = f"{code_version(*_CODE)} {self._remembered.vocabulary}"
        content = hashlib.sha256(self._data).hexdigest()
        return hashlib.sha256(f"{made_by}\0{known}\0{content}".encode()).hexdigest()

    @cached_property
    def _made(self) -> Made:
        return self._make(self.source, self._data, self._remembered)

    @property
    def document(self) -> Document:
        """The document as read. Raises BadInput if no reader understands it."""
        return self._made.document

    @property
    def annotated(self) -> Annotated:
        """Mentions and statements of its passages."""
        return self._made.annotated

    @cached_property
    def _kept(self) -> list[str]:
        """The figures, then the entries, each a line of JSON."""
        body = self._cache.get(self.key)
        if body is not None:
            return body.decode("utf-8", "surrogatepass").split("\n")
        lines = [json.dumps(asdict(self._made.summary)), *(to_json(e) for e in self._made.entries)]
        self._cache.put(self.key, "\n".join(lines).encode("utf-8", "surrogatepass"))
        return lines

    @cached_property
    def summary(self) -> Summary:
        """Its figures."""
        return Summary(**json.loads(self._kept[0]))

    @cached_property
    def entries(self) -> list[Entry]:
        """What the search index holds of it, not yet told which documents replace it."""
        return [from_json(line) for line in self._kept[1:]]

    @property
    def written(self) -> dict[str, str]:
        """The same by id, each as the line of JSON that is kept of it."""
        return {e.id: line for e, line in zip(self.entries, self._kept[1:], strict=True)}
