"""Labels such as "Example:" that stand by themselves: what they announce comes after them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ingest.readers._draft import Piece
from ingest.segment import is_markup

_EXAMPLE = re.compile(
    r"\W*(?:for example|examples?|for instance|e\.g\.?|举例(?:说明)?|例子|例如|示例|案例|例)\s*[\d一二三四五六七八九十]*\W*\Z",
    re.I,
)
_NOTE = re.compile(r"\W*(?:notes?|n\.b\.|important|注意(?:事项)?|备注|补充(?:说明)?|注)\s*\d*\W*\Z", re.I)
_LONGEST = 24
_TIED = ("paragraph", "bullet", "note", "example")


def label_kind(words: str) -> str:
    """ "example" or "note" for a label and nothing else, else empty.

    >>> label_kind("例2："), label_kind("Example:"), label_kind("Example: a lantern")
    ('example', 'example', '')
    """
    if not words or len(words) > _LONGEST:
        return ""
    return "example" if _EXAMPLE.match(words) else "note" if _NOTE.match(words) else ""


def tie_forward(pieces: Sequence[Piece], text: str, shown: Callable[[str], str]) -> list[Piece]:
    """The pieces with every label joined to what it announces: the next piece and, if that is an item, the items beside it.

    A piece that hangs under a label, or comes right after it, gets the label's kind. A paragraph with nothing but markup
    between is joined to its label; else the label itself is kept as boilerplate. What examples illustrate is not said here.
    """
    kept: list[Piece] = []
    skip: dict[int, Piece] = {}
    for at, piece in enumerate(pieces):
        kind = label_kind(shown(text[piece.start : piece.end])) if piece.kind in _TIED else ""
        announced = _announced(pieces, at, text) if kind else []
        if not announced:
            kept.append(piece)
            continue
        first = announced[0]
        joins = first.kind != "bullet" and is_markup(text[piece.end : first.start])
        for other in announced:
            other.kind = kind
            other.parent = piece.parent if other.parent is piece else other.parent
        if joins:
            first.start = piece.start
            skip[id(piece)] = first
        else:
            piece.kind = "boilerplate"
            kept.append(piece)
    for piece in kept:
        if piece.parent is not None and id(piece.parent) in skip:
            piece.parent = skip[id(piece.parent)].parent
    return kept


def _announced(pieces: Sequence[Piece], at: int, text: str) -> list[Piece]:
    label, rest = pieces[at], pieces[at + 1 :]
    under = []
    for piece in rest:
        if not _hangs(piece, label):
            break
        under.append(piece)
    if under:
        return [p for p in under if p.kind in _TIED]
    if not rest or rest[0].kind not in _TIED or rest[0].heading != label.heading:
        return []
    found = [rest[0]]
    barred = _barred(label, text)
    for piece in rest[1:]:
        if barred and _barred(piece, text) and text.count("\n", found[-1].end, piece.start) == 1:
            found.append(piece)
            continue
        beside = (
            rest[0].kind == "bullet" and piece.kind == "bullet" and piece.heading == label.heading and label.kind != "bullet"
        )
        if not beside and not _hangs(piece, rest[0]):
            break
        found.append(piece)
    return [p for p in found if p.kind in _TIED]


def _barred(piece: Piece, text: str) -> bool:
    """Whether a piece is a line of a line block."""
    return text.startswith("|", piece.start)


def _hangs(piece: Piece, above: Piece) -> bool:
    """Whether a piece hangs under another, at any depth."""
    seen = 0
    while piece.parent is not None and seen < 50:
        piece, seen = piece.parent, seen + 1
        if piece is above:
            return True
    return False
