"""A home looked over: every kept file against its checksum, everything that can be read, and what was left behind."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ingest.card_library import CardLibrary
from ingest.library import DOCUMENTS, Library
from ingest.renew import renew
from kb.cache import damaged_entries
from kb.digest.load import sources_dir
from kb.errors import RulingsError, SnapshotError
from kb.home import home_dir
from kb.reviews.files import read_reviews, review_folders
from kb.reviews.reports import FILE as REPORTS
from kb.store.leftovers import build_lock, clear_leftovers, find_leftovers, unread_snapshots
from kb.store.manifest import file_hash
from kb.store.snapshot import POINTER, SNAPSHOTS, Snapshot, open_current

MIN_FREE = 200_000_000
"""Bytes that a build of some documents and all cards needs on the disk."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ailment:
    """One thing that is wrong."""

    place: Path
    message: str
    """What is wrong."""
    hint: str
    """What to do; where it can be mended, what mending does."""
    mend: Callable[[], object] | None = None
    rebuilt: bool = False
    """Whether a build of what is kept mends it."""


def look_over(home: Path | None = None, *, sources: Path | None = None) -> list[Ailment]:
    """Everything that is wrong with a home, nothing changed. Raises SnapshotError while a build is running."""
    place, folder = home_dir(home), sources_dir(sources)
    if not place.is_dir():
        return []
    with build_lock(place):
        return [
            *_snapshot(place),
            *_documents(Library(place, folder)),
            *_cards(CardLibrary(place)),
            *_decisions(place, folder),
            *_caches(place),
            *_leftovers(place),
            *_disk(place),
        ]


def mend(home: Path | None = None, *, sources: Path | None = None) -> list[Ailment]:
    """Mends what can be mended; what is left. Documents and decisions are never changed. Raises as `look_over` and `build`."""
    place = home_dir(home)
    found = look_over(place, sources=sources)
    with build_lock(place):
        for ailment in found:
            if ailment.mend:
                ailment.mend()
    if any(a.rebuilt for a in found):
        with suppress(RulingsError):
            renew(place, sources=sources)
    return look_over(place, sources=sources)


def _opened(home: Path) -> Snapshot:
    snapshot = open_current(home)
    if snapshot is None:
        raise SnapshotError(f"{home / POINTER}: missing")
    return snapshot


def _snapshot(home: Path) -> Iterator[Ailment]:
    if not (home / POINTER).exists():
        if any((home / SNAPSHOTS).glob("[!.]*")):
            yield _anew(home / POINTER, "nothing names the snapshot in use")
        return
    try:
        snapshot = _opened(home)
    except SnapshotError as error:
        yield _anew(home / SNAPSHOTS, str(error))
        return
    with snapshot:
        for name in snapshot.manifest.files:
            try:
                snapshot.compare(name)
            except SnapshotError:
                yield _anew(snapshot.path / name, "damaged (its checksum differs, or it cannot be read)")


def _anew(place: Path, message: str) -> Ailment:
    return Ailment(place=place, message=message, hint="Builds it anew of what is kept.", rebuilt=True)


def _documents(library: Library) -> Iterator[Ailment]:
    try:
        known = {s.id for s in library.registry().sources}
    except RulingsError as error:
        yield Ailment(place=library.home, message=str(error), hint="Mend the file by hand, or put an older copy of it there.")
        return
    for source_id in library.ids():
        try:
            library.read_one(source_id)
        except RulingsError as error:
            hint = f"Build {source_id} again from its file, or `rulings remove {source_id}`."
            yield Ailment(place=library.file(source_id), message=str(error), hint=hint)
        if source_id not in known:
            hint = "Build it again, and it will be known."
            yield Ailment(place=library.home / DOCUMENTS / source_id, message="the registry does not know it", hint=hint)


def _cards(library: CardLibrary) -> Iterator[Ailment]:
    try:
        files = library.files()
    except RulingsError as error:
        yield Ailment(place=library.folder, message=str(error), hint="Build the cards again with --cards.")
        return
    for file in files:
        path = library.folder / file.sha256
        if not path.is_file() or file_hash(path) != file.sha256:
            hint = f"Build with --cards {file.name} again, or `rulings remove {file.name}`."
            yield Ailment(place=path, message=f"missing or damaged: the copy of {file.name}", hint=hint)


def _decisions(home: Path, sources: Path) -> Iterator[Ailment]:
    try:
        read_reviews(review_folders(sources, home))
    except RulingsError as error:
        yield Ailment(place=home, message=str(error), hint="Mend the file by hand: decisions are never changed here.")
    path = home / REPORTS
    for number, line in enumerate(path.read_bytes().splitlines() if path.is_file() else (), 1):
        if line.strip() and not _is_json(line):
            yield Ailment(place=path, message=f"line {number} is no report", hint="It is passed over; delete it by hand.")


def _is_json(line: bytes) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False


def _caches(home: Path) -> Iterator[Ailment]:
    for path in damaged_entries(home):
        yield Ailment(place=path, message="a damaged cache entry", hint="Removes it: it is never used.", mend=_remover(path))


def _leftovers(home: Path) -> Iterator[Ailment]:
    for path in find_leftovers(home):
        message = "left behind by a build that was stopped"
        yield Ailment(place=path, message=message, hint="Removes it.", mend=lambda: clear_leftovers(home))
    for path in unread_snapshots(home):
        yield Ailment(place=path, message="an old snapshot that nobody reads", hint="Removes it.", mend=_remover(path))


def _remover(path: Path) -> Callable[[], object]:
    return lambda: shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)


def _disk(home: Path) -> Iterator[Ailment]:
    free = shutil.disk_usage(home).free
    if free < MIN_FREE:
        hint = f"Make room: a build needs some {MIN_FREE // 10**6} MB."
        yield Ailment(place=home, message=f"only {free // 10**6} MB are free", hint=hint)
