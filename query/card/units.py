"""A text cut into units, words in Latin letters or single other characters, as names of cards are looked for in it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from kb.cards.parts import UNIT, spaced, units_of
from kb.cards.record import name_key
from kb.lang.later import later
from kb.lang.plain import is_plain
from kb.model import Span
from kb.text import Normalised, normalise
from query.card.search import CardSearch

_BREAK = later(r'[?!;。、"「」『』《》【】()\n]')
_ENDING = later(r"'(?:s|d|ed|ing)$")
"""Of a name that is in the possessive, or made a verb."""
_SENTENCE = ".?!:;"
_OPENING = " \"'(["
SMALL = frozenset("的了我你他们这那能可以从在是和与对把被将给让不没又再才就都会吗呢么吧个只张也还有要用想里上中下后前时")
"""Chinese characters that neither begin nor end a name of which only a part is written, or that is misspelt."""
_FAMILY = 10
"""Units of the longest name of a family of cards."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A word or a character: where it stands in the normalised text and what is compared of it."""

    start: int
    end: int
    key: str
    bare: str
    """The key without a possessive ending."""

    @property
    def latin(self) -> bool:
        """Whether it is a word or a number, not a Chinese or Japanese character."""
        return self.key.isascii()


@dataclass(frozen=True)
class CardText:
    """A text as names of cards are looked for in it."""

    original: str
    norm: Normalised
    units: tuple[Unit, ...]
    everyday: frozenset[str]
    """Of its words and pairs of characters those that card texts, or the glossary, use as plain words."""

    ruled: frozenset[str] = frozenset()
    """Of its words those of the glossary."""

    @property
    def text(self) -> str:
        """The normalised text, which the units' places count in."""
        return self.norm.text

    def surface(self, start: int, end: int) -> tuple[Span, str]:
        """The place in the original text, and what stands there."""
        span = self.norm.back(Span(start, end))
        return span, self.original[span.start : span.end]

    def keys(self, first: int, last: int) -> list[str]:
        """Keys of a run of units, the last one without a possessive ending."""
        return [*(u.key for u in self.units[first:last]), self.units[last].bare]

    def end_of(self, last: int) -> int:
        """Where a unit ends, a possessive ending left out."""
        unit = self.units[last]
        return unit.end - len(unit.key) + len(unit.bare) - 1 if unit.bare != unit.key else unit.end

    def begins_sentence(self, start: int) -> bool:
        """Whether nothing but brackets and quotes stands before a place in its sentence."""
        before = self.text[:start].rstrip(_OPENING)
        return not before or before[-1] in _SENTENCE

    def broken(self, first: int, last: int) -> bool:
        """Whether a line, a sentence, a quotation or a bracket ends or begins between two units."""
        pairs = pairwise(self.units[first : last + 1])
        return any(
            _BREAK.search(gap) or ("," in gap and not (a.latin and b.latin))
            for a, b in pairs
            if (gap := self.text[a.end : b.start])
        )

    def commas(self, first: int, last: int) -> int:
        """How many commas stand in a run of units."""
        return self.text.count(",", self.units[first].start, self.units[last].end)

    def is_everyday(self, at: int) -> bool:
        """Whether card texts use a word, or a character together with the one after it, as a plain word; numbers too."""
        unit = self.units[at]
        if unit.latin:
            known = unit.bare in self.everyday or unit.bare.removesuffix("s") in self.everyday
            return known or not unit.bare.isalpha() or "'" in self.text[unit.start : self.end_of(at)]
        return at + 1 >= len(self.units) or unit.key + self.units[at + 1].key in self.everyday

    def is_ruled(self, at: int) -> bool:
        """Whether a word is one of the glossary's, or a small one."""
        bare = self.units[at].bare
        return bare in self.ruled or bare.removesuffix("s") in self.ruled or len(bare) < 4

    def is_plain(self, at: int) -> bool:
        """Whether it is everyday, or common in the language."""
        unit = self.units[at]
        word = unit.bare if unit.latin or at + 1 >= len(self.units) else unit.key + self.units[at + 1].key
        return self.is_everyday(at) or is_plain(word)

    @cached_property
    def shouted(self) -> bool:
        """Whether capitals say nothing: most words have them, the first left out, which has one anyway, and terms of the
        game where some other word has none."""
        words = [w for w in re.findall(r"[A-Za-z]{2,}", self.original)[1:] if len(w) > 3]
        small = [w for w in words if w[0].islower()]
        large = [w for w in words if w[0].isupper() and not (small and w.lower() in self.ruled)]
        return len(words) > 3 and len(large) > 0.7 * (len(large) + len(small))

    def is_capital(self, start: int, end: int) -> bool:
        """Whether a stretch is written with a capital that the place in the sentence does not ask for."""
        surface = self.surface(start, end)[1]
        return surface[:1].isupper() and not self.shouted and (not self.begins_sentence(start) or surface[1:2].isupper())

    def translated(self, families: Mapping[str, str]) -> CardText:
        """The text with what players call a family of cards as the cards' names have it; itself if there is none."""
        found: list[Unit] = []
        at, changed = 0, False
        if all(u.latin for u in self.units):
            return self
        while at < len(self.units):
            key, run = "", 0
            for size in range(1, min(_FAMILY, len(self.units) - at) + 1):
                key += self.units[at + size - 1].key
                run = size if key in families else run
            if not run:
                found.append(self.units[at])
                at += 1
                continue
            start, end = self.units[at].start, self.units[at + run - 1].end
            key = "".join(u.key for u in self.units[at : at + run])
            before = name_key(families[key]).removesuffix(key)
            if before != name_key(families[key]) and "".join(u.key for u in found[-len(before) :]) == before:
                found.append(self.units[at])
                at += 1
                continue
            found += [Unit(start, end, k, k) for k in units_of(families[key])]
            at, changed = at + run, True
        return replace(self, units=tuple(found)) if changed else self


def read_text(text: str, search: CardSearch, terms: Collection[str]) -> CardText:
    """The text, cut; `terms` are words that are no names even if card texts lack them."""
    norm = normalise(text)
    units = tuple(_units(norm.text))
    pairs = {a.key + b.key for a, b in pairwise(units) if not a.latin and not b.latin}
    words = {w for u in units if u.latin for w in (u.bare, u.bare.removesuffix("s"))} | pairs
    ruled = frozenset(words & set(terms))
    return CardText(text, norm, units, search.store.everyday(words) | ruled, ruled)


def _units(text: str) -> list[Unit]:
    found = []
    for match in UNIT.finditer(text):
        key = name_key(match[0])
        if key:
            found.append(Unit(match.start(), match.end(), key, name_key(_ENDING.sub("", match[0]))))
    return found


def spaced_run(text: CardText, first: int, last: int) -> str:
    """A run of units as one key, as parts of names are written."""
    return spaced(text.keys(first, last))
