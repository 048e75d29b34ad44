"""The search index on disk: arrays mapped into memory, entries in SQLite, opened read-only in milliseconds."""

from __future__ import annotations

import json
import sqlite3
import zipfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kb.errors import SnapshotError
from kb.index.entry import Entry, from_json, to_json
from kb.index.lexical import Postings
from kb.index.placed import Placed
from kb.index.quantised import Quantised
from kb.model import Lang
from kb.store.version import another_version

VERSION = 3
SHORT = 60
"""Length of a text from which on doublings of it are counted."""
_REMEMBERED = 4096
"""Entries kept in memory once they are read. Enough for all of the digest's: answers that are remembered then share theirs."""
_FILES = ("meta.json", "arrays.npz", "vectors.npy", "entries.sqlite")


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """What a search needs of every entry and point at once. Points are ordered by entry; their arrays have one value each."""

    first_point: NDArray[np.int64]
    """Of every entry, its first point; one more at the end."""
    ask: NDArray[np.int16]
    """Of every point, which question of its entry it is; -1 for the entry's own text."""
    lang: NDArray[np.uint8]
    """Of every point, index into `langs`."""
    kind: NDArray[np.uint8]
    """Of every entry, index into `kinds`."""
    authority: NDArray[np.uint8]
    """Of every entry, index into kb.model.AUTHORITIES."""
    superseded: NDArray[np.bool_]
    """Of every entry, whether a present source replaces its own."""
    group: NDArray[np.int32]
    """Of every entry, the row of the first entry that says the same."""
    length: NDArray[np.float32]
    """Of every entry, its text's length in code points (Chinese counted threefold)."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the points of each kind lie, worked out once from the columns."""

    pools: tuple[NDArray[np.int64], ...]
    """Rows of the points of each pool: of one language, all texts or all questions. Ratings compare within a pool."""
    own: NDArray[np.int64]
    """Rows of the entries' own texts, by entry."""
    own_first: NDArray[np.int64]
    """Of every entry, where its own texts begin in `own`."""
    asks: NDArray[np.int64]
    """Rows of the entries' questions, by entry."""
    asks_first: NDArray[np.int64]
    """Of every entry with questions, where they begin in `asks`."""
    asked: NDArray[np.int64]
    """Rows of the entries with questions."""
    entry: NDArray[np.int64]
    """Of every point, the row of its entry."""
    speaks: NDArray[np.bool_]
    """`(languages, entries)`: whether an entry has a text of its own in a language."""
    doublings: NDArray[np.float32]
    """Of every entry, how often its length doubles that of a short text, 0..3."""


def layout_of(columns: Columns) -> Layout:
    """The layout of an index with those columns. Raises ValueError if an entry has no text of its own."""
    is_ask = columns.ask >= 0
    pool = columns.lang.astype(np.int64) * 2 + is_ask
    entry = np.repeat(np.arange(len(columns.kind)), np.diff(columns.first_point))
    own, asks = np.flatnonzero(~is_ask), np.flatnonzero(is_ask)
    with_own, own_first = _first_of(entry[own])
    if len(with_own) != len(columns.kind):
        raise ValueError("an entry has no text")
    asked, asks_first = _first_of(entry[asks])
    pools = tuple(np.flatnonzero(pool == number) for number in np.flatnonzero(np.bincount(pool)))
    speaks = np.zeros((int(columns.lang.max(initial=0)) + 1, len(columns.kind)), dtype=np.bool_)
    speaks[columns.lang[own], entry[own]] = True
    doublings = np.clip(np.log2(np.maximum(columns.length, 1) / SHORT), 0, 3).astype(np.float32)
    return Layout(pools, own, own_first, asks, asks_first, asked, entry, speaks, doublings)


def _first_of(numbers: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The numbers of an ordered array, each once, and where each stands first: `np.unique` would sort them again."""
    first = np.flatnonzero(np.diff(numbers, prepend=-1))
    return numbers[first], first


@dataclass(frozen=True, slots=True, kw_only=True)
class Index:
    """Everything that a question needs: searches run on the arrays, only what is shown is read from `entries`."""

    entries: Sequence[Entry]
    columns: Columns
    layout: Layout
    langs: tuple[str, ...]
    kinds: tuple[str, ...]
    lexical: Postings
    concepts: Postings
    near: Mapping[str, Mapping[str, float]]
    """Neighbours of every concept and timing."""
    labels: Mapping[str, Mapping[str, Sequence[str]]]
    """Of every concept and timing, by language, the terms of its names, for carrying a question into the other language."""
    encoder_id: str
    """Empty if the index holds no vectors."""
    vectors: Quantised
    """One for each point; none without an encoder."""
    means: Mapping[str, NDArray[np.float32]]
    """By language, the mean vector of questions: taken out before comparing."""
    warp: NDArray[np.float32] | None = None
    """The map that the vectors went through and a question's must; None if there is none for the encoder."""
    placed: Placed = field(default_factory=Placed)
    """Of the passages of a user's own documents, their vectors without that map."""


class _Stored(Sequence[Entry]):
    """Entries read from SQLite when they are asked for."""

    def __init__(self, path: Path, size: int) -> None:
        self._path, self._size = path, size
        self._one = lru_cache(maxsize=_REMEMBERED)(self._read_one)
        self._db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False)
        (last,) = self._db.execute("SELECT max(row) FROM entry").fetchone()
        if (last is None) != (size == 0) or (last is not None and last != size - 1):
            raise ValueError("it holds another number of entries")

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, row: Any) -> Any:
        if isinstance(row, slice):
            return [self[i] for i in range(*row.indices(self._size))]
        if not -self._size <= row < self._size:
            raise IndexError(row)
        return self._one(int(row) % self._size)

    def _read_one(self, row: int) -> Entry:
        (found,) = self._read("WHERE row = ?", row)
        return found

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._read("ORDER BY row"))

    def named(self, entry_id: str) -> Entry | None:
        found = self._read("WHERE id = ?", entry_id)
        return found[0] if found else None

    def rows_of(self, ids: Collection[str]) -> set[int]:
        try:
            known = self._db.execute("SELECT row FROM entry WHERE id IN (SELECT value FROM json_each(?))", [json.dumps([*ids])])
            return {row for (row,) in known}
        except sqlite3.Error as error:
            raise self._damaged(error) from error

    @cached_property
    def texts(self) -> Sequence[str]:
        """Of every entry its own texts as one: less than a tenth of what is kept of it."""
        try:
            rows = self._db.execute("SELECT json_extract(data, '$.texts') FROM entry ORDER BY row")
            return [_as_one(json.loads(texts)) for (texts,) in rows]
        except (sqlite3.Error, ValueError, TypeError, AttributeError) as error:
            raise self._damaged(error) from error

    def _read(self, which: str, *values: object) -> list[Entry]:
        try:
            return [from_json(data) for (data,) in self._db.execute(f"SELECT data FROM entry {which}", values)]
        except (sqlite3.Error, ValueError, TypeError) as error:
            raise self._damaged(error) from error

    def _damaged(self, error: Exception) -> SnapshotError:
        return SnapshotError(f"{self._path}: the search index is damaged ({error}). Run `rulings build` again.")


def _as_one(texts: Mapping[Lang, str]) -> str:
    return "\n".join(texts.values())


def entries_holding(index: Index, words: Collection[str]) -> list[Entry]:
    """The entries in whose own texts any of these stands, as it is written, in the order of the index."""
    entries = index.entries
    texts = entries.texts if isinstance(entries, _Stored) else [_as_one(e.texts) for e in entries]
    return [entries[row] for row, text in enumerate(texts) if any(w in text for w in words)]


def find_entry(index: Index, entry_id: str) -> Entry | None:
    """The entry of that id; None if the index holds none."""
    if isinstance(index.entries, _Stored):
        return index.entries.named(entry_id)
    return next((e for e in index.entries if e.id == entry_id), None)


def rows_of(index: Index, ids: Collection[str]) -> set[int]:
    """The rows of the entries with these ids; of one that the index does not hold, none."""
    if isinstance(index.entries, _Stored):
        return index.entries.rows_of(ids)
    return {row for row, entry in enumerate(index.entries) if entry.id in ids}


def save_index(index: Index, path: Path, written: Mapping[str, str] | None = None) -> None:
    """Write the index into the folder `path`, which must be new or empty. Raises OSError.

    `written`: entries by id as `to_json` wrote them, where somebody has them already.
    """
    path.mkdir(parents=True, exist_ok=True)
    _write_entries(path / "entries.sqlite", index.entries, written or {})
    np.save(path / "vectors.npy", index.vectors.codes)
    np.savez(path / "arrays.npz", **_arrays(index))  # type: ignore[arg-type]  # numpy's stubs know arrays by position
    meta = {
        "version": VERSION,
        "entries": len(index.entries),
        "points": len(index.columns.lang),
        "encoder": index.encoder_id,
        "learned": index.placed.learned_id,
        "langs": index.langs,
        "kinds": index.kinds,
        "vocabulary": list(index.lexical.vocabulary),
        "targets": list(index.concepts.vocabulary),
        "near": index.near,
        "labels": index.labels,
    }
    (path / "meta.json").write_text(json.dumps(meta, ensure_ascii=False), "utf-8")


def open_index(path: Path) -> Index:
    """The index in that folder, read-only.

    Raises SnapshotError if it is missing, damaged or of another version: Outdated if it is of an older one.
    """
    missing = [name for name in _FILES if not (path / name).is_file()]
    if missing:
        raise SnapshotError(f"{path}: no search index ({', '.join(missing)} missing). Run `rulings build` again.")
    try:
        meta = json.loads((path / "meta.json").read_text("utf-8"))
        if meta["version"] != VERSION:
            raise another_version(path, "a search index", meta["version"], VERSION)
        with np.load(path / "arrays.npz", allow_pickle=False) as stored:
            arrays = {name: stored[name] for name in stored.files}
        codes = np.load(path / "vectors.npy", mmap_mode="r", allow_pickle=False)
        vectors = Quantised(codes, arrays["vector_scales"])
        return _assembled(meta, arrays, vectors, _Stored(path / "entries.sqlite", meta["entries"]))
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile, sqlite3.Error) as error:
        raise SnapshotError(f"{path}: the search index is damaged ({error}). Run `rulings build` again.") from error


def _assembled(meta: dict[str, Any], arrays: dict[str, NDArray[Any]], vectors: Quantised, entries: Sequence[Entry]) -> Index:
    points = int(meta["points"])
    if (
        len(arrays["lang"]) != points
        or len(vectors) not in (0, points)
        or len(vectors) != len(vectors.scales)
        or len(arrays["kind"]) != len(entries)
    ):
        raise ValueError("its parts do not fit together")
    columns = Columns(**{name: arrays[name] for name in Columns.__slots__})
    return Index(
        entries=entries,
        columns=columns,
        layout=layout_of(columns),
        langs=tuple(meta["langs"]),
        kinds=tuple(meta["kinds"]),
        lexical=_read_postings("lexical", meta["vocabulary"], arrays, points),
        concepts=_read_postings("concepts", meta["targets"], arrays, len(entries)),
        near=meta["near"],
        labels=meta["labels"],
        encoder_id=meta["encoder"],
        vectors=vectors,
        means={name.removeprefix("mean_"): array for name, array in arrays.items() if name.startswith("mean_")},
        warp=arrays.get("warp"),
        placed=_read_placed(arrays, len(entries), meta["learned"]),
    )


def _arrays(index: Index) -> dict[str, NDArray[Any]]:
    arrays: dict[str, NDArray[Any]] = {name: getattr(index.columns, name) for name in Columns.__slots__}
    for name, table in (("lexical", index.lexical), ("concepts", index.concepts)):
        arrays |= {f"{name}_starts": table.starts, f"{name}_rows": table.rows, f"{name}_shares": table.shares}
    arrays |= {f"mean_{lang}": mean for lang, mean in index.means.items()}
    arrays["vector_scales"] = index.vectors.scales
    placed = index.placed
    arrays |= {"placed_rows": placed.rows}
    for name, vectors in (("placed", placed.vectors), ("told", placed.digest), ("learned", placed.learned)):
        arrays |= {f"{name}_codes": vectors.codes, f"{name}_scales": vectors.scales}
    return arrays if index.warp is None else arrays | {"warp": index.warp}


def _read_placed(arrays: dict[str, NDArray[Any]], entries: int, learned_id: str) -> Placed:
    rows = arrays["placed_rows"]
    vectors, digest, learned = (
        Quantised(arrays[f"{name}_codes"], arrays[f"{name}_scales"]) for name in ("placed", "told", "learned")
    )
    if not len(rows) == len(vectors) == len(learned) or (len(rows) and int(rows.max()) >= entries):
        raise ValueError("its parts do not fit together")
    return Placed(rows=rows, vectors=vectors, digest=digest, learned=learned, learned_id=learned_id)


def _read_postings(name: str, vocabulary: list[str], arrays: dict[str, NDArray[Any]], size: int) -> Postings:
    terms = {term: column for column, term in enumerate(vocabulary)}
    return Postings(terms, arrays[f"{name}_starts"], arrays[f"{name}_rows"], arrays[f"{name}_shares"], size)


def _write_entries(path: Path, entries: Sequence[Entry], written: Mapping[str, str]) -> None:
    path.unlink(missing_ok=True)
    rows = ((row, e.id, written.get(e.id) or to_json(e)) for row, e in enumerate(entries))
    db = sqlite3.connect(path)
    try:
        with db:
            db.execute("CREATE TABLE entry (row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, data TEXT NOT NULL)")
            db.executemany("INSERT INTO entry VALUES (?, ?, ?)", rows)
    finally:
        db.close()
