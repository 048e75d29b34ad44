"""Reads Chinese rules notes in their own Markdown dialect: `##标题` without a blank, examples after `>`, numbered steps.

Every line is a passage, but for lines that go on with an example begun by `>`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ingest.readers._decode import decode
from ingest.readers._draft import Piece, assign_illustrated, classify, to_blocks
from ingest.readers._links import anchors, find_hypers, images, links
from ingest.readers._outline import assign_headings
from ingest.readers._readable import readable
from ingest.readers._tags import find_tags
from ingest.segment import LineIndex, partition
from kb.model import Document, Mark, Source

_HEADING = re.compile(r"[ ]{0,3}(#{1,6})\s*[^\s#]")
_UNSPACED = re.compile(r"^#{1,6}[^\s#]", re.M)
_SPACED = re.compile(r"^#{1,6}[ \t]", re.M)
_CJK = re.compile(r"[\u3400-\u9fff]")
_BULLET = re.compile(r"([ \t]*)(?:[*+][ \t]+|-(?!-)[ \t]*)(?=\S)")
_QUOTE = re.compile(r"([ \t]*)>")
_STEP = re.compile(r"[ ]{0,3}\d{1,2}[.．、)）][ \t]*(?=\S)")
_STEP_TITLE = 20
_SENTENCE = re.compile(r"[。；！？，：:]")
_BARE_EXAMPLE = re.compile(r"\W*(?:例子?|例如)\W*\Z")
_ANNOUNCES = re.compile(r"(?:以下|如下|下列)[^。]*。?\Z|(?:例子|[：:])\Z")
_STEP_LEVEL = 7
_TAB = 4


def matches(source: Source, head: str) -> bool:
    """Whether a text looks like these notes: Chinese, and most headings have no blank after their signs."""
    return bool(_CJK.search(head)) and len(_UNSPACED.findall(head)) > len(_SPACED.findall(head))


def read(source: Source, data: bytes) -> Document:
    """The document: a passage per line, examples tied to the rule above them, nested items to what they hang under.

    Raises BadInput if the bytes are not text.
    """
    text = decode(data, source.file)
    notes = _Notes(text)
    notes.read()
    pieces = notes.pieces
    assign_headings(pieces, text)
    assign_illustrated(pieces)
    passages = partition(source.id, source.lang, text, to_blocks(pieces, text), readable)
    index, tags = LineIndex(text), find_tags(text)
    titled = [(p.span, readable(text[p.start : p.end])) for p in pieces if p.kind == "heading"]
    named = anchors(source.id, tags, titled, index)
    hypers = find_hypers(text, tags)
    return Document(
        source=source,
        text=text,
        passages=passages,
        links=tuple(links(source.id, hypers, {a.name for a in named}, passages, index)),
        anchors=tuple(named),
        images=tuple(images(source.id, hypers, index)),
        marks=tuple(Mark(source=source.id, lines=p.lines, passage=p.id, mark=p.mark) for p in passages if p.mark),
    )


@dataclass(slots=True)
class _Notes:
    """Goes through the lines once, keeping the items that are open, outermost first."""

    text: str
    pieces: list[Piece] = field(default_factory=list)
    _items: list[tuple[int, Piece]] = field(default_factory=list)
    _quote: Piece | None = None
    _lead: Piece | None = None
    """The plain line that the bullets below it belong to."""

    def read(self) -> None:
        spans = [m.span() for m in re.finditer(r"[^\n]*\n|[^\n]+", self.text)]
        lines = [self.text[a:b] for a, b in spans]
        for i, ((start, end), line) in enumerate(zip(spans, lines, strict=True)):
            following = lines[i + 1] if i + 1 < len(lines) else ""
            self._line(start, end, line, following)

    def _line(self, start: int, end: int, line: str, following: str) -> None:
        if not line.strip():
            self._items, self._quote, self._lead = [], None, None
        elif heading := _HEADING.match(line):
            self._title(start, end, len(heading[1]))
        elif _is_step_title(line, following):
            self._title(start, end, _STEP_LEVEL)
        elif quote := _QUOTE.match(line):
            self._example(start, end, _width(quote[1]))
        elif bullet := _BULLET.match(line):
            self._bullet(start, end, _width(bullet[1]))
        elif self._quote:
            self._quote.end = end
        else:
            self._plain(start, end, following, "bullet" if _STEP.match(line) else "paragraph")

    def _title(self, start: int, end: int, level: int) -> None:
        self._add(Piece(start, end, "heading", level=level))
        self._items, self._quote, self._lead = [], None, None

    def _bullet(self, start: int, end: int, width: int) -> None:
        before = self.pieces[-1] if self.pieces else None
        sibling = self._items[-1] if self._items else None
        while self._items and self._items[-1][0] >= width:
            self._items.pop()
        parent = self._items[-1][1] if self._items else self._lead
        if sibling and sibling[0] == width and sibling[1] is before and self._announces(before):
            parent = before
        self._items.append((width, self._add(Piece(start, end, "bullet", parent))))
        self._quote = None

    def _example(self, start: int, end: int, width: int) -> None:
        if self._quote and _BARE_EXAMPLE.match(readable(self.text[self._quote.start : self._quote.end])):
            self._quote.end = end
            return
        rule = next((p for w, p in reversed(self._items) if w <= width), self._lead)
        piece = Piece(start, end, "example", rule)
        piece.illustrates = rule
        self._quote = self._add(piece)

    def _plain(self, start: int, end: int, following: str, kind: str) -> None:
        item = self._items[-1][1] if self._items else None
        parent = item if item and self._announces(item) else None
        piece = self._add(Piece(start, end, kind, parent, top=kind == "paragraph"))
        if not item:
            self._lead = piece if _BULLET.match(following) else None

    def _announces(self, piece: Piece) -> bool:
        return bool(_ANNOUNCES.search(readable(self.text[piece.start : piece.end])))

    def _add(self, piece: Piece) -> Piece:
        classify(piece, self.text)
        self.pieces.append(piece)
        return piece


def _is_step_title(line: str, following: str) -> bool:
    """Whether a numbered line is the title of the items below it rather than a statement."""
    title = line.strip()
    return bool(_STEP.match(line) and _BULLET.match(following)) and len(title) <= _STEP_TITLE and not _SENTENCE.search(title)


def _width(indent: str) -> int:
    return len(indent.expandtabs(_TAB))
