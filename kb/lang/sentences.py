"""Sentences of a passage in either language."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.lang.later import later
from kb.model import Span

_END = later(
    r"[.!?]+[\"”’')\]]*(?=\s+[\"“‘'(\[*]*[A-Z0-9✔❌✓✗\u4e00-\u9fff])"
    r"|[。！？；]+(?:[\"”’」』）)\]]+(?!\s*[的等、，这那时「『])|(?![\"”’」』）)\]]))"
    r"|\n+"
)
LONGEST = 1_000
"""Code points; what is longer without an end is cut, since patterns that look ahead are quadratic in a sentence."""
_ABBREVIATED = later(r"(?:\b(?:e\.g|i\.e|vs|etc|cf|no|p|pp|fig|ex|ver|vol|approx|[A-Z])|^\s*\d+)\.$", re.I)


def sentences(text: str) -> list[Span]:
    """Spans of the sentences of a text, in order, code points, without blanks at their ends; together they hold all its words.

    >>> text = "It burns. It is lit e.g. at dawn. 灯亮。灯灭。"
    >>> [text[slice(*span)] for span in sentences(text)]
    ['It burns.', 'It is lit e.g. at dawn.', '灯亮。', '灯灭。']
    """
    found: list[Span] = []
    start = 0
    for match in _END.finditer(text):
        before = text[max(start, match.start() - LONGEST) : match.start() + 1]
        if match.group()[0] == "." and _ABBREVIATED.search(before):
            continue
        if match.end() - start <= LONGEST and _inside_quotes(text[start : match.end()]):
            continue
        found += _trimmed(text, start, match.end())
        start = match.end()
    return [piece for whole in (*found, *_trimmed(text, start, len(text))) for piece in _cut(text, whole)]


def _cut(text: str, whole: Span) -> Iterator[Span]:
    """The sentence, or where it is too long its pieces, each up to a comma or blank if there is one."""
    start, end = whole
    while end - start > LONGEST:
        at = max(text.rfind(sign, start + LONGEST // 2, start + LONGEST) for sign in " ,，、") + 1 or start + LONGEST
        yield from _trimmed(text, start, at)
        start = at
    yield from _trimmed(text, start, end)


def _inside_quotes(text: str) -> bool:
    """Whether a Chinese quotation is still open: its full stop does not end the sentence."""
    return text.count("『") > text.count("』") or text.count("「") > text.count("」")


def _trimmed(text: str, start: int, end: int) -> list[Span]:
    piece = text[start:end]
    left = start + len(piece) - len(piece.lstrip())
    return [Span(left, start + len(piece.rstrip()))] if piece.strip() else []
