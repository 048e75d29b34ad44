"""Reads plain text: rulebooks saved or copied out of their pages, notes, lists of questions and answers."""

from __future__ import annotations

import re
from dataclasses import replace

from ingest.readers._contents import dotted, listed
from ingest.readers._decode import decode
from ingest.readers._draft import Piece, assign_illustrated, to_blocks
from ingest.readers._front import front
from ingest.readers._labels import tie_forward
from ingest.readers._language import in_its_language
from ingest.readers._messages import split_messages
from ingest.readers._outline import heading_paths
from ingest.readers._quiz import find_quizzes
from ingest.readers._replies import tie_replies
from ingest.readers._text_blocks import TextBlocks
from ingest.readers._text_lines import text_lines
from ingest.readers._text_words import Joiner
from ingest.segment import Block, LineIndex, partition, trim
from kb.model import Document, Source, Span

_OTHERS = re.compile(r"\A\s*(?:<!doctype\s+html|<html\b|<\?xml|%PDF|\{\s*\"|\[\s*\{)", re.I)


def matches(source: Source, head: str) -> bool:
    """Whether a text may be read as it stands. It is asked only where no other reader knows the format."""
    return not _OTHERS.match(head.lstrip("\ufeff"))


def read(source: Source, data: bytes) -> Document:
    """The document: a passage a paragraph, item, cell, question or answer, under headings told by the layout.

    Page headers, feet and tables of contents are boilerplate. Raises BadInput if the bytes are no text.
    """
    text = decode(data, source.file)
    joiner = Joiner(text)
    found = TextBlocks(text, text_lines(text), joiner)
    contents, ahead = dotted(text), front(text)
    apart = [s for s in (ahead and ahead.span, contents[0] if contents else listed(text)) if s]
    apart = apart[:1] if len(apart) == 2 and apart[1].start < apart[0].end else apart
    found.read([_lines(text, s) for s in apart])
    found.finish()
    pieces = [*found.pieces, *(Piece(*s, "boilerplate") for s in apart)]
    pieces.sort(key=lambda p: p.span)
    heading_paths(pieces, text, joiner.shown)
    pieces = tie_forward(
        tie_replies(find_quizzes(split_messages(pieces, text), text, joiner.shown), text, joiner.shown), text, joiner.shown
    )
    assign_illustrated(pieces)
    blocks = [in_its_language(_with_text(b, found.texts), text, source.lang) for b in to_blocks(pieces, text)]
    return Document(source=source, text=text, passages=partition(source.id, source.lang, text, blocks, joiner.shown))


def _lines(text: str, span: Span) -> tuple[int, int]:
    index = LineIndex(text)
    first, last = index.lines(trim(text, span))
    return first - 1, last


def _with_text(block: Block, texts: dict[int, str]) -> Block:
    return replace(block, text=texts[block.span.start]) if block.span.start in texts else block
