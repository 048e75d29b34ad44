"""One document made ready for the graph and the index; done once for each content and remembered."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import cached_property

from ingest.annotate import Annotated, annotate
from ingest.readers import read_document
from ingest.remembered import Remembered
from ingest.segment import coverage
from kb.cache import Cache, code_version
from kb.index import Entry, passage_entries
from kb.index.entry import from_json, to_json
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


class Prepared:
    """A document's entries and figures; the document itself is read only if something asks for it."""

    def __init__(
        self,
        source: Source,
        data: bytes,
        *,
        cache: Cache,
        known: Remembered,
        read: Callable[[Source, bytes], Document] = read_document,
    ) -> None:
        self.source = source
        self._data = data
        self._cache = cache
        self._remembered = known
        self._read = read
        self.key = self._key()
        """Equal keys, equal results: the content, what is known of the document, and the code and data that read it."""

    def _key(self) -> str:
        known = json.dumps(asdict(self.source), sort_keys=True)
        made_by = f"{code_version(*_CODE)} {self._remembered.vocabulary}"
        content = hashlib.sha256(self._data).hexdigest()
        return hashlib.sha256(f"{made_by}\0{known}\0{content}".encode()).hexdigest()

    @cached_property
    def document(self) -> Document:
        """The document as read. Raises BadInput if no reader understands it."""
        return self._read(self.source, self._data)

    @cached_property
    def annotated(self) -> Annotated:
        """Mentions and statements of its passages."""
        return annotate(self.document, self._remembered.linker, self._remembered.analysed)

    @cached_property
    def _kept(self) -> list[str]:
        """The figures, then the entries, each a line of JSON."""
        body = self._cache.get(self.key)
        if body is not None:
            return body.decode("utf-8", "surrogatepass").split("\n")
        summary, entries = self._make()
        lines = [json.dumps(asdict(summary)), *(to_json(e) for e in entries)]
        self._cache.put(self.key, "\n".join(lines).encode("utf-8", "surrogatepass"))
        return lines

    def _make(self) -> tuple[Summary, list[Entry]]:
        document, annotated = self.document, self.annotated
        covered, boilerplate = coverage(document.text, document.passages)
        summary = Summary(
            source=self.source.id,
            passages=len(document.passages),
            covered=covered,
            boilerplate=boilerplate,
            references=len(document.references),
            mentions=len(annotated.mentions),
            statements=len(annotated.statements),
            kinds=dict(Counter(p.kind for p in document.passages)),
        )
        return summary, passage_entries([document], self._remembered.link)

    @cached_property
    def summary(self) -> Summary:
        """Its figures."""
        return Summary(**json.loads(self._kept[0]))

    @cached_property
    def entries(self) -> list[Entry]:
        """What the search index holds of it, not yet told which documents replace it."""
        return [from_json(line) for line in self._kept[1:]]
