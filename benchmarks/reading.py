"""The weights by which a verdict is read from what was found, fitted on the bank's tuned part: `python -m benchmarks.reading`.

`--write` keeps them in query/reading.toml. Two logistic regressions with a quadratic penalty: whether it depends, and, where it
does not, whether yes is right. What they are worth on questions they have not seen is measured in ten folds. Nothing of the
untouched part is read here.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.bank import load_bank
from benchmarks.kept import Kept
from benchmarks.questions import POLAR
from kb.home import home_dir
from query.ask import CANDIDATES, Engine
from query.compose import Drafted, doubted_among, in_force
from query.search import search
from query.stance import Features, depends_features, voices, yes_features
from query.verdict import WEIGHTS_FILE, Reading, chance

Matrix = NDArray[np.float64]
PENALTY = 1.0
FOLDS = 10
LEAST = (0.3, 0.35, 0.4, 0.45, 0.5)
"""Thresholds of "depends" that are tried."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A question's features and the verdict that is right."""

    verdict: str
    yes: Features
    depends: Features


def rows_of(engine: Engine) -> list[Row]:
    """The tuned part's yes-or-no questions as features."""
    found = []
    for asked in (q for q in load_bank() if q.split == "tuned" and q.verdict in POLAR):
        question = engine.understand(asked.question)
        links = [u.id for u in question.understood if u.kind in ("concept", "timing", "card")]
        hits = search(engine.index, asked.question, question.lang, links, CANDIDATES, encoder=engine.encoder).hits
        drafted = Drafted(question=question, hits=hits, rules=engine.rules, documents=engine.documents, scope=engine.scope)
        kept = in_force(drafted)
        said = voices(question, kept)
        features = depends_features(said, doubted_among(drafted, kept))
        found.append(Row(verdict=asked.verdict, yes=yes_features(question, said), depends=features))
    return found


def fit(table: Sequence[Features], right: Sequence[bool]) -> dict[str, float]:
    """Weights of a logistic regression with a quadratic penalty, by Newton's method."""
    names = sorted({name for row in table for name in row})
    points: Matrix = np.array([[row.get(name, 0.0) for name in names] for row in table])
    wanted, weights = np.array(right, dtype=float), np.zeros(len(names))
    for _ in range(30):
        likely = 1 / (1 + np.exp(-points @ weights))
        slope = points.T @ (likely - wanted) + PENALTY * weights
        curve = points.T @ (points * (likely * (1 - likely))[:, None]) + PENALTY * np.eye(len(names))
        weights -= np.linalg.solve(curve, slope)
    return {name: round(float(w), 3) for name, w in zip(names, weights, strict=True)}


def read(rows: Sequence[Row]) -> Reading:
    """Both fits; the threshold is the one that serves these rows best."""
    depends = fit([r.depends for r in rows], [r.verdict == "depends" for r in rows])
    plain = [r for r in rows if r.verdict != "depends"]
    yes = fit([r.yes for r in plain], [r.verdict == "yes" for r in plain])
    tried = [Reading(yes=yes, depends=depends, least_depends=least) for least in LEAST]
    return max(tried, key=lambda reading: sum(answer(row, reading) == row.verdict for row in rows))


def answer(row: Row, reading: Reading) -> str:
    """The verdict that a reading gives."""
    if chance(row.depends, reading.depends) >= reading.least_depends:
        return "depends"
    return "yes" if chance(row.yes, reading.yes) >= 0.5 else "no"


def unseen(rows: Sequence[Row]) -> float:
    """Share of right verdicts, each by a fit that has not seen the question."""
    right = 0
    for fold in range(FOLDS):
        reading = read([r for n, r in enumerate(rows) if n % FOLDS != fold])
        right += sum(answer(r, reading) == r.verdict for r in rows[fold::FOLDS])
    return right / len(rows)


def main() -> None:
    """Fit, say what it is worth, and with --write keep the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path)
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    engine = Engine.open(chosen.home)
    engine.encoder = engine.encoder and Kept(engine.encoder, home_dir(chosen.home))
    rows = rows_of(engine)
    reading = read(rows)
    seen = sum(answer(row, reading) == row.verdict for row in rows) / len(rows)
    print(f"{len(rows)} questions: right {seen:.3f} on those fitted, {unseen(rows):.3f} on those not seen")
    text = (
        "# Weights of what speaks for a verdict, made by `python -m benchmarks.reading --write`; names in query/stance.py.\n\n"
    )
    text += f"least_depends = {reading.least_depends}\n"
    for part, weights in (("yes", reading.yes), ("depends", reading.depends)):
        text += f"\n[{part}]\n" + "".join(f'"{name}" = {value}\n' for name, value in weights.items())
    print(text)
    if chosen.write:
        WEIGHTS_FILE.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
