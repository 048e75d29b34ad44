"""One rule in two documents, compared where the digest says that both state it: strength and definition."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from kb.audit.check import check, found
from kb.audit.corpus import Audited, Corpus
from kb.audit.meaning.entries import Entries, entries_of, spread, told
from kb.model import SEARCHED_KINDS, Finding, Passage, Rule

_HEDGES = {
    "en": re.compile(
        r"\b(?:usually|normally|generally|typically|in general|as a rule|mostly|possibly|in most cases|basically)\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(r"通常(?:来说|情况|都|是|不|可|会|的情)|基本上|一般(?:来说|情况)|有可能|原则上|多数|大多"),
    "ja": re.compile(r"通常は|基本的|原則|一般に"),
}
_APART = re.compile(r"除了|以外|\b(?:except|other than|apart from|resolves? normally)\b", re.IGNORECASE)
"""A sentence that also says what its reserve is not about."""
_RESERVED = re.compile(r"\b(?:unless|otherwise)\b|除非|没有其他|没有特别|没有任何其他|如果没有", re.IGNORECASE)
"""What is a reserve as well, though it says what for."""
_SENTENCE = re.compile(r"[^.。；;!?！？]+[.。；;!?！？]?")
SHORT = 300
"""Code points of a wording without reserve, at most: a longer one may say so elsewhere."""
ABOUT = 0.8
"""Share of an entry's concepts and moments that a sentence must name for its reserve to be on the entry."""
WIDE = 700
"""Code points of cited text beyond which a wording says too much to be compared."""


@dataclass(frozen=True, slots=True)
class _Told:
    """How one document states an entry."""

    audited: Audited
    passages: Sequence[Passage]

    @property
    def source(self) -> str:
        return self.audited.source.id

    @property
    def title(self) -> str:
        return self.audited.source.title

    @property
    def text(self) -> str:
        return " ".join(p.text for p in self.passages)


def _ways(entries: Entries, rule: Rule) -> list[_Told]:
    ways = [
        _Told(entries.corpus.by_source[s], [p for p in entries.cited(rule, s) if p.kind in SEARCHED_KINDS])
        for s in entries.sources(rule)
    ]
    return [w for w in ways if w.passages and len(w.text) <= WIDE]


@check(
    "M309",
    family="meaning",
    across=True,
    severity="info",
    says="Two documents in two languages state one rule in different strength.",
)
def strength(corpus: Corpus) -> Iterator[Finding]:
    """Entries that one document states with a reserve (usually, possibly) and one in another language without."""
    entries = entries_of(corpus)
    for rule in corpus.rules:
        ways = [w for w in _ways(entries, rule) if w.source not in corpus.superseded]
        for one, other in combinations(ways, 2):
            finding = _unequal(entries, rule, one, other) or _unequal(entries, rule, other, one)
            if finding:
                yield finding
                break


def _unequal(entries: Entries, rule: Rule, hedged: _Told, plain: _Told) -> Finding | None:
    if hedged.audited.source.lang == plain.audited.source.lang or len(plain.text) > SHORT:
        return None
    word = _hedge(hedged, rule)
    if not word or _HEDGES[plain.audited.source.lang].search(plain.text) or _RESERVED.search(plain.text):
        return None
    where = [entries.place(rule, hedged.source), entries.place(rule, plain.source)]
    what = f"{told(rule)}. {hedged.title} says it with “{word}”, {plain.title} without reserve."
    return found("M309", where, what, "Say in both whether there are exceptions.", confidence=0.65)


def _hedge(way: _Told, rule: Rule) -> str:
    """The word of reserve in a sentence that names a concept of the entry; empty if there is none."""
    wanted = {*rule.concepts, *rule.timing}
    for passage in way.passages:
        mentions = way.audited.mentions.get(passage.id, ())
        for sentence in _SENTENCE.finditer(passage.text):
            mark = _HEDGES[way.audited.source.lang].search(sentence.group())
            about = {m.target for m in mentions if sentence.start() <= m.span.start < sentence.end()}
            if mark and not _APART.search(sentence.group()) and len(about & wanted) >= ABOUT * len(wanted):
                return mark.group()
    return ""


DEFINED_ALIKE = 0.35
"""How near in meaning two definitions of one term must be to define the same thing."""


@check("M318", family="meaning", across=True, severity="info", says="Two documents define one term in different words.")
def definitions_differ(corpus: Corpus) -> Iterator[Finding]:
    """Definitions of one concept that no document in force shares, the nearest two of each: every document has its own."""
    entries = entries_of(corpus)
    defined: dict[str, list[Rule]] = {}
    for rule in corpus.rules:
        if rule.kind == "definition" and rule.concepts and entries.sources(rule):
            defined.setdefault(rule.concepts[0], []).append(rule)
    for rules in defined.values():
        pairs = ((entries.meant(a, b), a, b) for a, b in combinations(rules, 2) if _each_its_own(entries, a, b))
        near, one, other = max(pairs, key=lambda p: p[0], default=(0.0, rules[0], rules[0]))
        if near < DEFINED_ALIKE:
            continue
        alone = _alone(entries, one, other), _alone(entries, other, one)
        first = [entries.place(r, s[0]) for r, s in zip((one, other), alone, strict=True)]
        where = spread([*first, *entries.places(one), *entries.places(other)])
        titles = [corpus.by_source[s[0]].source.title for s in alone]
        what = f"{titles[0]} defines: {told(one)}. {titles[1]} defines: {told(other)}."
        yield found("M318", where, what, "Settle on one definition, or say how the two differ.", confidence=0.7)


def _alone(entries: Entries, one: Rule, other: Rule) -> list[str]:
    """The documents that state one entry and not the other."""
    return [s for s in entries.sources(one) if s not in entries.sources(other)]


def _each_its_own(entries: Entries, one: Rule, other: Rule) -> bool:
    """Whether two definitions of a term, not told as opposed, stand apart and are about one time and predicate."""
    if other.id in one.conflicts or one.id in other.conflicts or one.timing != other.timing:
        return False
    if set(entries.current(one)) & set(entries.current(other)):
        return False
    stated = not one.states or not other.states or entries.propositions.one_question(one, other)
    return stated and bool(_alone(entries, one, other)) and bool(_alone(entries, other, one))
