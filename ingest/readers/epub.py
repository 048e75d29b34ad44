"""Electronic books (EPUB): the chapters in their order, read as one web page. The stored text is that page."""

from __future__ import annotations

import posixpath
import re
from html import escape
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from ingest.readers import html
from ingest.readers._decode import decode
from ingest.readers._zipped import Parts, opened, page
from kb.errors import BadInput
from kb.model import Document, Source

_CONTAINER = "META-INF/container.xml"
_MARK = "mimetypeapplication/epub+zip"
_PAGES = frozenset(("application/xhtml+xml", "text/html", "application/x-dtbook+xml"))
_BODY = re.compile(r"<body\b[^>]*>(.*)</body\s*>", re.I | re.S)
_TO_PART = re.compile(r"""(\shref\s*=\s*["'])([^"'#:?]+)(#[^"']*)(["'])""", re.I)
_DATE = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2})?)?")


def claims(data: bytes, file: str) -> bool:
    """Whether the bytes are an electronic book: by the mark in front, or by the name of a ZIP file."""
    return data.startswith(b"PK\x03\x04") and (_MARK.encode() in data[:100] or file.lower().endswith(".epub"))


def matches(source: Source, head: str) -> bool:
    """Whether the head is that of an electronic book."""
    return claims(head.encode("latin-1", "replace"), source.file)


def read(source: Source, data: bytes) -> Document:
    """The document, as the page of all chapters is read.

    Raises BadInput if the file is damaged, locked, without chapters, or unpacks to more than is read.
    """
    return html.read(source, text_of(data, source.file).encode("utf-8", "surrogatepass"))


def text_of(data: bytes, file: str) -> str:
    """The chapters as one page. Raises BadInput as `read` does."""
    with opened(data, file) as parts:
        place, book = _book(parts, file)
        bodies = [_body(parts, name, file) for name in _chapters(book, place, parts, file)]
        return page(escape(_told(book, "title")), "\n".join(bodies))


def said(data: bytes, file: str) -> dict[str, str]:
    """What the book says of itself: `title`, `issued`, `publisher`. Raises BadInput as `read` does."""
    with opened(data, file) as parts:
        _, book = _book(parts, file)
    date = _DATE.match(_told(book, "date"))
    found = {"title": _told(book, "title"), "issued": date[0] if date else "", "publisher": _told(book, "publisher")}
    return {key: value for key, value in found.items() if value}


def _book(parts: Parts, file: str) -> tuple[str, Element]:
    """The folder of the book's table of parts, and that table."""
    for root in parts.xml(_CONTAINER).iter():
        if _name(root) == "rootfile" and root.get("full-path"):
            place = root.get("full-path", "")
            return posixpath.dirname(place), parts.xml(place)
    raise BadInput(f"{file}: it names no book ({_CONTAINER}). Fetch it again.")


def _chapters(book: Element, folder: str, parts: Parts, file: str) -> list[str]:
    items = {item.get("id"): item for item in book.iter() if _name(item) == "item"}
    order = [items[ref.get("idref")] for ref in book.iter() if _name(ref) == "itemref" and ref.get("idref") in items]
    pages = [i for i in order if i.get("media-type") in _PAGES and "nav" not in (i.get("properties") or "").split()]
    names = [posixpath.normpath(posixpath.join(folder, unquote(i.get("href") or ""))) for i in pages]
    if not names:
        raise BadInput(f"{file}: this book has no chapters of text. Give another edition.")
    if any("encryption.xml" in name for name in parts.names) and _locked(parts, names):
        raise BadInput(f"{file}: its chapters are encrypted. Give an edition without copy protection.")
    return names


def _locked(parts: Parts, names: list[str]) -> bool:
    """Whether a chapter is among what is encrypted: fonts often are, and hinder nobody."""
    found = (one.get("URI", "") for one in parts.xml("META-INF/encryption.xml").iter() if _name(one) == "CipherReference")
    return bool({posixpath.normpath(unquote(uri)) for uri in found} & set(names))


def _body(parts: Parts, name: str, file: str) -> str:
    text = decode(parts.read(name), f"{file}, {name[:100]}")
    found = _BODY.search(text)
    return _TO_PART.sub(r"\1\3\4", found[1] if found else text)


def _told(book: Element, what: str) -> str:
    """The first field of that name that has words, in one line."""
    fields = (" ".join("".join(one.itertext()).split()) for one in book.iter() if _name(one) == what)
    return next((field for field in fields if field), "")


def _name(element: Element) -> str:
    """Without its namespace; of a comment, nothing."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
