"""How alike two questions are: by their words, and by what a trained reader makes of them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Sequence
from concurrent.futures import Executor, Future
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kb.digest.unanswered import load_unanswered
from kb.index.matching import load_matcher
from kb.index.reader import Floats
from kb.lang.later import later
from query.read.asking import bare
from query.read.reading import Reading
from query.rule.phrased import alike_each, terms_of

ALONG = 4
"""Entries that are compared with a question because one of theirs lies near, however the search rates them."""
_BEGUN: OrderedDict[str, Future[tuple[Floats, Floats]]] = OrderedDict()
"""Of questions that are being read on other threads, the vector and how near each text of the digest lies."""
_MOST_BEGUN = 8


_SIGN = later(r"[\W_]+")


def overlap(one: Collection[str], other: Collection[str]) -> float:
    """How much two bags of words share: twice the common words over all words, 0..1."""
    left, right = set(one), set(other)
    return 2 * len(left & right) / (len(left) + len(right)) if left or right else 0.0


@lru_cache(maxsize=2_000)
def words_of(text: str) -> frozenset[str]:
    """The terms of a text, each once."""
    return frozenset(terms_of(text))


def same_words(one: str, other: str) -> bool:
    """Whether two questions are the same, but for signs, blanks and capitals: what holds of one holds of the other, whatever it
    is read to ask."""
    return one == other or _letters(one) == _letters(other)


@lru_cache(maxsize=4_096)
def _letters(text: str) -> str:
    return _SIGN.sub("", text.casefold())


def alike(asked: Reading, other: str) -> float:
    """How much a question and a text share: half by all their words, half by those of the sentences that ask, 0..1."""
    return alike_each(asked, [other])[0]


def begin(text: str, pool: Executor) -> None:
    """Begins, on another thread, with what the reader makes of a question that will be compared, and what lies near it."""
    _BEGUN[text] = pool.submit(_read, text)
    if len(_BEGUN) > _MOST_BEGUN:
        _BEGUN.popitem(last=False)


@lru_cache(maxsize=2_000)
def _vector(text: str) -> Floats:
    return load_matcher().vector(bare(text))


@lru_cache(maxsize=8)
def _asked(text: str) -> tuple[Floats, Floats]:
    """The vector of a question, and how near each text of the digest lies, by rows."""
    begun = _BEGUN.pop(text, None)
    return begun.result() if begun is not None else _read(text)


def _read(text: str) -> tuple[Floats, Floats]:
    vector = load_matcher().vector(bare(text))
    return vector, load_matcher().table @ vector


def _near(text: str) -> Floats:
    return _asked(text)[1]


def matched(text: str, others: Sequence[str]) -> list[float]:
    """How near a question lies to each of some texts of entries, -1..1, by what is answered alike.

    A text whose vector is not shipped, as an editor's own, is read when it is first met.
    """
    rows = load_matcher().rows_of(others)
    known = _near(text)[rows].tolist() if len(rows) and rows.max() >= 0 else [0.0] * len(rows)
    return [
        float(_vector(other) @ _asked(text)[0]) if row < 0 else near
        for row, near, other in zip(rows.tolist(), known, others, strict=True)
    ]


def nearest_entries(text: str, lang: str) -> tuple[str, ...]:
    """The ids of the digest's entries that have the questions most likely answered as this one, best first."""
    return load_matcher().nearest(_near(text), lang, ALONG)


@lru_cache(maxsize=16)
def nearest_unanswered(text: str, folder: Path | None = None) -> tuple[float, str]:
    """How near a question lies to the nearest of those that no source answers, -1..1, and what that is about.

    -1 and nothing where none are known.
    """
    rows, topics = _unanswered(folder)
    near = _near(text)[rows]
    nearest: list[int] = np.flatnonzero(near == near.max()).tolist() if len(near) else []
    return max(((float(near[n]), topics[n]) for n in nearest), default=(-1.0, ""))


@lru_cache(maxsize=4)
def _unanswered(folder: Path | None) -> tuple[NDArray[np.intp], Sequence[str]]:
    """Of the questions that no source answers and whose vectors are known, the rows of these, and what they are about."""
    known = load_unanswered(folder)
    rows = load_matcher().rows_of([one.text for one in known])
    told = [(row, one.topic) for row, one in zip(rows.tolist(), known, strict=True) if row >= 0]
    return np.array([row for row, _ in told], dtype=np.intp), [topic for _, topic in told]
