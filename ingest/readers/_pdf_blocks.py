"""Printed lines gathered into what they are: running heads, headings, paragraphs, list items, table cells."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from ingest.readers._pdf_lines import PdfLine

_BULLET = re.compile(
    r"(?:[•●○◦▪■□◆◇➢►▶·※‣⁃–—✓✔✗✘☑☒❌*-](?=\s|[^\w\s-]|[\u4e00-\u9fff])|\(?\d{1,2}[.)](?=\s)|\d{1,2}[、．]|[(（]\d{1,2}[)）]"
    r"|[a-z][.)](?=\s)|[\u2460-\u2473])\s*"
)
_NUMBER = re.compile(
    r"\W*(?:page|p\.|第)?\s*(?:\d{1,4}|[ivxlc]{1,6})\s*(?:页|頁)?(?:\s*(?:of|/|共)\s*\d{1,4}\s*(?:页|頁)?)?\W*", re.I
)
_ENDED = re.compile(r"[.!?。！？:：;；…”」』)）]\s*\Z")
_LEADERS = re.compile(r"(?:\.\s?){4,}\s*\d{1,4}\s*\Z|…{2,}\s*\d{1,4}\s*\Z")
_LONGEST_HEADING = 120
_LARGER = 1.12
"""How much larger than the running text a heading is printed, at least."""
_APART = 1.3
"""Line pitch, in units of the usual one, from which a new paragraph begins."""


@dataclass(slots=True)
class PdfBlock:
    """Lines that make one passage, in order."""

    kind: str
    lines: list[PdfLine]
    level: int = 0
    """Of a heading, 1 the outermost."""
    parent: PdfBlock | None = None

    @property
    def text(self) -> str:
        """The lines as printed."""
        return "\n".join(line.text for line in self.lines)


def gather(pages: Sequence[Sequence[PdfLine]]) -> list[PdfBlock]:
    """The blocks of all pages in reading order. No block goes over the end of a page."""
    running = _running(pages)
    body = _body_size(line for page in pages for line in page if id(line) not in running)
    sizes = _heading_sizes(pages, running, body)
    pitch = _pitches(pages)
    found: list[PdfBlock] = []
    for page in pages:
        draft = _Page(body, sizes, pitch)
        for line in page:
            draft.add(line, running=id(line) in running)
        found += draft.blocks
    return found


@dataclass(slots=True)
class _Page:
    body: float
    sizes: list[float]
    pitch: dict[float, float]
    blocks: list[PdfBlock] = field(default_factory=list)
    _items: list[PdfBlock] = field(default_factory=list)
    """Open list items, each further to the right than the one before."""

    def add(self, line: PdfLine, *, running: bool) -> None:
        """Put a line where it belongs: behind the last block or into a new one."""
        if running or _LEADERS.search(line.text):
            self.blocks.append(PdfBlock("boilerplate", [line]))
        elif line.cell:
            self.blocks.append(PdfBlock("table-cell", [line]))
        elif level := self._level(line):
            self._heading(line, level)
        elif _BULLET.match(line.text):
            self._item(line)
        elif self._goes_on(line):
            self.blocks[-1].lines.append(line)
        else:
            inside = next((i for i in reversed(self._items) if line.left > i.lines[0].left + 2), None)
            self._items = self._items[: self._items.index(inside) + 1] if inside else []
            self.blocks.append(PdfBlock("bullet" if inside else "paragraph", [line], parent=inside))

    def _level(self, line: PdfLine) -> int:
        if len(line.text) > _LONGEST_HEADING or not any(c.isalpha() for c in line.text):
            return 0
        if line.size >= self.body * _LARGER:
            return self.sizes.index(line.size) + 1
        alone = not (self.blocks and self.blocks[-1].kind in ("paragraph", "bullet") and self._near(line))
        return len(self.sizes) + 1 if line.bold and alone and not re.search(r"[.。;；,，]\s*\Z", line.text) else 0

    def _heading(self, line: PdfLine, level: int) -> None:
        last = self.blocks[-1] if self.blocks else None
        self._items = []
        if last and last.kind == "heading" and last.level == level and self._near(line):
            last.lines.append(line)
        else:
            self.blocks.append(PdfBlock("heading", [line], level=level))

    def _item(self, line: PdfLine) -> None:
        self._items = [i for i in self._items if i.lines[0].left < line.left - 2]
        last = self.blocks[-1] if self.blocks else None
        announced = last if last and last.kind == "paragraph" and last.text.rstrip()[-1:] in (":", "：") else None
        if not self._items and not announced and last and last.kind == "bullet":
            announced = _top(last).parent
        item = PdfBlock("bullet", [line], parent=self._items[-1] if self._items else announced)
        self._items.append(item)
        self.blocks.append(item)

    def _goes_on(self, line: PdfLine) -> bool:
        """Whether a line continues the last block: same size, usual distance, and no sign that a paragraph ended."""
        last = self.blocks[-1] if self.blocks else None
        if last is None or last.kind not in ("paragraph", "bullet") or not self._near(line):
            return False
        before = last.lines[-1]
        if last.kind == "bullet" and line.left < last.lines[0].left - 2:
            return False
        ended = bool(_ENDED.search(before.text))
        short = before.right < before.edge - 4 * before.size
        indented = line.left > last.lines[-1].left + 0.8 * line.size and last.kind == "paragraph"
        return not (ended and (short or indented))

    def _near(self, line: PdfLine) -> bool:
        before = self.blocks[-1].lines[-1]
        size = max(before.size, line.size)
        usual = self.pitch.get(line.size, 1.3 * size)
        return -1 < line.bottom - before.bottom <= _APART * usual and abs(before.size - line.size) <= 0.15 * size


def _top(item: PdfBlock) -> PdfBlock:
    while item.parent and item.parent.kind == "bullet":
        item = item.parent
    return item


def _running(pages: Sequence[Sequence[PdfLine]]) -> set[int]:
    """Ids of the lines in the margins that come back on other pages or only count them, none larger than the usual type."""
    largest = 1.05 * _body_size(line for page in pages for line in page)
    margins = [x for page in pages for x in page if x.marginal and x.cell is None and x.size <= largest]
    places: dict[tuple[str, int], set[int]] = defaultdict(set)
    for line in margins:
        places[_place(line)].add(line.page)
    enough = max(2, round(0.3 * len(pages)))
    return {id(x) for x in margins if len(places[_place(x)]) >= enough or _NUMBER.fullmatch(x.text)}


def _place(line: PdfLine) -> tuple[str, int]:
    """What a line says, numbers apart, and where: the same on every page for a running head."""
    return re.sub(r"\d+", "#", line.text), round(line.top / 8)


def _body_size(lines: Iterable[PdfLine]) -> float:
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[line.size] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else 0.0


def _heading_sizes(pages: Sequence[Sequence[PdfLine]], running: set[int], body: float) -> list[float]:
    lines = (line for page in pages for line in page if id(line) not in running and line.cell is None)
    return sorted({line.size for line in lines if line.size >= body * _LARGER}, reverse=True)


def _pitches(pages: Sequence[Sequence[PdfLine]]) -> dict[float, float]:
    """Usual distance of lines by type size: the median, in points, of the distances that are no more than two sizes."""
    found: dict[float, list[float]] = defaultdict(list)
    for page in pages:
        for before, line in pairwise(page):
            distance = line.bottom - before.bottom
            if line.size == before.size and 0 < distance <= 2 * line.size:
                found[line.size].append(distance)
    return {size: median(sorted(distances)[: max(1, len(distances) * 3 // 4)]) for size, distances in found.items()}
