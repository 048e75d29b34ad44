"""PDF documents with a text layer. The stored text is what was extracted: a line for a line, a blank line between pages."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from ingest.readers._draft import Piece, assign_illustrated, classify, to_blocks
from ingest.readers._links import passage_at
from ingest.readers._marks import marks
from ingest.readers._pdf_blocks import PdfBlock, gather
from ingest.readers._pdf_lines import PdfLine, page_lines
from ingest.readers._readable import split_mark
from ingest.readers._tables import line_cells
from ingest.segment import LineIndex, fold, partition
from kb.errors import BadInput
from kb.model import Document, Link, Passage, Source, Span

_HYPHEN = re.compile(r"(?P<before>[^\W\d_]+)-\n(?P<after>[a-z]+)")
_CJK_BREAK = re.compile(r"(?<=[\u2e80-\u9fff\uff00-\uffef\u3000-\u303f])\n(?=[\u2e80-\u9fff\uff00-\uffef\u3000-\u303f])")
_BULLET = re.compile(r"\A\s*[•●○◦▪■□◆◇➢►▶·‣⁃*–—-]\s*(?=\S)")
_WORDS = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)?")


def matches(source: Source, head: str) -> bool:
    """Whether the bytes are a PDF."""
    return head.lstrip().startswith("%PDF-")


def first_page(data: bytes, file: str) -> str:
    """The text of the first page that has some. Raises BadInput as `read` does."""
    with _opened(data, file) as pages:
        for page in pages:
            if text := page.extract_text().strip():
                return str(text)
    raise _no_text(file)


def read(source: Source, data: bytes) -> Document:
    """The document: every passage with its page (from 1), headings by type size, list items with their parents.

    Raises BadInput if the file is damaged or locked, or has no text layer.
    """
    with _opened(data, source.file) as pages:
        lines = [page_lines(page, number) for number, page in enumerate(pages, 1)]
        hyperlinks = [link for number, page in enumerate(pages, 1) for link in _hyperlinks(page, number)]
    if not any(line.text.strip() for page in lines for line in page):
        raise _no_text(source.file)
    draft = _Draft()
    for block in gather(lines):
        draft.add(block)
    text = "".join(draft.parts)
    draft.finish(text)
    clean = _cleaner(text)
    passages = partition(source.id, source.lang, text, to_blocks(draft.pieces, text), clean)
    return Document(
        source=source,
        text=text,
        passages=passages,
        links=tuple(_links(source.id, hyperlinks, draft.places, passages, LineIndex(text))),
        marks=marks(passages),
    )


def _no_text(file: str) -> BadInput:
    return BadInput(f"{file}: this PDF has no text layer, its pages are pictures. Run it through OCR first.")


@dataclass(frozen=True, slots=True)
class _Hyperlink:
    """A link with its middle in points from the top left corner of the page."""

    page: int
    label: str
    url: str
    x: float
    y: float


@contextmanager
def _opened(data: bytes, file: str) -> Iterator[list[Any]]:
    """The pages of a PDF, as pdfplumber gives them."""
    import pdfplumber

    logging.getLogger("pdfminer").setLevel(logging.ERROR)
    try:
        with pdfplumber.open(io.BytesIO(data)) as opened:
            yield list(opened.pages)
    except BadInput:
        raise
    except Exception as error:
        # pdfminer lets every kind of error through where a file is damaged.
        why = fold(str(error)) or type(error).__name__
        raise BadInput(f"{file}: cannot be read as PDF ({why}). Save it again, without a password.") from error


def _hyperlinks(page: Any, number: int) -> list[_Hyperlink]:
    """The links of a page; their labels are made of the words whose middle lies inside the link."""
    links = [link for link in page.hyperlinks if link.get("uri")]
    words = page.extract_words() if links else []
    return [
        _Hyperlink(
            page=number,
            label=" ".join(w["text"] for w in words if _within(w, link)),
            url=str(link["uri"]),
            x=(link["x0"] + link["x1"]) / 2,
            y=(link["top"] + link["bottom"]) / 2,
        )
        for link in links
    ]


def _within(word: dict[str, Any], box: dict[str, Any]) -> bool:
    x, y = (word["x0"] + word["x1"]) / 2, (word["top"] + word["bottom"]) / 2
    return bool(box["x0"] <= x <= box["x1"] and box["top"] <= y <= box["bottom"])


@dataclass(slots=True)
class _Draft:
    """The stored text as it grows, and the piece for each block."""

    parts: list[str] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    places: list[tuple[PdfLine, int]] = field(default_factory=list)
    """Printed lines with their offsets."""
    length: int = 0
    page: int = 1
    _path: list[tuple[int, str]] = field(default_factory=list)
    _of: dict[int, Piece] = field(default_factory=dict)
    _tables: dict[tuple[int, int], list[tuple[PdfLine, Piece]]] = field(default_factory=dict)

    def add(self, block: PdfBlock) -> None:
        """Put a block's text at the end."""
        first = block.lines[0]
        if self.parts:
            self._append("\n\n" if first.page > self.page else "\n")
        self.page = first.page
        start = at = self.length
        for line in block.lines:
            self.places.append((line, at))
            at += len(line.text) + 1
        self._append(block.text)
        if block.kind == "heading":
            title = _joined(block.text)
            self._path = [*(p for p in self._path if p[0] < block.level), (block.level, title)]
        piece = Piece(start, self.length, block.kind, level=block.level, top=block.kind == "paragraph", page=first.page)
        piece.heading = tuple(title for _, title in self._path)
        piece.parent = self._of.get(id(block.parent))
        self._of[id(block)] = piece
        self.pieces.append(piece)
        if first.cell:
            self._tables.setdefault((first.page, first.cell[0]), []).append((first, piece))

    def _append(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)

    def finish(self, text: str) -> None:
        """Give every piece the kind its words ask for, every cell its headers and every example what it illustrates."""
        for piece in self.pieces:
            classify(piece, text)
        for cells in self._tables.values():
            _head(cells, text)
        assign_illustrated(self.pieces)


def _head(cells: Sequence[tuple[PdfLine, Piece]], text: str) -> None:
    """Row and column headers of a ruled table's cells; its first row heads the columns."""
    rows: dict[int, list[Piece]] = {}
    for line, piece in cells:
        if line.cell:
            rows.setdefault(line.cell[1], []).append(piece)
    shaped = list(rows.values())
    found = iter(line_cells([[p.span for p in row] for row in shaped], text, header=True))
    for row in shaped:
        for piece in row:
            cell = next(found)
            piece.kind = "heading" if cell.header else "table-cell"
            piece.row_headers, piece.col_headers = cell.row_headers, cell.col_headers


def _cleaner(text: str) -> Callable[[str], str]:
    """Readable text of a slice: line ends closed up, words parted at line ends put together as the document spells them."""
    words = {w.lower() for w in _WORDS.findall(text)}

    def rejoin(match: re.Match[str]) -> str:
        whole, parted = match["before"] + match["after"], f"{match['before']}-{match['after']}"
        return parted if parted.lower() in words and whole.lower() not in words else whole

    return lambda raw: split_mark(_BULLET.sub("", _joined(_HYPHEN.sub(rejoin, raw))))[1]


def _joined(raw: str) -> str:
    return fold(_CJK_BREAK.sub("", raw))


def _links(
    source: str,
    found: Sequence[_Hyperlink],
    places: Sequence[tuple[PdfLine, int]],
    passages: Sequence[Passage],
    index: LineIndex,
) -> Iterator[Link]:
    for link in found:
        here = [(line, at) for line, at in places if line.page == link.page]
        if not here:
            continue
        _, at = min(here, key=lambda place: _distance(place[0], link))
        where = index.lines(Span(at, at + 1))
        yield Link(source=source, label=link.label, url=link.url, lines=where, passage=passage_at(passages, at))


def _distance(line: PdfLine, link: _Hyperlink) -> float:
    """How far a line is from the middle of a link; 0 for the line it stands in."""
    across = max(line.left - link.x, link.x - line.right, 0.0)
    return across + max(line.top - link.y, link.y - line.bottom, 0.0)
