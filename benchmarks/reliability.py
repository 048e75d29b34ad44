"""How far confidences may be trusted, on both parts of the bank: `python -m benchmarks.reliability`.

A verdict that is wrong at 0.8 or more is wrong but sure. Only questions that ask for yes or no, or that no source answers,
count.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from benchmarks.bank import SPLITS, load_bank
from benchmarks.kept import Kept
from benchmarks.questions import POLAR
from kb.home import home_dir
from query.engine import Engine

EDGES = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 1.01)


def told(engine: Engine, split: str) -> list[tuple[float, bool]]:
    """For every question that counts and was not refused, the confidence and whether the verdict is right."""
    found = []
    for asked in (q for q in load_bank() if q.split == split and q.verdict in (*POLAR, "unknown")):
        answer = engine.ask(asked.question)
        if not answer.abstained:
            found.append((answer.confidence, answer.verdict == asked.verdict))
    return found


def lines(found: Sequence[tuple[float, bool]]) -> Iterator[str]:
    """The lines of a reliability table."""
    yield "| confidence | answers | mean | right |"
    yield "| --- | ---: | ---: | ---: |"
    for low, high in pairwise(EDGES):
        part = [(c, right) for c, right in found if low <= c < high]
        if part:
            mean, share = sum(c for c, _ in part) / len(part), sum(right for _, right in part) / len(part)
            yield f"| {low:.1f} to {min(high, 1.0):.1f} | {len(part)} | {mean:.2f} | {share:.2f} |"


def main() -> None:
    """Print a table for each part, and how many are wrong but sure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path)
    home = parser.parse_args().home
    engine = Engine.open(home)
    engine.encoder = engine.encoder and Kept(engine.encoder, home_dir(home))
    for split in SPLITS:
        found = told(engine, split)
        print(f"\n{split}\n\n" + "\n".join(lines(found)))
        print(f"\nwrong but sure: {sum(c >= 0.8 and not right for c, right in found)} of {sum(c >= 0.8 for c, _ in found)}")


if __name__ == "__main__":
    main()
