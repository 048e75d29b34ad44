"""What is known of a term or a timing, for a page: names, neighbours, rules, passages. Plain data, no printing.

Terms and rules come from the sources folder, so pages work with nothing built; passages come from the snapshot's graph.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kb.digest.documents import known_documents
from kb.digest.load import load_glossary, load_rules, load_timings, sources_dir
from kb.home import home_dir
from kb.model import Concept, Rule, Source, Timing
from query.browse.names import resolve
from query.browse.passages import PassageLine, Said, passages_of
from query.model import Place

if TYPE_CHECKING:
    from kb.store.snapshot import Snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A concept or timing by its names."""

    id: str
    labels: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleLine:
    """A digest entry and where it is established."""

    id: str
    kind: str
    text: Mapping[str, str]
    territory: str
    overrides: tuple[str, ...] = ()
    cites: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ConceptPage:
    """A term: its names, its neighbours, the rules that concern it, where documents speak of it."""

    id: str
    category: str
    labels: Mapping[str, str]
    aliases: Mapping[str, Sequence[str]]
    slang: Mapping[str, Sequence[str]]
    broader: tuple[Term, ...] = ()
    narrower: tuple[Term, ...] = ()
    related: tuple[Term, ...] = ()
    rules: tuple[RuleLine, ...] = ()
    mentioned: Mapping[str, int]
    """Number of passages that name it, by source; empty if nothing is built."""
    passages: tuple[PassageLine, ...] = ()
    """Those that say most about it, best first."""
    also: tuple[Term, ...] = ()
    """What else the name may mean."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimingPage:
    """A stretch of the turn: where it lies, what comes before and after, what holds in it."""

    id: str
    level: str
    labels: Mapping[str, str]
    aliases: Mapping[str, Sequence[str]]
    within: tuple[Term, ...] = ()
    """From the turn inwards."""
    parts: tuple[Term, ...] = ()
    previous: tuple[Term, ...] = ()
    next: tuple[Term, ...] = ()
    permits: tuple[RuleLine, ...] = ()
    forbids: tuple[RuleLine, ...] = ()
    rules: tuple[RuleLine, ...] = ()
    """What else holds then."""
    mentioned: Mapping[str, int]
    passages: tuple[PassageLine, ...] = ()
    also: tuple[Term, ...] = ()


def concept_page(
    name: str, *, home: Path | None = None, sources: Path | None = None, snapshot: Snapshot | None = None
) -> ConceptPage:
    """The page of the concept that a name means, in any language or as slang. `snapshot`: that home's, if it is open already.

    Raises UnknownName, with the nearest names, if it means none.
    """
    folder = sources_dir(sources)
    concepts = {c.id: c for c in load_glossary(folder)}
    found, *others = resolve(name, "concept", concepts, folder)
    concept = concepts[found]
    said = _said("concept", found, home, snapshot)
    return ConceptPage(
        id=concept.id,
        category=concept.category,
        labels=concept.labels,
        aliases=concept.aliases,
        slang=concept.slang,
        broader=_terms(concept.broader, concepts),
        narrower=_terms((c.id for c in concepts.values() if found in c.broader), concepts),
        related=_terms(concept.related, concepts),
        rules=rule_lines(_about(found, load_rules(folder)), folder, home),
        mentioned=said.mentioned,
        passages=said.best,
        also=_terms(others, concepts),
    )


def timing_page(
    name: str, *, home: Path | None = None, sources: Path | None = None, snapshot: Snapshot | None = None
) -> TimingPage:
    """The page of the timing that a name means. `snapshot`: that home's, if it is open already.

    Raises UnknownName, with the nearest names, if it means none.
    """
    folder = sources_dir(sources)
    timings = {t.id: t for t in load_timings(folder)}
    found, *others = resolve(name, "timing", timings, folder)
    timing = timings[found]
    rules = [r for r in load_rules(folder) if found in r.timing]
    said = _said("timing", found, home, snapshot)
    return TimingPage(
        id=timing.id,
        level=timing.level,
        labels=timing.labels,
        aliases=timing.aliases,
        within=_terms(_ancestors(timing, timings), timings),
        parts=_terms((t.id for t in timings.values() if t.part_of == found), timings),
        previous=_terms((t.id for t in timings.values() if found in t.next), timings),
        next=_terms(timing.next, timings),
        permits=rule_lines((r for r in rules if _allows(r)), folder, home),
        forbids=rule_lines((r for r in rules if r.kind == "prohibition"), folder, home),
        rules=rule_lines((r for r in rules if not _allows(r) and r.kind != "prohibition"), folder, home),
        mentioned=said.mentioned,
        passages=said.best,
        also=_terms(others, timings),
    )


def _about(concept: str, rules: Iterable[Rule]) -> list[Rule]:
    """The rules that name a concept: its definition first, then those that name it before others."""
    found = [r for r in rules if concept in r.concepts]
    return sorted(found, key=lambda r: (r.kind != "definition", r.concepts.index(concept)))


def _allows(rule: Rule) -> bool:
    return rule.kind == "permission" or (rule.kind == "exception" and rule.then.startswith("permit"))


def _ancestors(timing: Timing, timings: Mapping[str, Timing]) -> list[str]:
    found: list[str] = []
    at = timing.part_of
    while at is not None and at in timings and at not in found:
        found.insert(0, at)
        at = timings[at].part_of
    return found


def _terms(ids: Iterable[str], things: Mapping[str, Concept] | Mapping[str, Timing]) -> tuple[Term, ...]:
    return tuple(Term(id=i, labels=things[i].labels) for i in ids if i in things)


def rule_lines(rules: Iterable[Rule], folder: Path, home: Path | None) -> tuple[RuleLine, ...]:
    """Entries of the digest as pages show them."""
    known = known_documents(folder / "registry.toml", home_dir(home) / "registry.toml")
    return tuple(
        RuleLine(
            id=rule.id,
            kind=rule.kind,
            text={"en": rule.en, "zh": rule.zh},
            territory=rule.territory,
            overrides=rule.overrides,
            cites=_places(rule, known),
        )
        for rule in rules
    )


def _places(rule: Rule, known: Mapping[str, Source]) -> tuple[Place, ...]:
    return tuple(
        Place(
            source=c.source,
            file=known[c.source].file if c.source in known else "",
            lines=c.lines,
            section=c.section,
            further=c.further,
        )
        for c in rule.cites
    )


def _said(kind: str, identifier: str, home: Path | None, held: Snapshot | None) -> Said:
    if held is not None:
        return passages_of(kind, identifier, held.graph())
    from kb.store.snapshot import open_current

    snapshot = open_current(home_dir(home))
    if snapshot is None:
        return Said()
    with snapshot:
        return passages_of(kind, identifier, snapshot.graph())
