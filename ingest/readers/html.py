"""Web pages saved as HTML: what a visitor reads becomes passages, what only navigates is boilerplate."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ingest.readers._decode import decode
from ingest.readers._draft import Piece, assign_illustrated, to_blocks
from ingest.readers._links import Hyper, anchors, images, links
from ingest.readers._marks import marks
from ingest.readers._page_pieces import PagePieces, is_boilerplate
from ingest.readers._page_tags import page_tags, page_text, page_tree, page_visible
from ingest.readers._references import reference
from ingest.readers._tags import Node
from ingest.segment import LineIndex, partition, trim
from kb.model import Document, Reference, Source, Span

_BEGINNING = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S)
_MARK = re.compile(r"\[?\s*(?:\d{1,3}|[a-z]|\w+ \d+|[*†‡]+)\s*\]?", re.I)
_BRACKETED = re.compile(r"[\[【]\s*(?:\d{1,3}|[a-z]|\w+ \d+)\s*[\]】]", re.I)
_BACK = re.compile(r"(?:^|\s)[↩↑^⤴]+(?:\s*(?:[a-z]\b|\d+\.\d+)\s*)*|[↩⤴]\ufe0e?")


def matches(source: Source, head: str) -> bool:
    """Whether the text begins as a web page does."""
    return bool(_BEGINNING.match(head.lstrip("\ufeff")))


def read(source: Source, data: bytes) -> Document:
    """The page: passages with heading paths, list parents and cell headers; links, anchors, images and footnotes.

    Raises BadInput if the bytes are no text.
    """
    text = decode(data, source.file)
    tags = page_tags(text)
    root = page_tree(text, tags)
    hypers = list(_hypers(root, text))
    footnotes = _footnote_marks(root, text)
    page = PagePieces(text, frozenset(key for _, key in footnotes))
    pieces = page.read(root)
    assign_illustrated(pieces)
    index = LineIndex(text)
    references = _references(source.id, page, hypers, index)
    _tie(pieces, footnotes, references)
    blocks = to_blocks([*pieces, *_unseen(text, pieces)], text)
    passages = partition(source.id, source.lang, text, blocks, page_text)
    named = anchors(source.id, tags, [], index)
    return Document(
        source=source,
        text=text,
        passages=passages,
        references=tuple(references),
        links=tuple(links(source.id, hypers, {a.name for a in named}, passages, index)),
        anchors=tuple(named),
        images=tuple(images(source.id, _outside(hypers, root), index)),
        marks=marks(passages),
    )


def _hypers(root: Node, text: str) -> Iterable[Hyper]:
    for node in root.walk():
        if node.name == "a" and node.attrs.get("href") and "headerlink" not in node.attrs.get("class", ""):
            yield Hyper(node.outer, page_text(text[node.inner.start : node.inner.end]), node.attrs["href"])
        elif node.name == "img":
            yield Hyper(node.outer, node.attrs.get("alt", ""), node.attrs.get("src", ""), image=True)


def _outside(hypers: Iterable[Hyper], root: Node) -> list[Hyper]:
    """Those that stand in no part that only navigates: its arrows are no pictures of the document."""
    aside = [n.outer for n in root.walk() if n is not root and is_boilerplate(n)]
    return [h for h in hypers if not any(a.start <= h.span.start < a.end for a in aside)]


def _footnote_marks(root: Node, text: str) -> list[tuple[int, str]]:
    """Offsets of footnote marks and the ids they point to: raised or bracketed labels that lead further down the page."""
    places: dict[str, int] = {}
    raised: set[int] = set()
    for node in root.walk():
        for name in (node.attrs.get("id", ""), node.attrs.get("name", "") if node.name == "a" else ""):
            if name:
                places.setdefault(name, node.outer.start)
        if node.name == "sup":
            raised |= {n.outer.start for n in node.walk()}
    found: list[tuple[int, str]] = []
    for node in root.walk():
        key = node.attrs.get("href", "")[1:] if node.name == "a" and node.attrs.get("href", "").startswith("#") else ""
        if places.get(key, -1) > node.outer.start:
            label = page_visible(text[node.inner.start : node.inner.end])
            if _MARK.fullmatch(label) if node.outer.start in raised else _BRACKETED.fullmatch(label):
                found.append((node.outer.start, key))
    return found


def _references(source: str, page: PagePieces, hypers: Sequence[Hyper], index: LineIndex) -> list[Reference]:
    found: list[Reference] = []
    for key, node, piece in page.cited:
        inside = [h for h in hypers if node.outer.start <= h.span.start < node.outer.end]
        words = page_text(page.text[node.inner.start : node.inner.end])
        own = [h for h in inside if not h.image and not h.url.startswith("#")]
        for back in (h.label for h in inside if h.url.startswith("#") and h.label):
            words = words.replace(back, " ", 1)
        label = " ".join(_BACK.sub(" ", words).split()).strip("[]. ") or words
        found.append(reference(source, key, label, own, index.lines(node.outer), piece.heading))
    return found


def _tie(pieces: Sequence[Piece], marks: Sequence[tuple[int, str]], references: Sequence[Reference]) -> None:
    """Hang each reference on the pieces its marks stand in."""
    by_key = {r.key: r.id for r in references}
    for offset, key in marks:
        for piece in pieces:
            if piece.start <= offset < piece.end and piece.kind not in ("reference", "boilerplate") and key in by_key:
                piece.references.append(by_key[key])


def _unseen(text: str, pieces: Sequence[Piece]) -> list[Piece]:
    """Tags and comments between the pieces: what shares a line with a piece joins it, the rest is boilerplate."""
    found: list[Piece] = []
    before: Piece | None = None
    for piece in [*pieces, None]:
        gap = trim(text, Span(before.end if before else 0, piece.start if piece else len(text)))
        if gap.end > gap.start and not page_text(text[gap.start : gap.end]):
            breaks = _breaks(text, Span(before.end if before else 0, piece.start if piece else len(text)))
            first, last = (breaks[0], breaks[-1]) if breaks else (gap.start, gap.start)
            if before and (breaks or not piece):
                before.end = max(before.end, first if breaks else gap.end)
            if piece:
                piece.start = min(piece.start, last if breaks or not before else gap.start)
            rest = trim(text, Span(before.end if before else gap.start, piece.start if piece else gap.end))
            if rest.end > rest.start:
                found.append(Piece(*rest, "boilerplate", heading=before.heading if before else ()))
        before = piece
    return found


def _breaks(text: str, gap: Span) -> list[int]:
    """Offsets of the line feeds in a gap that are inside no tag or comment."""
    inside = [t.span for t in page_tags(text[gap.start : gap.end])]
    breaks = [m.start() for m in re.finditer("\n", text[gap.start : gap.end])]
    return [gap.start + b for b in breaks if not any(s.start <= b < s.end for s in inside)]
