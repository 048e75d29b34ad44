"""How sure an answer is, and when to say that the sources don't say."""

from __future__ import annotations

import math
from collections.abc import Sequence

from query.model import Question
from query.search import Hit
from query.verdict import Ruling

LEAST_COSINE = 0.35
"""Best likeness below which nothing found answers the question, if it names no more than one term of the game."""
NO_TERM_COSINE = 0.5
"""The same for a question that names no term of the game at all."""


def abstains(question: Question, hits: Sequence[Hit], ruling: Ruling | None) -> bool:
    """Whether nothing found answers the question."""
    if not hits:
        return True
    best = max((h.cosine for h in hits if h.cosine is not None), default=None)
    named = len({u.id for u in question.understood if u.kind != "name"})
    if best is None:
        return named == 0
    return best < (NO_TERM_COSINE if named == 0 else LEAST_COSINE if named <= 1 else LEAST_COSINE - 0.1)


def confidence_of(question: Question, hits: Sequence[Hit], ruling: Ruling | None) -> float:
    """0..1: from how well the best hit fits, how far it leads, and how much of the weight stands behind the verdict."""
    if not hits:
        return 0.0
    cosine = hits[0].cosine if hits[0].cosine is not None else 0.5
    lead = hits[0].score - hits[1].score if len(hits) > 1 else 1.0
    share = ruling.share if ruling else 0.8
    fit = ruling.votes[0].fit if ruling else 0.5
    level = -3.0 + 3.0 * cosine + 0.3 * min(lead, 3.0) + 2.0 * share + 1.0 * fit
    return 1 / (1 + math.exp(-level))
