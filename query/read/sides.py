"""What "yes" would affirm: the side of a predicate that a question asks about, read from its words.

The words are data: every question of the digest says its side (`sources/rules`), and `sources/cues/phrasings.tsv` has more ways
to put one. `python -m benchmarks.sides --write` weighs their word sequences into `kb/learned/sides.npz`; nothing else decides.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from query.read.intent import bare, last_sentence, main_clause, untagged

TABLE = Path(__file__).resolve().parent.parent.parent / "kb" / "learned" / "sides.npz"
BUCKETS = 1 << 17
NO_SIDE = "-"
"""Of a question that asks for no yes or no."""
_WORD = re.compile(r"n't|[a-z]+|\d+|[?,.;:!]")
_NOT = frozenset({"not", "n't", "no", "never", "cannot", "without", "nothing", "nobody"})
_NOT_ZH = re.compile(r"[不没无未别]")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sides:
    """How likely each side is the one asked about."""

    names: tuple[str, ...]
    level: NDArray[np.float32]
    """Log-odds by name, up to a constant."""

    @property
    def best(self) -> str:
        """The likeliest side; NO_SIDE for a question that asks for no yes or no."""
        return self.names[int(self.level.argmax())]

    def share(self, *sides: str) -> float:
        """How likely one of these sides is the one asked about, 0..1."""
        level = np.exp(self.level - self.level.max())
        return float(sum(level[self.names.index(s)] for s in sides if s in self.names) / level.sum())

    def agrees(self, side: str, other: str) -> float:
        """Whether the question asks about `side` rather than about its opposite `other`: 1 surely, -1 surely not."""
        apart = self.level[self.names.index(side)] - self.level[self.names.index(other)]
        return float(np.tanh(apart / 2))


@lru_cache(maxsize=4096)
def read_sides(text: str, lang: str) -> Sides:
    """The sides that a question may ask about."""
    table = _table()
    found = np.fromiter(features(text, lang), dtype=np.int64)
    level = table.weights[found].sum(axis=0, dtype=np.float32) * table.scale / np.sqrt(max(1, len(found))) + table.bias
    return Sides(names=table.names, level=level)


def features(text: str, lang: str) -> list[int]:
    """The word sequences of the asking sentence, and of its main clause apart, as buckets 0..BUCKETS-1, each once."""
    plain = bare(text)
    asked = untagged(last_sentence(plain))
    clause = main_clause(asked, "zh" if lang == "zh" else "en")
    found = _chinese(asked, clause) if lang == "zh" else _english(asked, clause, tagged=asked != last_sentence(plain))
    kind = "zh" if lang == "zh" else "en"
    return sorted({zlib.crc32(f"{kind}{name}".encode()) % BUCKETS for name in found})


def _english(asked: str, clause: str, *, tagged: bool) -> Iterator[str]:
    whole, main = _words(asked), _words(clause)
    for space, words in (("a", whole), ("m", main)):
        row = ["^", *words, "$"]
        yield from (space + " ".join(row[i : i + n]) for n in (1, 2, 3) for i in range(len(row) - n + 1))
        yield from (f"{space}{row[i]}_{row[i + gap]}" for gap in (2, 3) for i in range(len(row) - gap))
    yield "first2:" + " ".join(main[:2])
    yield f"neg{sum(w in _NOT for w in main) % 2}"
    yield from (f"f:{main[0]}:{word}" for word in main[1:])
    if tagged:
        yield "tag"


def _words(text: str) -> list[str]:
    spaced = re.sub(r"n't", " n't", text.lower())
    return ["<n>" if word[0].isdigit() else word for word in _WORD.findall(spaced)]


def _chinese(asked: str, clause: str) -> Iterator[str]:
    last = re.split(r"[，,；;。]", asked.rstrip("？?，。 "))[-1]
    for space, text in (("a", asked), ("m", clause), ("l", last)):
        row = f"^{text}$"
        yield from (space + row[i : i + n] for n in (1, 2, 3, 4) for i in range(len(row) - n + 1))
        yield from (f"{space}{row[i]}_{row[i + gap]}" for gap in (2, 3, 4) for i in range(len(row) - gap))
        yield f"{space}neg{len(_NOT_ZH.findall(row)) % 2}"
    yield "end:" + asked[-3:]


@dataclass(frozen=True, slots=True, eq=False)
class _Table:
    names: tuple[str, ...]
    weights: NDArray[np.int8]
    scale: NDArray[np.float32]
    bias: NDArray[np.float32]


@cache
def _table() -> _Table:
    with np.load(TABLE) as kept:
        return _Table(tuple(map(str, kept["names"])), kept["weights"], kept["scale"], kept["bias"])


def opposites(predicates: Sequence[tuple[str, str]]) -> Mapping[str, str]:
    """Every side with the other side of its predicate."""
    return {a: b for one, other in predicates for a, b in ((one, other), (other, one))}
