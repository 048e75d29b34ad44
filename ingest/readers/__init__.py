"""One reader per source format: bytes in, a Document whose passages cover its text out.

A reader is a module with `matches(source, head)` and `read(source, data)`. A new format is one module and one line in
`READERS`. Readers touch neither network nor graph.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from ingest.readers import faq_json, html, markdown, pdf, qa_json, rst, text, wiki_dump, zh_notes
from ingest.readers._decode import decode
from kb.errors import BadInput
from kb.model import Document, Source

HEAD = 4096
"""How much of a document `matches` is shown, in bytes."""


class Reader(Protocol):
    """What every reader module offers."""

    def matches(self, source: Source, head: str) -> bool:
        """Whether this reader understands a document that begins with `head`."""

    def read(self, source: Source, data: bytes) -> Document:
        """The document; raises BadInput if the bytes cannot be read as this format."""


READERS: dict[str, Reader] = {
    "markdown": markdown,
    "zh-notes": zh_notes,
    "wiki-dump": wiki_dump,
    "qa-json": qa_json,
    "faq-json": faq_json,
    "pdf": pdf,
    "html": html,
    "rst": rst,
    "text": text,
}
LAST = "text"
"""The reader of whatever no other reader claims."""


def read_document(source: Source, data: bytes) -> Document:
    """The document as read by the reader that `source.format` names, or else by the only one that matches.

    Raises BadInput if the file is empty, if its format is unknown, if no reader or more than one matches, or if the bytes
    cannot be decoded.
    """
    if not data.strip():
        raise BadInput(f"{source.file}: the file is empty. Give a file with text in it.")
    return _choose(source, data).read(source, data)


def _choose(source: Source, data: bytes) -> Reader:
    if source.format:
        if source.format not in READERS:
            raise BadInput(f"{source.file}: no reader is called {source.format!r}. Choose one of {_names(READERS)}.")
        return READERS[source.format]
    head = data[:HEAD].decode("latin-1") if data.startswith(b"%PDF") else decode(data, source.file)[:HEAD]
    found = [name for name, reader in READERS.items() if name != LAST and reader.matches(source, head)]
    if not found and READERS[LAST].matches(source, head):
        return READERS[LAST]
    if len(found) == 1:
        return READERS[found[0]]
    if found:
        raise BadInput(f"{source.file}: {_names(found)} all claim this file. Name one with --format.")
    raise BadInput(f"{source.file}: no reader understands this file (tried {_names(READERS)}). Name one with --format.")


def _names(names: Iterable[str]) -> str:
    return ", ".join(names)
