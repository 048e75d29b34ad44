"""How often each term stands in each text: counted once for the texts of a document, and kept."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kb.cache import Cache


@dataclass(frozen=True, slots=True)
class Counts:
    """A sparse matrix of texts and terms, by texts and then by terms."""

    vocabulary: tuple[str, ...]
    """Every term once, in the order in which they first stand there."""
    lengths: NDArray[np.int64]
    """Of every text, how many terms it has, repetitions counted."""
    rows: NDArray[np.int64]
    terms: NDArray[np.int64]
    """Indices into the vocabulary."""
    counts: NDArray[np.int64]


def count_terms(texts: Sequence[Sequence[str]]) -> Counts:
    """The counts of texts given as lists of terms, in that order."""
    numbers: dict[str, int] = {}
    flat = np.fromiter((numbers.setdefault(t, len(numbers)) for text in texts for t in text), dtype=np.int64)
    lengths = np.fromiter(map(len, texts), dtype=np.int64, count=len(texts))
    width = len(numbers) + 1
    codes, counts = np.unique(np.repeat(np.arange(len(texts)), lengths) * width + flat, return_counts=True)
    rows, terms = np.divmod(codes, width)
    return Counts(tuple(numbers), lengths, rows, terms, counts)


def joined(parts: Iterable[Counts]) -> Counts:
    """The counts of all the texts together, one part's after the other's."""
    numbers: dict[str, int] = {}
    kept: list[Counts] = []
    first = 0
    for part in parts:
        own = np.fromiter((numbers.setdefault(t, len(numbers)) for t in part.vocabulary), np.int64, len(part.vocabulary))
        kept.append(Counts((), part.lengths, part.rows + first, own[part.terms], part.counts))
        first += len(part.lengths)
    if not kept:
        return count_terms(())
    lengths, rows, terms, counts = (
        np.concatenate([getattr(part, name) for part in kept]) for name in ("lengths", "rows", "terms", "counts")
    )
    return Counts(tuple(numbers), lengths, rows, terms, counts)


def together(cache: Cache | None, given: Sequence[str], make: Callable[[], Counts]) -> Counts:
    """The counts kept for all these texts, else those that `make` gives, which are then kept as one."""
    key = hashlib.sha256("\0".join(("together", *given)).encode("utf-8", "surrogatepass")).hexdigest()
    held = cache.get(key) if cache else None
    found = _read(held) if held is not None else None
    if found is None or len(found.lengths) != len(given):
        found = make()
        if cache:
            cache.put(key, _written(found))
    return found


def counted(cache: Cache | None, given: Sequence[str], make: Callable[[], Sequence[Sequence[str]]]) -> Counts:
    """The counts kept for these texts, else of the lists of terms that `make` gives, which are then kept."""
    if cache is None:
        return count_terms(make())
    key = hashlib.sha256("\0".join(given).encode("utf-8", "surrogatepass")).hexdigest()
    held = cache.get(key)
    found = _read(held) if held is not None else None
    if found is None or len(found.lengths) != len(given):
        found = count_terms(make())
        cache.put(key, _written(found))
    return found


def _written(counts: Counts) -> bytes:
    file = io.BytesIO()
    terms = json.dumps(counts.vocabulary, ensure_ascii=False).encode("utf-8", "surrogatepass")
    np.savez(
        file,
        vocabulary=np.frombuffer(terms, dtype=np.uint8),
        lengths=counts.lengths.astype(np.int32),
        rows=counts.rows.astype(np.int32),
        terms=counts.terms.astype(np.int32),
        counts=counts.counts.astype(np.int32),
    )
    return file.getvalue()


def _read(data: bytes) -> Counts | None:
    """None for bytes that are no counts."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as held:
            vocabulary = tuple(json.loads(held["vocabulary"].tobytes().decode("utf-8", "surrogatepass")))
            return Counts(vocabulary, *(held[name].astype(np.int64) for name in ("lengths", "rows", "terms", "counts")))
    except (ValueError, KeyError, OSError, EOFError, zipfile.BadZipFile):
        return None
