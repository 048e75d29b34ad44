"""Views of the whole: who treats what, what rests on one unofficial source, what each document alone contributes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from kb.audit.corpus import Audited, Corpus
from kb.model import SEARCHED_KINDS, Rule

OFFICIAL = frozenset({"official", "official-ruling"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """How many passages of each document speak of each concept or timing."""

    sources: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int, ...]], ...]
    """(id of the concept or timing, passages by source), what is treated by most documents first."""


def coverage(corpus: Corpus) -> Coverage:
    """The matrix of concepts and documents; concepts that nobody mentions are in it too, last."""
    sources = tuple(d.source.id for d in corpus.documents)
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for audited in corpus.documents:
        for passage, target in _mentioned(audited):
            if audited.passages[passage].kind in SEARCHED_KINDS:
                counts[target][audited.source.id] += 1
    names = dict.fromkeys((*(c.id for c in corpus.concepts), *(t.id for t in corpus.timings)))
    rows = [(name, tuple(counts[name][s] for s in sources)) for name in names]
    rows.sort(key=lambda r: (-sum(n > 0 for n in r[1]), -sum(r[1]), r[0]))
    return Coverage(sources=sources, rows=tuple(rows))


def _mentioned(audited: Audited) -> set[tuple[str, str]]:
    return {(m.passage, m.target) for m in audited.read.mentions if m.target_kind in ("concept", "timing")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Single:
    """A digest entry that only one document, and no official one, establishes."""

    rule: Rule
    source: str


def single_source(corpus: Corpus) -> list[Single]:
    """Entries that rest on one unofficial source, a superseded edition of the same work not counted, in the digest's order."""
    found = []
    for rule in corpus.rules:
        cited = {c.source for c in rule.cites}
        left = {s for s in cited if s not in corpus.superseded} or cited
        audited = corpus.by_source.get(next(iter(left), ""))
        if len(left) == 1 and audited and audited.source.authority not in OFFICIAL and not any(c.further for c in rule.cites):
            found.append(Single(rule=rule, source=audited.source.id))
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Contribution:
    """What one document adds."""

    source: str
    passages: int
    """Searchable ones."""
    stating: int
    """Those of them that state something."""
    cited: int
    """Digest entries that rest on it."""
    alone: tuple[str, ...]
    """Ids of the entries that rest on nothing else."""
    concepts_alone: tuple[str, ...]
    """Concepts and timings that no other document speaks of."""


def contributions(corpus: Corpus) -> list[Contribution]:
    """One for each document, in the corpus's order."""
    speaking: Mapping[str, set[str]] = {d.source.id: {t for _, t in _mentioned(d)} for d in corpus.documents}
    return [_contribution(corpus, d, speaking) for d in corpus.documents]


def _contribution(corpus: Corpus, audited: Audited, speaking: Mapping[str, set[str]]) -> Contribution:
    name = audited.source.id
    searched = [p for p in audited.document.passages if p.kind in SEARCHED_KINDS]
    resting = [r for r in corpus.rules if any(c.source == name for c in r.cites)]
    others = set().union(*(s for n, s in speaking.items() if n != name))
    return Contribution(
        source=name,
        passages=len(searched),
        stating=sum(bool(audited.statements.get(p.id)) for p in searched),
        cited=len(resting),
        alone=tuple(r.id for r in resting if {c.source for c in r.cites} == {name}),
        concepts_alone=tuple(sorted(speaking[name] - others)),
    )
