"""Links that cite: to the publisher's pages, or with the date of a ruling in their label."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from ingest.readers._draft import Piece
from ingest.readers._links import Hyper
from ingest.readers._references import is_official, reference
from ingest.segment import LineIndex
from kb.lang.dates import days_in
from kb.model import Reference

_STATUS = re.compile(
    r"(?P<outdated>旧裁定|已?失效|已?过期|已变更|已更改|作废|outdated|obsolete|superseded|no longer (?:valid|in force))"
    r"|(?P<unconfirmed>调整中|未定|暂定|待确认|unconfirmed|pending|under (?:review|adjustment)|to be confirmed)",
    re.I,
)
_BEHIND = re.compile(r"[_`]*\s{0,2}[\[(（【〔]([^\[\]()（）【】〔〕\n]{8,16})[\])）】〕]")
"""What stands in brackets right behind a link."""
_NEAR = 30


def iso_date(words: str) -> str:
    """The first whole date in some words, as ISO writes it; empty if there is none.

    >>> iso_date("（2021/3/4）")
    '2021-03-04'
    """
    return next(iter(days_in(words).days), "")


@dataclass(slots=True)
class DatedLinks:
    """Makes references of citing links and hangs them on the pieces they stand in."""

    source: str
    text: str
    index: LineIndex
    every_official: bool
    """Whether a link to the publisher counts without a date."""
    references: list[Reference] = field(default_factory=list)

    def collect(self, placed: Iterable[tuple[Piece, Hyper]]) -> None:
        """Looks at the links, each with the piece it stands in; a status beside a link becomes its piece's."""
        for piece, link in placed:
            date = iso_date(link.label) or self._behind(piece, link)
            if not link.url.startswith("http") or not (date or (self.every_official and is_official(link.url))):
                continue
            number = len(self.references) + 1
            words = " ".join(link.label.split())
            found = reference(self.source, "", words, [link], self.index.lines(link.span), piece.heading, f"link-{number}")
            self.references.append(replace(found, date=date or found.date))
            piece.references.append(found.id)
            piece.status = piece.status or self._status(piece, link)

    def _behind(self, piece: Piece, link: Hyper) -> str:
        """The date that stands in brackets right behind a link; empty where none does."""
        behind = _BEHIND.match(self.text, link.span.end, piece.end)
        return iso_date(behind[1]) if behind else ""

    def _status(self, piece: Piece, link: Hyper) -> str:
        """What is said of the cited ruling inside the label or right behind the link."""
        after = re.split(r"[。\n]|\.\s", self.text[link.span.end : min(piece.end, link.span.end + _NEAR)])[0]
        found = _STATUS.search(link.label) or _STATUS.match(after.lstrip("_ \t（([【,，"))
        return str(found.lastgroup) if found else ""
