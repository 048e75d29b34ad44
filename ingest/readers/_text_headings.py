"""Headings of a plain text, told by capitals, numbering, signs, underlines and where they stand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ingest.readers._text_lines import RULE, Line

_HAN = "一二三四五六七八九十百零〇"
_PART = re.compile(
    rf"(?:(?:chapter|part|book|appendix|section|article)\s+(?:\d{{1,3}}|[IVXLC]+|[A-Z])\b|第[{_HAN}\d]+[部篇章])", re.I
)
_LESSER_PART = re.compile(rf"第[{_HAN}\d]+[节節条條款]")
_HAN_NUMBER = re.compile(rf"[{_HAN}]{{1,3}}\s*[、.．]\s*\S")
_HAN_BRACKET = re.compile(rf"[（(][{_HAN}]{{1,3}}[)）]\s*\S")
_NUMBER = re.compile(r"(\d{1,3}(?:\.\d{1,3}){0,4})(?:[.．、)]\s*|\s+)(?=\S)")
_NUMBERED = re.compile(rf"(?:{_PART.pattern}[.．:：]?\s*|{_NUMBER.pattern})", re.I)
"""What a line is numbered by, with what parts it from the rest."""
_SIGN = re.compile(
    r"(?:[■◆▼★▶§❖◇□]+\s*|«+\s*)\S|【[^】]+】\s*\Z|={2,}\s+\S.*\S\s+={2,}\Z|-{2,}\s+\S.*\S\s+-{2,}\Z|\*{2,}\s+\S.*\S\s+\*{2,}\Z"
)
_ENDED = re.compile(r"[.!?:;,。！？：；，、…][\"”’」』)）\]]*\Z")
_STOPPED = re.compile(r"[.;,。；，、][\"”’」』)）\]]*\Z")
_ASKED = re.compile(r"[?？!！]\Z|[（(]\s*[)）]|_{2,}")
_FORM = re.compile(r"_{3,}|^\[[ xX]?\]\s|^[☐☑☒▢◻❏❑]\s*\S|^□.*\s□|[:：]\s*□")
"""A place to fill in, or a box to tick."""
_VALUE = re.compile(r"[^:：]{2,30}[:：]\s?\S")
"""A label and what it says."""
_ADDRESSED = re.compile(r"(?:To|Dear|From|Hello|Hi)\s+\S")
_SENTENCE = 4
"""Words of what stands behind a number from which on it is a sentence, unless it is lettered as a title."""
_COLON = re.compile(r"[:：]\Z")
_INNER = re.compile(r"[，。；！？]")
_HAN_CHAR = re.compile(r"[\u3400-\u9fff]")
_LABELS = re.compile(
    r"\W*(?:examples?|for example|e\.g\.|notes?|例子?|例如|注意?|q|a|question|answer|问题?|答案?)\s*\d*\s*[:：]\Z", re.I
)
_SMALL = frozenset(
    ("a", "an", "and", "as", "at", "but", "by", "for", "from", "in", "of", "on", "or", "per", "the", "to", "with")
)
_SHORT = 6
"""Words of a numbered heading that is not lettered as a title."""
_FULL = 0.7
"""Share of the width at which a text is wrapped from which on a line is full."""
_LONGEST = 80
_LONGEST_HAN = 30
_UNDERLINES = {"=": 1, "#": 1, "*": 1, "-": 2, "_": 2, "~": 3}


@dataclass(frozen=True, slots=True)
class Title:
    """That a line is a heading: its rank, 1 the outermost, and how many lines it takes with its underline."""

    rank: int
    lines: int = 1


def title_at(lines: Sequence[Line], at: int, width: int) -> Title | None:
    """What makes the line of a block of lines a heading; None if nothing does.

    `lines` are the lines of the text less blank ones at `at` and page furniture: `lines[at - 1]` and `lines[at + 1]` may be
    blank, which tells them apart. `width` is where the text is wrapped, 0 where it is not.
    """
    line = lines[at]
    before = lines[at - 1] if at else None
    after = lines[at + 1] if at + 1 < len(lines) else None
    if underlined := _underlined(line, after):
        return underlined
    if _FORM.search(line.words) or (line.words.startswith("□") and _beside(lines, at, "□")):
        return None
    if len(line.words) > (_LONGEST_HAN * 2 if _HAN_CHAR.search(line.words) else _LONGEST) or RULE.fullmatch(line.words):
        return None
    following = next((lines[n] for n in range(at + 1, len(lines)) if lines[n].words), None)
    if following is None:
        return None
    opens = before is None or not before.words or RULE.fullmatch(before.words) is not None
    alone = opens and (after is None or not after.words)
    apart = alone or (opens and _leads(line, following, width))
    signed = _by_sign(line, following, apart=apart and not _NUMBER.match(_above(lines, at)))
    if signed and not (_NUMBERED.match(line.words) and _runs_on(line, after, width)) and not _leads_on(line, following):
        return Title(signed)
    if signed:
        return None
    if capitals(line.words) and (opens or not capitals(before.words if before else "")):
        return Title(2)
    if not opens or _VALUE.match(line.words) or _ADDRESSED.match(line.words) or _COLON.search(_above(lines, at)):
        return None
    return _by_look(line, following, width, alone=alone)


def _underlined(line: Line, after: Line | None) -> Title | None:
    if after is None or not (rule := RULE.fullmatch(after.words)) or rule[1] not in _UNDERLINES or RULE.fullmatch(line.words):
        return None
    fits = abs(after.width - line.width) <= 4 and len(line.words) <= _LONGEST
    return Title(_UNDERLINES[rule[1]], 2) if fits and not _STOPPED.search(line.words) else None


def _leads(line: Line, following: Line, width: int) -> bool:
    """Whether a line is much shorter than the text below it, which begins anew."""
    short = line.width < 0.6 * width if width else following.width > 2 * line.width
    return short and following.words[:1].isupper() and following.width > line.width


def _runs_on(line: Line, after: Line | None, width: int) -> bool:
    """Whether a numbered line is full and its sentence goes on in the next: an item, not a heading."""
    if after is None or not after.words or not width or line.width < _FULL * width:
        return False
    rest = _NUMBERED.sub("", line.words)
    return after.words[:1].islower() or (
        not looks_titled(rest) and (after.indent > line.indent or _PART.match(line.words) is not None)
    )


def _leads_on(line: Line, following: Line) -> bool:
    """Whether a numbered line is a sentence that a list or a table below it goes on with."""
    number = _NUMBERED.match(line.words)
    rest = line.words[number.end() :] if number else ""
    if not number or _HAN_CHAR.search(rest) or capitals(rest) or looks_titled(rest) or len(rest.split()) < _SENTENCE:
        return False
    return bool(_COLON.search(rest)) or following.indent > line.indent + len(number[0])


def _beside(lines: Sequence[Line], at: int, sign: str) -> bool:
    """Whether a line right above or below begins with a sign too: boxes to tick come in rows."""
    return any(0 <= n < len(lines) and lines[n].words.startswith(sign) for n in (at - 1, at + 1))


def _above(lines: Sequence[Line], at: int) -> str:
    """The words of the nearest line above that has some."""
    return next((lines[n].words for n in range(at - 1, -1, -1) if lines[n].words), "")


def _by_sign(line: Line, following: Line, *, apart: bool) -> int:
    """The rank that a number or sign before a line gives it; 0 if there is none or the line is an item of a list.

    `apart`: whether it stands by itself or leads a paragraph, and not after another numbered line.
    """
    words = line.words
    if _STOPPED.search(words) or _ASKED.search(words):
        return 0
    if _PART.match(words):
        return 1
    if _LESSER_PART.match(words) and not _INNER.search(words):
        return 2
    if _SIGN.match(words):
        return 3
    if _HAN_NUMBER.match(words) and not _HAN_NUMBER.match(following.words):
        return 0 if _INNER.search(words) else 2
    if _HAN_BRACKET.match(words) and not _HAN_BRACKET.match(following.words):
        return 0 if _INNER.search(words) else 4
    return _numbered(words, following.words, apart=apart)


def _numbered(words: str, following: str, *, apart: bool) -> int:
    number, beside = _NUMBER.match(words), _NUMBER.match(following)
    if not number or _ASKED.search(words):
        return 0
    rest, depth = words[number.end() :], number[1].count(".")
    titled = rest[:1].isupper() or bool(_HAN_CHAR.match(rest))
    sibling = beside is not None and beside[1].count(".") == depth
    if not titled or sibling or _INNER.search(rest) or len(rest) > 60:
        return 0
    short = apart and len(rest.split()) <= _SHORT
    return 3 + depth if depth or short or looks_titled(rest) or _HAN_CHAR.match(rest) else 0


def _by_look(line: Line, following: Line, width: int, *, alone: bool) -> Title | None:
    words = line.words
    if _COLON.search(words):
        short = len(words.split()) <= 6 and len(words) <= 50
        return Title(5) if short and not _LABELS.match(words) and (looks_titled(words[:-1]) or _plain_han(words[:-1])) else None
    if _ENDED.search(words) and not (alone and re.search(r"[?？]\Z", words) is None and not _STOPPED.search(words)):
        return None
    longer = following.width > line.width
    if _HAN_CHAR.search(words):
        said = _INNER.search(following.words) or _ENDED.search(following.words)
        return Title(4) if _plain_han(words) and longer and (said or alone) else None
    if not words[:1].isupper() or len(words.split()) > 9:
        return None
    if alone:
        return Title(4) if longer or looks_titled(words) else None
    short = line.width < 0.6 * width if width else len(words) <= 60 and following.width > 2 * line.width
    return Title(4) if short and looks_titled(words) and longer and following.words[:1].isupper() else None


def _plain_han(words: str) -> bool:
    return bool(_HAN_CHAR.search(words)) and len(words) <= _LONGEST_HAN and not _INNER.search(words)


def capitals(words: str) -> bool:
    """Whether a line is lettered in capitals."""
    letters = [c for c in words if c.isalpha()]
    return (
        len(letters) >= 4 and all(c.isupper() for c in letters) and " ".join(words.split()) != "" and not _STOPPED.search(words)
    )


def looks_titled(words: str) -> bool:
    """Whether every word that matters begins with a capital.

    >>> looks_titled("Turning the Wick Up"), looks_titled("The wick is cut")
    (True, False)
    """
    found = [w for w in re.findall(r"[A-Za-z][\w'’-]*", words) if w.lower() not in _SMALL]
    return bool(found) and all(w[0].isupper() for w in found)
