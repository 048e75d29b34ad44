"""The verdict that the digest's entries give on a question: each entry speaks through the question it answers best.

An entry carries questions with their answers. The one that comes nearest to what was asked gives its answer, turned round
where one of the two is put negatively and the other is not. Entries vote with the weight of how well they fit.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kb.index.terms import index_terms
from kb.model import Ask, Lang, Verdict
from query.model import Question
from query.search import Hit
from query.understand import asked_sign, is_polar

TURNED: Mapping[Verdict, Verdict] = {"yes": "no", "no": "yes"}
TEMPERATURE = 1.2
"""Of the fused scores: a hit this much below the best weighs 1/e."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote:
    """What one entry says on the question."""

    hit: Hit
    ask: Ask
    verdict: Verdict
    turned: bool
    """Whether the answer was turned round because question and entry are put oppositely."""
    fit: float
    """Share of the words of the two questions that they share, 0..1."""
    weight: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """What the votes come to."""

    verdict: Verdict
    share: float
    """Of the weight, what stands behind the verdict, 0..1."""
    votes: tuple[Vote, ...]
    """Those for the verdict first, heaviest first."""


def overlap(one: Sequence[str], other: Sequence[str]) -> float:
    """How much two bags of words share: twice the common words over all words, 0..1."""
    left, right = set(one), set(other)
    return 2 * len(left & right) / (len(left) + len(right)) if left or right else 0.0


def best_ask(question: Question, hit: Hit, words: Sequence[str]) -> tuple[Ask, float] | None:
    """The polar question of an entry that comes nearest to the one asked, and how much the two share; None without one.

    The vectors' choice counts as well as common words: players ask the same thing in other words.
    """
    lang: Lang = "zh" if question.lang == "zh" else "en"
    rated = [
        (overlap(words, index_terms(_text(ask, lang))) + (0.25 if ask is hit.ask or ask == hit.ask else 0.0), -i, ask)
        for i, ask in enumerate(hit.entry.asks)
        if ask.verdict in ("yes", "no", "depends") and is_polar(_text(ask, lang), lang)
    ]
    if not rated:
        return None
    fit, _, ask = max(rated, key=lambda r: r[:2])
    return ask, min(fit, 1.0)


def _text(ask: Ask, lang: Lang) -> str:
    return ask.zh if lang == "zh" else ask.en


def votes_of(question: Question, hits: Sequence[Hit], most: int = 5) -> tuple[Vote, ...]:
    """What each of the best entries says on a polar question."""
    lang: Lang = "zh" if question.lang == "zh" else "en"
    words = index_terms(question.text)
    found: list[Vote] = []
    top = hits[0].score if hits else 0.0
    for hit in hits[:most]:
        chosen = best_ask(question, hit, words)
        if chosen is None:
            continue
        ask, fit = chosen
        opposite = asked_sign(_text(ask, lang), lang) != question.sign
        verdict = TURNED.get(ask.verdict, ask.verdict) if opposite else ask.verdict
        weight = math.exp((hit.score - top) / TEMPERATURE) * (0.2 + fit)
        found.append(Vote(hit=hit, ask=ask, verdict=verdict, turned=opposite, fit=fit, weight=weight))
    return tuple(found)


def rule_on(question: Question, hits: Sequence[Hit]) -> Ruling | None:
    """The verdict with the most weight behind it; None if no entry speaks on it."""
    votes = votes_of(question, hits)
    total = sum(v.weight for v in votes)
    if not total:
        return None
    weights: dict[Verdict, float] = {}
    for vote in votes:
        weights[vote.verdict] = weights.get(vote.verdict, 0.0) + vote.weight
    verdict = max(weights, key=lambda v: weights[v])
    ordered = sorted(votes, key=lambda v: (v.verdict != verdict, -v.weight))
    return Ruling(verdict=verdict, share=weights[verdict] / total, votes=tuple(ordered))
