"""The verdict that the digest's entries give on a question, with how likely it is.

Every entry found speaks by the questions it answers and by its text (query/rule/likeness.py); the weights of `reading.toml`,
fitted by `python -m benchmarks.reading --write`, make of that how likely "depends" is, and how likely yes where it does not depend.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kb.model import Ask, Verdict
from query.find.search import Hit
from query.model import Question
from query.rule.likeness import Features, Voice, depends_features, voices, yes_features

WEIGHTS_FILE = Path(__file__).with_name("reading.toml")


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote:
    """What one entry says on the question."""

    hit: Hit
    ask: Ask | None
    """Its question that comes nearest; None if its text alone speaks."""
    verdict: Verdict
    fit: float
    """Share of the words that the two questions have in common, 0..1."""
    near: float
    """Likeness of the two questions; 0 if its text alone speaks."""
    weight: float
    """Of this entry's voices among all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """What the votes come to."""

    verdict: Verdict
    share: float
    """How likely the verdict is, 0..1."""
    votes: tuple[Vote, ...]
    """Those for the verdict first, heaviest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Weights of what speaks for a verdict."""

    yes: Mapping[str, float]
    depends: Mapping[str, float]
    unknown: Mapping[str, float]
    least_depends: float
    """How likely "depends" must be to be said."""
    least_unknown: float
    """How likely it must be that no source answers, to say so."""


@cache
def load_reading(path: Path = WEIGHTS_FILE) -> Reading:
    """The weights of that file."""
    data = tomllib.loads(path.read_text("utf-8"))
    return Reading(**data)


def chance(features: Features, weights: Mapping[str, float]) -> float:
    """How likely something is, 0..1, by the weighted sum of what speaks for it."""
    level = sum(weights.get(name, 0.0) * size for name, size in features.items())
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, level))))


def votes_of(found: Sequence[Voice]) -> tuple[Vote, ...]:
    """The entries' votes, heaviest first: each by its own question that comes nearest, else by its text."""
    by_entry: dict[str, list[Voice]] = {}
    for voice in found:
        by_entry.setdefault(voice.hit.entry.id, []).append(voice)
    votes = []
    for spoken in by_entry.values():
        first = max(spoken, key=lambda v: (v.ask is not None, v.words + v.near))
        verdict: Verdict = "yes" if first.said > 0 else "no" if first.said else "depends"
        fit, weight = (first.words if first.ask else 0.0), sum(v.share for v in spoken) / 2
        near = first.near if first.ask else 0.0
        votes.append(Vote(hit=first.hit, ask=first.ask, verdict=verdict, fit=fit, near=near, weight=weight))
    return tuple(sorted(votes, key=lambda v: -v.weight))


def rule_on(question: Question, hits: Sequence[Hit], doubted: Collection[str] = ()) -> Ruling | None:
    """The likeliest verdict; None if no entry speaks on it. `doubted`: ids of the entries that another one contradicts."""
    found = voices(question, hits)
    if not found:
        return None
    reading = load_reading()
    depends = chance(depends_features(found, doubted), reading.depends)
    yes = chance(yes_features(question, found), reading.yes)
    verdict: Verdict = "depends" if depends >= reading.least_depends else "yes" if yes >= 0.5 else "no"
    share = depends if verdict == "depends" else (1 - depends) * max(yes, 1 - yes)
    votes = votes_of(found)
    return Ruling(verdict=verdict, share=share, votes=tuple(sorted(votes, key=lambda v: v.verdict != verdict)))
