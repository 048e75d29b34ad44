"""One reader per source format: bytes in, a Document whose passages cover its text out.

A reader is a module with `matches(source, head)` and `read(source, data)`. A new format is one module and one line in
`READERS`. Readers touch neither network nor graph.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Protocol

from ingest.readers import csv, docx, epub, faq_json, html, markdown, pdf, qa_json, rst, text, wiki_dump, zh_notes
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
    "docx": docx,
    "epub": epub,
    "html": html,
    "rst": rst,
    "csv": csv,
    "text": text,
}
LAST = "text"
"""The reader of whatever no other reader claims."""
_BY_NAME = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".rst": "rst",
    ".rest": "rst",
    ".html": "html",
    ".htm": "html",
    ".csv": "csv",
    ".tsv": "csv",
}
"""Which reader a file's name speaks of, where several claim it."""


def read_document(source: Source, data: bytes) -> Document:
    """The document as read by the reader that `source.format` names, or else by the only one that matches, which it then names.
    Of several it is the one that the file's name speaks of.

    Raises BadInput if the file is empty, if its format is unknown, if no reader matches, if more than one does and the name
    tells nothing, or if the bytes cannot be decoded.
    """
    if not data.strip():
        raise BadInput(f"{source.file}: the file is empty. Give a file with text in it.")
    name = _choose(source, data)
    document = READERS[name].read(source, data)
    return replace(document, source=replace(document.source, format=name))


def _choose(source: Source, data: bytes) -> str:
    if source.format:
        if source.format not in READERS:
            raise BadInput(f"{source.file}: no reader is called {source.format!r}. Choose one of {_names(READERS)}.")
        return source.format
    binary = data.startswith(b"%PDF") or any(reader.claims(data, source.file) for reader in (docx, epub))
    head = data[:HEAD].decode("latin-1") if binary else decode(data, source.file)[:HEAD]
    found = [name for name, reader in READERS.items() if name != LAST and reader.matches(source, head)]
    if not found and READERS[LAST].matches(source, head):
        return LAST
    named = _BY_NAME.get(PurePosixPath(source.file).suffix.lower(), "")
    if len(found) == 1 or named in found:
        return named if named in found else found[0]
    if found:
        raise BadInput(f"{source.file}: {_names(found)} all claim this file. Name one with --format.")
    raise BadInput(f"{source.file}: no reader understands this file (tried {_names(READERS)}). Name one with --format.")


def _names(names: Iterable[str]) -> str:
    return ", ".join(names)
