"""Placeholder until the reader lands."""

from __future__ import annotations

from ingest.readers._decode import decode
from ingest.segment import partition
from kb.model import Document, Source


def matches(source: Source, head: str) -> bool:
    """Whether this reader understands the document."""
    return False


def read(source: Source, data: bytes) -> Document:
    """The document."""
    text = decode(data, source.file)
    return Document(source=source, text=text, passages=partition(source.id, source.lang, text, []))
