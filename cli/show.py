"""Answers as text for a terminal, in the question's language: on one screen, unless how it was found is wanted too."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from query.answer.asked import how_asked
from query.answer.words import depends_on
from query.model import Answer, Citation, Place

MOST_SOURCES = 6
MOST_STEPS = 5
"""Steps of a working that are shown; reasons of an answer that was looked up are evidence, and shown as such."""
MOST_RULINGS = 3
"""Official Q&As on the cards of a question that are named."""
QUOTED = 150
"""Characters of a quoted passage that are shown; all of it with `explain`."""
WORDS = {
    "en": {
        "yes": "YES",
        "no": "NO",
        "depends": "DEPENDS",
        "n/a": "ANSWER",
        "unknown": "THE SOURCES DON'T SAY",
        "closest": "CLOSEST RULES: probably {}",
        "perhaps": "CLOSEST RULES: perhaps {}",
        "computed": "Worked out by the rules; confidence {:.2f}",
        "stated": "Stated by the sources; confidence {:.2f}",
        "inferred": "Inferred from the closest rules; confidence {:.2f}",
        "none": "Nothing found answers it; confidence {:.2f}",
        "evidence": "Sources",
        "nearest": "Nearest passages (they do not answer the question)",
        "rulings": "Official Q&As on the cards",
        "disagree": "Sources disagree:",
        "understood": "Understood",
        "found": "How it was found",
    },
    "zh": {
        "yes": "可以／是",
        "no": "不可以／否",
        "depends": "视情况而定",
        "n/a": "回答",
        "unknown": "资料没有说明",
        "closest": "最接近的规则：很可能{}",
        "perhaps": "最接近的规则：或许{}",
        "computed": "按规则推算得出；可信度 {:.2f}",
        "stated": "资料中有明文；可信度 {:.2f}",
        "inferred": "由最接近的规则推断；可信度 {:.2f}",
        "none": "没有资料回答这个问题；可信度 {:.2f}",
        "evidence": "出处",
        "nearest": "最接近的段落（并未回答这个问题）",
        "rulings": "有关这些卡的官方问答",
        "disagree": "资料之间有分歧：",
        "understood": "理解为",
        "found": "查找经过",
    },
}

SUITED = {
    "en": {("assent", "yes"): "RIGHT", ("assent", "no"): "NOT SO"},
    "zh": {
        ("may", "yes"): "可以",
        ("may", "no"): "不可以",
        ("can", "yes"): "能",
        ("can", "no"): "不能",
        ("will", "yes"): "会",
        ("will", "no"): "不会",
        ("assent", "yes"): "对",
        ("assent", "no"): "不对",
    },
}
"""Yes and no in the words of a question, by its language and by what it asks with."""


def show_answer(answer: Answer, *, explain: bool = False) -> None:
    """Prints the verdict, its ground, the reason, disagreements, notes and sources; with `explain` all evidence, each
    citation whole, and how the answer was found."""
    words = WORDS["zh" if answer.question.lang == "zh" else "en"]
    lines = [_verdict(answer, words), words[answer.ground].format(answer.confidence), *_told(answer)]
    lines += [f"  · {text}" for text in _reasons(answer, explain)]
    lines += _disagreements(answer, words)
    lines += [f"! {note}" for note in _notes(answer)]
    lines += _rulings(answer, words, explain)
    lines += _evidence(answer, words) if explain else _sources(answer, words)
    lines += _trace(answer, words) if explain else []
    sys.stdout.write("\n".join(lines) + "\n")


def _verdict(answer: Answer, words: dict[str, str]) -> str:
    """Yes and no are said outright only where they were worked out or are stated."""
    near = answer.ground == "inferred" and answer.verdict in ("yes", "no")
    suited = SUITED["zh" if answer.question.lang == "zh" else "en"]
    word = suited.get((how_asked(answer.question.text), answer.verdict), words[answer.verdict])
    return words["perhaps" if answer.doubtful else "closest"].format(word.lower()) if near else word


def _told(answer: Answer) -> list[str]:
    """What it depends on, unless the text says so already, and the text."""
    open_ = depends_on(answer.missing, "zh" if answer.question.lang == "zh" else "en")
    return [text for text in (open_ if open_ not in answer.text else "", answer.text) if text]


def _reasons(answer: Answer, explain: bool) -> list[str]:
    """The steps that the text does not say; of an answer that was looked up only with `explain`, but for the clauses judged."""
    steps = [s.text for s in answer.steps if s.text not in answer.text]
    if explain:
        return steps
    worked = [s.text for s in answer.steps if s.citation is None and s.text not in answer.text]
    clauses = worked if answer.ground == "stated" and answer.question.cards else []
    return (steps if answer.ground == "computed" else [*clauses, *_exceptions(answer)])[:MOST_STEPS]


def _exceptions(answer: Answer) -> list[str]:
    """The steps that tell an exception to the entry that decides."""
    trace = answer.trace
    above = {start for start, how, end in trace.edges if how == "overrides" and end == trace.fired}
    return [s.text for s in answer.steps[1:] if s.citation and s.citation.id in above]


def _disagreements(answer: Answer, words: dict[str, str]) -> Iterator[str]:
    if answer.disagreements:
        yield words["disagree"]
    for d in answer.disagreements:
        for text, sign in ((d.position, "+"), (d.other, "-")):
            yield f"  {'→' if text == d.prevails else sign} {text}"
        if d.reason:
            yield f"    ({d.reason})"


def _rulings(answer: Answer, words: dict[str, str], explain: bool) -> Iterator[str]:
    """The newest official Q&As on the cards that are named, those that are cited anyhow left out."""
    cited = {c.id for c in answer.citations[:1]}
    found = [r for r in answer.rulings if r.citation.id not in cited]
    shown = found if explain else found[:MOST_RULINGS]
    if shown:
        yield words["rulings"]
    for r in shown:
        yield f"  {r.date or '?'} Q&A {r.number} {_cut(r.title)}" + (f"  ! {r.status}" if r.status else "")


def _notes(answer: Answer) -> list[str]:
    """The answer's notes, and why to read its first evidence with care."""
    first = answer.citations[0].note if answer.citations and not answer.abstained else ""
    return list(dict.fromkeys([*answer.notes, *([first] if first and not answer.notes else [])]))


def _sources(answer: Answer, words: dict[str, str]) -> list[str]:
    """Each document once, where it speaks on what was answered first of all."""
    named = [c for d in answer.disagreements for c in d.citations]
    found: dict[str, str] = {}
    for citation in (*answer.citations[:1], *named, *answer.citations[1:3]):
        for source, told in _stands(citation):
            found.setdefault(source, told)
    lines = [f"  {told}" for told in list(found.values())[:MOST_SOURCES]]
    return [words["nearest" if answer.abstained else "evidence"], *lines] if lines else []


def _stands(citation: Citation) -> Iterator[tuple[str, str]]:
    """The documents in which a citation stands: the passages that are quoted, then the places that are only named."""
    for one in (citation, *citation.also):
        if one.kind == "passage":
            yield one.source, f"{_where(one)} “{_cut(one.quote)}”"
    for place in citation.cites:
        yield place.source, f"{_place(place)} {place.section}".rstrip()


def _cut(quote: str) -> str:
    return quote if len(quote) <= QUOTED else quote[:QUOTED].rsplit(" ", 1)[0] + "…"


def _place(place: Place) -> str:
    first, last = place.lines
    return f"{place.source} {place.file}:{first}" + (f"-{last}" if last != first else "")


def _badges(citation: Citation) -> tuple[str, ...]:
    return (citation.authority, citation.edition, citation.issued, citation.territory, citation.status)


def _where(citation: Citation) -> str:
    lines = citation.lines
    at = f":{lines[0]}" + (f"-{lines[1]}" if lines[1] != lines[0] else "") if lines else ""
    badge = ", ".join(b for b in _badges(citation) if b)
    return f"{citation.source} {citation.file}{at} ({badge})" if citation.kind == "passage" else f"{citation.id} ({badge})"


def _evidence(answer: Answer, words: dict[str, str]) -> Iterator[str]:
    if answer.citations:
        yield words["nearest" if answer.abstained else "evidence"]
    for number, citation in enumerate(answer.citations, 1):
        yield f"  [{number}] {_where(citation)}"
        if citation.heading:
            title = (
                f"{citation.title}: " if citation.kind == "passage" and citation.title not in ("", citation.heading[0]) else ""
            )
            yield f"      {title}{' > '.join(citation.heading)}"
        yield f"      “{citation.quote}”"
        if citation.note:
            yield f"      ! {citation.note}"
        for place in citation.cites:
            yield f"      ← {_place(place)} {place.section}" + (f"; {place.further}" if place.further else "")
        for other in citation.also:
            yield f"      = {_where(other)} “{other.quote}”"


def _trace(answer: Answer, words: dict[str, str]) -> Iterator[str]:
    question, trace = answer.question, answer.trace
    terms = ", ".join(f"{u.surface} → {u.id}" for u in question.understood)
    yield f"{words['understood']}: {question.intent}, {question.lang}, sign {question.reading.sign:+d}; {terms}"
    yield f"{words['found']}: {', '.join(trace.searched)}"
    for tried in trace.tried:
        yield f"  {'*' if tried == trace.fired else ' '} {tried}"
    yield f"  {answer.latency_ms:.1f} ms, encoder {answer.encode_ms:.1f} ms"
