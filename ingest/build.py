"""Documents into a snapshot: kept, read, put in the graph and the index, checked, published."""

from __future__ import annotations

import gc
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from ingest.apart import Apart
from ingest.card_library import CardLibrary
from ingest.files import find_files
from ingest.intake import Intake, Progress
from ingest.library import Library
from ingest.official import put_official
from ingest.prepare import Prepared, Summary
from ingest.registry import identify
from ingest.remembered import Remembered
from kb.cache import Cache, code_version
from kb.cards.store import FILE, CardStore
from kb.digest.documents import digested_of, own_of
from kb.digest.load import digest_mark, load_glossary, load_rules, load_timings, sources_dir
from kb.errors import BadInput, SnapshotError, UnknownName
from kb.graph import graph_of_cards, graph_of_citations, graph_of_document, graph_of_glossary, graph_of_rules, graph_of_timings
from kb.graph.names import CITATIONS
from kb.index.build import build_index
from kb.index.collect import rule_entries
from kb.index.encode import DEFAULT_ENCODER, Encoder, load_encoder
from kb.index.entry import DIGEST, Entry, to_json
from kb.index.store import save_index
from kb.index.vectors import Postponed
from kb.law.rules import check_when
from kb.model import Finding
from kb.plain import encodable
from kb.store.build import Draft, build_snapshot
from kb.store.manifest import Manifest
from kb.store.shapes import shapes_hash
from kb.store.validate import validate
from kb.worker import Worker

AT_ONCE = 600
"""Texts that are embedded before anything can be asked: some ten seconds. If there are more, words answer meanwhile."""
_MADE_OF = "made-of"
_COLLECTED = 200_000
"""New things after which garbage is looked for; Python's own number is 700."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a build did."""

    snapshot: str
    documents: tuple[Summary, ...]
    rules: int
    entries: int
    cards: int
    changed: tuple[str, ...]
    """Named graphs that were made anew."""
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What a build is asked to do."""

    paths: Sequence[Path] = ()
    overrides: Mapping[str, str] | None = None
    accept: Sequence[str] = ()
    """Ids of documents whose changed content is to be taken as the known one."""
    remove: Sequence[str] = ()
    """Ids of documents, or names of card files, to be forgotten."""
    cards: Sequence[Path] = ()
    """Card files to be kept beside the documents."""
    keep: bool = False
    """Whether documents stay whose files are gone from a folder that is built."""
    encoder: str = DEFAULT_ENCODER
    full_check: bool = False
    store: str = ""
    """Where the graph is to be read from, as `kb.store.place` says; empty for where it was."""


def build(
    home: Path | None,
    order: Order,
    *,
    sources: Path | None = None,
    progress: Progress | None = None,
    worker: Worker | None = None,
) -> Report:
    """Builds a snapshot of all documents of a home, the given ones added or replaced, and makes it current.

    Documents are read in the process of the `worker`, or in one of its own.

    Raises BadInput for a file that cannot be used, BadData if our data or the graph is unsound, SnapshotError if another
    build is running, StoreError if the server that is to keep the graph fails; the current snapshot then stays as it is.
    """
    tell = progress or (lambda what, done, total: None)
    folder = sources_dir(sources)
    load_rules(folder, check_when=check_when)
    files = find_files(order.paths) if order.paths else ()
    if (order.overrides or {}).get("id") and len(files) > 1:
        raise BadInput(f"--id names one document, but {len(files)} files are given. Build them one by one.")
    encoder = load_encoder(order.encoder, later=True)
    with seldom_collected(), build_snapshot(home, store=order.store) as draft, Apart(worker=worker) as apart:
        library, known = Library(draft.home, folder), Remembered(draft.home, folder)
        _forget(library, CardLibrary(draft.home), order.remove)
        intake = Intake(library, known, apart, order.overrides or {}, order.accept)
        intake.take(files, tell)
        intake.keep()
        intake.drop_gone([path for path in order.paths if path.is_dir()], keep=order.keep)
        findings = [*_take_cards(draft, order, tell), *intake.findings]
        prepared = _prepare(library, intake.taken, known, apart, tell)
        work = _Work(order, encoder, folder, prepared, known, made_of(draft.home, order, encoder, folder, prepared))
        manifest = work.unchanged(draft)
        changed: Sequence[str] = ()
        postponed = Postponed(AT_ONCE)
        if manifest is None:
            manifest = work.publish(draft, tell, postponed)
            changed = tuple(draft.changed_graphs)
            known.save()
        else:
            draft.keep_previous(tell)
    if postponed.texts:
        tell("Words answer already; vectors follow", 0, postponed.texts)
        with build_snapshot(home, store=order.store) as draft:
            manifest = work.publish(draft, tell, None)
    return Report(
        snapshot=manifest.id,
        documents=tuple(p.summary for p in prepared),
        rules=len(load_rules(folder)),
        entries=manifest.counts["entries"],
        cards=manifest.counts["cards"],
        changed=tuple(changed),
        findings=tuple(findings),
    )


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Cyclic garbage is looked for seldom meanwhile: a build holds hundreds of thousands of things that are none."""
    usual = gc.get_threshold()
    gc.set_threshold(_COLLECTED, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)


@dataclass(frozen=True, slots=True)
class _Work:
    """What a snapshot is made of."""

    order: Order
    encoder: Encoder | None
    folder: Path
    prepared: Sequence[Prepared]
    known: Remembered
    made_of: str

    def unchanged(self, draft: Draft) -> Manifest | None:
        """The manifest of the current snapshot if it was made of the very same and is whole; else None."""
        previous = draft.previous
        if previous is None or self.order.full_check or previous.manifest.extra.get(_MADE_OF) != self.made_of:
            return None
        try:
            previous.verify()
        except SnapshotError:
            return None
        return previous.manifest

    def publish(self, draft: Draft, tell: Progress, postponed: Postponed | None) -> Manifest:
        """Makes a snapshot and makes it current; with `postponed`, what takes long to embed is left out of it."""
        prepared = self.prepared
        _put_graphs(draft, prepared, self.folder, tell)
        cards = _put_cards(draft)
        put_official(draft.home, draft.path, prepared)
        tell("Checking the graph", 0, 1)
        validate(draft, full=self.order.full_check)
        entries = _entries(prepared, self.known, self.folder)
        _write(draft, entries, self, tell, postponed)
        counts = {"documents": len(prepared), "passages": sum(p.summary.passages for p in prepared), "entries": len(entries)}
        whole = {} if postponed is not None and postponed.texts else {_MADE_OF: self.made_of}
        return draft.commit(
            sources={p.source.id: p.source.sha256 for p in prepared},
            encoder=self.encoder.id if self.encoder else "",
            counts={**counts, "cards": cards},
            extra={"shapes": shapes_hash(), **whole},
            tell=tell,
        )


def made_of(home: Path, order: Order, encoder: Encoder | None, folder: Path, prepared: Sequence[Prepared]) -> str:
    """Stands for everything that a snapshot is made of: the documents, the cards, the digest, the encoder and the code."""
    parts = [
        code_version("ingest", "kb"),
        digest_mark(folder),
        shapes_hash(),
        encoder.id if encoder else "",
        CardLibrary(home).key(),
        *(one.key for one in prepared),
    ]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _forget(library: Library, cards: CardLibrary, names: Sequence[str]) -> None:
    """Removes documents by id and card files by name. Raises UnknownName, with nothing removed, where one is neither."""
    ids, files = set(library.ids()), {f.name for f in cards.files()}
    names = [encodable(name) for name in names]
    for name in names:
        if name not in ids and name not in files:
            raise UnknownName(f"{name}: no such document or card file here. `rulings sources` lists them.")
    if documents := [name for name in dict.fromkeys(names) if name in ids]:
        library.remove(*documents)
    for name in names:
        if name not in ids:
            cards.remove(name)


def _take_cards(draft: Draft, order: Order, tell: Progress) -> tuple[Finding, ...]:
    if order.cards:
        tell("Reading cards", 0, 1)
    return CardLibrary(draft.home).add(order.cards)


def _prepare(
    library: Library, taken: Mapping[str, Prepared], known: Remembered, apart: Apart, tell: Progress
) -> list[Prepared]:
    """Every document of the library; those just taken in are not read a second time."""
    registry, cache, ids = library.registry(), Cache(library.home, "documents"), library.ids()
    sources = {source.id: source for source in registry.sources}
    found: list[Prepared] = []
    for number, (source_id, data) in enumerate(library.read()):
        tell(f"Reading {source_id}", number, len(ids))
        source = sources.get(source_id) or identify(library.file(source_id), data, registry, {"id": source_id}).source
        source = replace(source, sha256=hashlib.sha256(data).hexdigest())
        one = Prepared(source, data, cache=cache, known=known, make=apart.make)
        same = taken.get(source_id)
        found.append(same if same and same.key == one.key else one)
        _ = found[-1].summary
    return found


def _put_graphs(draft: Draft, prepared: Sequence[Prepared], folder: Path, tell: Progress) -> None:
    told = digest_mark(folder)
    draft.put_graph("glossary", told, lambda: graph_of_glossary(load_glossary(folder)))
    draft.put_graph("timings", told, lambda: graph_of_timings(load_timings(folder)))
    draft.put_graph("digest", told, lambda: graph_of_rules(load_rules(folder)))
    for number, one in enumerate(prepared):
        tell(f"Writing the graph of {one.source.id}", number, len(prepared))
        draft.put_graph(
            one.source.id,
            one.key,
            lambda one=one: graph_of_document(  # type: ignore[misc]  # mypy infers no lambda with a default
                one.document, one.annotated.mentions, one.annotated.statements, extractor="ingest.extract"
            ),
        )
        draft.put_graph(
            f"{CITATIONS}{one.source.id}",
            f"{told} {one.key}",
            lambda one=one: graph_of_citations(load_rules(folder), one.document),  # type: ignore[misc]  # as above
        )


def _put_cards(draft: Draft) -> int:
    """Puts the cards in, texts as a store, names and numbers in the graph too; how many there are."""
    library = CardLibrary(draft.home)
    count = library.put_in(draft.path)
    if count:
        draft.put_graph("cards", library.key(), lambda: graph_of_cards(CardStore(draft.path / FILE).all()))
    return count


def _entries(prepared: Sequence[Prepared], known: Remembered, folder: Path) -> list[Entry]:
    """Every entry of the index: the digest's, then those of the documents, told which present documents replace theirs."""
    sources = [p.source for p in prepared]
    found = rule_entries(load_rules(folder), known.link, Library(folder, folder).registry().sources)
    for one in prepared:
        newer = tuple(s.id for s in sources if one.source.id in s.supersedes)
        found += [replace(e, superseded_by=newer) for e in one.entries] if newer else one.entries
    return found


def _written(home: Path, entries: Sequence[Entry], work: _Work) -> dict[str, str]:
    """The digest's entries, each as the line of JSON that is kept of it."""
    own = [e for e in entries if e.source == DIGEST]
    mark = f"{digest_mark(work.folder)} {work.known.vocabulary}"
    body = Cache(home, "documents", version=code_version("ingest", "kb")).get_or_make(
        mark, lambda: "\n".join(map(to_json, own)).encode("utf-8", "surrogatepass")
    )
    lines = body.decode("utf-8", "surrogatepass").split("\n")
    return dict(zip((e.id for e in own), lines, strict=True)) if len(lines) == len(own) else {}


def _write(draft: Draft, entries: list[Entry], work: _Work, tell: Progress, postponed: Postponed | None) -> None:
    """The graph and the index, side by side: Oxigraph leaves the interpreter free."""
    with ThreadPoolExecutor(max_workers=1) as beside:
        graph = beside.submit(draft.write_graph)
        index = build_index(
            entries,
            encoder=work.encoder,
            concepts=load_glossary(work.folder),
            timings=load_timings(work.folder),
            cache_dir=draft.home / "cache",
            progress=lambda done, total: tell("Embedding", done, total),
            postponed=postponed,
            own=own_of((p.source for p in work.prepared), digested_of(load_rules(work.folder))),
        )
        replaced = {e.id for e in entries if e.superseded_by}
        written = {i: line for p in work.prepared for i, line in p.written.items() if i not in replaced}
        save_index(index, draft.index_path, written | _written(draft.home, entries, work))
        graph.result()
