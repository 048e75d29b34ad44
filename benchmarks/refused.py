"""What is said to what asks nothing, or nothing about the rules: `python -m benchmarks.refused`."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from query.engine import Engine

ROWS = Path(__file__).resolve().parent.parent / "tests" / "questions" / "refused.tsv"
LOUD = 0.6
"""A verdict above this is told as probable."""


def main() -> None:
    """Print the share refused of each kind, and each that is not."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--home", type=Path)
    parser.add_argument("--rows", type=Path, default=ROWS)
    given = parser.parse_args()
    engine = Engine.open(given.home)
    asked, refused, loud = Counter[str](), Counter[str](), 0
    for lang, kind, text in (line.split("\t") for line in given.rows.read_text("utf-8").splitlines()):
        answer = engine.ask(text)
        asked[kind] += 1
        refused[kind] += answer.abstained
        loud += answer.verdict in ("yes", "no", "depends") and answer.confidence > LOUD
        if not answer.abstained:
            print(f"answered {answer.verdict} {answer.confidence:.2f} [{lang}, {kind}] {text}")
    for kind, count in asked.items():
        print(f"| {kind} | {refused[kind]} of {count} |")
    print(f"| all | {refused.total()} of {asked.total()} |\nverdicts above {LOUD}: {loud}")


if __name__ == "__main__":
    main()
