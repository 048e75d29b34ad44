"""A document that was read back from its graph, as bytes that are read in a tenth of the time."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

from kb.graph.read import ReadDocument
from kb.loading import loading
from kb.model import Anchor, Document, Image, Lines, Link, Mark, Mention, Passage, Reference, Source, Span, Statement

_T = TypeVar("_T")
_Row = Sequence[Any]
_OF_DOCUMENT: Mapping[str, type] = {
    "passages": Passage,
    "references": Reference,
    "links": Link,
    "anchors": Anchor,
    "images": Image,
    "marks": Mark,
}
_MADE: Mapping[str, Callable[[Any], Any]] = {
    "span": lambda row: Span(*row),
    "lines": lambda row: Lines(*row),
    **dict.fromkeys(("heading", "row_headers", "col_headers", "references"), tuple),
    **dict.fromkeys(("supersedes", "concepts", "timing", "cards"), tuple),
}
"""What JSON has as lists, by the name of the field."""


def to_plain(read: ReadDocument) -> bytes:
    """The document with its mentions and statements, for `from_plain`."""
    document = read.document
    body = {
        "source": _row(document.source),
        "text": document.text,
        "cards": document.cards,
        **{name: [*map(_row, getattr(document, name))] for name in _OF_DOCUMENT},
        "mentions": [*map(_row, read.mentions)],
        "statements": [*map(_row, read.statements)],
    }
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def from_plain(body: bytes) -> ReadDocument:
    """The document of which `to_plain` made these bytes."""
    with loading():
        kept: dict[str, Any] = json.loads(body.decode("utf-8", "surrogatepass"))
        (source,) = _things(Source, [kept["source"]])
        document = Document(
            source=source,
            text=kept["text"],
            cards=tuple((passage, card) for passage, card in kept["cards"]),
            **{name: tuple(_things(kind, kept[name])) for name, kind in _OF_DOCUMENT.items()},
        )
        mentions, statements = _things(Mention, kept["mentions"]), _things(Statement, kept["statements"])
        return ReadDocument(document=document, mentions=tuple(mentions), statements=tuple(statements))


def _row(thing: object) -> _Row:
    row: _Row = attrgetter(*_names(type(thing)))(thing)  # type: ignore[arg-type]  # a class is hashable
    return row


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind))


def _things(kind: type[_T], rows: Iterable[list[Any]]) -> Iterable[_T]:
    names = _names(kind)  # type: ignore[arg-type]  # a class is hashable
    made = [(n, _MADE[name]) for n, name in enumerate(names) if name in _MADE]
    for row in rows:
        for number, make in made:
            row[number] = make(row[number])
        yield kind(**dict(zip(names, row, strict=True)))
