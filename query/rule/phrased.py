"""What the digest's texts say, worked out before: their terms, those of the sentence that asks, and the facts that they give.

A question is compared with some sixty of the digest's and covered by some five hundred. What these say is shipped, by the rows
of the matcher's table (`python -m benchmarks.matching --table`); a text that is not among them, as an editor's own, is read
when it is met.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kb.digest.load import facts_mark, sources_dir
from kb.index.matching import MATCHED, load_matcher
from kb.index.stored import Stored
from kb.index.terms import index_terms
from kb.index.vectors import SHIPPED, read_table, text_key
from query.read.asking import last_sentence
from query.read.facts import read_facts
from query.read.reading import Facts, Reading

PHRASED = SHIPPED.with_name("phrased.npz")
_Rows = NDArray[np.intp]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Bags:
    """Numbers of things, so many for each row."""

    ends: NDArray[np.int32]
    """Where those of each row begin, and where the last ones end, `(n + 1,)`."""
    numbers: NDArray[np.uint16]

    def of(self, rows: _Rows) -> tuple[NDArray[np.uint16], NDArray[np.intp]]:
        """The numbers of some rows, one row behind the other, and how many each has."""
        starts, counts = self.ends[rows], (self.ends[rows + 1] - self.ends[rows]).astype(np.intp)
        within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        return self.numbers[np.repeat(starts, counts) + within], counts


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Phrased:
    """What is known of the digest's texts, by the rows of the matcher's table."""

    vocabulary: NDArray[np.uint64]
    """A number for each term, rising; the terms of texts are places in it."""
    terms: Bags
    """Of each row, each once."""
    asked: Bags
    """Of those rows whose asking sentence has other terms than the whole text."""
    asked_at: NDArray[np.int32]
    """Of each row, which of `asked` it is; -1 where the terms are those of the whole."""
    facts: Bags
    """Of each set of facts, the numbers of these."""
    facts_at: NDArray[np.int32]
    """Of each row, which set it gives; -1 where that is not known."""
    pairs: Sequence[tuple[str, str]]
    """Facet and value by number."""
    mark: str
    """Stands for the words by which facts are told (`kb.digest.load.facts_mark`)."""

    def places(self, words: Collection[str]) -> NDArray[np.intp]:
        """Where terms stand in the vocabulary; those that no text has are left out."""
        numbers = np.array([_number(word) for word in words], dtype=np.uint64)
        at = np.minimum(np.searchsorted(self.vocabulary, numbers), len(self.vocabulary) - 1)
        found: NDArray[np.intp] = at[self.vocabulary[at] == numbers]
        return found

    def shares(self, words: Collection[str], rows: _Rows, *, asked: bool = False) -> NDArray[np.float64]:
        """How much a bag of words has in common with the texts of rows, or `asked`, with what these ask, 0..1 each: twice the
        common words over all."""
        if asked:
            other = self.asked_at[rows] >= 0
            found = self.shares(words, rows)
            found[other] = self._shares(words, self.asked, self.asked_at[rows[other]].astype(np.intp))
            return found
        return self._shares(words, self.terms, rows)

    def _shares(self, words: Collection[str], bags: Bags, rows: _Rows) -> NDArray[np.float64]:
        numbers, counts = bags.of(rows)
        common = np.bincount(np.repeat(np.arange(len(rows)), counts), weights=self._mask(words)[numbers], minlength=len(rows))
        return np.asarray(2 * common / np.maximum(len(words) + counts, 1), dtype=np.float64)

    def _mask(self, words: Collection[str]) -> NDArray[np.bool_]:
        mask = np.zeros(len(self.vocabulary), dtype=np.bool_)
        mask[self.places(words)] = True
        return mask

    def without(self, words: Collection[str], rows: _Rows) -> set[str]:
        """Those of some words that stand in none of the texts of rows."""
        there = np.zeros(len(self.vocabulary), dtype=np.bool_)
        there[self.terms.of(rows)[0]] = True
        return {word for word in words if not there[self.places([word])].any()}

    def facts_of(self, row: int) -> Facts:
        """The facts that the text of a row gives."""
        return _facts_of(self, int(self.facts_at[row]))


@lru_cache(maxsize=32_768)
def _facts_of(phrased: Phrased, number: int) -> Facts:
    found: dict[str, set[str]] = {}
    for pair in phrased.facts.numbers[phrased.facts.ends[number] : phrased.facts.ends[number + 1]].tolist():
        facet, value = phrased.pairs[pair]
        found.setdefault(facet, set()).add(value)
    return {facet: frozenset(values) for facet, values in found.items()}


@lru_cache(maxsize=8_192)
def _number(word: str) -> int:
    return int.from_bytes(hashlib.blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


@cache
def load_phrased(path: Path = PHRASED) -> Phrased | None:
    """What is shipped, made once; None where nothing is, or it was made beside other rows than the matcher has."""
    try:
        kept = Stored(path)
        if len(kept["asked_at"]) != len(load_matcher().table) or str(kept["rows"]) != rows_mark():
            return None
        bags = {name: Bags(ends=kept[f"{name}.ends"], numbers=kept[f"{name}.numbers"]) for name in ("terms", "asked", "facts")}
        pairs = [(facet, value) for facet, value in json.loads(str(kept["pairs"]))]
        return Phrased(
            vocabulary=kept["vocabulary"],
            asked_at=kept["asked_at"],
            facts_at=kept["facts_at"],
            pairs=pairs,
            mark=str(kept["mark"]),
            **bags,
        )
    except (OSError, ValueError, KeyError):
        return None


def rows_mark(table: Path = MATCHED) -> str:
    """Stands for the rows of the matcher's table: which text is which. Raises OSError, ValueError or KeyError for no table."""
    return hashlib.blake2b(Stored(table)["keys"].tobytes(), digest_size=16).hexdigest()


def write_phrased(path: Path, asked: Mapping[str, str], table: Path = MATCHED) -> None:
    """Keeps what texts say, by the rows of the matcher's table. Raises ValueError if there are more terms than numbers.

    `asked`: of each text its language, empty for one that asks nothing.
    """
    rows = read_table(table, load_matcher().id)[0]
    at = rows.of([text_key(text, "query") for text in asked]).tolist()
    by_row = dict(zip(at, asked.items(), strict=True))
    told: list[tuple[str, ...]] = []
    more: list[tuple[str, ...]] = []
    asked_at, facts_at = [], []
    sets: dict[tuple[int, ...], int] = {}
    pairs: dict[tuple[str, str], int] = {}
    for row in range(len(rows)):
        text, lang = by_row.get(row, ("", ""))
        terms = terms_of(text)
        told.append(terms)
        ask = asked_terms_of(text)
        asked_at.append(len(more) if ask != terms else -1)
        more += [ask] if ask != terms else []
        given = _pairs(read_facts(text, lang)) if lang else ()
        facts_at.append(sets.setdefault(tuple(pairs.setdefault(p, len(pairs)) for p in given), len(sets)) if lang else -1)
    numbers = {_number(term): term for terms in (*told, *more) for term in terms}
    vocabulary = np.array(sorted(numbers), dtype=np.uint64)
    place = {numbers[number]: n for n, number in enumerate(vocabulary.tolist())}
    if len(place) != len({term for terms in (*told, *more) for term in terms}) or len(place) > np.iinfo(np.uint16).max:
        raise ValueError("The terms of the digest have no number of 16 bits each: make the numbers larger.")
    bags = {
        "terms": [[place[t] for t in terms] for terms in told],
        "asked": [[place[t] for t in terms] for terms in more],
        "facts": [list(one) for one in sets],
    }
    kept: dict[str, NDArray[np.generic]] = {
        "rows": np.array(rows_mark(table)),
        "mark": np.array(facts_mark(sources_dir())),
        "pairs": np.array(json.dumps(list(pairs), ensure_ascii=False)),
        "vocabulary": vocabulary,
        "asked_at": np.array(asked_at, dtype=np.int32),
        "facts_at": np.array(facts_at, dtype=np.int32),
    }
    for name, of in bags.items():
        kept[f"{name}.ends"] = np.cumsum([0, *map(len, of)]).astype(np.int32)
        kept[f"{name}.numbers"] = np.array([n for one in of for n in one], dtype=np.uint16)
    np.savez(path, **kept)  # type: ignore[arg-type]  # numpy's stubs know arrays by position


def _pairs(facts: Facts) -> tuple[tuple[str, str], ...]:
    return tuple((facet, value) for facet, values in facts.items() for value in sorted(values))


@lru_cache(maxsize=50_000)
def terms_of(text: str) -> tuple[str, ...]:
    """The terms of a text, each once; remembered, since the same entries are found again and again."""
    return tuple(dict.fromkeys(index_terms(text)))


@lru_cache(maxsize=50_000)
def asked_terms_of(text: str) -> tuple[str, ...]:
    """The terms of the sentence that asks, each once."""
    return terms_of(last_sentence(text)) or terms_of(text)


def alike_each(asked: Reading, others: Sequence[str]) -> list[float]:
    """How much a question and each of some texts share, 0..1: half by all words, half by those of the sentences that ask."""
    phrased = load_phrased()
    rows = load_matcher().rows_of(others) if phrased else np.full(len(others), -1, dtype=np.intp)
    found = [0.0] * len(others)
    if phrased and (known := np.flatnonzero(rows >= 0)).size:
        whole, part = (
            phrased.shares(words, rows[known], asked=ask) for words, ask in ((asked.words, False), (asked.asked_words, True))
        )
        for at, share in zip(known.tolist(), (0.5 * whole + 0.5 * part).tolist(), strict=True):
            found[at] = share
    for at in np.flatnonzero(rows < 0).tolist():
        text = others[at]
        found[at] = 0.5 * _common(asked.words, terms_of(text)) + 0.5 * _common(asked.asked_words, asked_terms_of(text))
    return found


def _common(words: frozenset[str], terms: Sequence[str]) -> float:
    """What `overlap` is, of terms of which none stands twice."""
    return 2 * len(words.intersection(terms)) / (len(words) + len(terms)) if words or terms else 0.0


def facts_each(texts: Sequence[str], lang: str, folder: Path) -> list[Facts]:
    """The facts that each of some questions of the digest gives, by the words of that folder."""
    phrased = load_phrased()
    if phrased is None or facts_mark(folder) != phrased.mark:
        return [read_facts(text, lang, folder) for text in texts]
    rows = load_matcher().rows_of(texts).tolist()
    return [
        phrased.facts_of(row) if row >= 0 and phrased.facts_at[row] >= 0 else read_facts(text, lang, folder)
        for row, text in zip(rows, texts, strict=True)
    ]


def not_in(words: Collection[str], texts: Sequence[str]) -> set[str]:
    """Those of some words that stand in none of some texts."""
    phrased = load_phrased()
    rows = load_matcher().rows_of(texts) if phrased else np.full(len(texts), -1, dtype=np.intp)
    left = phrased.without(words, rows[rows >= 0]) if phrased else set(words)
    for at in np.flatnonzero(rows < 0).tolist():
        if not left:
            break
        left.difference_update(terms_of(texts[at]))
    return left
