"""How well the question bank is answered, tuned and untouched side by side: `python -m benchmarks.questions`.

Nothing may be tuned on the untouched third: `--errors` lists questions of the tuned part alone. A citation hits where it
overlaps a place that answers, in the first ten and no wider than eight lines; an entry of the digest hits through the first
six originals it cites. Intervals hold 95 % of 2,000 bootstrap samples of the questions.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.bank import SPLITS, Asked, jsonl, load_bank
from benchmarks.kept import Kept
from kb.home import home_dir
from query.answer.contract import answer_lines
from query.engine import Engine

POLAR = ("yes", "no", "depends")
VERDICTS = (*POLAR, "n/a", "unknown")
CITATIONS, PLACES, WIDEST = 10, 6, 8
SAMPLES = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """One question and what came back."""

    asked: Asked
    verdict: str
    rank: int | None
    """Of the first citation that hits, from 1."""
    other_only: bool
    """Whether only documents in the other language answer it."""


def places(citation: Mapping[str, Any]) -> Iterator[tuple[str, int, int]]:
    """(source, first line, last line) of what a citation points at, without those that are too wide."""
    nested = [place for place in citation.get("cites") or [] if place.get("lines")][:PLACES]
    for place in nested or [citation]:
        if place.get("lines"):
            first, last = place["lines"]
            if last - first < WIDEST:
                yield place["source"], first, last


def rank(asked: Asked, citations: Sequence[Mapping[str, Any]]) -> int | None:
    """Place of the first citation that hits, from 1; None if none of the first ten does."""
    for number, citation in enumerate(citations[:CITATIONS], 1):
        for source, first, last in places(citation):
            if any(g.source == source and first <= g.lines.last and g.lines.first <= last for g in asked.cites):
                return number
    return None


def score(asked: Asked, row: Mapping[str, Any], languages: Mapping[str, str]) -> Scored:
    """The question against one line of the batch contract; `languages` by source id."""
    if "error" in row:
        return Scored(asked=asked, verdict="error", rank=None, other_only=False)
    return Scored(
        asked=asked,
        verdict="unknown" if row["abstained"] else row["verdict"],
        rank=rank(asked, row["citations"]),
        other_only=bool(asked.cites) and all(languages.get(g.source) != asked.lang for g in asked.cites),
    )


Cells = list[tuple[bool, bool]]
"""For every question, whether a measure counts it and whether it is right."""


def _measure(counts: Callable[[Scored], bool], right: Callable[[Scored], bool]) -> Callable[[Sequence[Scored]], Cells]:
    return lambda found: [(counts(s), counts(s) and right(s)) for s in found]


MEASURES: dict[str, Callable[[Sequence[Scored]], Cells]] = {
    "verdict accuracy": _measure(lambda s: s.asked.verdict in POLAR, lambda s: s.verdict == s.asked.verdict),
    "hit@1": _measure(lambda s: bool(s.asked.cites), lambda s: s.rank == 1),
    "hit@5": _measure(lambda s: bool(s.asked.cites), lambda s: s.rank is not None and s.rank <= 5),
    "other language only, hit@5": _measure(lambda s: s.other_only, lambda s: s.rank is not None and s.rank <= 5),
    "abstention precision": _measure(lambda s: s.verdict == "unknown", lambda s: s.asked.verdict == "unknown"),
    "abstention recall": _measure(lambda s: s.asked.verdict == "unknown", lambda s: s.verdict == "unknown"),
}


def share(cells: Cells, *, seed: int = 1) -> tuple[float, float, float, int]:
    """The share that is right, both ends of its 95 % bootstrap interval, and how many count; NaN where none does."""
    table = np.asarray(cells, dtype=float).reshape(-1, 2)
    total = int(table[:, 0].sum())
    if not total:
        return float("nan"), float("nan"), float("nan"), 0
    drawn = np.random.default_rng(seed).integers(len(table), size=(SAMPLES, len(table)))
    sums = table[drawn].sum(axis=1)
    kept = sums[sums[:, 0] > 0]
    low, high = np.quantile(kept[:, 1] / kept[:, 0], [0.025, 0.975])
    return float(table[:, 1].sum() / total), float(low), float(high), total


def side_by_side(found: Mapping[str, Sequence[Scored]]) -> Iterator[str]:
    """The lines of the table of measures, a column for each split."""
    yield "| measure | " + " | ".join(found) + " |"
    yield "| --- |" + " --- |" * len(found)
    for name, measure in MEASURES.items():
        cells = (share(measure(scored)) for scored in found.values())
        yield f"| {name} | " + " | ".join(f"{s:.3f} [{low:.3f}, {high:.3f}] of {n}" for s, low, high, n in cells) + " |"


def confusion(found: Sequence[Scored]) -> Iterator[str]:
    """The lines of a table: a row for what is right, a column for what was answered."""
    counted = Counter((s.asked.verdict, s.verdict) for s in found)
    columns = [*VERDICTS, *(["error"] if any(got == "error" for _, got in counted) else [])]
    yield "| right \\ answered | " + " | ".join(columns) + " |"
    yield "| --- |" + " ---: |" * len(columns)
    for want in VERDICTS:
        yield f"| {want} | " + " | ".join(str(counted[want, got]) for got in columns) + " |"


def wrong(scored: Scored) -> bool:
    """Whether the verdict is wrong, an answer is refused or given that should not be, or no hit is among the first five."""
    want, got = scored.asked.verdict, scored.verdict
    missed = bool(scored.asked.cites) and (scored.rank is None or scored.rank > 5)
    return missed or (want in POLAR and got != want) or (want == "unknown") != (got == "unknown")


def run(engine: Engine, questions: Sequence[Asked]) -> list[Scored]:
    """Every question asked through the batch contract, and scored."""
    languages = {name: source.lang for name, source in engine.documents.items()}
    rows = {row["id"]: row for row, _ in answer_lines(jsonl(questions), engine.ask)}
    return [score(q, rows[q.id], languages) for q in questions]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, help="the built knowledge base; else RULINGS_HOME, else the user's data folder")
    parser.add_argument("--encoder", help="another encoder; `none` asks without one")
    parser.add_argument("--errors", type=int, default=0, metavar="N", help="list up to N wrong answers of the tuned part")
    parser.add_argument(
        "--jsonl", choices=SPLITS, help="only print the questions of that part, as `rulings ask --jsonl` reads them"
    )
    return parser.parse_args()


def main() -> None:
    """Print the measures, both confusion tables and, if asked for, errors."""
    chosen, bank = _arguments(), load_bank()
    if chosen.jsonl:
        sys.stdout.writelines(line + "\n" for line in jsonl(q for q in bank if q.split == chosen.jsonl))
        return
    engine = Engine.open(chosen.home, encoder=chosen.encoder)
    engine.encoder = engine.encoder and Kept(engine.encoder, home_dir(chosen.home))
    found = {split: run(engine, [q for q in bank if q.split == split]) for split in SPLITS}
    print("\n".join(side_by_side(found)))
    for split, scored in found.items():
        print(f"\n{split}\n\n" + "\n".join(confusion(scored)))
    for s in [s for s in found["tuned"] if wrong(s)][: chosen.errors]:
        print(f"{s.asked.id} [{s.asked.lang}] {s.asked.verdict} -> {s.verdict}, rank {s.rank}: {s.asked.question}")


if __name__ == "__main__":
    main()
