"""The weights by which a verdict is read from what was found, fitted on the bank's tuned part: `python -m benchmarks.reading`.

`--write` keeps them in query/rule/reading.toml. Three logistic regressions with a quadratic penalty: whether no source answers,
whether it depends, and, where it does not, whether yes is right. What they are worth on questions they have not seen is
measured in ten folds. Nothing of the untouched part is read here.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.bank import load_bank
from benchmarks.kept import Kept
from benchmarks.questions import POLAR
from kb.home import home_dir
from kb.model import Ask, Rule
from query.answer.compose import Drafted, in_force
from query.engine import CANDIDATES, Engine
from query.find.search import search
from query.model import Question
from query.read.question import read_question
from query.rule.confidence import unknown_features
from query.rule.likeness import nearest_entries
from query.rule.propositions import Compared, Features, compare, depends_features, shared, yes_features
from query.rule.verdict import WEIGHTS_FILE, Reading, chance

Matrix = NDArray[np.float64]
PENALTY = 2.0
FEW_REFUSALS, OPEN = 0.1, 1.0
"""Penalties where few examples must move far."""
LEAST_STATED = 0.82
OWN, STEPS = 0.3, 400
"""How much one of the digest's own questions counts, and the steps of the fit."""
START = {"words": 4.0, "vectors": 2.0, "matched": 4.0, "rank": 0.3, "predicate": 0.3}
FOLDS = 5
LEAST = (0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5)
"""Thresholds that are tried."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A question as compared, and the verdict that is right."""

    verdict: str
    question: Question
    found: tuple[Compared, ...]
    rules: Mapping[str, Rule]
    unknown: Features
    own: bool = False
    """One of the digest's own questions."""

    def weighed(self, nearness: Mapping[str, float]) -> Row:
        """The same with how much each counts."""
        return replace(self, found=shared(self.found, nearness))

    @property
    def yes(self) -> Features:
        """What speaks for yes."""
        return yes_features(self.question, self.found)

    def depends(self, weights: Mapping[str, float]) -> Features:
        """What speaks for "depends", given the weights of what speaks for yes."""
        return depends_features(self.question, self.found, self.rules, chance(self.yes, weights))


def rows_of(engine: Engine, digest: int = 0) -> list[Row]:
    """The tuned part's questions as compared, without those that name what no source covers; then some of the digest's own,
    each with itself left out."""
    asked = [q for q in load_bank() if q.split == "tuned" and not read_question(q.question).outside]
    made = [_row(engine, q.question, q.verdict) for q in asked]
    own = [a for r in engine.rules.values() if not r.until for a in r.asks if a.verdict in POLAR]
    for ask in random.Random(5).sample(own, digest):
        text = random.Random(ask.en or ask.zh).choice([t for t in (ask.en, ask.zh) if t])
        made.append(_row(engine, text, ask.verdict, without=ask))
    return made


def _row(engine: Engine, text: str, verdict: str, without: Ask | None = None) -> Row:
    question = engine.understand(text)
    links = [u.id for u in question.understood if u.kind in ("concept", "timing", "card")]
    near = nearest_entries(text, question.lang)
    hits = search(engine.index, text, question.lang, links, CANDIDATES, encoder=engine.encoder, along=near).hits
    drafted = Drafted(question=question, hits=hits, rules=engine.rules, documents=engine.documents)
    kept = in_force(drafted)
    own = {without.en, without.zh} if without else {text, ""}
    found = [c for c in compare(question, kept, engine.rules, engine.opposite, {}) if not own >= {c.ask.en, c.ask.zh}]
    return Row(
        verdict=verdict,
        question=question,
        found=tuple(found),
        rules=engine.rules,
        unknown=unknown_features(question, kept, engine.digested),
        own=without is not None,
    )


def fit(table: Sequence[Features], right: Sequence[bool], penalty: float = PENALTY) -> dict[str, float]:
    """Weights of a logistic regression with a quadratic penalty, by Newton's method."""
    names = sorted({name for row in table for name in row})
    points: Matrix = np.array([[row.get(name, 0.0) for name in names] for row in table])
    wanted, weights = np.array(right, dtype=float), np.zeros(len(names))
    for _ in range(30):
        likely = 1 / (1 + np.exp(-points @ weights))
        slope = points.T @ (likely - wanted) + penalty * weights
        curve = points.T @ (points * (likely * (1 - likely))[:, None]) + penalty * np.eye(len(names))
        weights -= np.linalg.solve(curve, slope)
    return {name: round(float(w), 3) for name, w in zip(names, weights, strict=True)}


def nearness(rows: Sequence[Row]) -> dict[str, float]:
    """The weights by which a question counts as the one asked: those that make the right verdicts likeliest."""
    import torch

    rows = [r for r in rows if r.verdict in ("yes", "no") and any(not c.open for c in r.found)]
    names = list(rows[0].found[0].features)
    tables = [[c for c in r.found if not c.open] for r in rows]
    most = max(map(len, tables))
    points, said = torch.zeros(len(rows), most, len(names)), torch.zeros(len(rows), most)
    there = torch.zeros(len(rows), most, dtype=torch.bool)
    for n, table in enumerate(tables):
        points[n, : len(table)] = torch.tensor([[c.features[name] for name in names] for c in table])
        said[n, : len(table)] = torch.tensor([c.said for c in table])
        there[n, : len(table)] = True
    wanted = torch.tensor([float(r.verdict == "yes") for r in rows])
    counts = torch.tensor([OWN if r.own else 1.0 for r in rows])
    start = torch.tensor([START.get(name, 0.0) for name in names])
    weights, scale = start.clone().requires_grad_(), torch.tensor(3.0, requires_grad=True)
    step = torch.optim.Adam([weights, scale], lr=0.03)
    for _ in range(STEPS):
        share = torch.softmax((points @ weights).masked_fill(~there, -1e9), dim=-1)
        loss = torch.nn.functional.binary_cross_entropy_with_logits(scale * (share * said).sum(-1), wanted, reduction="none")
        whole = (loss * counts).sum() / counts.sum() + 0.02 * ((weights - start) ** 2).mean()
        step.zero_grad()
        whole.backward()  # type: ignore[no-untyped-call]  # torch has no type for it
        step.step()
    return {name: round(float(w), 3) for name, w in zip(names, weights.detach(), strict=True)}


def read(rows: Sequence[Row]) -> Reading:
    """The fits; the threshold of "depends" is the one that serves these rows best.

    A refusal must be likelier than not: lower thresholds, chosen on a few dozen refusals, refuse plain questions elsewhere.
    """
    near = nearness(rows)
    rows = [r.weighed(near) for r in rows if not r.own]
    polar = [r for r in rows if r.verdict in POLAR and r.found]
    plain = [r for r in polar if r.verdict != "depends"]
    yes = fit([r.yes for r in plain], [r.verdict == "yes" for r in plain], 0.5)
    made = Reading(
        nearness=near,
        yes=yes,
        depends=fit([r.depends(yes) for r in polar], [r.verdict == "depends" for r in polar], OPEN),
        unknown=fit([r.unknown for r in rows], [r.verdict == "unknown" for r in rows], FEW_REFUSALS),
        least_depends=0.5,
        least_unknown=0.5,
        least_stated=LEAST_STATED,
    )
    tried = [replace(made, least_depends=least) for least in LEAST]
    return max(tried, key=lambda reading: sum(_answer(row, reading) == row.verdict for row in polar))


def answer(row: Row, reading: Reading) -> str:
    """The verdict that a reading gives on a yes-or-no question."""
    return _answer(row.weighed(reading.nearness), reading)


def _answer(row: Row, reading: Reading) -> str:
    if chance(row.depends(reading.yes), reading.depends) >= reading.least_depends:
        return "depends"
    return "yes" if chance(row.yes, reading.yes) >= 0.5 else "no"


def refuses(row: Row, reading: Reading) -> bool:
    """Whether a reading says that no source answers."""
    return chance(row.unknown, reading.unknown) >= reading.least_unknown


def balance(cells: Sequence[tuple[bool, bool]]) -> float:
    """F0.5 of (said, right) pairs: refusing what is answered is worse than answering beside the point with the places shown."""
    both = sum(said and right for said, right in cells)
    counted = sum(said for said, _ in cells) + 0.25 * sum(right for _, right in cells)
    return 1.25 * both / counted if counted else 0.0


def unseen(every: Sequence[Row]) -> tuple[float, float]:
    """Share of right verdicts and balance of refusals, each question by a fit that has not seen it."""
    own, rows = [r for r in every if r.own], [r for r in every if not r.own]
    verdicts, refused = [], []
    for fold in range(FOLDS):
        reading = read([*own, *(r for n, r in enumerate(rows) if n % FOLDS != fold)])
        verdicts += [answer(r, reading) == r.verdict for r in rows[fold::FOLDS] if r.verdict in POLAR]
        refused += [(refuses(r, reading), r.verdict == "unknown") for r in rows[fold::FOLDS]]
    return sum(verdicts) / len(verdicts), balance(refused)


def main() -> None:
    """Fit, say what it is worth, and with --write keep the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path)
    parser.add_argument("--digest", type=int, default=0, help="learn from so many of the digest's own, too")
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    engine = Engine.open(chosen.home)
    engine.encoder = engine.encoder and Kept(engine.encoder, home_dir(chosen.home))
    every = rows_of(engine, chosen.digest)
    rows = [r for r in every if not r.own]
    reading, polar = read(every), [r for r in rows if r.verdict in POLAR]
    seen = sum(answer(row, reading) == row.verdict for row in polar) / len(polar)
    verdicts, refusals = unseen(every)
    print(f"{len(polar)} verdicts: right {seen:.3f} on those fitted, {verdicts:.3f} on those not seen")
    kept = balance([(refuses(r, reading), r.verdict == "unknown") for r in rows])
    print(f"{len(rows)} questions, refusals beside the named topics: F0.5 {kept:.3f} fitted, {refusals:.3f} not seen")
    text = "# Weights of what speaks for a verdict, made by `python -m benchmarks.reading --write`; names in\n"
    text += "# query/rule/propositions.py and query/rule/confidence.py.\n\n"
    for name in ("least_depends", "least_unknown", "least_stated"):
        text += f"{name} = {getattr(reading, name)}\n"
    for part in ("nearness", "yes", "depends", "unknown"):
        text += f"\n[{part}]\n" + "".join(f'"{name}" = {value}\n' for name, value in getattr(reading, part).items())
    print(text)
    if chosen.write:
        WEIGHTS_FILE.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
