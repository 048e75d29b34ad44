"""What a citation is shown with: originals beneath it, the same in the other language, the sentence that says it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from kb.index.entry import DIGEST, Entry
from kb.index.store import Index
from kb.index.terms import index_terms
from kb.lang.sentences import sentences
from kb.model import Lang, Lines, Rule, Source, Span
from query.answer.cite import citation_of
from query.answer.entries import place_of
from query.model import Citation, Place

MOST_PASSAGES = 3
"""Passages shown for one place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quoted:
    """A passage of a document as it is shown."""

    citation: Citation
    telling: Span
    """The sentence of its quote that says it; the whole quote if it is one sentence. Code points, end exclusive."""
    under: str = ""
    """The text that the passage hangs under, as a bullet under the line that introduces its list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Original:
    """A place that a digest entry rests on."""

    place: Place
    document: Source | None
    """None if nothing is known of it."""
    newer: tuple[Source, ...] = ()
    """Titles of documents that supersede it."""
    passages: tuple[Quoted, ...] = ()
    """What stands there; empty while the document is not built."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A citation with all that is shown beside it."""

    citation: Citation
    quoted: Quoted
    counterpart: Mapping[Lang, str]
    """What it says in English and in Chinese, in the digest's words; empty for a passage that no entry rests on."""
    originals: tuple[Original, ...] = ()


class Originals:
    """Looks up what stands behind citations, in one index. Safe to share between threads."""

    def __init__(self, index: Index, *, rules: Mapping[str, Rule], documents: Mapping[str, Source]) -> None:
        self._rules = rules
        self.documents = documents
        self._passages: dict[str, Entry] = {}
        self._at: dict[tuple[str, int], list[Entry]] = defaultdict(list)
        for entry in index.entries:
            if entry.kind != DIGEST and entry.lines:
                self._passages[entry.id] = entry
                for line in range(entry.lines[0], entry.lines[1] + 1):
                    self._at[entry.source, line].append(entry)
        self._in: dict[str, list[Entry]] = defaultdict(list)
        for entry in sorted(self._passages.values(), key=lambda e: e.lines or (0, 0)):
            self._in[entry.source].append(entry)
        self._by_text = {text: rule for rule in rules.values() for text in (rule.en, rule.zh)}
        self._resting: dict[str, list[tuple[Lines, Rule]]] = defaultdict(list)
        for rule in rules.values():
            for cite in rule.cites:
                self._resting[cite.source].append((cite.lines, rule))

    def shown(self, citation: Citation, *, question: str = "") -> Shown:
        """The citation with its originals, its counterpart and its telling sentence; `question` helps to find that."""
        rule = self._rules.get(citation.id) if citation.kind == "digest" else self._rule_at(citation)
        counterpart: dict[Lang, str] = {"en": rule.en, "zh": rule.zh} if rule else {}
        return Shown(
            citation=citation,
            quoted=self._quoted(citation, _said(counterpart, citation.lang), question),
            counterpart=counterpart,
            originals=tuple(self._original(p, citation.also, counterpart, question) for p in citation.cites),
        )

    def standing(self, text: str) -> tuple[Original, ...]:
        """The places that the digest entry with this text rests on; none if no entry has it."""
        rule = self._by_text.get(text)
        if rule is None:
            return ()
        said: dict[Lang, str] = {"en": rule.en, "zh": rule.zh}
        return tuple(self._original(place_of(c, self.documents), (), said, "") for c in rule.cites)

    def around(self, source: str, lines: Lines, most: int = 3) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
        """The passages of a document right above and right below these lines, in order; none where it is not built."""
        found = self._in.get(source, [])
        first = bisect_left(found, lines[0], key=lambda e: e.lines[1] if e.lines else 0)
        last = bisect_right(found, lines[1], key=lambda e: e.lines[0] if e.lines else 0)
        return tuple(found[max(0, first - most) : first]), tuple(found[last : last + most])

    def mark_at(self, citation: Citation) -> str:
        """The mark that the original text carries there: yes, no, or none."""
        entry = self._passages.get(citation.id)
        return (entry.mark if entry else None) or ""

    def _rule_at(self, citation: Citation) -> Rule | None:
        """The entry that rests on a passage: the one with the fewest lines there."""
        found = [(ls, r) for ls, r in self._resting.get(citation.source, ()) if citation.lines and _meet(ls, citation.lines)]
        return min(found, key=lambda f: (f[0][1] - f[0][0], f[1].id))[1] if found else None

    def _original(self, place: Place, also: Sequence[Citation], said: Mapping[Lang, str], question: str) -> Original:
        lines = range(place.lines[0], place.lines[1] + 1)
        entries = {e.id: e for line in lines for e in self._at.get((place.source, line), ())}
        known = {c.id: c for c in also}
        found = [known.get(e.id) or citation_of(e, e.lang, self.documents) for e in entries.values()]
        best = sorted(found, key=lambda c: -_overlap(c.quote, _said(said, c.lang)))[:MOST_PASSAGES]
        return Original(
            place=place,
            document=self.documents.get(place.source),
            newer=tuple(d for d in self.documents.values() if place.source in d.supersedes),
            passages=tuple(self._quoted(c, _said(said, c.lang), question) for c in best),
        )

    def _quoted(self, citation: Citation, said: str, question: str) -> Quoted:
        entry = self._passages.get(citation.id)
        return Quoted(
            citation=replace(citation, also=()),
            telling=telling_sentence(citation.quote, f"{said} {question}"),
            under=entry.parent if entry and entry.parent != citation.quote else "",
        )


def _said(counterpart: Mapping[Lang, str], lang: Lang) -> str:
    return counterpart.get(lang, "")


def _meet(one: Lines, other: Lines) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]


@lru_cache(maxsize=8192)
def _terms(text: str) -> frozenset[str]:
    return frozenset(index_terms(text))


def _overlap(text: str, other: str) -> float:
    """How much of a text's terms another one shares, 0..1."""
    return len(_terms(text) & _terms(other)) / max(1, len(_terms(text)))


def telling_sentence(text: str, about: str) -> Span:
    """The sentence of a text that shares most with what it is to show; the whole text if nothing is shared.

    Offsets are code points of `text`, end exclusive.

    >>> tuple(telling_sentence("Dice are thrown. Coins are tossed twice.", "how often to toss a coin"))
    (17, 40)
    """
    cut: Sequence[Span] = sentences(text)
    whole = Span(0, len(text))
    if len(cut) < 2:
        return whole
    wanted = _terms(about)
    scored = [(len(wanted & _terms(text[a:b])), Span(a, b)) for a, b in cut]
    most = max(score for score, _ in scored)
    return next(span for score, span in scored if score == most) if most else whole
