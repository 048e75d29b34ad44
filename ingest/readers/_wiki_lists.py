"""The lines of a flattened wiki page, and which list item hangs under which, as far as the layout still tells."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kb.model import Span

_FOLLOWS_UP = re.compile(
    r"\s*(?:(?:This|These|That|Those|Even if|In (?:all )?(?:these|this)|The same)\b|If (?:its?|that|th[eo]se|this)\b)"
)


@dataclass(frozen=True, slots=True)
class Line:
    start: int
    text: str
    number: int

    @property
    def blank(self) -> bool:
        return not self.text.strip()

    @property
    def span(self) -> Span:
        return Span(self.start, self.start + len(self.text))

    @property
    def leads_deeper(self) -> bool:
        """Whether it ends without the blank that every item and linked word ends with."""
        return not self.text.rstrip("\r")[-1:].isspace()


@dataclass(slots=True)
class Parents:
    """Which earlier line an item hangs under, as far as the flattened list still tells."""

    section: int | None = None
    """The paragraph that announces the section's list with a colon."""
    item: int | None = None
    """The last item that does not itself follow up on another."""
    opened: int | None = None
    """The item under which a deeper list has begun."""
    word: str = ""
    """First word of that deeper list's first item: its siblings begin alike."""

    def of(self, line: Line, *, bullet: bool) -> int | None:
        if not bullet:
            self.section = self.opened = None
            return None
        first = line.text.split(maxsplit=1)[0]
        if self.opened is not None and first == (self.word or first):
            self.word = first
            return self.opened
        if _FOLLOWS_UP.match(line.text) and self.item is not None:
            return self.item
        self.opened = None
        return self.section

    def add(self, index: int, line: Line, *, bullet: bool, deeper: bool) -> None:
        announces = line.text.rstrip().endswith(":")
        if not bullet:
            self.section = index if announces else None
            self.item = None
            return
        if not _FOLLOWS_UP.match(line.text):
            self.item = index
        if deeper or announces:
            self.opened, self.word = index, ""
