"""Cards that a text names, quoted or not. Longest match over the store's own index: nothing is kept in memory.

Unquoted, a name counts if it is long enough not to be met by chance: two English words, four Chinese characters; a shorter
one (or a nickname) only as what is activated or used. Terms of the glossary are terms, unless quoted.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from kb.cards.record import name_key
from kb.cards.store import Named
from kb.digest.load import load_glossary, load_timings, sources_dir
from kb.model import Concept, Span, Timing
from kb.text import Normalised, normalise
from query.card.search import CardSearch

MAX_TEXT = 3000
"""Code points of a text that are looked through."""
_LONGEST = 14
"""Words, or Chinese characters, of the longest name that is looked for."""
_UNIT = re.compile(r"[a-z0-9\u00df-\u024f]+(?:'[a-z]+)?|[^\W_]")
_QUOTED = re.compile(
    r"\"([^\"\n]{1,80})\"|「([^「」\n]{1,60})」|『([^『』\n]{1,60})』|《([^《》\n]{1,60})》|【([^【】\n]{1,60})】"
)
_PAUSES = frozenset('",;?!。，、；？！“”「」()')
_EDGES = frozenset(" ,，。?!、:：；;")
_ACTS = (
    r"activat(?:e|es|ed|ing)|us(?:e|es|ed|ing)|chain(?:s|ed|ing)?|chain(?:ed|ing)? [^.?!]{1,40}? to|flip(?:s|ped|ping)?"
    r"|play(?:s|ed|ing)?|respond with|discard(?:s|ed|ing)?|resolve|negate"
)
_BEFORE = re.compile(
    rf"(?:\b(?:{_ACTS})(?: (?:my|his|her|their|a|an|the|one|set|face-down|copy of|up))* ?"
    r"|(?:发动|使用|连锁|打出|开|用|发|拍|扔|丢|翻开|翻|打|的)(?:了|个|张|一张|自己的|对方的|手牌的|盖放的)*)$"
)
_AFTER = re.compile(
    r"(?:'s)? ?(?:[?!.,]|$|(?:be |get )?(?:activated|used|chained|flipped)\b"
    r"|(?:in|during|at|before|after|when|while|if|on|to|as|can|could|may|activate)\b"
    r"|(?:的效果)?(?:能|可以|可不可以|可否|在|吗|么|嘛|行不行|还能|发动|连锁|是否))"
)


_THEN = re.compile(r" (?:in|during|at|before|after)\b")
_ACTED = re.compile(
    r"(?:'s)?(?: effects?)? ?(?:be |get )?(?:activated|used|chained|flipped)\b|[^，。,？?]{0,24}?(?:发动|使用|连锁)"
)


@dataclass(frozen=True, slots=True)
class CardMention:
    """A place in a text that names a card."""

    span: Span
    """Into the text, code points, end exclusive; quotes left out."""
    surface: str
    cards: tuple[str, ...]
    """Ids; several where the name does not tell which."""
    how: str
    """quoted, name or nickname."""

    @property
    def card(self) -> str:
        """The id if there is only one, else empty."""
        return self.cards[0] if len(self.cards) == 1 else ""


@dataclass(frozen=True, slots=True)
class _Window:
    """A stretch of the normalised text and the keys it might be a name by."""

    start: int
    end: int
    units: int
    keys: tuple[str, ...]
    quoted: bool = False


def cards_in(text: str, search: CardSearch, *, sources: Path | None = None) -> tuple[CardMention, ...]:
    """What a text names, in order of the text, no two overlapping."""
    norm = normalise(text[:MAX_TEXT])
    windows = _windows(norm.text)
    keys = {k for w in windows for k in w.keys}
    named = search.store.by_keys(keys)
    for key in keys & search.nicknames.cards.keys() - named.keys():
        named[key] = search.nicknamed(key)
    if not any(named.values()):
        return ()
    look = _Look(norm.text, text, norm, search, _terms(sources_dir(sources)))
    found: list[CardMention] = []
    taken: list[_Window] = []
    for window in sorted(windows, key=lambda w: (w.start - w.end, not w.quoted, w.start)):
        key = next((k for k in window.keys if named.get(k)), "")
        if key and not any(t.start < window.end and window.start < t.end for t in taken):
            mention = look.mention(window, key, named[key])
            if mention:
                taken.append(window)
                found.append(mention)
    return tuple(sorted(found, key=lambda m: m.span))


def is_acted_on(text: str, mention: CardMention) -> bool:
    """Whether a text says that the card is activated, used or chained."""
    before = normalise(text[: mention.span.start]).text.rstrip("\"'「『《【 ")
    after = normalise(text[mention.span.end :]).text.lstrip("\"'」』》】 ")
    return bool(_BEFORE.search(before) or _ACTED.match(after))


def _windows(text: str) -> list[_Window]:
    """Every run of words and Chinese characters that a name might be, quotations whole."""
    units = [(m.start(), m.end()) for m in _UNIT.finditer(text)]
    pieces = [name_key(text[a:b]) for a, b in units]
    found = list(_runs(text, units, pieces))
    starts = [a for a, _ in units]
    for match in _QUOTED.finditer(text):
        start, end = match.start(match.lastindex or 0), match.end(match.lastindex or 0)
        inside = pieces[bisect_left(starts, start) : bisect_left(starts, end)]
        found.append(_Window(start, end, len(inside), ("".join(inside),), quoted=True))
    return found


def _runs(text: str, units: Sequence[tuple[int, int]], pieces: Sequence[str]) -> Iterator[_Window]:
    for first in range(len(units)):
        key = ""
        for last in range(first, min(first + _LONGEST, len(units))):
            if last > first and "\n" in text[units[last - 1][1] : units[last][0]]:
                break
            bare = text[slice(*units[last])].removesuffix("'s")
            keys = (
                (key + pieces[last], key + name_key(bare))
                if len(bare) < units[last][1] - units[last][0]
                else (key + pieces[last],)
            )
            key += pieces[last]
            end = units[last][0] + len(bare) if len(keys) > 1 else units[last][1]
            yield _Window(units[first][0], end, last - first + 1, keys)


@dataclass(frozen=True, slots=True)
class _Look:
    """A text under scrutiny: whether what could be a name is meant as one."""

    text: str
    """Normalised."""
    original: str
    norm: Normalised
    search: CardSearch
    terms: frozenset[str]

    def mention(self, window: _Window, key: str, named: Sequence[Named]) -> CardMention | None:
        """The window as a mention; None if it is not meant as a name."""
        nickname = self.search.nicknames.texts.get(key) if key in self.search.nicknames.cards else None
        span = self.norm.back(Span(window.start, window.end))
        surface = self.original[span.start : span.end]
        how = "quoted" if window.quoted else "nickname" if nickname else "name"
        written = normalise(nickname or named[0].text).text
        ordinary = key in self.search.nicknames.ordinary
        if window.quoted:
            meant = not ordinary or (surface[:1].isupper() if key.isascii() else len(key) > 2)
        else:
            meant = key not in self.terms and _fits(self.text[window.start : window.end], written)
            meant = meant and not _inside_word(self.text, window) and self._meant(window, key, how, surface, ordinary)
        return CardMention(span, surface, tuple(dict.fromkeys(n.card for n in named)), how) if meant else None

    def _meant(self, window: _Window, key: str, how: str, surface: str, ordinary: bool) -> bool:
        """Whether an unquoted match is meant as a name."""
        before = bool(_BEFORE.search(self.text, 0, window.start))
        after = bool(_AFTER.match(self.text, window.end))
        if not key.isascii():
            long = how == "name" and window.units >= 4 and not ordinary
            edge = window.start == 0 or self.text[window.start - 1] in _EDGES
            return long or (after and (before or edge) and (window.units >= 2 or how == "nickname"))
        if window.units == 1:
            begins = _begins_sentence(self.text, window.start)
            subject = window.start == 0 and bool(_THEN.match(self.text, window.end))
            capital = surface[0].isupper() and (subject or not begins)
            return (before and after) or (how == "name" and len(key) >= 5 and capital and not ordinary)
        return not ordinary or (before and after) or _is_titled(surface)


def _fits(said: str, written: str) -> bool:
    """Whether a stretch of text is written like the name: no more words, and no comma or quote that the name has not.

    >>> _fits("blue eyes", "blue-eyes"), _fits("bar on", "baron"), _fits("pendulum, xyz", "pendulum xyz")
    (True, False, False)
    """
    more = [c for c in said if c in _PAUSES and c not in written]
    return not more and len(_UNIT.findall(said)) <= len(_UNIT.findall(written))


def _is_titled(surface: str) -> bool:
    words = [w for w in re.split(r"[\s-]+", surface) if w[:1].isalpha()]
    return bool(words) and words[0][0].isupper() and words[-1][0].isupper()


def _inside_word(text: str, window: _Window) -> bool:
    """Whether the match is part of a longer word with a hyphen."""
    before, after = text[: window.start][-2:], text[window.end : window.end + 2]
    return bool(re.fullmatch(r"[a-z0-9]-", before) or re.fullmatch(r"-[a-z0-9]", after))


def _begins_sentence(text: str, start: int) -> bool:
    return not text[:start].strip(" \"'([") or text[:start].rstrip(" \"'([")[-1:] in ".?!:;"


@lru_cache(maxsize=4)
def _terms(folder: Path) -> frozenset[str]:
    """Keys of every name of every concept and timing, slang left out: it may be a card's nickname too."""
    things: tuple[Concept | Timing, ...] = (*load_glossary(folder), *load_timings(folder))
    names = [name for t in things for name in (*t.labels.values(), *(n for names in t.aliases.values() for n in names))]
    return frozenset(map(name_key, names))
