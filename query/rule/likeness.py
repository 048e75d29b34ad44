"""How alike two questions are: by their words, and by what a trained reader makes of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from kb.index.matching import load_matcher
from kb.index.reader import Floats
from kb.index.terms import index_terms
from query.read.intent import bare, last_sentence
from query.read.reading import Reading


def overlap(one: Collection[str], other: Collection[str]) -> float:
    """How much two bags of words share: twice the common words over all words, 0..1."""
    left, right = set(one), set(other)
    return 2 * len(left & right) / (len(left) + len(right)) if left or right else 0.0


@lru_cache(maxsize=50_000)
def words_of(text: str) -> frozenset[str]:
    """The terms of a text, each once; remembered, since the same entries are found again and again."""
    return frozenset(index_terms(text))


@lru_cache(maxsize=50_000)
def asked_words(text: str) -> frozenset[str]:
    """The terms of the sentence that asks, each once."""
    return words_of(last_sentence(text)) or words_of(text)


def alike(asked: Reading, other: str) -> float:
    """How much a question and a text share: half by all their words, half by those of the sentences that ask, 0..1."""
    return 0.5 * overlap(asked.words, words_of(other)) + 0.5 * overlap(asked.asked_words, asked_words(other))


@lru_cache(maxsize=512)
def _vector(text: str) -> Floats:
    return load_matcher().vector(bare(text))


def matched(text: str, others: Sequence[str]) -> list[float]:
    """How near a question lies to each of the digest's texts, -1..1, by what is answered alike; 0 where that is not known."""
    return [near or 0.0 for near in load_matcher().near(_vector(text), others)]
