"""Heading paths: as printed, or repaired where a converted PDF lost the levels."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ingest.readers._draft import Piece
from ingest.readers._readable import readable

_DECORATION = re.compile(r"\s*(«{2,}|<<|■|●|◆|▼|★)\s*")
_NUMBERED = re.compile(r"\s*(\d{1,2})[.)]?\s+\S")
_MEMORY = 100
"""Headings before one that can decide on its level."""
_EXAMPLE = re.compile(r"\W*(?:examples?|例|例子)\W*\Z", re.I)


def decoration(title: str) -> str:
    """The sign that stands before a title, such as ■; empty if there is none."""
    match = _DECORATION.match(title)
    return match[1].replace("<", "«") if match else ""


def assign_headings(pieces: Sequence[Piece], text: str) -> None:
    """Give every piece its heading path. The pieces must be in order of the text; headings belong to their own path."""
    titled = [(p, readable(text[p.start : p.end])) for p in pieces if p.kind == "heading" and p.level]
    broken = any(decoration(title) for _, title in titled)
    levels = _repaired(titled) if broken else [p.level for p, _ in titled]
    _assign(pieces, [(title, level) for (_, title), level in zip(titled, levels, strict=True)])


def heading_paths(pieces: Sequence[Piece], text: str, shown: Callable[[str], str]) -> None:
    """The same for levels that are right as they are, titles made readable by `shown`."""
    titled = [p for p in pieces if p.kind == "heading" and p.level]
    _assign(pieces, [(shown(text[p.start : p.end]), p.level) for p in titled])


def _assign(pieces: Sequence[Piece], titled: Sequence[tuple[str, int]]) -> None:
    paths = iter(titled)
    stack: list[tuple[int, str]] = []
    for piece in pieces:
        if piece.kind == "heading" and piece.level:
            title, level = next(paths)
            while stack and stack[-1][0] >= level:
                stack.pop()
            stack.append((level, title))
        piece.heading = tuple(title for _, title in stack if title)


def _repaired(titled: Sequence[tuple[Piece, str]]) -> list[int]:
    """Levels for headings whose printed ones are unreliable; doubled, so that one fits between two printed ones."""
    past: list[_Past] = []
    for piece, title in titled:
        past.append(_Past(title, decoration(title), 2 * piece.level, _level(2 * piece.level, title, past)))
    return [p.level for p in past]


@dataclass(frozen=True, slots=True)
class _Past:
    title: str
    sign: str
    printed: int
    level: int


def _level(printed: int, title: str, past: Sequence[_Past]) -> int:
    """The level a title's looks and its neighbours call for: the last heading of its series decides, else the printed level."""
    others = [p for p in past[-_MEMORY:] if not _EXAMPLE.match(p.title)]
    if not others:
        return printed
    if _EXAMPLE.match(title):
        return others[-1].level + 1
    series = _series(title, others)
    if series is not None:
        return series.level
    last = others[-1]
    if last.sign and title.lower().endswith(" " + _DECORATION.sub("", last.title).lower()):
        return max(printed, last.level + 1)
    number = _NUMBERED.match(title)
    if number and number[1] == "1" and any(p.level == printed for p in others):
        return printed + 1
    signed = next((p for p in reversed(others) if p.sign or p.level < printed), None)
    moved = signed.level - signed.printed if signed and signed.sign and signed.printed < printed else 0
    return printed + max(0, moved)


def _series(title: str, past: Sequence[_Past]) -> _Past | None:
    """The heading before this one that is of the same series: same sign, or next number, or same last two words."""
    sign, last = decoration(title), past[-1]
    if sign:
        return _same_sign(sign, past)
    number, previous = _NUMBERED.match(title), _NUMBERED.match(last.title)
    if number and previous:
        return last if int(number[1]) == int(previous[1]) + 1 else None
    words, others = title.lower().split(), last.title.lower().split()
    alike = not last.sign and len(words) > 2 and len(others) > 2 and words[-2:] == others[-2:]
    return last if alike else None


def _same_sign(sign: str, past: Sequence[_Past]) -> _Past | None:
    lowest = min(p.level for p in past)
    floor = 99
    for heading in reversed(past):
        if heading.sign == sign:
            return heading if heading.level <= floor else None
        floor = min(floor, heading.level)
        if floor <= lowest:
            return None
    return None
