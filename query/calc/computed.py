"""A computed answer as others take it: its evidence, and the fields of the batch contract."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kb.digest.load import load_rules
from query.answer.contract import MAX_CITATIONS, citation_json
from query.calc.answered import Computed, Missing
from query.card.check_json import entry_citation
from query.model import Citation

CONFIDENCE = {True: 0.97, False: 0.85}
"""Whether nothing was assumed: how far a worked answer is trusted."""


def evidence(done: Computed, folder: Path | None = None) -> tuple[Citation, ...]:
    """The digest entries that an answer follows, what decides first."""
    wanted = set(done.rules)
    known = {r.id: r for r in load_rules(folder) if r.id in wanted}
    return tuple(entry_citation(known[i], done.lang) for i in done.rules if i in known)[:MAX_CITATIONS]


def answer_text(done: Computed) -> str:
    """The result, and what was taken for granted."""
    if not done.assumed:
        return done.text
    said = ("; " if done.lang == "en" else "；").join(done.assumed)
    return f"{done.text} (Assumed: {said}.)" if done.lang == "en" else f"{done.text}（假定：{said}。）"


def computed_json(done: Computed, folder: Path | None = None) -> dict[str, Any]:
    """The fields of `rulings ask --jsonl` that a computed answer fills, with its steps beside them."""
    return {
        "lang": done.lang,
        "verdict": done.verdict,
        "ground": "computed",
        "missing": [_missing(m) for m in done.missing],
        "abstained": False,
        "answer": answer_text(done),
        "citations": [citation_json(c) for c in evidence(done, folder)],
        "disagreements": [],
        "confidence": CONFIDENCE[not done.assumed and not done.missing],
        "procedure": done.topic,
        "understood": done.understood,
        "assumed": list(done.assumed),
        "steps": [{"text": s.text, "rules": list(s.rules)} for s in done.steps],
    }


def _missing(fact: Missing) -> dict[str, Any]:
    options = [{"label": o.label, "verdict": o.verdict} for o in fact.options]
    return {"fact": fact.fact, "question": fact.question, "options": options}
