"""Questions that lie just inside and just outside a rule: how many are answered rightly, and how many wrongly and surely.

    python -m benchmarks.twins --home HOME [--wrong 20]

`near_misses/apart.tsv` has them two and two, in the same words but for the one detail that turns the answer, on entries of
which no such pair is among the known questions; `near_misses/reworded.tsv` has those of known pairs in another's words.
Written with the entries at hand, each key given again by a reader who had not seen it. Nothing is fitted on them but how near
a question must lie for its verdict to count as stated (`query/rule/verdict.py`).
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.digest.rows import read_rows
from query.engine import Engine

FOLDER = Path(__file__).resolve().parent / "near_misses"
SURE = 0.8
"""Confidence from which on an answer counts as sure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Twin:
    """One question, its verdict and the entry that answers it."""

    entry: str
    lang: str
    verdict: str
    question: str


def load_twins(name: str, folder: Path = FOLDER) -> list[Twin]:
    """The questions of a file, two and two. Raises BadInput where it cannot be read, ValueError for a row of another shape."""
    rows = (row for _, row in read_rows(folder / f"{name}.tsv"))
    return [Twin(entry=entry, lang=lang, verdict=verdict, question=text) for entry, lang, verdict, text in rows]


def scored(asked: Sequence[Twin], told: Sequence[tuple[str, float]]) -> dict[str, float]:
    """Shares of the questions that are right, that are told surely, and of those surely told that are right.

    `told`: verdict and confidence (0..1) of each.
    """
    right = [one.verdict == verdict for one, (verdict, _) in zip(asked, told, strict=True)]
    sure = [ok for ok, (_, confidence) in zip(right, told, strict=True) if confidence >= SURE]
    return {"right": sum(right) / len(right), "sure": len(sure) / len(right), "right of sure": sum(sure) / max(1, len(sure))}


def main() -> None:
    """Asks and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path)
    parser.add_argument("--wrong", type=int, default=0, help="list so many that are wrong and sure")
    chosen = parser.parse_args()
    engine = Engine.open(chosen.home)
    for name in ("apart", "reworded"):
        asked = load_twins(name)
        answers = [engine.ask(one.question) for one in asked]
        told = [(answer.verdict, answer.confidence) for answer in answers]
        for lang in ("en", "zh"):
            part = [n for n, one in enumerate(asked) if one.lang == lang]
            shares = scored([asked[n] for n in part], [told[n] for n in part])
            print(
                f"{name} {lang}: {len(part)} questions, " + ", ".join(f"{what} {share:.3f}" for what, share in shares.items())
            )
        wrong = [(one, *said) for one, said in zip(asked, told, strict=True) if one.verdict != said[0]]
        for one, verdict, confidence in sorted(wrong, key=lambda row: -row[2])[: chosen.wrong]:
            print(f"  {confidence:.2f} {verdict} for {one.verdict} ({one.entry}): {one.question}")


if __name__ == "__main__":
    main()
