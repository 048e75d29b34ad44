"""Chats: lines that each begin with the time at which somebody wrote them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.readers._draft import Piece, cut

_MESSAGE = re.compile(
    r"[ \t>]*(?:[-*+]\s+)?[\[【(（]?(?:\d{4}[-/.])?(?:\d{1,2}[-/.]\d{1,2}[ T]+|\d{1,2} [A-Z][a-z]{2,8}\.?,? )?"
    r"\d{1,2}:\d{2}(?::\d{2})?[\])】）]?\s+<?\*{0,2}[^\s:：<>][^:：\n]{0,30}\*{0,2}(?:>|\s*[:：])"
)
"""When somebody writes, and who."""
_KINDS = ("paragraph", "bullet", "note", "example")
_FEWEST = 2


def split_messages(pieces: Sequence[Piece], text: str) -> list[Piece]:
    """The pieces, each that holds several messages of a chat cut before every one."""
    return [part for piece in pieces for part in _parts(piece, text)]


def _parts(piece: Piece, text: str) -> list[Piece]:
    raw = text[piece.start : piece.end]
    if piece.kind not in _KINDS or "\n" not in raw:
        return [piece]
    starts = [0, *(m.end() for m in re.finditer("\n", raw))]
    cuts = [at for at in starts if _MESSAGE.match(raw, at)]
    if len(cuts) < _FEWEST:
        return [piece]
    return cut(piece, [*([0] if cuts[0] else []), *cuts, len(raw)])
