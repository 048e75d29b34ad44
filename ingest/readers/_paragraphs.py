"""Paragraphs of a page layout: labels joined to what they label, lettering gathered, indented and marked lists found."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.readers._draft import Piece
from ingest.readers._outline import decoration
from ingest.readers._readable import readable
from ingest.readers._tables import line_cells
from ingest.segment import is_markup, trim
from kb.model import Span

_SPACER = re.compile(r"\s*\$\\hspace\*?\{(\d+(?:\.\d+)?)\s*(?:em|ex|pt|px|cm|mm)?\}\$(?P<rest>.?)", re.S)
_BOLD_ONLY = re.compile(r"(?:\s*(\*\*|__)(?=\S)[^*\n]+\1)+\s*\\?\s*\Z")
_ENDED = re.compile(r"[.!?:;,。！？：；，…]\W*\Z")
_STOPPED = re.compile(r"[.;,。；，]\W*\Z")
_FEWEST_BOLD = 5
_BOLD_LENGTH = 80
_CROWDED = 40
"""Pieces under a printed heading from which bold lines are looked at as headings."""
_LABEL_LENGTH = 45
_LABEL_WORDS = 6


def indent_spaced(pieces: Sequence[Piece], text: str) -> None:
    """Make bullets of paragraphs that a spacer indents, each under the last one indented less."""
    above: list[Piece] = []
    for piece in pieces:
        if piece.kind == "heading":
            above = []
        match = _SPACER.match(text, *piece.span) if piece.top and piece.kind != "boilerplate" else None
        if match:
            piece.level = max(1, round(float(match[1])))
            while above and above[-1].level >= piece.level:
                above.pop()
            piece.parent = above[-1] if above else None
            piece.kind = "bullet" if piece.kind == "paragraph" else piece.kind
            above.append(piece)
        elif piece.top and piece.kind != "boilerplate":
            above = [piece]


def mark_lists(pieces: Sequence[Piece], text: str) -> None:
    """Make bullets of paragraphs that carry a check or cross."""
    for piece in pieces:
        if piece.mark and piece.kind == "paragraph":
            piece.kind = "bullet"


def find_lost_marks(pieces: Sequence[Piece], text: str) -> None:
    """Flag the pieces whose layout shows that a mark stood before them, in a text that has lost all it had.

    What is left of a mark that went with the other non-ASCII characters is the single blank that followed it.
    """
    if not text.isascii() or any(p.mark for p in pieces):
        return
    found = [p for p in pieces if p.kind not in ("heading", "boilerplate", "reference") and _blank_before(p, text)]
    if len(found) < 3:
        return
    for piece in found:
        piece.lost_mark = True
        piece.kind = "bullet" if piece.kind == "paragraph" else piece.kind


def _blank_before(piece: Piece, text: str) -> bool:
    if spacer := _SPACER.match(text, *piece.span):
        return spacer["rest"] == " "
    at = trim(text, piece.span).start
    blank = text[at - 1 : at] == " " and text[max(0, at - 2) : at - 1] in ("", "\n", "\t", ">")
    return blank and (piece.top or piece.kind == "table-cell")


def tab_tables(pieces: Sequence[Piece], text: str) -> list[Piece]:
    """The pieces, with every paragraph whose lines are all cut by tabs replaced by the cells of that table."""
    found: list[Piece] = []
    for piece in pieces:
        rows = _tab_rows(piece, text)
        if not rows:
            found.append(piece)
            continue
        for cell in line_cells(rows, text, header=None):
            kind = "heading" if cell.header else "table-cell"
            found.append(Piece(*cell.span, kind, row_headers=cell.row_headers, col_headers=cell.col_headers))
    return found


def _tab_rows(piece: Piece, text: str) -> list[list[Span]]:
    if not piece.top or piece.kind != "paragraph":
        return []
    rows: list[list[Span]] = []
    at = piece.start
    for line in re.findall(r"[^\n]*\n|[^\n]+", text[piece.start : piece.end]):
        cells = [Span(at + m.start(), at + m.end()) for m in re.finditer(r"[^\t\r\n]*[^\s][^\t\r\n]*", line)]
        rows += [cells] if line.strip() else []
        at += len(line)
    widths = {len(row) for row in rows}
    return rows if len(rows) > 1 and len(widths) == 1 and widths.pop() > 1 else []


def decorated_headings(pieces: Sequence[Piece], text: str) -> None:
    """Make headings of short paragraphs that begin with a sign which headings of this text begin with."""
    levels: dict[str, int] = {}
    for piece in pieces:
        if piece.kind != "heading" and not piece.top:
            continue
        words = readable(text[piece.start : piece.end])
        sign = decoration(words)
        if piece.kind == "heading" and sign:
            levels[sign] = piece.level
        elif sign in levels and len(words) <= _LABEL_LENGTH and not _ENDED.search(words):
            piece.kind, piece.level, piece.top = "heading", levels[sign], False


def bold_headings(pieces: Sequence[Piece], text: str) -> list[Piece]:
    """The pieces with headings made of bold lines, where printed headings leave too much under one of them.

    A bold first line of a paragraph is cut off. Each stands one level below the printed heading before it.
    """
    bold = {id(p): cut for p in pieces if (cut := _bold_line(p, text))}
    printed = sum(p.kind == "heading" and p.level > 0 for p in pieces)
    if len(bold) < _FEWEST_BOLD or len(pieces) - len(bold) < _CROWDED * (printed + 1):
        return list(pieces)
    found: list[Piece] = []
    level = 0
    for piece in pieces:
        level = piece.level if piece.kind == "heading" and piece.level else level
        cut = bold.get(id(piece), 0)
        if cut and cut < piece.end:
            found.append(Piece(piece.start, cut, "heading", level=level + 1))
            piece.start = cut
        elif cut:
            piece.kind, piece.level, piece.top = "heading", level + 1, False
        found.append(piece)
    return found


def _bold_line(piece: Piece, text: str) -> int:
    """Where the bold line ends that a paragraph is or begins with; 0 if there is none."""
    if not piece.top or piece.kind != "paragraph":
        return 0
    raw = text[piece.start : piece.end]
    first, _, rest = raw.lstrip().partition("\n")
    titled = _BOLD_ONLY.match(first) and len(readable(first)) <= _BOLD_LENGTH and not _STOPPED.search(readable(first))
    if not titled:
        return 0
    return piece.start + len(raw) - len(raw.lstrip()) + len(first) if rest.strip() else piece.end


def join_labels(pieces: Sequence[Piece], text: str) -> list[Piece]:
    """The pieces, with each label joined to the paragraph it stands before, and loose lettering gathered into captions."""
    found: list[Piece] = []
    for run in _runs(pieces, text):
        labels = [_is_label(p, text) for p in run]
        head: Piece | None = None
        i = 0
        while i < len(run):
            stop = i
            while stop < len(run) and labels[stop]:
                stop += 1
            body = run[stop] if stop < len(run) else None
            joined = _join(run[i:stop], body, text, alone=len(run) == 1)
            if body and head and stop == i and body.parent is None:
                body.parent = head
            elif body and stop > i:
                head = body if _stands_out(text[body.start : run[stop - 1].end]) else None
            found += joined
            i = stop + 1
    return found


def _runs(pieces: Sequence[Piece], text: str) -> list[list[Piece]]:
    """Paragraphs with nothing but markup between them, together; every other piece by itself."""
    runs: list[list[Piece]] = []
    for piece in pieces:
        before = runs[-1][-1] if runs else None
        joins = before and _loose(piece) and _loose(before) and is_markup(text[before.end : piece.start])
        if joins:
            runs[-1].append(piece)
        else:
            runs.append([piece])
    return runs


def _loose(piece: Piece) -> bool:
    return piece.top and piece.kind in ("paragraph", "note", "example") and not (piece.level or piece.mark or piece.lost_mark)


_SENTENCE = re.compile(r"[。！？?]|(?<!\d)[.!]\s+[A-Z]")
"""What no label has inside."""


def _is_label(piece: Piece, text: str) -> bool:
    raw = text[piece.start : piece.end]
    if not _loose(piece) or piece.kind != "paragraph" or "](" in raw or "href=" in raw:
        return False
    words = readable(raw)
    short = len(words) <= _LABEL_LENGTH and len(words.split()) <= _LABEL_WORDS
    return short and (words in ("VS.", "vs.") or not (_ENDED.search(words) or _SENTENCE.search(words)))


def _join(labels: list[Piece], body: Piece | None, text: str, *, alone: bool) -> list[Piece]:
    """One run of labels and the paragraph after it, if there is one."""
    head = labels[-1] if labels and body else None
    if head and not (len(labels) == 1 or _stands_out(text[head.start : head.end])):
        head = None
    loose = labels[:-1] if head else labels
    if head and body:
        body.start = head.start
    if not loose:
        return [body] if body else []
    if len(loose) > 1:
        loose[0].end, loose[0].kind = loose[-1].end, "caption"
        loose = loose[:1]
    elif not alone:
        loose[0].kind = "caption"
    return [*loose, *([body] if body else [])]


def _stands_out(raw: str) -> bool:
    words = readable(raw)
    return bool(_BOLD_ONLY.match(raw)) or (words.isupper() and len(words) > 2)
