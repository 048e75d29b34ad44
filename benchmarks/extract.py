"""How well statements are extracted, field by field, against labels made by hand: `python -m benchmarks.extract`."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.corpus import ROOT, documents
from ingest.extract import extract
from ingest.pipeline import analyse
from kb.model import Document, Passage, Statement

LABELS = ROOT / "tests" / "labels"
SAMPLES = {"150 passages": "statements.jsonl", "40 held out": "statements-holdout.jsonl"}
SETS = ("modality", "polarity", "both", "denials", "timing", "concepts")
FIELDS = ("modality", "polarity", "both", "denials", "condition", "exception", "timing", "cards", "concepts")

Label = dict[str, Any]
"""A line of a labels file; its keys are explained in tests/labels/README.md."""
Values = frozenset[Any]


@dataclass(slots=True)
class Score:
    """Counts of one field: found and right, found and wrong, not found."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    @property
    def precision(self) -> float:
        return self.right / max(1, self.right + self.wrong)

    @property
    def recall(self) -> float:
        return self.right / max(1, self.right + self.missed)

    def add(self, found: Values, wanted: Values, allowed: Values = frozenset()) -> None:
        """Count the values of one passage; what is allowed is neither wrong nor missed."""
        self.right += len(found & wanted)
        self.wrong += len(found - wanted - allowed)
        self.missed += len(wanted - found)


def load_labels(name: str) -> list[Label]:
    """The labels of one sample."""
    return [json.loads(line) for line in (LABELS / name).read_text("utf-8").splitlines()]


def statements_of(read: Iterable[Document]) -> dict[str, list[Statement]]:
    """The extracted statements by passage."""
    found: dict[str, list[Statement]] = {}
    for document in read:
        for statement in extract(analyse(document.passages)):
            found.setdefault(statement.passage, []).append(statement)
    return found


def locate(labels: Sequence[Label], read: Iterable[Document]) -> list[tuple[Label, Passage]]:
    """The labels whose passage is there: by id where the text is the labelled one, else by the text's hash in its document."""
    passages = [p for document in read for p in document.passages]
    by_id = {p.id: p for p in passages}
    by_hash = {(p.source, p.content_hash): p for p in passages}
    found = []
    for label in labels:
        passage = by_id.get(label["passage"])
        if passage is None or passage.content_hash != label["content_hash"]:
            passage = by_hash.get((label["passage"].split(":")[0], label["content_hash"]))
        if passage is not None:
            found.append((label, passage))
    return found


def readings(pairs: Iterable[tuple[str, bool]]) -> dict[str, Values]:
    """Modality, polarity, both, and denials, of (modality, polarity) pairs."""
    both = frozenset(pairs)
    return {
        "modality": frozenset(modality for modality, _ in both),
        "polarity": frozenset(polarity for _, polarity in both),
        "both": both,
        "denials": frozenset(polarity for _, polarity in both if not polarity),
    }


def found_in(statements: Sequence[Statement]) -> dict[str, Values]:
    """What the extractor says of one passage, field by field."""
    cards = {card for s in statements for card in s.cards}
    return readings((s.modality, s.polarity) for s in statements) | {
        "condition": frozenset(True for s in statements if s.condition),
        "exception": frozenset(True for s in statements if s.exception_of),
        "timing": frozenset(t for s in statements for t in s.timing),
        "cards": frozenset(range(len(cards))),
        "concepts": frozenset(c for s in statements for c in s.concepts),
    }


def wanted_of(label: Label) -> dict[str, Values]:
    """What the label says, in the same form."""
    return readings((m, p) for m, p in label["says"]) | {
        "condition": frozenset({True} if label["condition"] else ()),
        "exception": frozenset({True} if label["exception"] else ()),
        "timing": frozenset(label["timing"]),
        "cards": frozenset(range(label["cards"])),
        "concepts": frozenset(label["concepts"]),
    }


def score(labelled: Iterable[tuple[Label, Passage]], statements: Mapping[str, Sequence[Statement]]) -> dict[str, Score]:
    """Counts per field. A passage that states nothing counts for what was read out of it, not for its other fields."""
    scores = {name: Score() for name in FIELDS}
    for label, passage in labelled:
        found, wanted = found_in(statements.get(passage.id, ())), wanted_of(label)
        allowed = readings((m, p) for m, p in label["also"])
        for name in FIELDS if label["says"] else ("modality", "polarity", "both", "denials"):
            scores[name].add(found[name], wanted[name], allowed.get(name, frozenset()))
    return scores


def table(samples: Mapping[str, Mapping[str, Score]]) -> str:
    """Precision and recall per field and sample, as Markdown."""
    head = "| field | " + " | ".join(f"{name}: precision | recall | counted" for name in samples) + " |"
    rows = [head, "| --- |" + " ---: | ---: | ---: |" * len(samples)]
    for field in FIELDS:
        cells = [
            f"{s[field].precision:.2f} | {s[field].recall:.2f} | {s[field].right + s[field].missed}" for s in samples.values()
        ]
        rows.append(f"| {field} | " + " | ".join(cells) + " |")
    return "\n".join(rows)


def show_errors(labelled: Iterable[tuple[Label, Passage]], statements: Mapping[str, Sequence[Statement]], field: str) -> None:
    """Print every passage whose field was read wrongly, with what was found and what was wanted."""
    for label, passage in labelled:
        found, wanted = found_in(statements.get(passage.id, ())), wanted_of(label)
        allowed = readings((m, p) for m, p in label["also"]).get(field, frozenset())
        if (label["says"] or field in SETS[:4]) and (found[field] - wanted[field] - allowed or wanted[field] - found[field]):
            print(f"{passage.id} ({passage.lines.first}): found {set(found[field])}, wanted {set(wanted[field])}")
            print(f"    {passage.text}")


def main() -> None:
    """Print the table, or the errors of one field."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--errors", choices=FIELDS, help="list the passages whose field was read wrongly")
    parser.add_argument("--sample", choices=SAMPLES.values(), help="this sample only")
    asked = parser.parse_args()
    read = documents()
    analysed = [list(analyse(d.passages)) for d in read]
    start = time.perf_counter()
    made = sum(len(extract(a)) for a in analysed)
    took = time.perf_counter() - start
    statements = statements_of(read)
    samples = {}
    for title, name in SAMPLES.items():
        if (LABELS / name).is_file() and asked.sample in (None, name):
            labelled = locate(load_labels(name), read)
            samples[f"{title} ({len(labelled)} found)"] = score(labelled, statements)
            if asked.errors:
                show_errors(labelled, statements, asked.errors)
    print(table(samples))
    passages = sum(len(d.passages) for d in read)
    print(f"\n{made} statements of {passages} passages in {took:.2f} s, after linking and reading of sentences")


if __name__ == "__main__":
    main()
