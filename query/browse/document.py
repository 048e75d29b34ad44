"""A document as a page shows it: its passages in order, what was extracted from each, what rests on it. No printing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kb.digest.documents import known_documents
from kb.digest.load import load_rules, sources_dir
from kb.errors import UnknownName
from kb.home import home_dir
from kb.model import Lines, Mention, Passage, Reference, Rule, Source, Statement

if TYPE_CHECKING:
    from kb.graph.read import ReadDocument

NOT_SHOWN = ("heading", "boilerplate")
"""Kinds of passage that are not shown by themselves: headings stand above what they head."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extract:
    """A passage and what was found in it."""

    passage: Passage
    statements: tuple[Statement, ...] = ()
    mentions: tuple[Mention, ...] = ()
    """Each target once."""
    entries: tuple[str, ...] = ()
    """Ids of the digest entries that rest on these lines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourcePage:
    """What is known of a document; passages and references only if it is built."""

    source: Source
    newer: tuple[Source, ...] = ()
    """Documents that supersede it."""
    built: bool
    extracts: tuple[Extract, ...] = ()
    references: tuple[Reference, ...] = ()
    left_out: int = 0
    """Number of passages of navigation and the like that are not shown."""
    entries: int = 0
    """Number of digest entries that rest on the document."""

    def sections(self) -> list[tuple[tuple[str, ...], int]]:
        """Heading paths in order, each with the place of its first passage, from 0."""
        found: list[tuple[tuple[str, ...], int]] = []
        for place, extract in enumerate(self.extracts):
            if not found or found[-1][0] != extract.passage.heading:
                found.append((extract.passage.heading, place))
        return found

    def place_of(self, line: int) -> int | None:
        """The place, from 0, of the first passage that ends on a line or after it; None if all end before."""
        return next((n for n, e in enumerate(self.extracts) if e.passage.lines.last >= line), None)


def source_page(name: str, *, home: Path | None = None, sources: Path | None = None) -> SourcePage:
    """The page of a document by its id, passages read back from the graph: half a second for a long one, so keep it.

    Raises UnknownName, which lists the documents there are, if the registry has none by this id; SnapshotError if the
    snapshot is damaged.
    """
    folder, place = sources_dir(sources), home_dir(home)
    known = known_documents(folder / "registry.toml", place / "registry.toml")
    if name not in known:
        raise UnknownName(f"source “{name[:60]}”: unknown. There are {', '.join(sorted(known))}.")
    resting = [rule for rule in load_rules(folder) if any(c.source == name for c in rule.cites)]
    read = _read(name, place)
    passages = [p for p in read.document.passages if p.kind not in NOT_SHOWN] if read else []
    return SourcePage(
        source=read.document.source if read else known[name],
        newer=tuple(s for s in known.values() if name in s.supersedes),
        built=read is not None,
        extracts=_extracts(read, passages, _lines(name, resting)) if read else (),
        references=read.document.references if read else (),
        left_out=sum(p.kind == "boilerplate" for p in read.document.passages) if read else 0,
        entries=len(resting),
    )


def built_sources(*, home: Path | None = None) -> frozenset[str]:
    """Ids of the documents that are built."""
    from kb.store.snapshot import open_current

    snapshot = open_current(home_dir(home))
    if snapshot is None:
        return frozenset()
    with snapshot:
        return frozenset(snapshot.manifest.sources)


def _read(name: str, home: Path) -> ReadDocument | None:
    from kb.store.snapshot import open_current

    snapshot = open_current(home)
    if snapshot is None:
        return None
    with snapshot:
        if name not in snapshot.manifest.sources:
            return None
        return snapshot.document(name)


def _extracts(read: ReadDocument, passages: Sequence[Passage], resting: Mapping[int, Sequence[str]]) -> tuple[Extract, ...]:
    statements: dict[str, list[Statement]] = defaultdict(list)
    for statement in read.statements:
        statements[statement.passage].append(statement)
    mentions: dict[str, dict[tuple[str, str], Mention]] = defaultdict(dict)
    for mention in read.mentions:
        mentions[mention.passage].setdefault((mention.target_kind, mention.target), mention)
    return tuple(
        Extract(
            passage=p,
            statements=tuple(statements[p.id]),
            mentions=tuple(mentions[p.id].values()),
            entries=tuple(dict.fromkeys(i for n in range(p.lines.first, p.lines.last + 1) for i in resting.get(n, ()))),
        )
        for p in passages
    )


def _lines(name: str, rules: Iterable[Rule]) -> Mapping[int, Sequence[str]]:
    """Ids of the entries that rest on each line of a document."""
    found: dict[int, list[str]] = defaultdict(list)
    for rule in rules:
        for lines in _cited(name, rule):
            for line in range(lines.first, lines.last + 1):
                found[line].append(rule.id)
    return found


def _cited(name: str, rule: Rule) -> list[Lines]:
    return [Lines(*c.lines) for c in rule.cites if c.source == name]
