"""Tables of contents: where they are, and the pages they give to headings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ingest.readers._draft import Piece
from ingest.readers._readable import readable
from kb.model import Span

_ENDS_IN_PAGE = re.compile(r"(\d{1,4})\Z")
_LEADER = " \t."
_TITLE = re.compile(r"^[#\s*_]*(?:table of contents|contents|目录|目次)[\s*_:]*$", re.I | re.M)
_FEWEST = 3
"""Lines that make a table of contents."""
_FAR = 1_500
"""Code points between two lines of one table of contents at most."""


def dotted(text: str) -> tuple[Span, list[tuple[str, int]]] | None:
    """The table of contents with dotted leaders, from its title to its last line, and its entries (title, page) in order.

    None unless at least three such lines stand together.
    """
    run: list[tuple[Span, str, int]] = []
    for line in _leader_lines(text):
        if run and line[0].start - run[-1][0].end > _FAR:
            if len(run) >= _FEWEST:
                break
            run = []
        run.append(line)
    if len(run) < _FEWEST:
        return None
    first, last = run[0][0].start, run[-1][0].end
    title = list(_TITLE.finditer(text, max(0, first - _FAR), first))
    return Span(title[-1].start() if title else first, last), [(title, page) for _, title, page in run]


def listed(text: str) -> Span | None:
    """The table of contents without leaders, from its title to its last line: headings as they stand again further down, with
    or without a page behind them.

    None unless at least three such lines follow the title.
    """
    for title in _TITLE.finditer(text):
        at = title.end() + 1
        lines = text[at:].split("\n")
        last = {_words(line): n for n, line in enumerate(lines)}
        end, count = at, 0
        for n, line in enumerate(lines):
            if words := _words(line):
                if max(last[words], last.get(_words(_ENDS_IN_PAGE.sub("", line.rstrip())), 0)) <= n:
                    break
                end, count = at + len(line), count + 1
            at += len(line) + 1
        if count >= _FEWEST:
            return Span(title.start(), end)
    return None


def _leader_lines(text: str) -> Iterator[tuple[Span, str, int]]:
    """Lines of the form `title ..... page`, each with its span, title and page."""
    at = 0
    for line in text.split("\n"):
        page = _ENDS_IN_PAGE.search(line.rstrip())
        title = line[: page.start()].rstrip(_LEADER) if page else ""
        if page and title.strip() and line[len(title) : page.start()].count(".") >= 3:
            yield Span(at, at + len(line)), title.strip(), int(page[1])
        at += len(line) + 1


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
        if following == len(headings):
            closed = _end_of_part(headings, at, above=True)
        elif following is not None and titles[following] == wanted[number + 1]:
            closed = following
        else:
            closed = min(_end_of_part(headings, at), following or len(headings))
        end = headings[closed].start if closed < len(headings) else len(text)
        for piece in pieces:
            if headings[at].start <= piece.start < end:
                piece.page = entries[number][1]


def _end_of_part(headings: Sequence[Piece], at: int, *, above: bool = False) -> int:
    """Index of the next heading of the same level or above it, or only of one above it."""
    level = headings[at].level - above
    return next((i for i in range(at + 1, len(headings)) if headings[i].level <= level), len(headings))


def _words(title: str) -> tuple[str, ...]:
    return tuple(w for w in re.findall(r"\w+", title.lower()) if w not in ("the", "a"))


def _singular(words: Sequence[str]) -> set[str]:
    return {w.removesuffix("s") for w in words}


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
            found[number] = next((i for i in range(low, high) if entry and _singular(entry) <= _singular(titles[i])), None)
    return found
