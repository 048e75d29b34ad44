"""What checks look at: the built documents, the digest and the vocabulary, all of it in memory and read-only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial, wraps
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from kb.cache import Cache, code_version
from kb.digest.load import load_glossary, load_predicates, load_rules, load_timings, sources_dir
from kb.graph.plain import from_plain, to_plain
from kb.graph.read import ReadDocument, read_triples
from kb.index.store import open_index
from kb.model import Concept, Document, FoundAt, Lines, Mention, Passage, Predicate, Rule, Source, Statement, Timing
from kb.store.snapshot import Snapshot
from kb.text import text_hash

READ = "read"
"""Of the cache's entries: documents read back from their graphs."""
QUOTED = 160
"""Code points of a quote in a finding, at most."""


@dataclass(frozen=True, kw_only=True)
class Audited:
    """One document with what was found in it."""

    read: ReadDocument

    @property
    def document(self) -> Document:
        """The document; its text has the original's offsets and lines."""
        return self.read.document

    @property
    def source(self) -> Source:
        """What is known of it."""
        return self.read.document.source

    @cached_property
    def printed(self) -> tuple[str, ...]:
        """Its lines as printed, without line feeds; line n is at index n - 1."""
        return tuple(self.document.text.split("\n"))

    @cached_property
    def passages(self) -> Mapping[str, Passage]:
        """By id, in the order of the document."""
        return {p.id: p for p in self.document.passages}

    @cached_property
    def mentions(self) -> Mapping[str, Sequence[Mention]]:
        """By passage id."""
        return _grouped(self.read.mentions)

    @cached_property
    def statements(self) -> Mapping[str, Sequence[Statement]]:
        """By passage id."""
        return _grouped(self.read.statements)

    @cached_property
    def hashes(self) -> Mapping[str, str]:
        """Of every passage's text, by id."""
        return {p.id: text_hash(p.text) for p in self.document.passages}

    def passage_at(self, lines: Lines) -> str:
        """The id of the longest passage that touches these lines, boilerplate left out; empty if none does."""
        there = sorted({n for line in range(lines[0], lines[1] + 1) for n in self._on_line.get(line, ())})
        return max((self._numbered[n] for n in there), key=lambda p: len(p.text)).id if there else ""

    @cached_property
    def _numbered(self) -> Sequence[Passage]:
        return [p for p in self.document.passages if p.kind != "boilerplate"]

    @cached_property
    def _on_line(self) -> Mapping[int, Sequence[int]]:
        """Of every line, the passages that touch it, as places in `_numbered`."""
        found: dict[int, list[int]] = defaultdict(list)
        for number, passage in enumerate(self._numbered):
            for line in range(passage.lines[0], passage.lines[1] + 1):
                found[line].append(number)
        return found

    def raw(self, passage: Passage) -> str:
        """The passage as printed, markup and all."""
        return self.document.text[passage.span.start : passage.span.end]

    def at(self, lines: Lines, quote: str = "") -> FoundAt:
        """A place of a finding; the quote is what is printed there unless another is given."""
        text = quote or " ".join(" ".join(self.printed[lines.first - 1 : lines.last]).split())
        return FoundAt(source=self.source.id, file=self.source.file, lines=lines, quote=_shortened(text))

    def place(self, passage: Passage, quote: str = "") -> FoundAt:
        """A place of a finding: a passage."""
        return FoundAt(
            source=self.source.id,
            file=self.source.file,
            lines=passage.lines,
            quote=_shortened(quote or passage.text or self.raw(passage)),
            passage=passage.id,
        )


_Of = TypeVar("_Of")
_Made = TypeVar("_Made")


def shared(make: Callable[[_Of], _Made]) -> Callable[[_Of], _Made]:
    """The function, run once for each document or corpus: several checks ask for the same. What it gives stays as it is."""
    name = f"{make.__module__}.{make.__qualname__}"

    @wraps(make)
    def made(of: _Of) -> _Made:
        known: dict[str, _Made] = of.__dict__
        if name not in known:
            known[name] = make(of)
        return known[name]

    return made


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What is answered to a question."""

    verdict: str
    confidence: float
    entry: str = ""
    """Id of the entry of the digest that decides; empty for none."""


_T = TypeVar("_T", Mention, Statement)


def _grouped(things: Sequence[_T]) -> Mapping[str, Sequence[_T]]:
    found: dict[str, list[_T]] = defaultdict(list)
    for thing in things:
        found[thing.passage].append(thing)
    return found


def _shortened(text: str) -> str:
    return text if len(text) <= QUOTED else text[: QUOTED - 1].rstrip() + "…"


@dataclass(frozen=True, kw_only=True)
class Corpus:
    """Everything an audit may look at."""

    documents: tuple[Audited, ...]
    rules: tuple[Rule, ...] = ()
    concepts: tuple[Concept, ...] = ()
    timings: tuple[Timing, ...] = ()
    predicates: tuple[Predicate, ...] = ()
    """What entries can state something about."""
    known_word: Callable[[str], bool] = field(default=lambda word: False)
    """Whether a word is part of a card's name, where cards are built."""
    vectors: Callable[[], Mapping[str, NDArray[np.float32]]] = field(default=dict)
    """Of passages of a user's own documents, by id, their vectors, where they are built."""
    ask: Callable[[str], Reply | None] | None = None
    """What answers questions by the digest alone, where somebody is there to be asked or was asked before."""

    @cached_property
    def by_source(self) -> Mapping[str, Audited]:
        """Documents by their source's id."""
        return {d.source.id: d for d in self.documents}

    @cached_property
    def superseded(self) -> frozenset[str]:
        """Ids of the sources that a present document replaces."""
        return frozenset(s for d in self.documents for s in d.source.supersedes)


def read_corpus(snapshot: Snapshot, *, sources: Path | None = None, home: Path | None = None) -> Corpus:
    """The corpus of a snapshot, every document read back from its graph; with a home, as `read_kept` does.

    Raises SnapshotError if the graph is damaged, BadData if our own data is unsound.
    """
    read = partial(read_kept, snapshot, home) if home else snapshot.document
    documents = tuple(Audited(read=read(name)) for name in sorted(snapshot.manifest.sources))
    return replace(corpus_of(documents, sources_dir(sources)), vectors=partial(_vectors, snapshot.index_path))


def _vectors(path: Path) -> Mapping[str, NDArray[np.float32]]:
    """Those that an index has of a user's own passages, by id; none where it was built without an encoder."""
    index = open_index(path)
    if not index.encoder_id:
        return {}
    made = index.placed.vectors.floats()
    return {index.entries[row].id: made[n] for n, row in enumerate(index.placed.rows.tolist()) if made[n].any()}


def read_kept(snapshot: Snapshot, home: Path, source: str) -> ReadDocument:
    """A document of a snapshot of a home as it was read before, if its graph is the same; else read back, and kept.

    Raises SnapshotError if the graph has to be read and is damaged.
    """
    from kb.store.oxigraph import kept_triples

    cache, mark = Cache(home, READ, version=code_version("kb.graph", "kb.model")), snapshot.manifest.graphs.get(source, "")
    body = cache.get(f"{source}\0{mark}")
    if body is not None:
        return from_plain(body)
    triples = kept_triples(home, source, mark)
    read = snapshot.document(source) if triples is None else read_triples(triples, source)
    cache.put(f"{source}\0{mark}", to_plain(read))
    return read


def corpus_of(documents: tuple[Audited, ...], folder: Path) -> Corpus:
    """Documents with the digest and the vocabulary of a sources folder. Raises BadData if these are unsound."""
    return Corpus(
        documents=documents,
        rules=tuple(load_rules(folder)),
        concepts=tuple(load_glossary(folder)),
        timings=tuple(load_timings(folder)),
        predicates=load_predicates(folder),
    )
