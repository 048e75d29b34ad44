"""The table by which the side of a question is read: learned from the digest's questions and `sources/cues/phrasings.tsv`.

`python -m benchmarks.sides` says how often the right side, and the right one of a predicate's two, is read of entries held out;
`--write` learns from all and keeps the table in `kb/learned/sides.npz`. Needs torch (the `test` extra).
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kb.digest.load import load_predicates, load_rules, sources_dir
from query.read.sides import BUCKETS, NO_SIDE, TABLE, features, opposites

EPOCHS, RATE, BATCH, HELD_OUT = 6, 0.05, 64, 0.2
ODD_WEIGHT = 1e-4
"""Weights below are noise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A question and its side."""

    entry: str
    lang: str
    side: str
    found: tuple[int, ...]


def examples(folder: Path | None = None) -> list[Example]:
    """The digest's questions in both languages, then the phrasings."""
    made = []
    for rule in load_rules(folder):
        for ask in rule.asks:
            for lang, text in (("en", ask.en), ("zh", ask.zh)):
                side = NO_SIDE if ask.verdict == "n/a" else ask.put(lang)
                if side:
                    made.append(Example(entry=rule.id, lang=lang, side=side, found=tuple(features(text, lang))))
    lines = (sources_dir(folder) / "cues" / "phrasings.tsv").read_text("utf-8").splitlines()
    for line in lines[1:]:
        lang, side, text = line.split("\t")
        made.append(Example(entry="", lang=lang, side=side, found=tuple(features(text, lang))))
    return made


def learn(rows: Sequence[Example], names: Sequence[str]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Weights `(BUCKETS, n_sides)` and bias of a softmax over the sides."""
    import torch

    torch.manual_seed(0)
    torch.set_num_threads(1)
    table = torch.nn.EmbeddingBag(BUCKETS, len(names), mode="sum", sparse=True)
    torch.nn.init.zeros_(table.weight)
    bias = torch.zeros(len(names), requires_grad=True)
    steps = (torch.optim.SparseAdam(table.parameters(), lr=RATE), torch.optim.Adam([bias], lr=RATE))
    order = list(range(len(rows)))
    for epoch in range(EPOCHS):
        random.Random(epoch).shuffle(order)
        for step in steps:
            step.param_groups[0]["lr"] = RATE * 0.5**epoch
        for start in range(0, len(order), BATCH):
            batch = [rows[i] for i in order[start : start + BATCH]]
            found = torch.tensor([f for row in batch for f in row.found])
            begins = torch.tensor(np.cumsum([0, *(len(row.found) for row in batch[:-1])]))
            scale = torch.tensor([len(row.found) ** -0.5 for row in batch], dtype=torch.float32)[:, None]
            wanted = torch.tensor([names.index(row.side) for row in batch])
            loss = torch.nn.functional.cross_entropy(table(found, begins) * scale + bias, wanted, label_smoothing=0.02)
            for step in steps:
                step.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            for step in steps:
                step.step()
    return table.weight.detach().numpy(), bias.detach().numpy()


def measure(rows: Sequence[Example], names: Sequence[str], opposite: dict[str, str]) -> None:
    """Prints how often the side is right on entries held out, and how often the right one of its predicate's two."""
    entries = sorted({row.entry for row in rows if row.entry})
    random.Random(1).shuffle(entries)
    held = set(entries[: int(len(entries) * HELD_OUT)])
    weights, bias = learn([r for r in rows if r.entry not in held], names)
    told: Counter[tuple[str, str]] = Counter()
    for row in (r for r in rows if r.entry in held):
        level = weights[list(row.found)].sum(axis=0) * len(row.found) ** -0.5 + bias
        told[row.lang, "all"] += 1
        told[row.lang, "side"] += names[int(level.argmax())] == row.side
        if row.side in opposite:
            told[row.lang, "polar"] += 1
            told[row.lang, "of two"] += bool(level[names.index(row.side)] > level[names.index(opposite[row.side])])
    for lang in ("en", "zh"):
        side, of_two = told[lang, "side"] / told[lang, "all"], told[lang, "of two"] / told[lang, "polar"]
        print(f"{lang}: {told[lang, 'all']} questions of entries held out: side {side:.3f}, the right one of two {of_two:.3f}")


def write(weights: NDArray[np.float32], bias: NDArray[np.float32], names: Sequence[str]) -> None:
    """Keeps the table with eight bits a weight."""
    scale = np.abs(weights).max(axis=0) / 127 + 1e-9
    kept = np.round(weights / scale).astype(np.int8)
    np.savez_compressed(TABLE, names=np.array(names), weights=kept, scale=scale.astype(np.float32), bias=bias)
    print(f"{TABLE}: {TABLE.stat().st_size / 1e6:.1f} MB")


def main() -> None:
    """Measure, or with --write learn from everything and keep it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    pairs = [p.sides for p in load_predicates()]
    names = [*(side for pair in pairs for side in pair), NO_SIDE]
    rows = examples()
    print(f"{len(rows)} questions")
    if chosen.write:
        write(*learn(rows, names), names)
    else:
        measure(rows, names, dict(opposites(pairs)))


if __name__ == "__main__":
    main()
