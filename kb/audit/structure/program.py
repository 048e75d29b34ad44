"""Program text in a document, whose words follow no rules of prose; shared by the checks, no check itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.audit.corpus import Audited, shared
from kb.model import Passage

_FENCE = re.compile(r"\s*(?:```|~~~)")
_PRE = re.compile(r"<(pre|listing|xmp)\b[^>]*>.*?</\1\s*>", re.IGNORECASE | re.DOTALL)
_MOST_PRE = 0.5
"""Share of a page's text from which on what is set as it stands is the text, not program text in it."""
_WORDS = re.compile(
    r"`+(?P<marked>[^`\n]+)`+|<(?P<tag>code|tt|kbd|samp|var)\b[^>]*>(?P<inside>.*?)</(?P=tag)\s*>"
    r"|<span class=\"(?:command|refentrytitle|literal|filename|pre|option)\"[^>]*>(?P<span>.*?)</span\s*>",
    re.IGNORECASE | re.DOTALL,
)
_TAGS = re.compile(r"<[^<>]*>")
_HAN = re.compile(r"[\u3400-\u9fff]")
"""Chinese is prose, indented or not."""
OPENS = re.compile(r"\s*(?:\.\. (?:\|[^|]*\| )?(?P<directive>[\w-]+)::|(?P<comment>\.\.)(?:\s(?!\[|_|\|)|$)|.*::$)")
"""What opens an indented block of reStructuredText: a directive, a comment, or a paragraph that program text follows."""
UNREAD = re.compile(r"code(?:-block)?|sourcecode|literalinclude|raw|math|parsed-literal|prompt|productionlist")
"""Directives whose text is shown as it stands."""


@shared
def in_program(audited: Audited) -> frozenset[int]:
    """The lines of program text: between two fences, these included, inside <pre>, indented under `::` or its directives."""
    lines = [n for n, line in enumerate(audited.printed, 1) if _FENCE.match(line)]
    found = {n for first, last in zip(lines[::2], lines[1::2], strict=False) for n in range(first, last + 1)}
    if audited.source.format == "rst":
        found |= {n for n, kind in blocks(audited) if kind == "program" and not _HAN.search(audited.printed[n - 1])}
    return frozenset(found | set(_preformatted(audited)))


def _preformatted(audited: Audited) -> Iterator[int]:
    text = audited.document.text
    spans = [m.span() for m in _PRE.finditer(text)] if "<" in text else []
    if spans and sum(end - start for start, end in spans) > _MOST_PRE * len(_TAGS.sub("", text)):
        return
    for start, end in spans:
        first = text.count("\n", 0, start) + 1
        yield from range(first, first + text.count("\n", start, end) + 1)


@shared
def blocks(audited: Audited) -> tuple[tuple[int, str], ...]:
    """The lines of a document in reStructuredText that are not empty, each with what it is: program, comment or text."""
    found: list[tuple[int, str]] = []
    inside, kind = -1, "program"  # the indent of what opened a block that is not read, and what it holds
    for number, line in enumerate(audited.printed, 1):
        indent = len(line) - len(line.lstrip())
        if not line.strip():
            continue
        if indent > inside >= 0 or line.lstrip().startswith(">>>"):
            found.append((number, kind))
            continue
        opens = OPENS.match(line)
        inside = indent if opens and UNREAD.fullmatch(opens["directive"] or "code") else -1
        kind = "comment" if opens and opens["comment"] else "program"
        found.append((number, "comment" if opens and opens["comment"] else "text"))
    return tuple(found)


def is_program(audited: Audited, passage: Passage) -> bool:
    """Whether program text stands in a passage."""
    printed = audited.printed[passage.lines.first - 1 : passage.lines.last]
    inside = in_program(audited)
    within = range(passage.lines.first, passage.lines.last + 1)
    return any(_FENCE.match(line) for line in printed) or any(n in inside for n in within)


def without_named(raw: str) -> str:
    """A text without the words that are set as program text.

    >>> without_named("See `TODO` and <tt>TODO</tt>: TODO")
    'See  and : TODO'
    """
    return _WORDS.sub("", raw)


def named(raw: str) -> str:
    """The words of a passage as printed that are set as program text, each stretch on a line of its own.

    >>> named("Say `a b` and <code>c <b>d</b></code>."), named("Plain.")
    ('a b\\nc d', '')
    """
    return "\n".join(_TAGS.sub("", m["marked"] or m["inside"] or m["span"] or "") for m in _WORDS.finditer(raw))
