"""What a document is that no registry names: told from its text, by the readers."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from pathlib import PurePosixPath

from ingest.readers import csv, docx, epub, faq_json, pdf, qa_json
from ingest.readers._decode import decode
from ingest.readers._front import fields, front
from ingest.segment import slug
from kb.graph.names import reserved
from kb.lang.detect import detect
from kb.model import Source
from kb.plain import clipped

_HEAD = 1 << 16
_ID_BYTES = 200
"""An id names a folder, and no file system takes names longer than 255 bytes."""
_TITLES = (
    re.compile(r"<title[^>]*>\s*(?P<title>[^<]{1,200}?)\s*</title>", re.I),
    re.compile(r"<h1[^>]*>\s*(?P<title>[^<]{1,200}?)\s*</h1>", re.I),
    re.compile(r"^[ \t]{0,3}#{1,6}[ \t]*(?P<title>[^\s#].{0,199}?)[ \t]*#*[ \t]*\r?$", re.M),
    re.compile(r"^(?P<title>\S.{0,199}?)[ \t]*\r?\n([=\-~^\"*#+`])\2{2,}[ \t]*\r?$", re.M),
)


def rulings(data: bytes) -> Source | None:
    """What official Q&As, or official FAQs of cards, are by themselves; None for anything else."""
    return next((reader.source(data) for reader in (qa_json, faq_json) if reader.claims(data)), None)


def unknown(name: str, data: bytes, taken: Collection[str], reader: str = "") -> Source:
    """What a file tells of itself, with an id that is not `taken`. Raises BadInput if it cannot be read.

    `reader` names the one that is to read it; empty if that is left to the readers. The first line of a table is no title.
    """
    if known := rulings(data):
        return replace(known, id=_free_id(known.id, taken), file=name)
    text = _text(name, data)
    stem, table = PurePosixPath(name).with_suffix("").as_posix(), reader == "csv" or (not reader and csv.is_named(name))
    ahead = None if table else front(text)
    body = text[ahead.span.end :] if ahead else text
    said = dict(ahead.says if ahead else fields(text) if name.lower().endswith((".rst", ".rest")) else {})
    said |= epub.said(data, name) if epub.claims(data, name) else {}
    title = said.pop("title", "") or ("" if table else _title(body[:_HEAD])) or PurePosixPath(name).stem
    source_id = _free_id(clipped(slug(stem), _ID_BYTES).strip("-_"), taken)
    return replace(Source(id=source_id, file=name, title=title, lang=detect(body)), **said)  # type: ignore[arg-type]  # fields of Source by name


def _text(name: str, data: bytes) -> str:
    """What can be told of a document from: of a PDF its first page."""
    if data.startswith(b"%PDF"):
        return pdf.first_page(data, name)
    packed = next((reader for reader in (docx, epub) if reader.claims(data, name)), None)
    return packed.text_of(data, name) if packed else decode(data, name)


def _free_id(wanted: str, taken: Collection[str]) -> str:
    """The id itself, or with the first number that makes it one no document and no graph of our own has."""
    return next(i for i in (wanted, *(f"{wanted}-{n}" for n in range(2, len(taken) + 3))) if i not in taken and not reserved(i))


def _title(head: str) -> str:
    """The first heading of a text in any of the formats, else its first line if that is short, else nothing."""
    found = [m for pattern in _TITLES if (m := pattern.search(head))]
    if found:
        return " ".join(min(found, key=lambda m: m.start())["title"].split())
    first = next((line.strip() for line in head.split("\n") if line.strip() and not line.startswith("Link: ")), "")
    return first if len(first) <= 80 else ""
