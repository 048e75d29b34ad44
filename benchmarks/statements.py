"""How well sentences of unseen kinds are read, 150, 40 held out and 300 by others: `python -m benchmarks.statements`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from benchmarks.extract import LABELS, Score, readings
from ingest.extract import extract
from ingest.pipeline import analyse
from kb.model import Lang, Lines, Passage, Span

OWN = {
    "150 own": "statements-own.tsv",
    "40 held out": "statements-own-holdout.tsv",
    "150 by others": "statements-unseen.tsv",
    "150 more": "statements-unseen-2.tsv",
}
FIELDS = ("modality", "polarity")
Row = Sequence[str]
"""Language, what a sentence says, readings as good (each as "forbids-", "permits+"), the sentence."""


def load_rows(name: str) -> list[Row]:
    """The labelled sentences of a file."""
    return [line.split("\t") for line in (LABELS / name).read_text("utf-8").splitlines()]


def score(rows: Sequence[Row]) -> tuple[dict[str, Score], list[Row]]:
    """Counts by field, and the rows that were read wrongly; a reading as good as the wanted one counts as neither."""
    found: dict[str, list[tuple[str, bool]]] = {}
    for statement in extract(analyse([_passage(number, row) for number, row in enumerate(rows, 1)])):
        found.setdefault(statement.passage, []).append((statement.modality, statement.polarity))
    scores, wrong = {field: Score() for field in FIELDS}, []
    for number, row in enumerate(rows, 1):
        said, wanted, allowed = readings(found.get(f"own#{number}", ())), readings(_pairs(row[1])), readings(_pairs(row[2]))
        instead = bool(said["both"] & allowed["both"])
        for field in FIELDS:
            scores[field].add(said[field], said[field] & wanted[field] if instead else wanted[field], allowed[field])
        if said["both"] - wanted["both"] - allowed["both"] or (wanted["both"] - said["both"] and not instead):
            wrong.append(row)
    return scores, wrong


def _passage(number: int, row: Row) -> Passage:
    lang: Lang = "en" if row[0] == "en" else "zh"
    return Passage(
        id=f"own#{number}",
        source="own",
        heading=(str(number),),
        kind="paragraph",
        lang=lang,
        span=Span(0, len(row[3])),
        lines=Lines(number, number),
        text=row[3],
        content_hash="",
    )


def _pairs(cell: str) -> list[tuple[str, bool]]:
    return [(said[:-1], said.endswith("+")) for said in cell.split()]


def main() -> None:
    """Prints the table and what was read wrongly."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    print("| sample | field | precision | recall | counted |\n| --- | --- | --- | --- | --- |")
    every = []
    for title, name in OWN.items():
        scores, wrong = score(load_rows(name))
        every += [(title, row) for row in wrong]
        for field, one in scores.items():
            print(f"| {title} | {field} | {one.precision:.2f} | {one.recall:.2f} | {one.right + one.missed} |")
    for title, row in every:
        print(f"{title}: {row[1] or 'nothing'}: {row[3]}")


if __name__ == "__main__":
    main()
