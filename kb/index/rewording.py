"""Which words stand for which, learned from the digest: players' words for the rules' words, English for Chinese.

Every entry of the digest says the same in two languages, and its text answers its questions. IBM's first translation model
(Brown et al. 1993, "The Mathematics of Statistical Machine Translation", section 4.1) reads from such pairs how likely one
word stands where another does.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kb.index.terms import index_terms
from kb.model import Concept, Rule

Pair = tuple[Sequence[str], Sequence[str]]
"""The terms of two texts that say the same, or of a question and its answer."""

DIRECTIONS = ("en>zh", "zh>en", "en>en", "zh>zh")
REWORDINGS = Path(__file__).resolve().parent.parent / "learned" / "rewordings.tsv"
ROUNDS = 6
LEAST = 0.05
"""Less likely stand-ins are chance."""
_NOTHING = "\0"
"""Accounts for terms that nothing in the other text stands for."""


def parallel_texts(rules: Iterable[Rule], concepts: Iterable[Concept] = ()) -> dict[str, list[Pair]]:
    """What the digest and the glossary offer to learn from, by direction."""
    pairs: dict[str, list[Pair]] = {direction: [] for direction in DIRECTIONS}

    def same(en: str, zh: str) -> None:
        one, other = index_terms(en), index_terms(zh)
        pairs["en>zh"].append((one, other))
        pairs["zh>en"].append((other, one))

    for rule in rules:
        same(rule.en, rule.zh)
        for ask in rule.asks:
            if ask.en and ask.zh:
                same(ask.en, ask.zh)
                pairs["en>en"].append((index_terms(ask.en), index_terms(rule.en)))
                pairs["zh>zh"].append((index_terms(ask.zh), index_terms(rule.zh)))
    for concept in concepts:
        same(concept.labels.get("en", ""), concept.labels.get("zh", ""))
    return pairs


def learn_rewordings(pairs: Iterable[Pair], *, rounds: int = ROUNDS, least: float = LEAST) -> dict[str, dict[str, float]]:
    """How likely, 0..1, each term of a pair's second text stands for a term of its first; likeliest first.

    What stands in a single pair is left out: nothing can be learned from one.
    """
    kept = [([_NOTHING, *dict.fromkeys(a)], list(dict.fromkeys(b))) for a, b in pairs if a and b]
    seen = Counter(t for a, _ in kept for t in a), Counter(t for _, b in kept for t in b)
    left, right = ({term: number for number, term in enumerate(side)} for side in seen)
    if not kept:
        return {}
    source = np.concatenate([np.tile([left[s] for s in a], len(b)) for a, b in kept])
    target = np.concatenate([np.repeat([right[t] for t in b], len(a)) for a, b in kept])
    place = np.repeat(np.arange(sum(len(b) for _, b in kept)), [len(a) for a, b in kept for _ in b])
    slots, slot = np.unique(source * len(right) + target, return_inverse=True)
    chances = _expectation_maximisation(slot, place, slots // len(right), rounds)
    names, others = list(left), list(right)
    found: dict[str, dict[str, float]] = {}
    for at in np.argsort(-chances, kind="stable"):
        term, other = names[slots[at] // len(right)], others[slots[at] % len(right)]
        if chances[at] >= least and term != _NOTHING and seen[0][term] > 1 and seen[1][other] > 1:
            found.setdefault(term, {})[other] = float(chances[at])
    return found


def _expectation_maximisation(
    slot: NDArray[np.intp], place: NDArray[np.intp], source: NDArray[np.intp], rounds: int
) -> NDArray[np.float64]:
    """Chance of every (source, target) slot. `slot` and `place` (which occurrence of a target) are per cell of all pairs."""
    chances: NDArray[np.float64] = np.ones(len(source))
    for _ in range(rounds):
        share = chances[slot]
        share /= np.bincount(place, share)[place]
        chances = np.asarray(np.bincount(slot, share, len(source)), dtype=np.float64)
        chances /= np.bincount(source, chances)[source]
    return chances


def write_rewordings(path: Path, tables: Mapping[str, Mapping[str, Mapping[str, float]]]) -> None:
    """Write the tables, a line a term: direction, term, its stand-ins with their chances. Lines are sorted by their bytes."""
    lines = [
        "\t".join((direction, term, " ".join(f"{other}:{chance:.2f}" for other, chance in others.items())))
        for direction, table in tables.items()
        for term, others in table.items()
    ]
    path.write_bytes(b"".join(line + b"\n" for line in sorted(line.encode() for line in lines)))


@cache
def _lines(path: Path) -> bytes:
    """The file as it is: where a term stands is looked for, since to take all of them apart takes as long as half an answer."""
    return path.read_bytes() if path.is_file() else b""


@lru_cache(maxsize=8_192)
def stand_ins(term: str, direction: str, path: Path = REWORDINGS) -> Sequence[tuple[str, float]]:
    """The terms that stand for a term in that direction, and how likely; likeliest first."""
    lines, key = _lines(path), f"{direction}\t{term}\t".encode("utf-8", "surrogatepass")
    at = bisect_left(range(len(lines)), key, key=lambda place: _line(lines, place)[: len(key)])
    line = _line(lines, at) if at < len(lines) else b""
    found = line[len(key) :].decode() if line.startswith(key) else ""
    return tuple((other, float(chance)) for other, _, chance in (pair.rpartition(":") for pair in found.split()))


def _line(lines: bytes, place: int) -> bytes:
    """The line in which an offset lies, without its end."""
    return lines[lines.rfind(b"\n", 0, place) + 1 : lines.find(b"\n", place)]
