"""A computed answer as others take it: its evidence, and the fields of the batch contract."""

from __future__ import annotations

from typing import Any

from kb.law.law import Law
from query.answer.contract import MAX_CITATIONS, citation_json
from query.answer.entries import cite_rules
from query.calc.answered import Computed, Missing
from query.model import Citation

CERTAIN, ASSUMED, OPEN = 0.95, 0.79, 0.79
"""How far a worked answer is trusted: with nothing assumed, with something, and where it depends."""
WITH_NUMBERS = frozenset({"battle", "payment", "stats"})
"""Procedures whose input is numbers: the others rest on how words were read, and are trusted less."""


def evidence(done: Computed, law: Law) -> tuple[Citation, ...]:
    """The digest entries that an answer follows, what decides first."""
    return cite_rules(done.rules, done.lang, law)[:MAX_CITATIONS]


def confidence(done: Computed) -> float:
    """How far an answer is trusted, 0 to 1."""
    if done.verdict == "depends":
        return OPEN
    if done.assumed or done.missing or (done.topic not in WITH_NUMBERS and not done.exact):
        return ASSUMED
    return CERTAIN


def answer_text(done: Computed) -> str:
    """The result, and what was taken for granted."""
    if not done.assumed:
        return done.text
    said = ("; " if done.lang == "en" else "；").join(done.assumed)
    return f"{done.text} (Assumed: {said}.)" if done.lang == "en" else f"{done.text}（假定：{said}。）"


def computed_json(done: Computed, law: Law) -> dict[str, Any]:
    """The fields of `rulings ask --jsonl` that a computed answer fills, with its steps beside them."""
    return {
        "lang": done.lang,
        "verdict": done.verdict,
        "ground": "computed",
        "missing": [_missing(m) for m in done.missing],
        "abstained": False,
        "answer": answer_text(done),
        "citations": [citation_json(c) for c in evidence(done, law)],
        "disagreements": [],
        "confidence": confidence(done),
        "procedure": done.topic,
        "understood": done.understood,
        "assumed": list(done.assumed),
        "steps": [{"text": s.text, "rules": list(s.rules)} for s in done.steps],
    }


def _missing(fact: Missing) -> dict[str, Any]:
    options = [{"label": o.label, "verdict": o.verdict} for o in fact.options]
    return {"fact": fact.fact, "question": fact.question, "options": options}
