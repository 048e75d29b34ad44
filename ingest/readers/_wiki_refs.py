"""One entry of a wiki page's reference list, taken apart."""

from __future__ import annotations

import re
from datetime import datetime

from ingest.readers._references import is_official
from ingest.readers._spacing import readable
from ingest.segment import fold
from kb.model import Lines, Reference, Tri

BACK = re.compile(r"\s*↑(?:\s+\d+\.\d+(?=\s|$))*\s*")
"""The arrow an entry begins with, and the numbers of the places that cite it."""

_URL = re.compile(r"https?://\S+")
_ARCHIVE = re.compile(r"https?://(?:web\.)?archive\.org/web/\d+\w*/(?P<original>\S+)")
_DATE = r"(?P<day>\d{1,2})\s+(?P<month>[A-Z][a-z]+)\s+(?P<year>\d{4})"
_ARCHIVED_ON = re.compile(r"\bArchived\s+from\s+the\s+original\s+on\s+" + _DATE)
_RETRIEVED = re.compile(r"\bRetrieved\s+" + _DATE)
_PUBLISHED = re.compile(r"(?:\(|(?<=\.)\s)\s*" + _DATE + r"\s*[).]")
_PAGE = re.compile(r"\b(?:pages?|pp?\.)\s*(?P<page>\d+(?:\s*[-–]\s*\d+)?)", re.I)
_PUBLISHER = re.compile(r"(?:^|[.\"”)\]]\s*)(?:Konami|UDE|Upper Deck(?: Entertainment)?|コナミ|科乐美)\s*(?=[.(,]|$)", re.I)
"""A publisher where a citation says who published: at its beginning or after a title, not in running words."""
_EXTRAPOLATION = re.compile(r"\bextrapolat", re.I)


def reference(source: str, key: str, raw: str, lines: Lines, heading: tuple[str, ...]) -> Reference:
    """The Reference that one entry of the list describes.

    `date` is when the cited text was published, else archived, else retrieved: an ISO date, empty if none is given.
    """
    body = fold(raw[end.end() :] if (end := BACK.match(raw)) else raw)
    found = _URL.search(body)
    url = found.group() if found else ""
    archived = _ARCHIVE.match(url)
    original = _absolute(archived["original"]) if archived else url
    label = _label(body, found)
    return Reference(
        id=f"{source}:ref:{key}",
        source=source,
        key=key,
        label=label,
        lines=lines,
        url=original,
        archive_url=url if archived else "",
        page=_page(label),
        date=_date(body),
        official=_official(original, label),
        extrapolation=bool(_EXTRAPOLATION.search(body)),
        heading=heading,
    )


def _official(url: str, label: str) -> Tri:
    """Whether the game's publisher, today's or the former one, is the one cited, be it in somebody else's copy."""
    return True if _PUBLISHER.search(label) else is_official(url, label)


def _label(body: str, url: re.Match[str] | None) -> str:
    label = _ARCHIVED_ON.sub("", body[: url.start()] if url else body)
    return readable(_RETRIEVED.sub("", label)).rstrip(" .")


def _absolute(url: str) -> str:
    return url if re.match(r"https?://", url) else "http://" + url


def _page(label: str) -> str:
    found = _PAGE.search(label)
    return re.sub(r"\s*[-–]\s*", "-", found["page"]) if found else ""


def _date(body: str) -> str:
    rest = _RETRIEVED.sub(" ", _ARCHIVED_ON.sub(" ", body))
    for text, pattern in ((rest, _PUBLISHED), (body, _ARCHIVED_ON), (body, _RETRIEVED)):
        for found in pattern.finditer(text):
            try:
                return datetime.strptime(f"{found['day']} {found['month']} {found['year']}", "%d %B %Y").date().isoformat()
            except ValueError:
                continue
    return ""
