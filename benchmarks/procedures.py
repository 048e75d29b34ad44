"""Questions with a procedure in them, asked as a user asks: worked out and right, asked back, left to the search, or wrong."""

from __future__ import annotations

import argparse
import csv
import re
from collections import Counter, defaultdict
from pathlib import Path

from kb.law.laws import Laws
from query.calc.asked import computed_answer
from query.engine import Engine
from query.model import Answer

KEPT = Path(__file__).parent.parent / "tests" / "kept" / "procedures.tsv"
Row = dict[str, str]


def outcome(row: Row, answer: Answer) -> str:
    """What came of a question: `right`, `asked back`, `wrong`, or `wrong, flagged` where only the closest rules were told."""
    if row["missing"]:
        if answer.ground == "computed":
            return (
                "asked back" if answer.verdict == "depends" and (answer.missing or row["missing"] == "not settled") else "wrong"
            )
        return "asked back" if answer.verdict == "depends" else "wrong, flagged"
    said = set(re.findall(r"\d+", answer.text.replace(",", "")))
    numbers = set(row["numbers"].split())
    right = row["verdict"] in ("n/a", answer.verdict) and numbers <= said
    if row["verdict"] == "n/a" and not numbers:
        right = answer.ground == "computed"
    if right:
        return "right"
    return "wrong" if answer.ground in ("computed", "stated") or answer.confidence >= 0.8 else "wrong, flagged"


def of_the_digest(home: Path) -> None:
    """Prints which of the digest's own questions are worked out to another yes, no or depends than the entry has."""
    law, asked, wrong = Laws.open(home).of("OCG"), 0, []
    for rule in law.rules.values():
        for ask in rule.asks:
            for lang, question in (("en", ask.en), ("zh", ask.zh)):
                done = computed_answer(question, lang, law) if question else None
                asked += bool(question)
                if done is not None and "n/a" not in (done.verdict, ask.verdict) and done.verdict != ask.verdict:
                    wrong.append(f"{rule.id}: {question} wants {ask.verdict}, got {done.verdict}")
    print("\n".join([*wrong, f"{len(wrong)} of {asked}"]))


def main() -> None:
    """Prints a line a topic and, with `--errors`, every question not answered right; with `--digest` those of the digest."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--digest", action="store_true")
    parser.add_argument("--questions", type=Path, default=KEPT)
    parser.add_argument("--errors", action="store_true")
    given = parser.parse_args()
    if given.digest:
        of_the_digest(given.home)
        return
    engine = Engine.open(given.home)
    tally: dict[str, Counter[str]] = defaultdict(Counter)
    with given.questions.open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    for row in rows:
        row["missing"] = row.get("missing") or ""
        answer = engine.ask(row["question"])
        came = outcome(row, answer)
        for key in ("all", row["topic"], row["lang"]):
            tally[key].update({came: 1, "computed": answer.ground == "computed"})
        if given.errors and came not in ("right", "asked back"):
            print(f"{came}: {row['question']}\n    wants {row['verdict']} {row['numbers']} {row['missing']}; "
                  f"got {answer.verdict} ({answer.ground}): {answer.text[:150]}")  # fmt: skip
    for key, counts in tally.items():
        print(key, sum(counts.values()) - counts["computed"], dict(counts))


if __name__ == "__main__":
    main()
