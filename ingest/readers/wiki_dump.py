"""Wiki pages saved as plain text: no markup is left, so layout tells what is what.

What the layout tells: section titles are those of the "Contents" list; a blank line after a section's first lines begins
its list; every list item ends in a blank except one that a deeper list follows; `↑` begins an entry of a reference list.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from ingest.readers import _wiki_refs
from ingest.readers._decode import decode
from ingest.readers._links import passage_at
from ingest.readers._spacing import readable
from ingest.readers._wiki_lists import Line, Parents
from ingest.segment import Block, LineIndex, fold, partition
from kb.model import Anchor, Document, Image, Lines, Link, Reference, Source, Span

_ARROW = re.compile(r"\s*↑")
_FIRST_LINE = re.compile(r"\s*Link: https?://\S+")
_NUMBERED = re.compile(r"\s*(?P<number>\d+(?:\.\d+)*)\s+(?P<title>\S.*)")
_MARK = re.compile(r"\[\s{0,3}(?:(?P<group>[^\W\d][\w ]{0,30}?)\s{1,3})?(?P<number>\d{1,4})\s{0,3}\]")
_FOOTER = re.compile(r"\s*(?:(?:Images|Categories): |v\s+[te](?:\s+[de])?\s*$)")
_SENTENCE_END = re.compile(r"[.!?:][\s\")\]\d\[]{0,200}\Z")
_SENTENCE_WORDS = 6
_APPARATUS = frozenset({"external links", "see also", "further reading", "navigation", "in other languages"})


@dataclass(frozen=True, slots=True)
class _Section:
    heading: tuple[str, ...]
    body: tuple[Line, ...]

    @property
    def title(self) -> str:
        return self.heading[-1] if self.heading else ""


@dataclass(slots=True)
class _Page:
    """What has been understood so far."""

    source: str
    blocks: list[Block] = field(default_factory=list)
    references: list[Reference] = field(default_factory=list)
    links: list[tuple[int, Link]] = field(default_factory=list)
    """Marks as links, with their offsets."""
    groups: dict[str, str] = field(default_factory=dict)
    """Section title to the prefix of its entries' keys."""
    counts: Counter[str] = field(default_factory=Counter)
    """Entries so far by prefix."""


def matches(source: Source, head: str) -> bool:
    """Whether the text begins with the page's address, as saved pages do."""
    return bool(_FIRST_LINE.match(head.lstrip("\ufeff")))


def read(source: Source, data: bytes) -> Document:
    """The page: one passage a paragraph, list item or reference; infobox, contents and navigation are boilerplate.

    Raises BadInput if the bytes are no text.
    """
    text = decode(data, source.file)
    lines = _lines(text)
    first, end, titles = _contents(lines)
    page = _Page(source.id)
    headings = _headings(lines, end, titles)
    tail = _tail(lines, end, headings[-1][0] if headings else 0)
    sections = list(_sections(lines, end, tail, headings))
    page.groups = _groups(text, sections)
    _lead(page, lines[:first])
    _boilerplate(page, lines[first:end], ())
    for section in sections:
        _read_section(page, section)
    _boilerplate(page, lines[tail:], ())
    _tie_marks(page, text)
    passages = partition(source.id, source.lang, text, page.blocks, readable)
    return Document(
        source=source,
        text=text,
        passages=passages,
        references=tuple(page.references),
        links=tuple(replace(link, passage=passage_at(passages, at)) for at, link in page.links),
        anchors=tuple(Anchor(source=source.id, name=f"cite-{r.key}", lines=r.lines, explicit=True) for r in page.references),
        images=tuple(_images(source.id, lines)),
    )


def _lines(text: str) -> list[Line]:
    found: list[Line] = []
    at = 0
    for number, line in enumerate(text.split("\n"), 1):
        found.append(Line(at, line, number))
        at += len(line) + 1
    return found


def _contents(lines: Sequence[Line]) -> tuple[int, int, list[tuple[int, str]]]:
    """Where the list of contents begins and ends (line indexes), and its (depth, title) pairs in order."""
    for first, line in enumerate(lines):
        if fold(line.text) != "Contents":
            continue
        titles: list[tuple[int, str]] = []
        end = first + 1
        for i in range(first + 1, len(lines)):
            found = _NUMBERED.match(lines[i].text)
            if found:
                titles.append((found["number"].count(".") + 1, fold(found["title"])))
                end = i + 1
            elif not lines[i].blank:
                break
        if titles:
            return first, end, titles
    return 0, 0, []


def _headings(lines: Sequence[Line], start: int, titles: Sequence[tuple[int, str]]) -> list[tuple[int, tuple[str, ...]]]:
    """Line index and heading path of every title that stands alone on a line, in the order of the contents."""
    found: list[tuple[int, tuple[str, ...]]] = []
    path: list[str] = []
    for depth, title in titles:
        at = next((i for i in range(start, len(lines)) if fold(lines[i].text) == title), None)
        if at is not None:
            path = [*path[: depth - 1], title]
            found.append((at, tuple(path)))
            start = at + 1
    return found


def _tail(lines: Sequence[Line], start: int, last_heading: int) -> int:
    """Index of the line from which on there is only navigation: after the last reference, or at the page's footer."""
    end = next((i for i in range(len(lines) - 1, start - 1, -1) if _ARROW.match(lines[i].text)), -1) + 1
    if end <= max(start, last_heading):
        return next((i for i in range(max(start, last_heading), len(lines)) if _FOOTER.match(lines[i].text)), len(lines))
    while end < len(lines) and not lines[end].blank:
        end += 1
    return end


def _sections(
    lines: Sequence[Line], start: int, end: int, headings: Sequence[tuple[int, tuple[str, ...]]]
) -> Iterator[_Section]:
    yield _Section((), tuple(lines[start : headings[0][0] if headings else end]))
    ends = [*(first for first, _ in headings[1:]), end]
    for (first, heading), following in zip(headings, ends, strict=False):
        yield _Section(heading, tuple(lines[first:following]))


def _groups(text: str, sections: Sequence[_Section]) -> dict[str, str]:
    """Prefix of reference keys by section title: none for plain numbers, `note-` for a section cited as `[Notes 1]`."""
    named = {fold(m["group"]).lower() for m in _MARK.finditer(text) if m["group"]}
    titles = {s.title for s in sections if any(_ARROW.match(line.text) for line in s.body)}
    return {t: re.sub(r"s$", "", t.lower().replace(" ", "-")) + "-" if t.lower() in named else "" for t in titles}


def _lead(page: _Page, lines: Sequence[Line]) -> None:
    """The lines before the contents: sentences are paragraphs, the rest, an infobox for the most part, is boilerplate."""
    start = 0
    for i, line in enumerate(lines):
        if _SENTENCE_END.search(line.text) and len(line.text.split()) >= _SENTENCE_WORDS:
            _boilerplate(page, lines[start:i], ())
            page.blocks.append(Block(span=line.span, kind="paragraph"))
            start = i + 1
    _boilerplate(page, lines[start:], ())


def _boilerplate(page: _Page, lines: Sequence[Line], heading: tuple[str, ...]) -> None:
    run: list[Line] = []
    for line in [*(x for x in lines if not x.blank), None]:
        if run and (line is None or line.number > run[-1].number + 3 or _FOOTER.match(line.text)):
            page.blocks.append(Block(span=Span(run[0].start, run[-1].span.end), kind="boilerplate", heading=heading))
            run = []
        if line is not None:
            run.append(line)


def _read_section(page: _Page, section: _Section) -> None:
    body = list(section.body)
    if section.heading and body:
        page.blocks.append(Block(span=body.pop(0).span, kind="heading", heading=section.heading))
    if section.title.lower() in _APPARATUS:
        _boilerplate(page, body, section.heading)
    elif section.title in page.groups:
        _read_references(page, body, section)
    else:
        _read_prose(page, body, section.heading)


def _read_references(page: _Page, body: Sequence[Line], section: _Section) -> None:
    prefix, heading = page.groups[section.title], section.heading
    for entry in _entries(body):
        span = Span(entry[0].start, entry[-1].span.end)
        if not _ARROW.match(entry[0].text):
            page.blocks.append(Block(span=span, kind="paragraph", heading=heading))
            continue
        page.counts[prefix] += 1
        key = f"{prefix}{page.counts[prefix]}"
        raw = "\n".join(line.text for line in entry)
        lines = Lines(entry[0].number, entry[-1].number)
        page.references.append(_wiki_refs.reference(page.source, key, raw, lines, heading))
        page.blocks.append(Block(span=span, kind="note" if prefix else "reference", heading=heading))


def _entries(body: Sequence[Line]) -> Iterator[list[Line]]:
    """Runs of lines that belong to one entry: an arrow or a blank line begins the next."""
    run: list[Line] = []
    for line in body:
        if run and (line.blank or _ARROW.match(line.text)):
            yield run
            run = []
        if not line.blank:
            run.append(line)
    if run:
        yield run


def _read_prose(page: _Page, body: Sequence[Line], heading: tuple[str, ...]) -> None:
    shown = [line for line in body if not line.blank]
    opening = next((i for i, line in enumerate(body) if line.blank), len(body)) if heading else len(body)
    listed = bool(heading) and (any(not x.blank for x in body[opening:]) or len(shown) > 1)
    if listed and not any(not x.blank for x in body[opening:]):
        opening = 0
    items: list[tuple[Line, bool]] = [(line, listed and i >= opening) for i, line in enumerate(body) if not line.blank]
    parents = Parents()
    for n, (line, item) in enumerate(items):
        following = items[n + 1][0] if n + 1 < len(items) else None
        deeper = line.leads_deeper and following is not None and following.number == line.number + 1
        bullet = item and (deeper or not line.leads_deeper)
        parent = parents.of(line, bullet=bullet)
        page.blocks.append(Block(span=line.span, kind="bullet" if bullet else "paragraph", heading=heading, parent=parent))
        parents.add(len(page.blocks) - 1, line, bullet=bullet, deeper=deeper)


def _tie_marks(page: _Page, text: str) -> None:
    """Give every block the references whose marks stand in it, and record each mark as a link."""
    keys = {r.key for r in page.references}
    prefixes = {title.lower(): prefix for title, prefix in page.groups.items() if prefix}
    index = LineIndex(text)
    for i, block in enumerate(page.blocks):
        if block.kind in ("boilerplate", "reference", "heading"):
            continue
        tied: list[str] = []
        for mark in _MARK.finditer(text, *block.span):
            key = _key(mark, prefixes)
            if key is not None and (keys or mark["group"]):
                tied += [f"{page.source}:ref:{key}"] if key in keys else []
                lines = index.lines(Span(*mark.span()))
                link = Link(source=page.source, label=mark.group(), url=f"#cite-{key}", lines=lines, resolves=key in keys)
                page.links.append((mark.start(), link))
        page.blocks[i] = replace(block, references=tuple(dict.fromkeys(tied)))


def _key(mark: re.Match[str], prefixes: dict[str, str]) -> str | None:
    """The key a mark points to; None for brackets that cite nothing."""
    if not mark["group"]:
        return mark["number"]
    prefix = prefixes.get(fold(mark["group"]).lower())
    return prefix + mark["number"] if prefix else None


def _images(source: str, lines: Sequence[Line]) -> Iterator[Image]:
    for line in lines:
        if line.text.startswith("Images: "):
            for url in re.findall(r"'([^']+)'", line.text):
                yield Image(source=source, url=url, alt="", lines=Lines(line.number, line.number))
