"""What stands around a passage says with it: marks, column headers, the line that leads into its list, headings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from kb.digest.load import load_timings
from kb.lang.fragments import introduces, introduces_examples, is_verbless
from kb.lang.link import Linker
from kb.lang.modality import Reading, read_modality
from kb.model import Mention, Modality, Passage

_BOTH_WAYS = re.compile(r"\bcan ?/ ?(?:cannot|can't|not)|\byes ?/ ?no\b|能否|是否|可否|可以/不", re.I)
_BINDING = ("permits", "forbids", "requires")
_LONG_TITLE = 120


class Said(NamedTuple):
    """What the surroundings say of words that are no sentence themselves."""

    modality: Modality
    polarity: bool
    confidence: float


class Surroundings:
    """Remembers, over the passages of one document in order, what each says of those below it."""

    def __init__(self) -> None:
        self._leads: dict[str, Said | None] = {}

    def of(self, passage: Passage) -> Said | None:
        """What mark, lead-in and heading say of the passage; None if nothing."""
        lead = self._leads.get(passage.parent or passage.illustrates or "")
        if passage.mark:
            return _marked(passage)
        if lead:
            return lead
        return _titled(passage)

    def remember(self, passage: Passage, last: str, reading: Reading, inherited: bool) -> None:
        """Keep what the passage's last sentence says of what hangs under it."""
        own = Said(reading.modality, reading.polarity, min(0.7, reading.confidence))
        if introduces_examples(last):
            self._leads[passage.id] = Said("example", True, 0.7)
        elif introduces(last) and not reading.guessed:
            self._leads[passage.id] = own
        elif inherited or (introduces(last) and is_verbless(last, passage.lang)):
            self._leads[passage.id] = self.of(passage)


def asks_both_ways(headers: Iterable[str]) -> bool:
    """Whether a header leaves it to a mark in the cell which way it goes: "What can/cannot activate"."""
    return any(_BOTH_WAYS.search(header) for header in headers)


def _marked(passage: Passage) -> Said:
    """A check permits and a cross forbids, unless the column is about what happens by itself."""
    yes = passage.mark == "yes"
    header = passage.col_headers[0] if passage.col_headers else ""
    if header and not asks_both_ways([header]) and read_modality(header, passage.lang).modality not in _BINDING:
        return Said("follows", yes, 0.9)
    return Said("permits" if yes else "forbids", yes, 0.95)


def _titled(passage: Passage) -> Said | None:
    """What the innermost heading permits, forbids or requires of all that is listed there."""
    title = passage.heading[-1] if passage.heading else ""
    if not title or len(title) > _LONG_TITLE or asks_both_ways([title]):
        return None
    reading = read_modality(title, passage.lang)
    bound = reading.modality in _BINDING and not reading.guessed
    return Said(reading.modality, reading.polarity, min(0.6, reading.confidence)) if bound else None


class Turn:
    """Where in the turn a passage holds: by its words, else by the headings it stands under."""

    def __init__(self, linker: Linker) -> None:
        self._linker = linker
        self._above = {t.id: t.part_of for t in load_timings()}
        self._whole = frozenset(t.id for t in load_timings() if t.level == "turn")
        self._titles: dict[str, tuple[str, ...]] = {}
        self._kept: dict[str, tuple[str, ...]] = {}

    def of(self, passage: Passage, mentions: Sequence[Mention]) -> tuple[str, ...]:
        """Ids of timings, the narrowest that are named; to be asked once per passage, in order of the document."""
        around = self._around(passage)
        named = self.named(mentions)
        self._kept[passage.id] = self.narrow(named, around)
        return self._kept[passage.id]

    def named(self, mentions: Iterable[Mention]) -> tuple[str, ...]:
        """The timings among the mentions, less the turn itself."""
        return self._only(m.target for m in mentions if m.target_kind == "timing")

    def narrow(self, named: tuple[str, ...], around: tuple[str, ...]) -> tuple[str, ...]:
        """The named timings, those around in place of a wider one; those around alone where none is named."""
        if not named:
            return around
        chosen = dict.fromkeys(b for a in named for b in ([n for n in around if self._is_in(n, a)] or [a]))
        return tuple(c for c in chosen if not any(self._is_in(other, c) for other in chosen if other != c))

    def _around(self, passage: Passage) -> tuple[str, ...]:
        above = self._kept.get(passage.parent or passage.illustrates or "", ())
        for title in (*passage.row_headers, *reversed(passage.heading)):
            if title in passage.heading and above:
                return above
            if found := self._title(title):
                return found
        return above

    def _title(self, title: str) -> tuple[str, ...]:
        if title not in self._titles:
            found = self._linker.link(title) if len(title) <= _LONG_TITLE else ()
            self._titles[title] = self._only(f.target for f in found if f.target_kind == "timing")
        return self._titles[title]

    def _only(self, ids: Iterable[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(i for i in ids if i in self._above and i not in self._whole))

    def _is_in(self, inner: str, outer: str) -> bool:
        at: str | None = inner
        while at is not None and at != outer:
            at = self._above.get(at)
        return at == outer
