"""The question compared with what each entry found says: its own questions, each a side of a predicate with its verdict.

An entry's question that asks about the side the player asks about passes its verdict on; one that asks about the opposite
side passes on the opposite. How near the two questions are, and how likely they are about the same predicate, says how much
it counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kb.model import Ask, Lang, Rule
from query.find.search import Hit
from query.model import Question
from query.read.facts import contradicts, open_facets, read_facts
from query.read.sides import Sides, read_sides
from query.rule.conflicts import is_settled
from query.rule.likeness import like

COMPARED = 8
"""Entries of the digest that are compared with a question."""
LIKENESS_SCALE, SCORE_SCALE = 0.2, 3.0
"""How much less alike (words and vectors together), or lower in the search, a question must be to weigh 1/e."""
_SIGNS = {"yes": 1, "no": -1}
Features = Mapping[str, float]
_Row = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """One question of an entry beside the one asked."""

    hit: Hit
    ask: Ask
    said: float
    """What it says on the question: 1 surely yes, -1 surely no, 0 for "depends"."""
    same: float
    """How likely the two are about the same predicate, 0..1."""
    words: float
    """Share of the words that it has in common with the question, 0..1."""
    near: float
    """Likeness of the two vectors; without an encoder, of the words."""
    share: float = 0.0
    """Of all that is compared, by nearness and rank, 0..1."""

    @property
    def likeness(self) -> float:
        """Words and vectors together, 0..2."""
        return self.words + self.near


def compare(question: Question, hits: Sequence[Hit], opposite: Mapping[str, str]) -> tuple[Compared, ...]:
    """The questions of the digest's entries among the hits, in the order of the hits. `opposite`: of every side, the other."""
    lang: Lang = "zh" if question.lang == "zh" else "en"
    sides = read_sides(question.text)
    told = [h for h in hits if h.entry.asks][:COMPARED]
    found = [c for hit in told for c in _of_entry(question, sides, hit, lang, opposite)]
    return _weighed(found)


def _of_entry(question: Question, sides: Sides, hit: Hit, lang: Lang, opposite: Mapping[str, str]) -> list[Compared]:
    found = []
    for number, ask in enumerate(hit.entry.asks):
        side = ask.put(lang)
        if side not in opposite or ask.verdict not in ("yes", "no", "depends"):
            continue
        words = like(question.text, ask.zh if lang == "zh" else ask.en)
        near = hit.near_asks[number] if number < len(hit.near_asks) else words
        said = _SIGNS.get(ask.verdict, 0) * sides.agrees(side, opposite[side])
        same = sides.share(side, opposite[side])
        found.append(Compared(hit=hit, ask=ask, said=said, same=same, words=words, near=near))
    return found


def _weighed(found: Sequence[Compared]) -> tuple[Compared, ...]:
    if not found:
        return ()
    share = shares(found, LIKENESS_SCALE, SCORE_SCALE)
    return tuple(
        Compared(hit=c.hit, ask=c.ask, said=c.said, same=c.same, words=c.words, near=c.near, share=float(s))
        for c, s in zip(found, share, strict=True)
    )


def shares(found: Sequence[Compared], likeness: float, score: float) -> _Row:
    """How much each counts among all, by its nearness and its entry's rank; they add up to 1."""
    level = np.array([c.likeness / likeness + c.hit.score / score for c in found])
    share: _Row = np.exp(level - level.max())
    return np.asarray(share / share.sum(), dtype=np.float64)


def yes_features(question: Question, found: Sequence[Compared]) -> Features:
    """What speaks for yes (above 0) and for no (below 0)."""
    features = {"plain": read_sides(question.text).plain()}
    decided = [c for c in found if c.ask.verdict != "depends"]
    if not decided:
        return features
    said, same = np.array([c.said for c in decided]), np.array([c.same for c in decided])
    for name, likeness, score in (("wide", 0.2, 3.0), ("high", 0.2, 1.0), ("close", 0.1, 3.0)):
        share = shares(decided, likeness, score)
        features[name] = float(share @ said)
        features[f"{name}.same"] = _mean(said, share * same)
    first = [c for c in decided if c.hit is decided[0].hit]
    own = shares(first, LIKENESS_SCALE, SCORE_SCALE) * np.array([c.same for c in first])
    features["first"] = _mean(np.array([c.said for c in first]), own)
    best = max(decided, key=lambda c: c.likeness)
    return features | {"best": best.said, "best.like": best.likeness * best.said, "best.same": best.said * best.same}


def _mean(values: _Row, weights: _Row) -> float:
    return float(values @ weights / (weights.sum() + 1e-9))


def depends_features(question: Question, found: Sequence[Compared], rules: Mapping[str, Rule], likely: float) -> Features:
    """What speaks for "depends": open questions near by, entries that pull apart, facts left open, sources that disagree.

    `likely`: how likely yes is where it does not depend, 0..1.
    """
    lang: Lang = "zh" if question.lang == "zh" else "en"
    facts = read_facts(question.text, lang)
    features: dict[str, float] = {
        "one": 1.0,
        "length": len(question.text) / (100 if lang == "en" else 40),
        "given": len(facts) / 5,
    }
    if not found:
        return features
    open_asks = [c for c in found if c.ask.verdict == "depends"]
    best, first = max(found, key=lambda c: c.likeness), found[0].hit
    of_first = [c for c in found if c.hit is first]
    open_first = max((c.likeness for c in open_asks if c.hit is first), default=0.0)
    features |= {
        "said": sum(c.share for c in open_asks),
        "best": best.likeness if best.ask.verdict == "depends" else 0.0,
        "near": max((c.likeness for c in open_asks), default=0.0),
        "first open": open_first / max(c.likeness for c in of_first),
        "apart": 1 - abs(sum(c.said * c.share for c in found)),
        "sure": abs(likely - 0.5) * 2,
        "conflict": float(_open_conflict(_rule(rules, first), rules)),
        "conflicts": float(any(_open_conflict(_rule(rules, hit), rules) for hit in _entries(found)[:3])),
    }
    return {**features, **_opposed(found), **_left_open(rules.get(first.entry.id), facts)}


def _rule(rules: Mapping[str, Rule], hit: Hit) -> Rule:
    return rules.get(hit.entry.id, _NO_RULE)


def _open_conflict(rule: Rule, rules: Mapping[str, Rule]) -> bool:
    """Whether other entries state the opposite and nothing settles it."""
    return bool(rule.conflicts) and not is_settled(rule, rules)


_NO_RULE = Rule(id="", topic="", kind="", en="", zh="", cites=())


def _entries(found: Sequence[Compared]) -> list[Hit]:
    return list({c.hit.entry.id: c.hit for c in found}.values())


def entry_says(found: Sequence[Compared], hit: Hit) -> float:
    """What one entry says on the question, -1..1."""
    own = [c for c in found if c.hit is hit and c.ask.verdict != "depends"]
    if not own:
        return 0.0
    weights = np.exp(np.array([c.likeness for c in own]) / LIKENESS_SCALE) * np.array([c.same for c in own])
    return _mean(np.array([c.said for c in own]), weights)


def _opposed(found: Sequence[Compared]) -> Features:
    hits = _entries(found)
    told = [(h.score, said) for h in hits if (said := entry_says(found, h))]
    if not told:
        return {}
    score, leads = told[0]
    against = [float(np.exp((s - score) / 2)) * min(1.0, abs(v)) for s, v in told[1:5] if v * leads < 0]
    return {"opposed": max(against, default=0.0), "opposed.all": sum(against)}


def _left_open(rule: Rule | None, facts: Mapping[str, frozenset[str]]) -> Features:
    stated = [s.given for s in rule.states if s.given] if rule else []
    fitting = [len(open_facets(given, facts)) for given in stated if not contradicts(given, facts)]
    return {"left open": min(fitting, default=0) / 2, "contradicted": float(bool(stated) and not fitting)}
