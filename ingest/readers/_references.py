"""What a document cites: the items of its reference lists, read into labels, addresses, pages and years."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from ingest.readers._links import Hyper
from kb.model import Lines, Reference, Tri

OFFICIAL_HOSTS = ("konami.com", "konami.net", "konami.jp", "yugioh-card.com")
"""The game's publisher and its rulings database."""
FAN_HOSTS = ("yugipedia.com", "fandom.com", "wikia.com", "ygorganization.com", "pojo.com", "reddit.com", "duelistgroundz.com")
_ARCHIVED = re.compile(r"https?://web\.archive\.org/(?:web/)?\d+[a-z_]*/(?P<original>.+)", re.I)
_PAGES = re.compile(r"\b(?:pages?|pp?\.)\s*(?P<pages>\d+(?:\s*[-–—]\s*\d+)?(?:\s*,\s*\d+(?:\s*[-–—]\s*\d+)?)*)", re.I)
_URL_PAGE = re.compile(r"[?&#]page=(\d+)")
_YEAR = re.compile(r"\b((?:19|20)\d\d)\b")
_VIA_ARCHIVE = re.compile(r",?\s*archived from\b.*\Z", re.I | re.S)
_FAN_WORDS = re.compile(r"\bunofficial\b", re.I)
_RELAYS = re.compile(r"\b(?:official|rule ?book)\b", re.I)
_LIST_TITLE = re.compile(r"[\W_]*(?:references?|sources?|citations?|footnotes?|参考(?:资料|文献)?|出处|来源)[\W_]*\Z", re.I)


def names_references(title: str) -> bool:
    """Whether a line is the title of a list of references.

    >>> names_references("*References*:")
    True
    """
    return bool(_LIST_TITLE.match(title))


def reference(
    source: str, key: str, text: str, found: Sequence[Hyper], lines: Lines, heading: tuple[str, ...], name: str = ""
) -> Reference:
    """A Reference from the readable text of a list item and the links in it.

    `key` is the anchor id that footnotes point to, empty where none can; `name` then makes the id unique.
    """
    urls = [h.url for h in found]
    archive = next((u for u in urls if _ARCHIVED.match(u)), "")
    url = next((u for u in urls if not _ARCHIVED.match(u)), "") or _original(archive)
    label = _VIA_ARCHIVE.sub("", text) if archive else text
    pages = _PAGES.search(label)
    in_url = next((m[1] for u in urls if (m := _URL_PAGE.search(u))), "")
    year = _YEAR.search(label)
    return Reference(
        id=f"{source}:ref:{key or name}",
        source=source,
        key=key,
        label=label,
        lines=lines,
        url=url,
        archive_url=archive,
        page=pages["pages"] if pages else in_url,
        date=year[1] if year else "",
        official=is_official(url, label),
        heading=heading,
    )


def _original(archive: str) -> str:
    match = _ARCHIVED.match(archive)
    return match["original"] if match else ""


def is_official(url: str, label: str = "") -> Tri:
    """True for the publisher's hosts, False for fan sites and what calls itself unofficial, None where it cannot be told.

    A fan site that only relays an official book or ruling is one of those that cannot be told.
    """
    archived = _original(url) or url
    host = _host(archived)
    if _within(host, OFFICIAL_HOSTS):
        return True
    if _FAN_WORDS.search(label):
        return False
    return False if _within(host, FAN_HOSTS) and not _RELAYS.search(label) else None


def _host(url: str) -> str:
    try:
        return (urlsplit(url if "//" in url else f"//{url}").hostname or "").lower()
    except ValueError:
        return ""


def _within(host: str, domains: Sequence[str]) -> bool:
    return any(host == d or host.endswith(f".{d}") for d in domains)
