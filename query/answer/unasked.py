"""The answer to what asks nothing: refused, with the reason, unless it was worked out or is stated."""

from __future__ import annotations

from dataclasses import replace

from kb.digest.unasked import Unasked
from query.model import Answer

_SURELY = ("exact", "nickname")
"""How a card is named that makes a few words a question."""


def unless_unasked(answer: Answer, unasked: Unasked) -> Answer:
    """The answer, or a refusal where it is only what comes closest to a text that asks nothing."""
    if answer.abstained or answer.ground not in ("inferred", "none"):
        return answer
    question = answer.question
    topic = unasked.why(question.plain, named=any(card.match in _SURELY for card in question.cards))
    if topic is None:
        return answer
    return replace(
        answer,
        verdict="unknown",
        abstained=True,
        text=topic.why["zh" if question.lang == "zh" else "en"],
        steps=(),
        citations=(),
        disagreements=(),
        notes=(),
        missing=(),
        confidence=0.9,
        ground="none",
    )
