"""Answers as JSON: the batch contract of `rulings ask --json` and `--jsonl`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from typing import Any

from kb.errors import RulingsError
from query.model import Answer, Citation, NamedCard

MAX_CITATIONS = 10
MAX_QUESTION = 20_000
"""Longest question, in code points, that is read; a longer one is refused, not cut."""


def citation_json(citation: Citation) -> dict[str, Any]:
    """One citation: source, file, lines [first, last], heading, quote, language, authority, kind; a digest entry's `cites`."""
    row: dict[str, Any] = {
        "id": citation.id,
        "source": citation.source,
        "file": citation.file,
        "lines": list(citation.lines) if citation.lines else None,
        "heading": " > ".join(citation.heading),
        "quote": citation.quote,
        "lang": citation.lang,
        "authority": citation.authority,
        "kind": citation.kind,
        "territory": citation.territory,
    }
    optional = {
        "title": citation.title,
        "edition": citation.edition,
        "issued": citation.issued,
        "status": citation.status,
        "note": citation.note,
    }
    row |= {key: value for key, value in optional.items() if value}
    if citation.kind == "digest":
        row["cites"] = [
            {"source": p.source, "file": p.file, "lines": list(p.lines), "section": p.section, "further": p.further}
            for p in citation.cites
        ]
    if citation.also:
        row["also"] = [citation_json(other) for other in citation.also]
    return row


def card_json(card: NamedCard) -> dict[str, Any]:
    """A card that the question names; `choices` only where the name leaves a choice."""
    row: dict[str, Any] = {
        "konami_id": card.id,
        "name": card.name or None,
        "mention": card.mention,
        "match": card.match,
        "span": list(card.span),
    }
    return row | ({"choices": list(card.choices)} if card.choices else {})


def answer_json(answer: Answer, *, explain: bool = False) -> dict[str, Any]:
    """An answer as a JSON object, without its id; `explain` adds what was understood and how the answer was found."""
    row: dict[str, Any] = {
        "lang": answer.question.lang,
        "verdict": answer.verdict,
        "ground": answer.ground,
        "missing": [
            {"fact": m.fact, "question": m.fact, "options": [{"label": label, "verdict": v} for label, v in m.options]}
            for m in answer.missing
        ],
        "cards": [card_json(c) for c in answer.question.cards],
        "abstained": answer.abstained,
        "answer": answer.text,
        "citations": [citation_json(c) for c in answer.citations[:MAX_CITATIONS]],
        "disagreements": [
            {"position": d.position, "other": d.other, "prevails": d.prevails, "reason": d.reason} for d in answer.disagreements
        ],
        "rulings": [
            {"number": r.number, "date": r.date, "title": r.title, "lang": r.lang, "status": r.status, "id": r.citation.id}
            for r in answer.rulings
        ],
        "notes": list(answer.notes),
        "confidence": round(answer.confidence, 3),
        "latency_ms": round(answer.latency_ms, 2),
        "encode_ms": round(answer.encode_ms, 2),
    }
    if answer.consulted is not None:
        row["assistant"] = asdict(answer.consulted) | {"cites": list(answer.consulted.cites)}
    if explain:
        row["steps"] = [{"text": s.text, "citation": s.citation.id if s.citation else None} for s in answer.steps]
        row["understood"] = {
            "intent": answer.question.intent,
            "polar": answer.question.polar,
            "sign": answer.question.reading.sign,
            "terms": [
                {"id": u.id, "kind": u.kind, "label": u.label, "surface": u.surface, "match": u.match}
                for u in answer.question.understood
            ],
        }
        trace = answer.trace
        row["found"] = {
            "searched": list(trace.searched),
            "tried": list(trace.tried),
            "fired": trace.fired,
            "beaten": list(trace.beaten),
            "edges": [list(e) for e in trace.edges],
        }
    return row


def _row(line: str) -> tuple[Any, str]:
    row = json.loads(line)
    if not isinstance(row, dict) or not isinstance(row.get("question"), str):
        raise ValueError('a line must be an object with "id" and "question"')
    return row.get("id"), row["question"]


def answer_lines(
    lines: Iterable[str], ask: Callable[[str], Answer], *, explain: bool = False
) -> Iterator[tuple[dict[str, Any], bool]]:
    """For every non-empty line of a batch: the JSON object to print, and whether the line was good.

    A bad line gives {"id", "error"} and the run goes on; unknown fields are ignored.
    """
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        row_id: Any = None
        try:
            row_id, question = _row(line)
            yield {"id": row_id, **answer_json(ask(question), explain=explain)}, True
        except (ValueError, RulingsError) as error:
            yield {"id": row_id, "error": f"line {number}: {error}"}, False
