"""Tables of contents: where they are, and the pages they give to headings."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.readers._draft import Piece
from ingest.readers._readable import readable
from kb.model import Span

_LEADER = re.compile(r"^[ \t]*(?P<title>[^\n]*?\S)[ \t]*(?:\.[ \t]*){3,}(?P<page>\d{1,4})[ \t]*$", re.M)
_TITLE = re.compile(r"^[#\s*_]*(?:table of contents|contents|目录|目次)[\s*_:]*$", re.I | re.M)
_FAR = 1_500
"""Code points between two lines of one table of contents at most."""


def dotted(text: str) -> tuple[Span, list[tuple[str, int]]] | None:
    """The table of contents with dotted leaders, from its title to its last line, and its entries (title, page) in order.

    None unless at least three such lines stand together.
    """
    run: list[re.Match[str]] = []
    for match in _LEADER.finditer(text):
        if run and match.start() - run[-1].end() > _FAR:
            if len(run) >= 3:
                break
            run = []
        run.append(match)
    if len(run) < 3:
        return None
    title = list(_TITLE.finditer(text, max(0, run[0].start() - _FAR), run[0].start()))
    start = title[-1].start() if title else text.rfind("\n", 0, run[0].start()) + 1
    end = text.find("\n", run[-1].end())
    return Span(start, len(text) if end < 0 else end), [(m["title"].strip(), int(m["page"])) for m in run]


def assign_pages(pieces: Sequence[Piece], entries: Sequence[tuple[str, int]], text: str) -> None:
    """Give the pieces the page on which their part of the document begins, as far as the table of contents says.

    Entries and headings are matched by title, in order. Where the heading of the next entry is missing or not quite the
    same, the page holds only for the subsections of the one that was found.
    """
    headings = [p for p in pieces if p.kind == "heading" and p.level]
    titles = [_words(readable(text[p.start : p.end])) for p in headings]
    wanted = [_words(title) for title, _ in entries]
    found = _match(wanted, titles)
    for number, at in enumerate(found):
        if at is None:
            continue
        following = found[number + 1] if number + 1 < len(found) else len(headings)
        sure = following == len(headings) or (following is not None and titles[following] == wanted[number + 1])
        closed = following if sure and following is not None else min(_end_of_part(headings, at), following or len(headings))
        end = headings[closed].start if closed < len(headings) else len(text)
        for piece in pieces:
            if headings[at].start <= piece.start < end:
                piece.page = entries[number][1]


def _end_of_part(headings: Sequence[Piece], at: int) -> int:
    later = range(at + 1, len(headings))
    return next((i for i in later if headings[i].level <= headings[at].level), len(headings))


def _words(title: str) -> tuple[str, ...]:
    words = re.findall(r"\w+", title.lower())
    return tuple(w.removesuffix("s") for w in words if w not in ("the", "a"))


def _match(entries: Sequence[tuple[str, ...]], titles: Sequence[tuple[str, ...]]) -> list[int | None]:
    """Index of each entry's heading: exact titles first, then, between those, headings that contain the entry's words."""
    found: list[int | None] = []
    at = 0
    for entry in entries:
        index = next((i for i in range(at, len(titles)) if titles[i] == entry), None)
        found.append(index)
        at = at if index is None else index + 1
    for number, entry in enumerate(entries):
        if found[number] is None:
            low = max((f + 1 for f in found[:number] if f is not None), default=0)
            high = min((f for f in found[number + 1 :] if f is not None), default=len(titles))
            found[number] = next((i for i in range(low, high) if entry and set(entry) <= set(titles[i])), None)
    return found
