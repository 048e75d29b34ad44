"""Questions and answers as people write them: a labelled pair, or a question that stands by itself and what comes after it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from ingest.readers._draft import Piece, cut
from ingest.segment import is_markup

_LABEL = r"[\W_]{0,6}(?:%s)\s*+\d{0,3}[\s*_]{0,4}[.:：)）]"
_NUMBERED = r"|[\W_]{0,6}(?:%s)\s*+\d{1,3}\s"
_ASKED = re.compile(_LABEL % "Q|Question|问题?|問" + _NUMBERED % "Q|Question|问题?|問", re.I)
_REPLIED = re.compile(_LABEL % "A|Answer|Ruling|答案?|回答" + _NUMBERED % "A|Answer|答案?|回答", re.I)
_LINE = re.compile(r"\n[ \t>]*")
_ENDS = re.compile(r"[?？][\"”’」』)）]*\Z")
_SET_OFF = re.compile(r"[ \t>]*(?:[-*+]\s+|\d+[.)]\s+)?(?:\*\*|__)(?:(?!\*\*|__).)+(?:\*\*|__)[:：]?\s*\Z", re.S)
_KINDS = ("paragraph", "bullet")
_REPLIES = (*_KINDS, "note")
_LONGEST = 400
"""Code points of a question that is told by its mark alone."""
_LIST = 2
"""Pairs under one heading from which on questions that are in no way set off are taken for such."""


def tie_replies(pieces: Sequence[Piece], text: str, shown: Callable[[str], str]) -> list[Piece]:
    """The pieces with questions and their answers told apart and tied, labelled ones cut where the answer begins.

    Without labels, a question is a piece that asks and nothing else, in bold, or one of several under a heading that each
    have an answer after them.
    """
    found = [part for piece in pieces for part in _parts(piece, text)]
    for question, reply in _labelled(found, text):
        question.kind, reply.kind, reply.parent = "question", "answer", question
    bare: dict[tuple[str, ...], list[tuple[Piece, Piece]]] = {}
    for question, reply in _bare(found, text, shown):
        bare.setdefault(question.heading, []).append((question, reply))
    for some in bare.values():
        for question, reply in some:
            if len(some) >= _LIST or _SET_OFF.match(text[question.start : question.end]):
                question.kind, reply.kind, reply.parent = "question", "answer", question
    return found


def _parts(piece: Piece, text: str) -> list[Piece]:
    """A piece that begins with a question's label, cut at the lines that begin with an answer's or the next question's."""
    raw = text[piece.start : piece.end]
    if piece.kind not in (*_KINDS, "question") or not _ASKED.match(raw):
        return [piece]
    cuts = [m.end() for m in _LINE.finditer(raw) if _REPLIED.match(raw, m.end()) or _ASKED.match(raw, m.end())]
    if not any(_REPLIED.match(raw, cut) for cut in cuts):
        return [piece]
    return cut(piece, [0, *cuts, len(raw)])


def _labelled(pieces: Sequence[Piece], text: str) -> Iterator[tuple[Piece, Piece]]:
    for piece, after in pairwise(pieces):
        kinds = piece.kind in (*_KINDS, "question") and after.kind in _REPLIES
        if kinds and _ASKED.match(text, piece.start, piece.end) and _REPLIED.match(text, after.start, after.end):
            yield piece, after


def _bare(pieces: Sequence[Piece], text: str, shown: Callable[[str], str]) -> Iterator[tuple[Piece, Piece]]:
    """Pieces of one sentence that asks, each with the next one, if that tells and nothing stands between."""
    for piece, after in pairwise(pieces):
        if piece.kind not in _KINDS or after.kind not in _REPLIES or piece.heading != after.heading:
            continue
        if after.parent not in (None, piece, piece.parent) or not is_markup(text[piece.end : after.start]):
            continue
        if piece.kind == after.kind == "bullet" and after.parent is not piece:
            continue
        words = shown(text[piece.start : piece.end])
        if len(words) <= _LONGEST and _ENDS.search(words) and not _ENDS.search(shown(text[after.start : after.end])):
            yield piece, after
