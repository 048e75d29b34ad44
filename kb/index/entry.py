"""What the search index holds: entries that can be cited, and the texts by which each is found."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from sys import intern
from typing import Any, Literal, NamedTuple

from kb.model import Ask, Authority, Cite, Lang, Lines, Territory, Verdict

_MARKS = re.compile(r"\s*\[\d+\]")
_GIVEN = ("id", "kind", "source", "texts", "authority", "territory")
_ASKED = ("en", "zh", "verdict")
DIGEST = "digest"
"""Source id and kind of the bundled digest's entries."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A passage of a document or an entry of the digest, with all that a citation of it shows."""

    id: str
    kind: str
    """A passage's kind, or "digest"."""
    source: str
    file: str = ""
    title: str = ""
    edition: str = ""
    issued: str = ""
    """When the document was issued, as ISO writes it, as far as it says."""
    authority: Authority = "notes"
    territory: Territory = "both"
    texts: dict[Lang, str]
    """The text by language: one for a passage, two for a digest entry."""
    lines: Lines | None = None
    page: int | None = None
    heading: tuple[str, ...] = ()
    row_headers: tuple[str, ...] = ()
    col_headers: tuple[str, ...] = ()
    parent: str = ""
    """The text that the passage hangs under."""
    answered: str = ""
    """Of a question, the answer that its document gives."""
    mark: Literal["yes", "no"] | None = None
    status: str = ""
    superseded_by: tuple[str, ...] = ()
    """Present sources that replace this one's."""
    links: dict[str, float] = field(default_factory=dict)
    """Ids of concepts, timings and cards, 1 for those in the text itself, less for those of its context."""
    cites: tuple[Cite, ...] = ()
    asks: tuple[Ask, ...] = ()
    topic: str = ""
    rule_kind: str = ""
    references: tuple[str, ...] = ()

    @property
    def lang(self) -> Lang:
        """The language of a passage; of a digest entry, the first one it is written in."""
        return next(iter(self.texts))

    def text(self, lang: Lang) -> str:
        """The text in that language if there is one, else in its own."""
        return self.texts.get(lang) or next(iter(self.texts.values()))

    def surroundings(self) -> tuple[str, ...]:
        """Where the text stands: the two innermost headings, row and column headers, each once."""
        return tuple(dict.fromkeys(t for t in (*self.heading[-2:], *self.row_headers, *self.col_headers) if t))


class Point(NamedTuple):
    """One text by which an entry is found."""

    entry: int
    """Row of the entry."""
    lang: Lang
    text: str
    ask: int = -1
    """Which of the entry's questions this is; -1 for the entry's own text."""


def without_marks(text: str) -> str:
    """The text less its reference marks, which say nothing.

    >>> without_marks("It is sent to the Graveyard. [10] [32]")
    'It is sent to the Graveyard.'
    """
    return _MARKS.sub("", text)


def points_of(row: int, entry: Entry) -> list[Point]:
    """The texts by which an entry is found: its own in each language, then its questions in each language."""
    own = [Point(entry=row, lang=lang, text=without_marks(text)) for lang, text in entry.texts.items() if text]
    asked: list[Point] = []
    for number, ask in enumerate(entry.asks):
        asked += [Point(entry=row, lang="en", text=ask.en, ask=number)] if ask.en else []
        asked += [Point(entry=row, lang="zh", text=ask.zh, ask=number)] if ask.zh else []
    return own + asked


def to_json(entry: Entry) -> str:
    """An entry as one line of JSON; fields that are empty and need not be given are left out."""
    given = _shallow(entry) | {"cites": [_shallow(c) for c in entry.cites], "asks": [_shallow(a) for a in entry.asks]}
    kept = {k: v for k, v in given.items() if k in _GIVEN or v not in ("", (), [], {}, None)}
    return json.dumps(kept, ensure_ascii=False)


def _shallow(thing: Entry | Cite | Ask) -> dict[str, Any]:
    """The fields as they are: `dataclasses.asdict` copies deeply, which costs ten times as much."""
    fields = ((name, getattr(thing, name)) for name in thing.__slots__)
    return {name: value for name, value in fields if value or name in _ASKED or not isinstance(thing, Ask)}


def from_json(data: str) -> Entry:
    """The entry that `to_json` wrote."""
    raw: dict[str, Any] = json.loads(data)
    for key in ("heading", "row_headers", "col_headers", "superseded_by", "references"):
        if key in raw:
            raw[key] = tuple(raw[key])
    if "lines" in raw:
        raw["lines"] = Lines(*raw["lines"])
    raw["cites"] = tuple(_cite(c) for c in raw.get("cites", ()))
    raw["asks"] = tuple(map(_ask, raw.get("asks", ())))
    return Entry(**raw)


def _ask(raw: dict[str, Any]) -> Ask:
    """One question; words that thousands share are kept once."""
    for name in ("verdict", "side", "side_zh"):
        if name in raw:
            raw[name] = intern(raw[name])
    raw["options"] = tuple(raw.get("options", ()))
    return Ask(**raw)


def _cite(raw: Mapping[str, Any]) -> Cite:
    return Cite(**{**raw, "lines": Lines(*raw["lines"])})


def verdict_of(entry: Entry, ask: int) -> Verdict | None:
    """The verdict that goes with one of the entry's questions; None for the entry's own text."""
    return entry.asks[ask].verdict if 0 <= ask < len(entry.asks) else None


def as_weights(ids: Collection[str] | Mapping[str, float]) -> dict[str, float]:
    """Ids as weights: a plain collection counts 1 each."""
    return dict(ids) if isinstance(ids, Mapping) else dict.fromkeys(ids, 1.0)
