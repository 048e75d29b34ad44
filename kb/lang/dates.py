"""Days named in a text, as numbers or with an English month."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from dataclasses import dataclass

from kb.model import Span

_MONTHS = {name.casefold(): n for n, name in enumerate(calendar.month_name) if name}
_MONTHS |= {name.casefold(): n for n, name in enumerate(calendar.month_abbr) if name}
MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
"""English names of months and their short forms, as alternatives of a pattern."""
_DAY = re.compile(
    r"(?P<year>(?:19|20)\d\d)\s*[-/.年]\s*(?P<number>\d{1,2})\s*[-/.月]\s*(?P<day>\d{1,2})日?"
    rf"|\b(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?\s+(?P<month2>{MONTH})\.?,?\s+(?P<year2>(?:19|20)\d\d)\b"
    rf"|\b(?P<month3>{MONTH})\.?\s+(?P<day3>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<year3>(?:19|20)\d\d)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Days:
    """What a text says of days, and what else it says."""

    days: tuple[str, ...]
    """As ISO 8601 writes them, in the order of the text."""
    rest: str
    """The text without them."""


def days_in(text: str) -> Days:
    """The whole days that a text names.

    >>> days_in("ruled 2 March 2024, again on 2025年1月11日")
    Days(days=('2024-03-02', '2025-01-11'), rest='ruled , again on ')
    """
    return Days(tuple(_iso(found) for found in _DAY.finditer(text)), _DAY.sub("", text))


def placed_days(text: str) -> Iterator[tuple[Span, str]]:
    """The whole days that a text names, each with its place.

    >>> list(placed_days("ruled 2 March 2024"))
    [(Span(start=6, end=18), '2024-03-02')]
    """
    return ((Span(found.start(), found.end()), _iso(found)) for found in _DAY.finditer(text))


def month_number(name: str) -> int:
    """The number of a month, 1..12, by its English name. Raises KeyError for another word."""
    return _MONTHS[name.casefold()]


def _iso(found: re.Match[str]) -> str:
    year = found["year"] or found["year2"] or found["year3"]
    named = found["month2"] or found["month3"]
    month = int(found["number"]) if found["number"] else month_number(named)
    return f"{year}-{month:02}-{int(found['day'] or found['day2'] or found['day3']):02}"
