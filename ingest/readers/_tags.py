"""HTML tags in a text with exact offsets, and the trees they form.

Python's own parser gives no end offsets for closing tags and raises on some malformed declarations; this one reads only
what rules documents use, never raises, and leaves `<Name>` in running text alone unless Name is an HTML element.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kb.model import Span

INLINE = frozenset(
    [
        "a",
        "abbr",
        "b",
        "big",
        "cite",
        "code",
        "del",
        "em",
        "font",
        "i",
        "img",
        "ins",
        "kbd",
        "mark",
        "q",
        "s",
        "samp",
        "small",
        "span",
        "strike",
        "strong",
        "sub",
        "sup",
        "tt",
        "u",
        "var",
        "wbr",
    ]
)
BLOCK = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "caption",
        "center",
        "col",
        "colgroup",
        "dd",
        "details",
        "div",
        "dl",
        "dt",
        "figcaption",
        "figure",
        "footer",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "li",
        "main",
        "nav",
        "ol",
        "p",
        "pre",
        "section",
        "summary",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "tr",
        "ul",
        "br",
    ]
)
VOID = frozenset(["br", "col", "hr", "img", "wbr"])
MAX_DEPTH = 60
"""Elements nested deeper than this are not told apart."""
_TAG = re.compile(
    r"<!--|<(?P<close>/?)(?P<name>[A-Za-z][A-Za-z0-9]*+)"
    r"(?P<attrs>(?:\s++[^\s\"'<>/=]++(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s\"'<>`]++))?+)*+)\s*+/?>"
)
_ATTR = re.compile(r"([^\s\"'<>/=]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'<>`]+)))?")
_CLOSED_BY = {
    "li": frozenset({"li"}),
    "td": frozenset({"td", "th", "caption"}),
    "th": frozenset({"td", "th", "caption"}),
    "tr": frozenset({"tr", "td", "th", "caption"}),
    "thead": frozenset({"caption"}),
    "tbody": frozenset({"caption"}),
    "tfoot": frozenset({"caption"}),
}
_FENCES = {"li": frozenset({"ul", "ol", "td", "th", "table"})}
_TABLE_PARTS = frozenset({"table", "thead", "tbody", "tfoot", "tr", "td", "th"})


@dataclass(frozen=True, slots=True)
class Tag:
    """One tag or comment as it stands; a comment has the name `!`."""

    span: Span
    name: str
    closing: bool
    attrs: str = ""

    def attributes(self) -> dict[str, str]:
        """Attributes by lower-case name, entities resolved; the first of two equal ones counts."""
        found: dict[str, str] = {}
        for name, *values in _ATTR.findall(self.attrs):
            found.setdefault(name.lower(), html.unescape(next((v for v in values if v), "")))
        return found


@dataclass(slots=True)
class Node:
    """An element: `outer` covers its tags too, `inner` only what is between them."""

    name: str
    attrs: dict[str, str]
    outer: Span
    inner: Span
    children: list[Node] = field(default_factory=list)

    def walk(self) -> Iterator[Node]:
        """This node and all below it, in the order of the text."""
        yield self
        for child in self.children:
            yield from child.walk()


def find_tags(text: str, start: int = 0, end: int | None = None) -> list[Tag]:
    """Tags and comments that lie wholly between the offsets, in order; an unclosed comment is plain text."""
    stop = len(text) if end is None else end
    tags: list[Tag] = []
    comments = True
    at = start
    while match := _TAG.search(text, at, stop):
        at = match.end()
        if match["name"] is None:
            close = text.find("-->", at, stop) if comments else -1
            comments = close >= 0
            if comments:
                at = close + 3
                tags.append(Tag(Span(match.start(), at), "!", False))
            continue
        name = match["name"].lower()
        if name in INLINE or name in BLOCK:
            tags.append(Tag(Span(match.start(), at), name, bool(match["close"]), match["attrs"]))
    return tags


def regions(tags: Sequence[Tag], names: frozenset[str]) -> list[Span]:
    """Outermost balanced elements with one of these names, from their opening to their closing tag."""
    found: list[Span] = []
    unclosed: set[str] = set()
    i = 0
    while i < len(tags):
        tag = tags[i]
        if tag.name in names and not tag.closing and tag.name not in unclosed:
            close = _matching(tags, i)
            if close is None:
                unclosed.add(tag.name)
            else:
                found.append(Span(tag.span.start, tags[close].span.end))
                i = close
        i += 1
    return found


def _matching(tags: Sequence[Tag], opening: int) -> int | None:
    depth = 0
    last = None
    for j in range(opening, len(tags)):
        if tags[j].name == tags[opening].name:
            depth += -1 if tags[j].closing else 1
            last = j if tags[j].closing else last
            if not depth:
                return j
    return last if tags[opening].name == "table" else None


def tree(tags: Sequence[Tag], span: Span) -> Node:
    """The elements inside a span under one nameless root.

    Forgiving: cells and items close their predecessors, a closing tag closes what was left open inside its element, one
    that fits nothing is ignored.
    """
    root = Node("", {}, span, span)
    stack = [root]
    for tag in tags:
        if tag.span.start < span.start or tag.span.end > span.end or tag.name == "!":
            continue
        if tag.closing:
            _close(stack, tag.name, tag.span)
            continue
        _close_implied(stack, tag)
        if len(stack) > MAX_DEPTH:
            continue
        node = Node(tag.name, tag.attributes(), tag.span, Span(tag.span.end, tag.span.end))
        stack[-1].children.append(node)
        if tag.name not in VOID:
            stack.append(node)
    _pop(stack, 1, span.end, span.end)
    return root


def _close_implied(stack: list[Node], tag: Tag) -> None:
    closed = _CLOSED_BY.get(tag.name, frozenset())
    fences = _FENCES.get(tag.name, frozenset({"table"}))
    for depth in range(len(stack) - 1, 0, -1):
        if stack[depth].name in fences:
            return
        if stack[depth].name in closed:
            _pop(stack, depth, tag.span.start, tag.span.start)
            if tag.name != "tr":
                return


def _close(stack: list[Node], name: str, span: Span) -> None:
    for depth in range(len(stack) - 1, 0, -1):
        if stack[depth].name == name:
            _pop(stack, depth, span.start, span.end)
            return
        if stack[depth].name in _TABLE_PARTS and name not in _TABLE_PARTS:
            return


def _pop(stack: list[Node], depth: int, inner_end: int, outer_end: int) -> None:
    while len(stack) > depth:
        node = stack.pop()
        node.inner = Span(node.inner.start, max(node.inner.start, inner_end))
        node.outer = Span(node.outer.start, max(node.inner.end, outer_end if len(stack) == depth else inner_end))
