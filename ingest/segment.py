"""Passages cut from a text so that nothing is lost: blocks in, a partition of the non-space text out.

A reader says which stretches of the stored text it understood (`Block`); `partition` checks that they do not overlap,
covers every gap, splits what is too long at sentence ends, counts lines and names the passages.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from kb.model import Lang, Lines, Passage, Span

MAX_PASSAGE = 1200
"""Longest readable passage in code points, unless a single sentence is longer."""

_SENTENCE_END = re.compile(
    r"(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bvs\.)(?<!\bcf\.)(?<!\bNo\.)(?<=[.!?。！？；])[\"”’」』)）\]]*\s+"
    r"|(?<=[。！？；])(?=[^\s」』）)\]”’])|\n\s*\n"
)
_LINE_END = re.compile(r"\n+")
_MARKUP = re.compile(r"<!--.*?-->|</?[A-Za-z][^<>]*>|&nbsp;|\\$|[\s|\-:#*_=`~>.+\\]", re.S | re.M)


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A stretch of the stored text as one reader understood it. `parent` and `illustrates` are indexes into the same list."""

    span: Span
    kind: str
    heading: tuple[str, ...] = ()
    lang: Lang | None = None
    """None: the document's own."""
    parent: int | None = None
    illustrates: int | None = None
    row_headers: tuple[str, ...] = ()
    col_headers: tuple[str, ...] = ()
    mark: Literal["yes", "no"] | None = None
    references: tuple[str, ...] = ()
    page: int | None = None
    status: str = ""
    text: str | None = None
    """Readable text; None lets `clean` make it from the slice. Only for blocks that are never split."""


class LineIndex:
    """Line numbers of offsets in one text."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(m.end() for m in re.finditer("\n", text))]

    def lines(self, span: Span) -> Lines:
        """Lines that a non-empty span touches, 1-based, inclusive."""
        first = bisect_right(self._starts, span.start)
        return Lines(first, max(first, bisect_right(self._starts, max(span.start, span.end - 1))))


def fold(text: str) -> str:
    """The text with every run of white space as one blank, none at the ends.

    >>> fold("  a\\n\\tb ")
    'a b'
    """
    return " ".join(text.split())


def trim(text: str, span: Span) -> Span:
    """The span less white space at both ends; empty if there is nothing else."""
    piece = text[span.start : span.end]
    start = span.start + len(piece) - len(piece.lstrip())
    return Span(start, max(start, span.start + len(piece.rstrip())))


def content_hash(text: str) -> str:
    """First 16 hex digits of the sha256 of a text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def slug(title: str) -> str:
    """A heading as part of an id: lower case, words joined by hyphens, Chinese kept.

    >>> slug("Cards/effects that can be activated")
    'cards-effects-that-can-be-activated'
    """
    return re.sub(r"[^\w]+", "-", title.lower(), flags=re.UNICODE).strip("-_") or "untitled"


def split_sentences(text: str, span: Span, clean: Callable[[str], str], limit: int = MAX_PASSAGE) -> list[Span]:
    """The span cut at sentence ends so that each piece's readable text has at most `limit` code points where possible.

    The pieces join up to the span. What is still too long is cut at line ends; a sentence on one line stays whole.
    """
    if len(clean(text[span.start : span.end])) <= limit:
        return [span]
    return [
        piece
        for sentence in _cut(text, span, _SENTENCE_END, clean, limit)
        for piece in (
            [sentence]
            if len(clean(text[sentence.start : sentence.end])) <= limit
            else _cut(text, sentence, _LINE_END, clean, limit)
        )
    ]


def _cut(text: str, span: Span, ends_at: re.Pattern[str], clean: Callable[[str], str], limit: int) -> list[Span]:
    cuts = [span.start + m.end() for m in ends_at.finditer(text[span.start : span.end])]
    ends = [c for c in cuts if span.start < c < span.end] + [span.end]
    pieces: list[Span] = []
    start = span.start
    while ends:
        taken = _fitting(ends, lambda end, start=start: len(clean(text[start:end])) <= limit)  # type: ignore[misc]  # mypy infers no lambda with a default
        pieces.append(Span(start, ends[taken - 1]))
        start, ends = ends[taken - 1], ends[taken:]
    return pieces


def _fitting(ends: Sequence[int], fits: Callable[[int], bool]) -> int:
    """How many of the ends a piece may take: all that fit, at least one. Looks at few, since making readable text is slow."""
    low, step = 1, 1
    while low + step <= len(ends) and fits(ends[low + step - 1]):
        low += step
        step *= 2
    high = min(low + step, len(ends) + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(ends[middle - 1]) else (low, middle)
    return low


def gaps(text: str, spans: Iterable[Span]) -> list[Span]:
    """Stretches with non-space text that no span covers, trimmed, in order. The spans must be sorted and disjoint."""
    found: list[Span] = []
    at = 0
    for span in [*spans, Span(len(text), len(text))]:
        gap = trim(text, Span(at, span.start))
        if gap.end > gap.start:
            found.append(gap)
        at = max(at, span.end)
    return found


def is_markup(text: str) -> bool:
    """Whether a stretch holds nothing but markup: tags, table rules, list signs."""
    return not _MARKUP.sub("", text)


def partition(
    source: str,
    lang: Lang,
    text: str,
    blocks: Sequence[Block],
    clean: Callable[[str], str] = fold,
) -> tuple[Passage, ...]:
    """Passages, in order of the text, that together cover every non-space character exactly once.

    What no block covers becomes a passage too: kind `boilerplate` if it is markup alone, else `paragraph` under the
    heading it follows, so that text a reader overlooked is still found and searched. `clean` makes readable text of a slice.
    A passage made from a split block keeps the block's attributes; children point to its first piece. One without a word
    to read is boilerplate whatever its block says.

    Raises ValueError if two blocks overlap or a block reaches outside the text: that is a fault of the reader.
    """
    order = sorted(range(len(blocks)), key=lambda i: (blocks[i].span, i))
    trimmed = {i: trim(text, blocks[i].span) for i in order}
    kept = [i for i in order if trimmed[i].end > trimmed[i].start]
    at = 0
    for i in kept:
        span = trimmed[i]
        if span.start < at or span.end > len(text):
            raise ValueError(f"{source}: block {i} ({span.start}:{span.end}) overlaps its neighbour or leaves the text")
        at = span.end
    pieces: list[tuple[Span, Block, int | None]] = []
    for i in kept:
        for piece in split_sentences(text, trimmed[i], clean) if blocks[i].text is None else [trimmed[i]]:
            whole = trim(text, piece)
            if whole.end > whole.start:
                pieces.append((whole, blocks[i], i))
    pieces += [(gap, block, None) for gap, block in _cover_gaps(text, [p[0] for p in pieces], pieces, clean)]
    pieces.sort(key=lambda p: p[0])
    return _name(source, lang, text, pieces, clean)


def _cover_gaps(
    text: str, spans: list[Span], pieces: list[tuple[Span, Block, int | None]], clean: Callable[[str], str]
) -> list[tuple[Span, Block]]:
    found: list[tuple[Span, Block]] = []
    starts = [s.start for s in spans]
    for gap in gaps(text, spans):
        before = bisect_right(starts, gap.start) - 1
        heading = pieces[before][1].heading if before >= 0 else ()
        markup = is_markup(text[gap.start : gap.end])
        block = Block(span=gap, kind="boilerplate" if markup else "paragraph", heading=heading)
        found += [(trim(text, s), replace(block, span=s)) for s in split_sentences(text, gap, clean)]
    return [(s, b) for s, b in found if s.end > s.start]


def _name(
    source: str,
    lang: Lang,
    text: str,
    pieces: list[tuple[Span, Block, int | None]],
    clean: Callable[[str], str],
) -> tuple[Passage, ...]:
    index = LineIndex(text)
    ordinals: Counter[tuple[str, ...]] = Counter()
    ids: list[str] = []
    first: dict[int, str] = {}
    for _, block, origin in pieces:
        path = tuple(slug(h) for h in block.heading)
        ordinals[path] += 1
        ids.append(f"{source}:{'/'.join(path)}#{ordinals[path]}")
        if origin is not None:
            first.setdefault(origin, ids[-1])
    passages: list[Passage] = []
    for (span, block, _), passage_id in zip(pieces, ids, strict=True):
        readable = clean(text[span.start : span.end]) if block.text is None else block.text
        parent = first.get(block.parent) if block.parent is not None else None
        passages.append(
            Passage(
                id=passage_id,
                source=source,
                heading=block.heading,
                kind=block.kind if readable else "boilerplate",
                lang=block.lang or lang,
                span=span,
                lines=index.lines(span),
                text=readable,
                content_hash=content_hash(readable),
                page=block.page,
                parent=None if parent == passage_id else parent,
                row_headers=block.row_headers,
                col_headers=block.col_headers,
                mark=block.mark,
                illustrates=first.get(block.illustrates) if block.illustrates is not None else None,
                references=block.references,
                status=block.status,
            )
        )
    return tuple(passages)


def coverage(text: str, passages: Iterable[Passage]) -> tuple[float, float]:
    """Share of non-space characters inside passages, and inside boilerplate passages; both 0..1, (1, 0) for empty text."""
    total = sum(not c.isspace() for c in text)
    if not total:
        return 1.0, 0.0
    covered = boiler = 0
    for p in passages:
        n = sum(not c.isspace() for c in text[p.span.start : p.span.end])
        covered += n
        boiler += n if p.kind == "boilerplate" else 0
    return covered / total, boiler / total
