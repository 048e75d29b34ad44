"""Answers under a user's own order of authorities say so: who reads one must know that it is not the standard order."""

from __future__ import annotations

from dataclasses import replace

from kb.law.ranking import Ranking
from query.answer.words import say
from query.model import Answer


def with_order(answer: Answer, ranking: Ranking) -> Answer:
    """The answer with the user's own order among its notes; as it is where that is the standard one, or nothing is told."""
    if not ranking.own or answer.abstained:
        return answer
    note = say("own_order", "zh" if answer.question.lang == "zh" else "en").format(" > ".join(ranking.order))
    return replace(answer, notes=(*answer.notes, note))
