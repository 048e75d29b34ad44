"""A question with the names of cards as one token each, so that no word of a name is read as a word of the question."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from kb.model import Span

TOKEN = "X"
"""What stands for a name, as for a quotation in `query.read.intent.bare`."""


@dataclass(frozen=True, slots=True)
class Plain:
    """A text with names replaced, and the way back into the original."""

    text: str
    names: tuple[tuple[int, Span], ...] = ()
    """Of each name where its token begins in `text`, and its place in the original; in order of the text."""

    def back(self, span: Span) -> Span:
        """The stretch of the original that a stretch of the text stands for; a token stands for its whole name."""
        return Span(
            self._back(span.start), self._back(span.end - 1, last=True) + 1 if span.end > span.start else self._back(span.end)
        )

    def _back(self, place: int, *, last: bool = False) -> int:
        at = bisect_right(self.names, place, key=lambda name: name[0]) - 1
        if at < 0:
            return place
        begins, name = self.names[at]
        if place < begins + len(TOKEN):
            return name.end - 1 if last else name.start
        return name.end + place - begins - len(TOKEN)


def without_names(text: str, names: Iterable[Span]) -> Plain:
    """The text with TOKEN for each name.

    >>> without_names("Does Iron Gate hold?", [Span(5, 14)]).text
    'Does X hold?'
    """
    said, end, tokens = "", 0, []
    for name in sorted(names):
        if name.start < end or name.start >= name.end:
            continue
        said += text[end : name.start]
        tokens.append((len(said), name))
        said, end = said + TOKEN, name.end
    return Plain(said + text[end:], tuple(tokens))
