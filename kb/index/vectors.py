"""Vectors of texts: each distinct text embedded once and remembered; each language's mean taken out."""

from __future__ import annotations

import hashlib
import re
import tempfile
import zipfile
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from kb.index.encode import Encoder, Vectors
from kb.index.stored import Stored

Role = Literal["passage", "query"]
Progress = Callable[[int, int], None]
"""Called with how many texts are done and how many there are."""

_LEARNED = Path(__file__).resolve().parent.parent / "learned"
SHIPPED = _LEARNED / "vectors.npz"
"""Vectors of the digest's texts."""
SHIPPED_DOCUMENTS = _LEARNED / "documents.npz"
"""Vectors of passages of the documents that the registry knows: numbers by hash, no text."""
BATCH = 64
SAVE_EVERY = 1024
"""Texts between two writes of the cache, so that a stopped build loses little."""
REMEMBERED = 60_000
"""Vectors kept in the cache; those unused the longest go first."""


@dataclass(slots=True)
class Postponed:
    """That what would take long to embed is left for later, and how much that is."""

    most: int
    """Texts that are embedded at once all the same."""
    texts: int = 0
    """Texts left for later."""


@lru_cache(maxsize=32_768)
def text_key(text: str, role: Role) -> bytes:
    """The name of a text's vector: 12 bytes of a hash of text and role."""
    return hashlib.blake2b(f"{role}\0{text}".encode("utf-8", "surrogatepass"), digest_size=12).digest()


def vectors_for(
    texts: Sequence[str],
    encoder: Encoder,
    *,
    role: Role = "passage",
    cache_dir: Path | None = None,
    progress: Progress | None = None,
    postponed: Postponed | None = None,
) -> Vectors:
    """`(len(texts), dim)` unit vectors in the order of the texts; those known from the cache or shipped are not embedded.

    With `postponed`, texts are not embedded either if they are too many: their rows are zero.
    `progress` counts distinct texts that have to be embedded. A cache that cannot be read or written is done without.
    """
    keys = [text_key(t, role) for t in texts]
    wanted = dict(zip(keys, texts, strict=True))
    known = _Remembered(encoder, cache_dir, wanted)
    missing = sorted((k for k in wanted if k not in known.rows), key=lambda k: len(wanted[k]))
    if postponed is not None and len(missing) > postponed.most:
        postponed.texts += len(missing)
        known.rows.update(dict.fromkeys(missing, np.zeros(encoder.dim, dtype=np.float16)))
        missing = []
    embed = encoder.queries if role == "query" else encoder.passages
    unsaved = 0
    for start in range(0, len(missing), BATCH):
        batch = missing[start : start + BATCH]
        known.rows.update(zip(batch, embed([wanted[k] for k in batch]).astype(np.float16), strict=True))
        unsaved += len(batch)
        if unsaved >= SAVE_EVERY:
            known.save(keys)
            unsaved = 0
        if progress:
            progress(min(start + BATCH, len(missing)), len(missing))
    if unsaved:
        known.save(keys)
    rows = [known.rows[k] for k in keys]
    return np.stack(rows).astype(np.float32) if rows else np.zeros((0, encoder.dim), dtype=np.float32)


def centred(vectors: Vectors, groups: Sequence[Hashable]) -> tuple[Vectors, dict[Hashable, NDArray[np.float32]]]:
    """The vectors less their group's mean, of unit length again, and the means.

    A multilingual model puts a text's language into its vector; without it, texts of both languages lie by meaning. A row of
    zeros counts for nothing and stays as it is.
    """
    found = vectors.copy()
    made = found.any(axis=1)
    means: dict[Hashable, NDArray[np.float32]] = {}
    for group in dict.fromkeys(groups):
        rows = np.array([g == group for g in groups]) & made
        if rows.sum() > 1:
            means[group] = found[rows].mean(axis=0)
            found[rows] -= means[group]
    return unit(found), means


def unit(vectors: Vectors) -> Vectors:
    """The rows scaled to length 1; a zero row stays zero."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.where(lengths > 0, lengths, 1), dtype=np.float32)


def write_vectors(
    path: Path, encoder_id: str, rows: Iterable[tuple[bytes, NDArray[np.floating]]], **beside: NDArray[np.generic]
) -> None:
    """Write key → vector, 8 bits a number, whole or not at all; `beside`: what else is kept of the rows, by name."""
    keys, vectors = zip(*rows, strict=True)
    table = np.stack(vectors).astype(np.float32)
    scale = np.abs(table).max(axis=1) / 127
    small = np.rint(table / np.where(scale > 0, scale, 1)[:, None]).astype(np.int8)
    kept = {"encoder": np.array(encoder_id), "keys": _packed(keys), "scale": scale.astype(np.float32), "vectors": small}
    _replace(path, **kept, **beside)


def read_vectors(path: Path, encoder_id: str, wanted: Collection[bytes] | None = None) -> dict[bytes, NDArray[np.float16]]:
    """What `write_vectors` or the cache wrote for that encoder, of the `wanted` keys if they are given: to make numbers of the
    eight bits of all takes a fifth of a second. Empty if there is nothing fit to read."""
    try:
        if wanted is not None:
            return _wanted(Stored(path), encoder_id, list(wanted))
        with np.load(path, allow_pickle=False) as stored:
            rows = _rows(stored["keys"])
            return dict(zip(rows, _floats(stored, slice(None)), strict=True)) if str(stored["encoder"]) == encoder_id else {}
    except (OSError, ValueError, KeyError, IndexError, EOFError, zipfile.BadZipFile):
        return {}


def _wanted(stored: Mapping[str, NDArray[Any]], encoder_id: str, wanted: list[bytes]) -> dict[bytes, NDArray[np.float16]]:
    """Those of a table that are wanted; nothing more of it is read."""
    if not wanted or str(stored["encoder"]) != encoder_id:
        return {}
    rows = Keys(stored["keys"]).of(wanted)
    there = np.flatnonzero(rows >= 0)
    return dict(zip([wanted[n] for n in there.tolist()], _floats(stored, rows[there]), strict=True))


def _floats(stored: Mapping[str, NDArray[Any]], rows: NDArray[np.intp] | slice) -> NDArray[np.float16]:
    table = stored["vectors"][rows]
    if "scale" not in stored:
        return np.asarray(table, dtype=np.float16)
    return np.asarray(table.astype(np.float32) * stored["scale"][rows][:, None], dtype=np.float16)


def _rows(keys: NDArray[np.uint8]) -> dict[bytes, int]:
    """The row of each key."""
    every, size = keys.tobytes(), keys.shape[1]
    return {every[n * size : (n + 1) * size]: n for n in range(len(keys))}


class Keys:
    """Where the keys of a table stand, looked up sorted: in a dictionary of bytes they take ten times the memory."""

    def __init__(self, keys: NDArray[np.uint8]) -> None:
        """`keys`: `(n, size)`, of 8 bytes and more each."""
        self._keys = keys
        heads = _heads(keys)
        self._order: NDArray[np.intp] = np.argsort(heads, kind="stable")
        self._heads = heads[self._order]

    def __len__(self) -> int:
        return len(self._keys)

    def of(self, keys: Sequence[bytes]) -> NDArray[np.intp]:
        """The row of each key, the last of several; -1 for one that is not there."""
        if not keys or not len(self._keys):
            return np.full(len(keys), -1, dtype=np.intp)
        size = self._keys.shape[1]
        fits = np.array([len(key) == size for key in keys])
        wanted = np.frombuffer(b"".join(key.ljust(size)[:size] for key in keys), dtype=np.uint8).reshape(len(keys), size)
        rows = self._order[np.maximum(np.searchsorted(self._heads, _heads(wanted), side="right") - 1, 0)]
        return np.where(fits & (self._keys[rows] == wanted).all(axis=1), rows, -1)


def _heads(keys: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """The first eight bytes of each key as a number."""
    return np.ascontiguousarray(keys[:, :8]).view(np.uint64)[:, 0]


def read_table(path: Path, encoder_id: str) -> tuple[Keys, NDArray[np.int8], NDArray[np.float32]]:
    """What `write_vectors` wrote for that encoder, as it is kept: where each key stands, 8 bits a number, each row's scale.

    All three are empty if there is nothing fit to read.
    """
    try:
        stored = Stored(path)
        if str(stored["encoder"]) == encoder_id:
            return Keys(stored["keys"]), stored["vectors"], stored["scale"]
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        pass
    return Keys(np.zeros((0, 8), dtype=np.uint8)), np.zeros((0, 0), dtype=np.int8), np.zeros(0, dtype=np.float32)


def cache_file(cache_dir: Path, encoder_id: str) -> Path:
    """Where the vectors that an encoder made are kept from one build to the next."""
    name = re.sub(r"\W+", "-", encoder_id).strip("-")
    return cache_dir / f"vectors-{name}.npz"


class _Remembered:
    """The vectors known without embedding: the wanted of those shipped, and those in the cache, which `save` renews."""

    def __init__(self, encoder: Encoder, cache_dir: Path | None, wanted: Collection[bytes]) -> None:
        self._encoder_id = encoder.id
        self._path = cache_file(cache_dir, encoder.id) if cache_dir else None
        self._shipped = read_vectors(SHIPPED_DOCUMENTS, encoder.id, wanted) | read_vectors(SHIPPED, encoder.id, wanted)
        self.rows = dict(self._shipped)
        if self._path:
            self.rows.update(read_vectors(self._path, encoder.id))

    def save(self, used: Sequence[bytes]) -> None:
        if self._path is None:
            return
        for key in used:
            if key in self.rows:
                self.rows[key] = self.rows.pop(key)
        kept = [k for k in self.rows if k not in self._shipped][-REMEMBERED:]
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            table = np.stack([self.rows[k] for k in kept])
            _replace(self._path, encoder=np.array(self._encoder_id), keys=_packed(kept), vectors=table)
        except OSError:
            self._path = None


def _packed(keys: Sequence[bytes]) -> NDArray[np.uint8]:
    return np.frombuffer(b"".join(keys), dtype=np.uint8).reshape(len(keys), -1)


def _replace(path: Path, **arrays: NDArray[np.generic]) -> None:
    with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as file:
        try:
            np.savez(file, **arrays)  # type: ignore[arg-type]  # numpy's stubs know arrays by position
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise
    Path(file.name).chmod(0o644)
    Path(file.name).replace(path)
