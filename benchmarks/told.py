"""What a passage says on a question, as a user's own documents are read: `told/*.jsonl`, by people who saw no code.

    python -m benchmarks.told [--most N] [--of read]

2,560 invented passages of rules, policies and rulings, each with four questions in players' words: one that the passage
answers with yes, one with no, one that it leaves to something not told, and one on which it is silent; one in four in the
other language than its passage. How a question is put does not tell its answer. `read/*.jsonl` are 2,401 more passages,
with six to eight questions each, two or three of them yes, as many no, and harder: the yes and the no often differ in the one
detail that the passage decides. Prints, by what is right, how often `query.rule.sentence.says` says what: yes, no, depends, or
nothing.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from query.read.question import read_question
from query.rule.sentence import LEAST, says

FOLDERS = {name: Path(__file__).with_name(name) for name in ("told", "read")}
VERDICTS = ("yes", "no", "depends", "silent")


class Told(NamedTuple):
    """A passage and a question with what the one says on the other."""

    passage: str
    question: str
    verdict: str
    """yes, no, depends or silent."""


def read_told(folder: Path = FOLDERS["told"]) -> Iterator[Told]:
    """Every question, passage by passage, English passages first. Raises OSError."""
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            row = json.loads(line)
            yield from (Told(row["passage"], one["question"], one["verdict"]) for one in row["questions"])


def said_on(told: Told) -> str:
    """What the reading makes of it: yes, no, depends, or silent for nothing."""
    said = says(read_question(told.question), told.passage, {})
    if said.open:
        return "depends"
    return "silent" if abs(said.agrees) < LEAST else "yes" if said.agrees > 0 else "no"


def main() -> None:
    """Reads and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most", type=int, help="questions that are read, evenly over all")
    parser.add_argument("--of", choices=FOLDERS, default="told", help="which passages")
    given = parser.parse_args()
    every = list(read_told(FOLDERS[given.of]))
    step = (len(every) // given.most | 1) if given.most else 1  # odd: each passage has its four verdicts in one order
    counts = Counter((one.verdict, said_on(one)) for one in every[::step])
    print(f"| right | {' | '.join(VERDICTS)} |\n| --- | {' | '.join('---' for _ in VERDICTS)} |")
    for verdict in VERDICTS:
        print(f"| {verdict} | {' | '.join(str(counts[verdict, said]) for said in VERDICTS)} |")


if __name__ == "__main__":
    main()
