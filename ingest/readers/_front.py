"""What stands before a text and tells about it: front matter of site generators, fields, and lines of "Title: …"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ingest.registry_file import CHOICES
from kb.model import Passage, Span

_FENCED = re.compile(
    r"\A\ufeff?\s*(?P<fence>---|\+\+\+)[ \t]*\r?\n(?P<body>.*?)(?:^|\n)(?:(?P=fence)|\.\.\.)[ \t]*\r?(?:\n|\Z)", re.S
)
_YAML = re.compile(r"^(?P<key>[A-Za-z][\w -]{0,30}?)\s*(?:[:=])[ \t]*(?P<value>[^\n]*)$", re.M)
_FIELD = re.compile(r"^:(?P<key>[A-Za-z][\w -]{0,30}):[ \t]+(?P<value>[^\n]+)$", re.M)
_PLAIN = re.compile(
    r"\A\ufeff?\s*(?:(?:[A-Za-z][\w -]{0,20}|[\u4e00-\u9fff]{2,6})[ \t]*[:：][ \t]*[^\n]*\r?\n){2,}(?=\s*\n|\s*\Z)"
)
_PLAIN_LINE = re.compile(r"^(?P<key>[A-Za-z][\w -]{0,20}|[\u4e00-\u9fff]{2,6})[ \t]*[:：][ \t]*(?P<value>[^\n]*)$", re.M)
_DATE = re.compile(r"((?:19|20)\d\d)(?:[-/.年](\d{1,2})(?:[-/.月](\d{1,2}))?)?")
_KEYS = {
    "title": "title", "标题": "title", "题目": "title",
    "date": "issued", "updated": "issued", "lastmod": "issued", "last updated": "issued", "published": "issued",
    "日期": "issued", "更新": "issued", "更新日期": "issued", "发布日期": "issued",
    "lang": "lang", "language": "lang", "locale": "lang", "语言": "lang",
    "author": "publisher", "authors": "publisher", "publisher": "publisher", "by": "publisher",
    "作者": "publisher", "译者": "publisher",
    "version": "edition", "edition": "edition", "版本": "edition",
    "url": "url", "source": "url", "canonical_url": "url", "permalink": "url", "来源": "url",
    "authority": "authority", "territory": "territory", "region": "territory",
}  # fmt: skip
_LANGS = {
    "en": "en",
    "english": "en",
    "英文": "en",
    "英语": "en",
    "zh": "zh",
    "chinese": "zh",
    "中文": "zh",
    "ja": "ja",
    "jp": "ja",
}
_HEAD = 20_000


@dataclass(frozen=True, slots=True)
class Front:
    """Where it stands, and what it says of the document by the names of a Source's fields."""

    span: Span
    says: Mapping[str, str]


def front(text: str) -> Front | None:
    """What stands before the text; None if nothing does.

    >>> front("---\\ntitle: 'On Lamps'\\ndate: 2021-3-4\\n---\\nText").says
    {'title': 'On Lamps', 'issued': '2021-03-04'}
    """
    head = text[:_HEAD]
    if fenced := _FENCED.match(head):
        return Front(Span(*fenced.span()), _said(_YAML.finditer(fenced["body"])))
    plain = _PLAIN.match(head)
    said = _said(_PLAIN_LINE.finditer(plain.group())) if plain else {}
    return Front(Span(*plain.span()), said) if plain and "title" in said and _known(plain.group()) else None


def under_title(passages: Sequence[Passage], ahead: Front | None) -> tuple[Passage, ...]:
    """The passages with the title that front matter gives above their headings, unless it stands there: a page of a site is
    often about what its title names, and says so nowhere else."""
    title = ahead.says.get("title", "") if ahead else ""
    if not title:
        return tuple(passages)
    return tuple(p if title in p.heading else replace(p, heading=(title, *p.heading)) for p in passages)


def is_field(raw: str) -> bool:
    """Whether a stretch of reStructuredText is a field that tells something of its document."""
    found = _FIELD.fullmatch(raw.strip())
    return found is not None and found["key"].strip().lower() in _KEYS


def fields(text: str) -> Mapping[str, str]:
    """What the list of fields near the beginning of a reStructuredText document says of it."""
    return _said(_FIELD.finditer(text[:_HEAD]))


def _known(block: str) -> bool:
    """Whether most lines of a block are about the document."""
    keys = [m["key"].strip().lower() for m in _PLAIN_LINE.finditer(block)]
    return 2 * sum(key in _KEYS for key in keys) > len(keys)


def _said(lines: Iterator[re.Match[str]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in lines:
        name = _KEYS.get(line["key"].strip().lower(), "")
        value = _value(name, line["value"].strip().strip("\"'“”").strip())
        if value:
            found.setdefault(name, value)
    return found


def _value(name: str, raw: str) -> str:
    """The value as a Source takes it; empty where it does not."""
    readers: dict[str, Any] = {
        "lang": lambda: _LANGS.get(raw.lower(), _LANGS.get(re.split(r"[-_]", raw.lower())[0], "")),
        "issued": lambda: _iso(raw),
        "url": lambda: raw if re.match(r"https?://", raw) else "",
        "authority": lambda: raw.lower() if raw.lower() in CHOICES["authority"] else "",
        "territory": lambda: next((c for c in CHOICES["territory"] if c.lower() == raw.lower()), ""),
        "publisher": lambda: raw.strip("[]").replace('"', "").replace("'", ""),
    }
    return str(readers[name]()) if name in readers else (raw if name and raw[:1] not in "|>[{&*" else "")


def _iso(raw: str) -> str:
    """A date as ISO writes it, as much of it as is given; empty if there is none."""
    found = _DATE.search(raw)
    return "-".join(part.zfill(2) for part in found.groups() if part) if found else ""
