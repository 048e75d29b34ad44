"""The digest's entries beside the passages they cite: how documents correspond; shared by the checks, no check itself."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kb.audit.check import MAX_PLACES
from kb.audit.corpus import Audited, Corpus, shared
from kb.audit.meaning.likeness import Likeness
from kb.audit.meaning.propositions import Propositions
from kb.model import FoundAt, Lines, Passage, Rule

MAX_LINES = 15
"""Lines of a place, at most."""
COMMON = 0.06
"""Share of the entries from which on a word says too little to look for others that have it."""
_WORD = re.compile(r"[a-z][a-z'-]{2,}|\d+")


@dataclass(frozen=True)
class Entries:
    """The digest as an index over the documents that are present."""

    corpus: Corpus

    @cached_property
    def by_id(self) -> Mapping[str, Rule]:
        """Entries by id."""
        return {r.id: r for r in self.corpus.rules}

    @cached_property
    def of_source(self) -> Mapping[str, Sequence[Rule]]:
        """The entries that cite a document, in the digest's order."""
        found: dict[str, list[Rule]] = defaultdict(list)
        for rule in self.corpus.rules:
            for source in self.sources(rule):
                found[source].append(rule)
        return found

    @cached_property
    def steps(self) -> Mapping[str, Counter[str]]:
        """Of each document, how many of its entries are about each step or phase."""
        return {
            source: Counter(t for r in rules for t in {t.split(".")[0] for t in r.timing})
            for source, rules in self.of_source.items()
        }

    @cached_property
    def _sources(self) -> Mapping[str, Sequence[str]]:
        present = self.corpus.by_source
        return {r.id: tuple(dict.fromkeys(c.source for c in r.cites if c.source in present)) for r in self.corpus.rules}

    def sources(self, rule: Rule) -> Sequence[str]:
        """The present documents that an entry cites, in its order, each once."""
        return self._sources[rule.id]

    def current(self, rule: Rule) -> list[str]:
        """Those of them that no present document replaces."""
        return [s for s in self.sources(rule) if s not in self.corpus.superseded]

    def place(self, rule: Rule, source: str) -> FoundAt:
        """Where a document establishes an entry: its first citation there, widened by neighbouring ones."""
        return at_lines(self.corpus.by_source[source], joined(c.lines for c in rule.cites if c.source == source)[0])

    def places(self, rule: Rule) -> list[FoundAt]:
        """One place for each document the entry cites."""
        return [self.place(rule, source) for source in self.sources(rule)]

    def cited(self, rule: Rule, source: str) -> list[Passage]:
        """The passages of a document that an entry cites."""
        audited = self.corpus.by_source[source]
        return [p for c in rule.cites if c.source == source for p in passages_on(audited, c.lines)]

    def path(self, source: str, lines: Lines) -> tuple[str, ...]:
        """The headings over a place."""
        known = _paths(self.corpus.by_source[source])
        if lines not in known:
            audited = self.corpus.by_source[source]
            passage = audited.passages.get(audited.passage_at(lines))
            known[lines] = passage.heading if passage else ()
        return known[lines]

    def headed(self, source: str, lines: Lines) -> frozenset[str]:
        """The concepts that the nearest two headings over a place name."""
        headings = _headings(self.corpus.by_source[source])
        return frozenset().union(*(headings.get(title, frozenset()) for title in self.path(source, lines)[-2:]))

    def named_around(self, source: str, lines: Lines) -> frozenset[str]:
        """The concepts and moments that the section of a place names, its headings included."""
        audited, path = self.corpus.by_source[source], self.path(source, lines)
        named_under = _sections(audited).get(path, frozenset())
        return named_under.union(*(_headings(audited).get(title, frozenset()) for title in path))

    @cached_property
    def _words(self) -> Mapping[str, Counter[str]]:
        return {r.id: Counter(set(_tokens(r))) for r in self.corpus.rules}

    @cached_property
    def _having(self) -> Mapping[str, Sequence[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for name, words in self._words.items():
            for word in words:
                found[word].append(name)
        return found

    def weight(self, word: str) -> float:
        """How much a word tells: the rarer the more, 0 for one that no entry has."""
        having = len(self._having.get(word, ()))
        return math.log(1 + len(self._words) / having) if having else 0.0

    @cached_property
    def _squares(self) -> Mapping[str, float]:
        return {w: self.weight(w) ** 2 for w in self._having}

    @cached_property
    def _norm(self) -> Mapping[str, float]:
        return {n: math.sqrt(math.fsum(map(self._squares.__getitem__, ws))) or 1.0 for n, ws in self._words.items()}

    def alike(self, one: Rule, other: Rule) -> float:
        """How near two entries are in words, concepts, timings and cards, 0..1."""
        both = self._words[one.id].keys() & self._words[other.id].keys()
        return math.fsum(map(self._squares.__getitem__, both)) / (self._norm[one.id] * self._norm[other.id])

    @cached_property
    def _about(self) -> Mapping[str, frozenset[tuple[str, str]]]:
        named = ((r.id, (("concept", r.concepts), ("timing", r.timing), ("card", r.cards))) for r in self.corpus.rules)
        return {name: frozenset((kind, thing) for kind, things in parts for thing in things) for name, parts in named}

    def kin(self, one: Rule, other: Rule) -> bool:
        """Whether two entries name a concept, a moment or a card in common."""
        return not self._about[one.id].isdisjoint(self._about[other.id])

    @cached_property
    def meanings(self) -> Likeness:
        """The entries beside each other by meaning."""
        return Likeness.of(self.corpus.rules)

    @cached_property
    def propositions(self) -> Propositions:
        """What entries state, by the vocabulary of predicates."""
        return Propositions(self.corpus.predicates)

    def meant(self, one: Rule, other: Rule) -> float:
        """How near two entries are in meaning, up to 1; in words where one of them is not among the shipped vectors."""
        near = self.meanings.between(one.id, other.id)
        return self.alike(one, other) if near is None else near

    def nearest(self, rule: Rule, least: float) -> list[tuple[float, Rule]]:
        """The other entries at least that near in meaning, nearest first."""
        row = self.meanings.row(rule.id)
        if row is None:
            return self.near(rule, least)
        enough = np.flatnonzero(row >= least)
        order = enough[np.argsort(-row[enough], kind="stable")]
        near = ((float(row[n]), self.meanings.names[n]) for n in order)
        return [(score, self.by_id[name]) for score, name in near if name != rule.id]

    def near(self, rule: Rule, least: float) -> list[tuple[float, Rule]]:
        """The other entries at least that near, nearest first. Only entries that share an uncommon word are looked at."""
        cap = max(8, COMMON * len(self._words))
        having = (self._having[w] for w in self._words[rule.id])
        names = {n for h in having if len(h) <= cap for n in h} - {rule.id}
        scored = ((self.alike(rule, self.by_id[n]), self.by_id[n]) for n in names)
        return sorted((s for s in scored if s[0] >= least), key=lambda s: (-s[0], s[1].id))


@shared
def entries_of(corpus: Corpus) -> Entries:
    """The digest over the documents of a corpus."""
    return Entries(corpus)


def _tokens(rule: Rule) -> Iterator[str]:
    for word in _WORD.findall(rule.en.lower()):
        yield word[:-1] if word.endswith("s") and len(word) > 4 else word
    yield from (f"concept:{c}" for c in rule.concepts)
    yield from (f"timing:{t}" for t in rule.timing)
    yield from (f"card:{c}" for c in rule.cards)


def joined(ranges: Iterable[Lines]) -> list[Lines]:
    """Ranges of lines, neighbouring ones put together as long as they are no wider than a place may be."""
    found: list[Lines] = []
    for lines in sorted(ranges):
        last = found[-1] if found else None
        if last and lines.first - last.last <= 3 and max(lines.last, last.last) - last.first < MAX_LINES:
            found[-1] = Lines(last.first, max(lines.last, last.last))
        elif last is None or lines.first > last.last:
            found.append(Lines(lines.first, min(lines.last, lines.first + MAX_LINES - 1)))
    return found


def passages_on(audited: Audited, lines: Lines) -> list[Passage]:
    """The passages with text that touch a range of lines."""
    found = (p for n in range(lines.first, lines.last + 1) for p in _by_line(audited).get(n, ()))
    return list({p.id: p for p in found}.values())


@shared
def _paths(audited: Audited) -> dict[Lines, tuple[str, ...]]:
    """The headings over places of a document, as far as they have been asked for."""
    return {}


@shared
def _by_line(audited: Audited) -> Mapping[int, Sequence[Passage]]:
    known: dict[int, list[Passage]] = defaultdict(list)
    for passage in audited.document.passages:
        if passage.kind != "boilerplate":
            for n in range(passage.lines.first, passage.lines.last + 1):
                known[n].append(passage)
    return known


@shared
def _sections(audited: Audited) -> Mapping[tuple[str, ...], frozenset[str]]:
    """What the passages under each heading path name."""
    under: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for passage in audited.document.passages:
        under[passage.heading] |= {m.target for m in audited.mentions.get(passage.id, ())}
    return {path: frozenset(names) for path, names in under.items()}


@shared
def _headings(audited: Audited) -> Mapping[str, frozenset[str]]:
    """The concepts that a document's headings name, by their titles."""
    return {
        p.text: frozenset(m.target for m in audited.mentions.get(p.id, ()) if m.target_kind == "concept")
        for p in audited.document.passages
        if p.kind == "heading"
    }


def section_of(audited: Audited, lines: Lines) -> Lines:
    """The section that some lines stand in, its heading included, if it is no longer than a place may be; else the lines."""
    passage = audited.passages.get(audited.passage_at(lines))
    reach = _reaches(audited).get(passage.heading) if passage and passage.heading else None
    if reach is None or reach.last - reach.first >= MAX_LINES or not reach.first <= lines.first <= lines.last <= reach.last:
        return lines
    return reach


@shared
def _reaches(audited: Audited) -> Mapping[tuple[str, ...], Lines]:
    """From where to where the passages of each heading path stand; where the path comes again, the whole."""
    known: dict[tuple[str, ...], Lines] = {}
    for passage in audited.document.passages:
        if passage.kind not in ("boilerplate", "reference"):
            had = known.get(passage.heading, passage.lines)
            known[passage.heading] = Lines(min(had.first, passage.lines.first), max(had.last, passage.lines.last))
    return known


def at_lines(audited: Audited, lines: Lines) -> FoundAt:
    """A place, quoted in readable text."""
    found = passages_on(audited, lines)
    return audited.at(lines, " / ".join(p.text for p in found if p.text) if found else "")


def told(rule: Rule, sources: Mapping[str, object] | Sequence[str] = ()) -> str:
    """An entry as a message quotes it: its own words without the full stop."""
    return rule.en.rstrip(".")


def named(corpus: Corpus, sources: Iterable[str]) -> str:
    """Documents by title, for a message; the edition is told where two share a title's beginning."""
    return " and ".join(corpus.by_source[s].source.title for s in dict.fromkeys(sources))


def spread(places: Iterable[FoundAt]) -> list[FoundAt]:
    """At most four places: the first of every document before any second one."""
    kept: list[FoundAt] = list({(p.source, p.lines): p for p in places}.values())
    seen: Counter[str] = Counter()
    ranked: list[tuple[int, int, FoundAt]] = []
    for number, place in enumerate(kept):
        ranked.append((seen[place.source], number, place))
        seen[place.source] += 1
    chosen = sorted(sorted(ranked, key=lambda r: r[:2])[:MAX_PLACES], key=lambda r: r[1])
    return [r[2] for r in chosen]


def following(audited: Audited, passage: Passage) -> Passage | None:
    """The next passage that is no boilerplate."""
    for number in range(passage.lines.last, passage.lines.last + MAX_LINES):
        for other in _by_line(audited).get(number, ()):
            if other.span > passage.span:
                return other
    return None
