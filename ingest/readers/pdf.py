"""PDF documents with a text layer."""

from __future__ import annotations

import io

from kb.errors import BadInput
from kb.model import Document, Source


def matches(source: Source, head: str) -> bool:
    """Whether the bytes are a PDF."""
    return head.lstrip().startswith("%PDF-")


def first_page(data: bytes, file: str) -> str:
    """The text of the first page that has some; raises BadInput if there is none or the file is damaged."""
    import pdfplumber

    with pdfplumber.open(io.BytesIO(data)) as opened:
        for page in opened.pages:
            if text := page.extract_text().strip():
                return str(text)
    raise BadInput(f"{file}: no text layer.")


def read(source: Source, data: bytes) -> Document:
    """The document."""
    raise BadInput(f"{source.file}: PDF is not read yet.")
