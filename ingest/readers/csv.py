"""Reads tables kept as text (CSV, TSV): registers of rulings, of sources, of cards, lists of what is banned.

A cell is a passage with the first cell of its row and the name of its column, a question and its answer in one row are tied;
what stands between cells is boilerplate.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Literal

from ingest.readers._decode import decode
from ingest.readers._draft import Piece, assign_illustrated, starts_example, to_blocks
from ingest.readers._language import in_its_language
from ingest.readers._marks import marks
from ingest.readers._readable import split_mark
from ingest.readers._tables import Cell, replies, with_headers
from ingest.readers._text_words import Joiner
from ingest.segment import MAX_PASSAGE, Block, gaps, partition, trim
from kb.model import Document, Source
from kb.separated import Cell as Written
from kb.separated import Separated, separated

_SUFFIXES = (".csv", ".tsv")
_OTHERS = re.compile(r"\A\s*(?:<!doctype\s+html|<html\b|<\?xml|%PDF|\{\s*\"|\[\s*\{)", re.I)

_SHORT = 1
"""Characters of a cell from which it tells that it is not English: a Chinese name is short."""


def is_named(file: str) -> bool:
    """Whether a file's name says that it holds such a table."""
    return PurePosixPath(file).suffix.lower() in _SUFFIXES


def matches(source: Source, head: str) -> bool:
    """Whether a file is called .csv or .tsv, and is nothing else under that name."""
    return is_named(source.file) and not _OTHERS.match(head)


def read(source: Source, data: bytes) -> Document:
    """The document: a passage a cell, the names of the columns as headings, lines above the table as captions.

    Where no row names the columns, cells have their row's first cell alone. Rows may have any number of cells. Raises BadInput
    if the bytes are no text.
    """
    text = decode(data, source.file)
    written = _Written(text)
    pieces = list(written.pieces(separated(text, source.file)))
    assign_illustrated(pieces)
    asked = {"least": _SHORT} if source.lang == "en" else {}
    blocks = [in_its_language(written.with_words(b), text, source.lang, **asked) for b in to_blocks(pieces, text)]
    between = [Block(span=gap, kind="boilerplate") for gap in gaps(text, [trim(text, b.span) for b in blocks])]
    passages = partition(source.id, source.lang, text, [*blocks, *between], written.shown)
    return Document(source=source, text=text, passages=passages, marks=marks(passages))


class _Written:
    """Makes pieces of the rows of one text, and remembers what their cells say."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._joiner = Joiner(text)
        self._words: dict[int, tuple[Literal["yes", "no"] | None, str]] = {}
        """By where a cell starts, its check or cross mark and its words."""

    def pieces(self, table: Separated) -> Iterator[Piece]:
        """What stands above the table, the names of its columns, its cells; in order, blank cells left out."""
        for row in table.above:
            yield from (Piece(*cell.span, "caption") for cell in row.cells if self._read(cell))
        cells = self._cells(table)
        pieces = {cell.span: self._piece(cell) for cell in cells if cell.text}
        for question, answer in replies(cells):
            pieces[question.span].kind = "question"
            if answer:
                pieces[answer.span].kind, pieces[answer.span].parent = "answer", pieces[question.span]
        yield from pieces.values()

    def with_words(self, block: Block) -> Block:
        """The block with the words of its cell, unless they are so many that it will be cut."""
        _, words = self._words[block.span.start]
        return replace(block, text=words) if len(words) <= MAX_PASSAGE else block

    def shown(self, raw: str) -> str:
        """The readable text of a part of a cell: lines joined, a quote that is written twice once, without its mark."""
        return split_mark(self._joined(raw.replace('""', '"')))[1]

    def _cells(self, table: Separated) -> list[Cell]:
        """The cells with the name of their column and the first cell of their row."""
        rows = [row for row in (table.head, *table.rows) if row]
        cells = [
            Cell(span=cell.span, row=r, column=c, header=row is table.head, text=self._read(cell))
            for r, row in enumerate(rows)
            for c, cell in enumerate(row.cells)
        ]
        if table.head:
            return with_headers(cells)
        first = {cell.row: cell.text for cell in cells if cell.column == 0}
        return [replace(c, row_headers=(first[c.row],)) if c.column and first[c.row] else c for c in cells]

    def _piece(self, cell: Cell) -> Piece:
        kind = "heading" if cell.header else "example" if starts_example(cell.text) else "table-cell"
        mark, _ = self._words[cell.span.start]
        return Piece(*cell.span, kind, row_headers=cell.row_headers, col_headers=cell.col_headers, mark=mark)

    def _read(self, cell: Written) -> str:
        """The words of a cell without its mark; empty for a blank one, which is not remembered."""
        said = self._joined(cell.said(self._text))
        if said:
            self._words[cell.span.start] = split_mark(said)
        return self._words[cell.span.start][1] if said else ""

    def _joined(self, said: str) -> str:
        return self._joiner.joined(said.split("\n"))
