"""The tags of a whole HTML page with exact offsets, and the text a visitor sees of a slice of it."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence

from ingest.readers._readable import split_mark
from ingest.readers._tags import BLOCK, Node, Tag, tree
from ingest.segment import fold
from kb.model import Span

BLOCKS = (BLOCK - {"br", "hr"}) | frozenset(
    (
        *("html", "body", "head", "title", "script", "style", "noscript", "template", "form", "fieldset", "legend", "iframe"),
        *("svg", "menu", "select", "textarea", "button", "hgroup", "search", "dialog", "object", "video", "audio", "canvas"),
    )
)
"""Elements that stand on their own; all others are part of the running text."""
DEEPEST = 150
"""Elements nested deeper than this are read as part of the text around them."""
_EMPTY = frozenset(("area", "base", "embed", "input", "link", "meta", "param", "source", "track"))
_FENCES = frozenset(("dl", "table", "td", "th", "caption", "button", "object"))
_VOID = frozenset(("br", "hr", "img", "wbr"))
_RAW = frozenset(("script", "style", "textarea", "title", "xmp"))
_TOKEN = re.compile(
    r"<!--|<!\[CDATA\[|<[!?][^>]*+>"
    r"|<(?P<close>/?)(?P<name>[A-Za-z][^\s/>\"'<]*+)(?P<attrs>(?:[^>\"'<]++|\"[^\"]*+\"|'[^']*+')*+)>"
)
_UNSEEN = re.compile(r"\bclass\s*=\s*[\"']?[^\"']*\b(?:headerlink|mw-editsection|edit-?link|anchor-?link)\b", re.I)
"""Links beside a title: to itself, to its editor."""
MAIN_SHARE = 0.25
"""Of a page's visible text that its main part holds at least."""
_FOOTNOTE_MARK = re.compile(
    r"<sup\b[^<>]*>\s*(?:<a\b[^<>]*>(?:<span\b[^<>]*>|</span>|[\[\]\w\s*†‡])*+</a>[\s,]*)+</sup>"
    r"|<a\b[^<>]*\bfootnote-reference\b[^<>]*>(?:<span\b[^<>]*>|</span>|[\[\]\w\s*†‡])*+</a>",
    re.I,
)


def page_tags(text: str) -> list[Tag]:
    """Every tag, comment and declaration, in order. What is inside scripts and styles is no tag; comments are called `!`."""
    tags: list[Tag] = []
    at, last = 0, text.rfind(">") + 1
    while match := _TOKEN.search(text, at, last):
        at = match.end()
        name = (match["name"] or "!").lower()
        if match.group() in ("<!--", "<![CDATA["):
            close = text.find("-->" if match.group() == "<!--" else "]]>", at)
            at = close + 3 if close >= 0 else at
        closing = bool(match["close"])
        tags.append(Tag(Span(match.start(), at), name, closing, match["attrs"] or ""))
        if name in _RAW and not closing:
            end = re.compile(rf"</{name}\b", re.I).search(text, at)
            at = end.start() if end else at
    return tags


def page_tree(text: str, tags: Sequence[Tag]) -> Node:
    """The elements of the page under one nameless root; never nested deeper than `DEEPEST`."""
    return tree(list(_shallow(tags)), Span(0, len(text)))


def _shallow(tags: Sequence[Tag]) -> Iterator[Tag]:
    """The tags, with the closing ones a page may leave out, less those that would nest too deep."""
    stack: list[str] = []
    skipped = 0
    for tag in tags:
        if tag.name in _EMPTY or tag.name == "!" or (tag.closing and tag.name in _VOID):
            continue
        if tag.closing:
            if skipped:
                skipped -= 1
            elif tag.name in stack:
                del stack[_last(stack, tag.name) :]
                yield tag
            continue
        implied = _implied(stack, tag.name)
        if implied is not None:
            yield Tag(Span(tag.span.start, tag.span.start), stack[implied], True)
            del stack[implied:]
        if tag.name in _VOID:
            yield tag
        elif len(stack) >= DEEPEST:
            skipped += 1
        else:
            stack.append(tag.name)
            yield tag


def _implied(stack: Sequence[str], name: str) -> int | None:
    """Where in the open elements the one stands that an opening tag closes; None if it closes none."""
    closed = ("dt", "dd") if name in ("dt", "dd") else ("p",) if name in BLOCKS else ()
    for depth in range(len(stack) - 1, -1, -1):
        if stack[depth] in closed:
            return depth
        if stack[depth] in _FENCES or not closed:
            return None
    return None


def _last(stack: Sequence[str], name: str) -> int:
    return len(stack) - 1 - stack[::-1].index(name)


def page_text(raw: str) -> str:
    """The text a visitor sees, white space folded, without a check or cross at its start and without footnote marks.

    >>> page_text("<p>Set &amp; <b>flip</b>ped<sup><a href='#n1'>[1]</a></sup></p>")
    'Set & flipped'
    """
    return split_mark(page_visible(raw))[1]


def page_visible(raw: str) -> str:
    """The same with its check or cross mark."""
    raw = _FOOTNOTE_MARK.sub("", raw)
    out: list[str] = []
    at = unseen = 0
    for tag in page_tags(raw):
        out += [] if unseen else [raw[at : tag.span.start], " " if tag.name in BLOCKS or tag.name in ("br", "hr", "!") else ""]
        at = tag.span.end
        unseen = _unseen(tag, unseen)
    return fold(html.unescape("".join([*out, raw[at:]])))


def _unseen(tag: Tag, depth: int) -> int:
    """How deep inside an element that no visitor reads the text after a tag is."""
    if tag.name not in ("a", "span"):
        return depth
    if tag.closing:
        return max(0, depth - 1)
    return depth + 1 if depth or _UNSEEN.search(tag.attrs) else 0


def main_part(root: Node, text: str) -> Node | None:
    """The element that a page calls its main part, or its only article; None if it names none that holds much of its text."""
    nodes = list(root.walk())
    mains = [n for n in nodes if n.name == "main" or n.attrs.get("role") == "main"]
    found = mains[:1] or [n for n in nodes if n.name == "article"]
    if len(found) != 1:
        return None
    whole = next((n for n in nodes if n.name == "body"), root)
    size = len(page_visible(text[slice(*found[0].inner)]))
    return found[0] if size >= MAIN_SHARE * len(page_visible(text[slice(*whole.inner)])) else None
