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
from kb.model import Rule
from query.answer.entries import place_of
from query.browse.around import Term, around, terms_of
from query.browse.names import resolve
from query.browse.passages import PassageLine, Said, passages_of
from query.model import Place

if TYPE_CHECKING:
    from kb.store.snapshot import Snapshot


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
        broader=terms_of(concept.broader, concepts),
        narrower=terms_of((c.id for c in concepts.values() if found in c.broader), concepts),
        related=terms_of(concept.related, concepts),
        rules=rule_lines(_about(found, load_rules(folder)), folder, home),
        mentioned=said.mentioned,
        passages=said.best,
        also=terms_of(others, concepts),
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
        **around(timing, timings),
        permits=rule_lines((r for r in rules if _allows(r)), folder, home),
        forbids=rule_lines((r for r in rules if r.kind == "prohibition"), folder, home),
        rules=rule_lines((r for r in rules if not _allows(r) and r.kind != "prohibition"), folder, home),
        mentioned=said.mentioned,
        passages=said.best,
        also=terms_of(others, timings),
    )


def _about(concept: str, rules: Iterable[Rule]) -> list[Rule]:
    """The rules that name a concept: its definition first, then those that name it before others."""
    found = [r for r in rules if concept in r.concepts]
    return sorted(found, key=lambda r: (r.kind != "definition", r.concepts.index(concept)))


def _allows(rule: Rule) -> bool:
    return rule.kind == "permission" or (rule.kind == "exception" and rule.then.startswith("permit"))


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
            cites=tuple(place_of(c, known) for c in rule.cites),
        )
        for rule in rules
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
