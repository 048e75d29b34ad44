"""Links, anchors and images as they stand in a Markdown or HTML text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ingest.readers._readable import readable
from ingest.readers._tags import Tag
from ingest.segment import LineIndex
from kb.model import Anchor, Image, Link, Passage, Span

_LABEL = r"\[(?P<label>(?:[^\[\]\\]|\\.|\[[^\[\]]*+\])*+)\]"
_TARGET = r"\(\s*+<?(?P<url>(?:[^\s()<>]|\([^\s()]*+\))*+)>?(?:\s++(?:\"[^\"]*+\"|'[^']*+'))?+\s*+\)"
_MARKDOWN = re.compile(rf"(?P<image>!?){_LABEL}{_TARGET}", re.S)
_MAX_LABEL = 2_000


@dataclass(frozen=True, slots=True)
class Hyper:
    """A link or picture in the text: `span` covers its markup."""

    span: Span
    label: str
    url: str
    image: bool = False


def find_hypers(text: str, tags: Sequence[Tag]) -> list[Hyper]:
    """Links and pictures, in Markdown and in HTML, in order of the text."""
    found = [*_markdown(text), *_html(text, tags)]
    return sorted(found, key=lambda h: h.span)


def _markdown(text: str) -> Iterable[Hyper]:
    for match in _MARKDOWN.finditer(text):
        if len(match["label"]) <= _MAX_LABEL and match["url"]:
            yield Hyper(Span(*match.span()), readable(match["label"]), match["url"], bool(match["image"]))


def _html(text: str, tags: Sequence[Tag]) -> Iterable[Hyper]:
    opened: tuple[Tag, str] | None = None
    for tag in tags:
        if tag.name == "img" and not tag.closing:
            attrs = tag.attributes()
            yield Hyper(tag.span, attrs.get("alt", ""), attrs.get("src", ""), image=True)
        elif tag.name == "a" and tag.closing and opened:
            start, url = opened
            yield Hyper(Span(start.span.start, tag.span.end), readable(text[start.span.end : tag.span.start]), url)
            opened = None
        elif tag.name == "a" and not tag.closing:
            url = tag.attributes().get("href", "")
            opened = (tag, url) if url else None


def github_slugs(titles: Iterable[str]) -> list[str]:
    """Anchors that GitHub derives from headings, in order; repeated ones get -1, -2 and so on.

    >>> github_slugs(["Spell & Trap Zone", "Cost", "Cost"])
    ['spell--trap-zone', 'cost', 'cost-1']
    """
    seen: Counter[str] = Counter()
    slugs: list[str] = []
    for title in titles:
        base = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
        slugs.append(f"{base}-{seen[base]}" if seen[base] else base)
        seen[base] += 1
    return slugs


def anchors(
    source: str,
    tags: Sequence[Tag],
    headings: Sequence[tuple[Span, str]],
    index: LineIndex,
    given: Sequence[tuple[Span, str]] = (),
) -> list[Anchor]:
    """Everything in the document that a `#name` link can reach: ids in tags, those that headings are `given`, and the titles of
    headings (with their spans)."""
    found: list[tuple[Span, Anchor]] = []
    for tag in tags:
        attrs = tag.attributes() if tag.attrs and not tag.closing else {}
        name = attrs.get("id") or (attrs.get("name", "") if tag.name == "a" else "")
        if name:
            found.append((tag.span, Anchor(source=source, name=name, lines=index.lines(tag.span), explicit=True)))
    found += [(span, Anchor(source=source, name=name, lines=index.lines(span), explicit=True)) for span, name in given]
    slugs = github_slugs(title for _, title in headings)
    for (span, _), slug in zip(headings, slugs, strict=True):
        if slug:
            found.append((span, Anchor(source=source, name=slug, lines=index.lines(span), explicit=False)))
    return [anchor for _, anchor in sorted(found, key=lambda pair: pair[0])]


def links(source: str, hypers: Iterable[Hyper], names: set[str], passages: Sequence[Passage], index: LineIndex) -> list[Link]:
    """Link nodes: each knows the passage it stands in; one that points into the document knows whether its target exists."""
    return [
        Link(
            source=source,
            label=h.label,
            url=h.url,
            lines=index.lines(h.span),
            passage=passage_at(passages, h.span.start),
            resolves=h.url[1:] in names or h.url == "#" if h.url.startswith("#") else None,
        )
        for h in hypers
        if not h.image
    ]


def images(source: str, hypers: Iterable[Hyper], index: LineIndex) -> list[Image]:
    """Image nodes. Whether the picture exists is left open: a reader sees one document, not the folder around it."""
    return [Image(source=source, url=h.url, alt=h.label, lines=index.lines(h.span)) for h in hypers if h.image]


def passage_at(passages: Sequence[Passage], offset: int) -> str:
    """Id of the passage that covers an offset, or of the next one; empty if there is none. Passages are in order."""
    low, high = 0, len(passages)
    while low < high:
        middle = (low + high) // 2
        if passages[middle].span.end <= offset:
            low = middle + 1
        else:
            high = middle
    return passages[low].id if low < len(passages) else ""
