"""Answers as text for a terminal, in the question's language."""

from __future__ import annotations

from query.model import Answer, Citation

WORDS = {
    "en": {
        "yes": "YES",
        "no": "NO",
        "depends": "DEPENDS",
        "n/a": "ANSWER",
        "unknown": "THE SOURCES DON'T SAY",
        "evidence": "Evidence",
        "nearest": "Nearest passages (they do not answer the question)",
        "disagree": "Sources disagree",
        "line": "line",
        "understood": "Understood",
        "found": "How it was found",
        "confidence": "confidence",
    },
    "zh": {
        "yes": "可以／是",
        "no": "不可以／否",
        "depends": "视情况而定",
        "n/a": "回答",
        "unknown": "资料没有说明",
        "evidence": "依据",
        "nearest": "最接近的段落（并未回答这个问题）",
        "disagree": "资料之间有分歧",
        "line": "行",
        "understood": "理解为",
        "found": "查找经过",
        "confidence": "可信度",
    },
}


def _where(citation: Citation, words: dict[str, str]) -> str:
    lines = citation.lines
    at = f":{lines[0]}" + (f"-{lines[1]}" if lines[1] != lines[0] else "") if lines else ""
    badge = ", ".join(b for b in (citation.authority, citation.edition, citation.territory, citation.status) if b)
    return f"{citation.source} {citation.file}{at} ({badge})" if citation.kind == "passage" else f"{citation.id} ({badge})"


def _print_citation(number: int, citation: Citation, words: dict[str, str]) -> None:
    print(f"  [{number}] {_where(citation, words)}")
    if citation.heading:
        print(f"      {' > '.join(citation.heading)}")
    print(f"      “{citation.quote}”")
    if citation.note:
        print(f"      ! {citation.note}")
    for place in citation.cites:
        span = f"{place.lines[0]}" + (f"-{place.lines[1]}" if place.lines[1] != place.lines[0] else "")
        further = f"; {place.further}" if place.further else ""
        print(f"      ← {place.source} {place.file}:{span} {place.section}{further}")
    for other in citation.also:
        print(f"      = {_where(other, words)} “{other.quote}”")


def show_answer(answer: Answer, *, explain: bool = False, most: int = 5) -> None:
    """Prints verdict, reasons, evidence, disagreements and notes; with `explain` also how the answer was found."""
    words = WORDS["zh" if answer.question.lang == "zh" else "en"]
    print(f"{words[answer.verdict]}  ({words['confidence']} {answer.confidence:.2f})")
    if answer.text:
        print(answer.text)
    for step in answer.steps[1:]:
        print(f"  · {step.text}")
    for d in answer.disagreements:
        print(f"{words['disagree']}:")
        print(f"  + {d.position}")
        print(f"  - {d.other}")
        if d.reason:
            print(f"  → {d.prevails} {d.reason}".rstrip())
    for note in answer.notes:
        print(f"! {note}")
    if answer.citations:
        print(words["nearest"] if answer.abstained else words["evidence"])
        for number, citation in enumerate(answer.citations[:most], 1):
            _print_citation(number, citation, words)
    if explain:
        _show_trace(answer, words)


def _show_trace(answer: Answer, words: dict[str, str]) -> None:
    question, trace = answer.question, answer.trace
    terms = ", ".join(f"{u.surface} → {u.id}" for u in question.understood)
    print(f"{words['understood']}: {question.intent}, {question.lang}, sign {question.sign:+d}; {terms}")
    print(f"{words['found']}: {', '.join(trace.searched)}")
    for tried in trace.tried:
        print(f"  {'*' if tried == trace.fired else ' '} {tried}")
    print(f"  {answer.latency_ms:.1f} ms, encoder {answer.encode_ms:.1f} ms")
