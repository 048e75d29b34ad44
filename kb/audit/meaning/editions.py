"""What a newer edition says otherwise than the one it replaces: passages of both that match, compared."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.audit.check import check, found
from kb.audit.corpus import Audited, Corpus, shared
from kb.model import SEARCHED_KINDS, Finding, Passage

LEAST, MOST = 0.73, 0.995
"""Likeness of two passages that say the same otherwise: below they are two matters, above one text."""
SHORTEST = 6
"""Words of a passage, at least."""
_WORD = re.compile(r"[a-z][a-z'’-]*|\d+|[\u4e00-\u9fff]{2}")
_REFERRING = re.compile(r"^\W*\d{1,2}\.?\s?|\((?:see|refer)[^)]*\)", re.IGNORECASE)
"""A number that counts a list, or a page referred to."""
COMMON = 0.02
"""Share of a document's passages from which on a term is too common to tell one rule from another."""
MANY = 18
"""Findings of the check, at most: the nearest passages first."""
TELLING = frozenset({"zone", "card_type", "effect_type", "summon", "action", "timing"})
"""Kinds of concepts whose coming or going changes a rule; of others a newer wording merely names more."""
_NEGATION = frozenset(
    ("not", "cannot", "no", "never", "only", "must", "may", "any", "all", "always", "optional", "mandatory", "unless", "except")
)


@dataclass(frozen=True, slots=True)
class _Page:
    """The passages of a document, findable by their words."""

    passages: Mapping[str, Passage]
    words: Mapping[str, frozenset[str]]
    having: Mapping[str, Sequence[str]]


def _words(text: str) -> frozenset[str]:
    return frozenset(w[:-1] if len(w) > 4 and w.endswith("s") else w for w in _WORD.findall(text.lower()))


@shared
def _page(audited: Audited) -> _Page:
    kept = {p.id: p for p in audited.document.passages if p.kind in SEARCHED_KINDS}
    words = {i: _words(p.text) for i, p in kept.items()}
    having: dict[str, list[str]] = defaultdict(list)
    for name, held in words.items():
        for word in held:
            having[word].append(name)
    return _Page(kept, words, having)


@dataclass(frozen=True, slots=True)
class Side:
    """What is compared of a passage."""

    passage: Passage
    telling: frozenset[str]
    """Its numbers, words of restriction and uncommon terms."""
    around: frozenset[str]
    """All terms, numbers and words of its section."""


class _Sides:
    """The passages of a document as they are compared."""

    def __init__(self, audited: Audited, labels: Mapping[str, str]) -> None:
        self._audited = audited
        self._labels = labels
        self._counted = Counter(t for p in audited.document.passages for t in self._terms(p))
        self._sections: dict[tuple[str, ...], set[str]] = defaultdict(set)
        for passage in audited.document.passages:
            self._sections[passage.heading] |= self._terms(passage) | _words(passage.text)

    def side(self, passage: Passage) -> Side:
        """The passage beside its section."""
        common = COMMON * len(self._audited.document.passages)
        terms = {t for t in self._terms(passage) if self._counted[t] <= common and t in self._labels}
        plain = _REFERRING.sub("", passage.text)
        words = {w for w in _words(plain) if w in _NEGATION or w.isdigit()}
        return Side(passage, frozenset(terms | words), frozenset(self._sections[passage.heading]))

    def _terms(self, passage: Passage) -> set[str]:
        mentions = self._audited.mentions.get(passage.id, ())
        return {m.target for m in mentions if m.target_kind in ("concept", "timing")}


@check(
    "M310",
    family="meaning",
    across=True,
    severity="info",
    says="A newer edition says a rule otherwise than the edition it replaces.",
)
def changed_between_editions(corpus: Corpus) -> Iterator[Finding]:
    """Passages of a replaced document whose counterpart differs in a number, a negation or a term."""
    changes: list[Finding] = []
    for newer in corpus.documents:
        for name in newer.source.supersedes:
            if name in corpus.by_source and newer.source.lang == corpus.by_source[name].source.lang:
                changes += _changes(corpus.by_source[name], newer, _labels(corpus))
    yield from sorted(changes, key=lambda f: -f.confidence)[:MANY]


def _labels(corpus: Corpus) -> Mapping[str, str]:
    """The terms that tell, and what they are called."""
    terms = {c.id: c.labels for c in corpus.concepts if c.category in TELLING} | {t.id: t.labels for t in corpus.timings}
    return {name: labels.get("en", name) for name, labels in terms.items()}


def _changes(older: Audited, newer: Audited, labels: Mapping[str, str]) -> Iterator[Finding]:
    old, new = _page(older), _page(newer)
    sides = _Sides(older, labels), _Sides(newer, labels)
    squares = _squares([old, new])
    norms = {n: _norm(words, squares) for n, words in new.words.items()}
    taken: set[str] = set()
    for name, passage in old.passages.items():
        if len(old.words[name]) < SHORTEST:
            continue
        likeness, other = _counterpart(old.words[name], new, squares, norms)
        if not other or new.passages[other].kind == "heading" or not LEAST <= likeness < MOST or other in taken:
            continue
        difference = _difference(sides[0].side(passage), sides[1].side(new.passages[other]), labels)
        if any("newer" in d and d.split(": ")[1] not in _NEGATION for d in difference):
            taken.add(other)
            yield _finding(older, passage, newer, new.passages[other], difference, likeness)


def _squares(pages: Iterable[_Page]) -> Mapping[str, float]:
    """How much each word tells, squared."""
    counted: Counter[str] = Counter()
    total = 0
    for page in pages:
        total += len(page.passages)
        for word, having in page.having.items():
            counted[word] += len(having)
    return {w: math.log(1 + total / n) ** 2 for w, n in counted.items()}


def _counterpart(
    words: frozenset[str], page: _Page, squares: Mapping[str, float], norms: Mapping[str, float]
) -> tuple[float, str]:
    """The passage of a document that shares most with some words, and how much: cosine, 0..1. Common words find nothing.

    The sums are exact, whatever order words come in: a finding is the same one in every run."""
    rare = sorted(words & page.having.keys(), key=lambda w: (len(page.having[w]), w))[:RARE]
    candidates = {n for w in rare for n in page.having[w][:CANDIDATES]}
    best = (0.0, "")
    own = _norm(words, squares)
    for name in candidates:
        in_both = math.fsum(map(squares.__getitem__, words & page.words[name]))
        best = max(best, (in_both / (own * norms[name] or 1.0), name))
    return best


def _norm(words: Iterable[str], squares: Mapping[str, float]) -> float:
    return math.sqrt(math.fsum(map(squares.__getitem__, words)))


RARE, CANDIDATES = 8, 60
"""Words of a passage to look for counterparts by, the rarest; passages looked at for each."""


def _difference(older: Side, newer: Side, labels: Mapping[str, str]) -> list[str]:
    """What tells the rule apart: numbers, words of restriction and terms that one side alone has, nor the section it is in."""
    sides = {"older": older.telling - newer.around, "newer": newer.telling - older.around}
    return [f"only the {side}: {', '.join(sorted(labels.get(t, t) for t in told))}" for side, told in sides.items() if told]


def _finding(older: Audited, one: Passage, newer: Audited, other: Passage, difference: list[str], likeness: float) -> Finding:
    what = f"{newer.source.title} says otherwise than {older.source.title} {older.source.edition}: {'; '.join(difference)}."
    where = [older.place(one), newer.place(other)]
    return found("M310", where, what, "If the rule changed, mark the older passage as outdated.", confidence=0.5 + likeness / 3)
