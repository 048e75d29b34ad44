"""Concepts, timings and quoted names in a text: plain Python, no model.

English is matched by word stems, Chinese by characters. Longest match wins; nothing shorter is kept inside a label: the
graph knows that a Counter Trap is a Trap.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from kb.lang.later import later
from kb.lang.lexicon import FILLERS, Name, Node, WordLists, chinese_names, english_trie, names
from kb.lang.quoted import quoted_names
from kb.lang.typos import ChineseTypos, EnglishTypos
from kb.lang.words import CJK, Word, words
from kb.model import Concept, Span, Timing
from kb.text import Normalised, normalise

_GAP = later(r"[\s\-/&'·\"]{0,3}| ?\.\.\. ?")
_BLANK_BY_CJK = later(rf"(?<=[{CJK}]) | (?=[{CJK}])")
_LOOSENESS = {"stem": 1, "typo": 2}
"""Of names that take the same place the closest kind of match is kept."""
_DESCRIBING_WORDS, _DESCRIBING_CHARACTERS = 3, 5
_LONGEST_MENDED = 2_000
"""Code points; a longer text is no question, and mending it would take seconds."""
_INFLECTED = later(r"[a-z]+(?:ed|ing)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Linked:
    """A concept, timing or name found in a text; `span` into the original text, code points, end exclusive."""

    span: Span
    target: str
    target_kind: Literal["concept", "timing", "name"]
    match: str
    """label, alias, slang, stem, typo or quoted."""
    surface: str
    """The words of the original text."""


@dataclass(frozen=True, slots=True)
class _Hit:
    start: int
    end: int
    name: Name
    match: str


class Linker:
    """Finds what a text names. Made once, used for any number of texts; holds no state between them."""

    def __init__(self, known: Sequence[Name], lists: WordLists) -> None:
        """`known`: names as `kb.lang.lexicon.names` makes them ready."""
        self._english = english_trie(known)
        self._chinese = chinese_names(known)
        self._known, self._lists = known, lists

    @cached_property
    def _fix_english(self) -> EnglishTypos:
        return EnglishTypos(self._known, self._lists.ordinary)

    @cached_property
    def _fix_chinese(self) -> ChineseTypos:
        return ChineseTypos(self._chinese, self._lists.homophones, self._lists.ordinary)

    def link(self, text: str, *, slang: bool = False, typos: bool = False) -> tuple[Linked, ...]:
        """What a text names, in order of the text; a name with several meanings gives one record for each.

        `slang` and `typos` are for questions: a document is taken at its word.
        """
        norm = normalise(text)
        typos = typos and len(norm.text) <= _LONGEST_MENDED
        tokens = words(norm.text)
        hits = [*self._english_hits(norm.text, tokens), *self._chinese_hits(norm.text, typos=typos)]
        if typos and (mended := self._fix_english.mend(tokens)) != tokens:
            hits += [h for h in self._english_hits(norm.text, mended, "typo") if _touches(h, tokens, mended)]
        hits = [h for h in hits if slang or h.name.match != "slang"]
        kept = _longest(hits)
        return _with_names(text, norm, kept)

    def _english_hits(self, text: str, tokens: Sequence[Word], match: str = "") -> Iterator[_Hit]:
        for first in range(len(tokens)):
            at, node = first, self._english
            while (node_next := node.next.get(tokens[at].stem)) is not None:
                node = node_next
                found = tokens[first : at + 1]
                for written, name in node.names:
                    how = _how(written, name, found)
                    if how:
                        yield _Hit(tokens[first].start, tokens[at].end, name, match or (name.match if how == "same" else how))
                following = _following(text, tokens, at, node)
                if following is None:
                    break
                at = following

    def _chinese_hits(self, text: str, *, typos: bool) -> Iterator[_Hit]:
        if not self._chinese:
            return
        drop = {m.start() for m in _BLANK_BY_CJK.finditer(text)}
        places = [i for i in range(len(text)) if i not in drop]
        compact = "".join(text[i] for i in places) if drop else text
        for i, char in enumerate(compact):
            for name in self._chinese.get(char, ()):
                if compact.startswith(name.text, i) and _stands_alone(compact, i, i + len(name.text)):
                    yield _Hit(places[i], places[i + len(name.text) - 1] + 1, name, name.match)
        if typos and not text.isascii():
            for i, name in self._fix_chinese.find(compact):
                yield _Hit(places[i], places[i + len(name.text) - 1] + 1, name, "typo")


def load_linker(concepts: Iterable[Concept], timings: Iterable[Timing], lists: WordLists | None = None) -> Linker:
    """A linker over the names of concepts and timings."""
    lists = lists or WordLists()
    return Linker(names(concepts, timings, lists.ignored), lists)


def _how(written: tuple[str, ...], name: Name, found: Sequence[Word]) -> str:
    """How a name stands in the text: "same" or "stem" words, empty if it does not.

    Fillers may stand only in a name that has some. A single inflected word ("linked") keeps its form, and slang is said as
    it is written or with an ending: "pops" for "pop", but not "open" for "opener".
    """
    if len(found) > len(written) and not name.loose:
        return ""
    said = tuple(w.text for w in found if w.text not in FILLERS or len(written) == 1)
    if said == written:
        return "same"
    if len(written) == 1 and _INFLECTED.match(written[0]) and found[0].stem != written[0]:
        return ""
    spoken = all(s.startswith(w) for s, w in zip(said, written, strict=False))
    return "stem" if spoken or name.match != "slang" else ""


def _following(text: str, tokens: Sequence[Word], at: int, node: Node) -> int | None:
    """Index of the next token that may continue a name: fillers are stepped over, punctuation ends it."""
    for after in range(at + 1, len(tokens)):
        if not _GAP.fullmatch(text, tokens[after - 1].end, tokens[after].start):
            return None
        if tokens[after].stem in node.next:
            return after
        if tokens[after].text not in FILLERS:
            return None
    return None


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether a Latin letter or digit at either end of a match is not part of a longer word or number."""
    before, after = text[start - 1 : start], text[end : end + 1]
    return not (_same_word(before, text[start]) or _same_word(text[end - 1], after))


def _same_word(left: str, right: str) -> bool:
    return left.isascii() and right.isascii() and left.isalnum() and right.isalnum()


def _touches(hit: _Hit, tokens: Sequence[Word], mended: Sequence[Word]) -> bool:
    return any(
        old.text != new.text and hit.start <= old.start and old.end <= hit.end for old, new in zip(tokens, mended, strict=True)
    )


def _longest(hits: Iterable[_Hit]) -> list[_Hit]:
    """The hits that no longer, or equally long earlier or better, one overlaps; in order of the text.

    Inside a describing name ("cannot be activated during the Damage Step") the terms it is made of are kept too, and a
    timing inside any other name.
    """
    ranked = sorted(hits, key=lambda h: (h.start - h.end, _LOOSENESS.get(h.match, 0), h.start))
    taken = _disjoint(ranked)
    around = {place: h for h in taken if h.name.targets and not _is_timing(h) for place in range(h.start, h.end)}
    inside = [h for h in ranked if (outer := around.get(h.start)) and _belongs_inside(h, outer)]
    return sorted([*taken, *_disjoint(inside)], key=lambda h: h.start)


def _belongs_inside(hit: _Hit, outer: _Hit) -> bool:
    smaller = hit.end <= outer.end and hit.end - hit.start < outer.end - outer.start
    return smaller and bool(hit.name.targets) and (_is_timing(hit) or (_describes(outer) and not _describes(hit)))


def _describes(hit: _Hit) -> bool:
    """Whether a name is a phrase made of terms: no label, long, and no timing ("until damage calculation" is not during it)."""
    long = len(hit.name.words) >= _DESCRIBING_WORDS or (not hit.name.words and len(hit.name.text) >= _DESCRIBING_CHARACTERS)
    return hit.name.match != "label" and long and not _is_timing(hit)


def _is_timing(hit: _Hit) -> bool:
    return any(kind == "timing" for kind, _ in hit.name.targets)


def _disjoint(ranked: Iterable[_Hit]) -> list[_Hit]:
    """The hits, best first, that no better one overlaps; several may name the same place."""
    taken: list[_Hit] = []
    owner: dict[int, tuple[int, int, int]] = {}
    for hit in ranked:
        places = range(hit.start, hit.end)
        mine = (hit.start, hit.end, _LOOSENESS.get(hit.match, 0))
        if {owner.get(p) for p in places} in ({None}, {mine}):
            owner.update(dict.fromkeys(places, mine))
            taken.append(hit)
    return taken


def _with_names(text: str, norm: Normalised, kept: Sequence[_Hit]) -> tuple[Linked, ...]:
    """The kept hits as records, and quoted names, whose inside is not linked."""
    spans = [norm.back(Span(h.start, h.end)) for h in kept]
    named = quoted_names(text, spans)
    found = [Linked(span=s, target=text[slice(*s)], target_kind="name", match="quoted", surface=text[slice(*s)]) for s in named]
    covered = {place for n in named for place in range(n.start, n.end)}
    seen: set[tuple[Span, str, str]] = set()
    for hit, span in zip(kept, spans, strict=True):
        if span.start in covered and span.end - 1 in covered:
            continue
        for kind, target in hit.name.targets:
            if (span, kind, target) not in seen:
                seen.add((span, kind, target))
                found.append(Linked(span=span, target=target, target_kind=kind, match=hit.match, surface=text[slice(*span)]))
    return tuple(sorted(found, key=lambda f: (f.span, f.target_kind)))
