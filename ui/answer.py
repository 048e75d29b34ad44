"""An answer as HTML, from the verdict down: what a player reads on one screen, and lines that open the evidence."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.model import Source
from query.answer.originals import Original
from query.model import Answer, Citation, Disagreement, Ruling, Step
from ui import state
from ui.cite import reference, rows, warning
from ui.engine import originals
from ui.html import escape, lang_tag, page_link, tag
from ui.named import edition_of, title_of
from ui.timings import judged_card, timings_html
from ui.verdict import answer_html, verdict_word
from ui.words import say

REASONS = 2
"""Reasons shown at once; the others are folded."""
EVIDENCE = 5
"""Lines of evidence shown at once, besides those that the reasons name."""


def ruling_html(answer: Answer, between: str = "") -> str:
    """The verdict, the five timings of a card, what is left open (`between`, HTML), disagreements, reasons and the bar."""
    shown = cited(answer)
    reasons, more = _reasons(answer, shown)
    parts = (
        _verdict(answer, shown),
        between,
        timings_html(answer),
        _disagreements(answer, shown),
        reasons,
        _bar(answer, shown),
        more,
    )
    return tag("div", "".join(parts), class_="dr-ruling")


def evidence_html(answer: Answer) -> str:
    """The citations as lines, the first of them open to the eye, the others folded."""
    shown = cited(answer)
    if not shown:
        return ""
    head = tag("h2", escape(say("ask.nearest" if answer.abstained else "ask.evidence")))
    note = tag("p", escape(say("ask.nearest-note")), class_="dr-hint") if answer.abstained else ""
    rest = shown[EVIDENCE:]
    summary = tag("summary", escape(say("ask.more-near" if answer.abstained else "ask.more", n=len(rest))))
    folded = tag("details", summary + rows(rest, EVIDENCE + 1), class_="dr-more") if rest else ""
    return head + note + rows(shown[:EVIDENCE]) + folded


def rulings_html(answer: Answer) -> str:
    """Official Q&As about the cards that the question names, newest first, folded."""
    if not answer.rulings:
        return ""
    summary = tag("summary", escape(f"{say('card.answers')} ({len(answer.rulings)})"))
    items = "".join(tag("li", _official(ruling)) for ruling in answer.rulings)
    return tag("details", summary + tag("ol", items, class_="dr-rows"), class_="dr-more")


def _official(ruling: Ruling) -> str:
    said = tag("span", escape(ruling.title or ruling.citation.quote), class_="dr-row-said", lang=lang_tag(ruling.lang))
    number = f"Q&A {ruling.number}" if ruling.number else ""
    where = tag("span", escape(" · ".join(w for w in (ruling.date, number) if w)), class_="dr-row-where")
    care = tag("span", "⚠ " + escape(ruling.status), class_="dr-row-care") if ruling.status else ""
    return reference(ruling.citation, tag("span", said + where + care, class_="dr-row-text"), kind="dr-row")


def cited(answer: Answer) -> list[Citation]:
    """The answer's citations in the order of their numbers: those that are referred to come first."""
    return list({c.id: c for c in (*_leading(answer), *answer.citations)}.values())


def _leading(answer: Answer) -> list[Citation]:
    """The citations that its steps name, then those of the positions that disagree."""
    by_id = {c.id: c for c in answer.citations}
    named = [by_id.get(s.citation.id, s.citation) for s in answer.steps if s.citation]
    positions = {text for d in answer.disagreements for text in (d.position, d.other)}
    return list({c.id: c for c in (*named, *(c for c in answer.citations if c.quote in positions))}.values())


def _reference(citation: Citation | None, shown: Sequence[Citation], text: str = "") -> str:
    """The number of a citation, which opens it; without one, of what quotes the text, itself or in a passage beneath it."""
    found = [n for n, c in enumerate(shown, 1) if _is(c, citation)] or [n for n, c in enumerate(shown, 1) if _quotes(c, text)]
    if not found:
        return ""
    return " " + reference(shown[found[0] - 1], f"[{found[0]}]", say("ask.evidence-n", n=found[0]))


def _is(one: Citation, other: Citation | None) -> bool:
    return other is not None and one.id == other.id


def _quotes(citation: Citation, text: str) -> bool:
    return bool(text) and text in (citation.quote, *(c.quote for c in citation.also))


def _verdict(answer: Answer, shown: Sequence[Citation]) -> str:
    lead = answer.steps[0].citation if answer.steps else None
    notes = [*answer.notes, *_outdated(answer, shown)]
    below = "".join(warning(note) for note in notes)
    return answer_html(answer, _told(answer), after=_reference(lead, shown), below=below)


def _told(answer: Answer) -> str:
    """The answer's text, less a first sentence that is the verdict's word and nothing else: "No counter…" stays."""
    word = verdict_word(answer.verdict, answer.question.lang)
    return re.sub(rf"^{re.escape(word)}(?:[.。:：,，]\s*|$)", "", answer.text)


def _outdated(answer: Answer, shown: Sequence[Citation]) -> list[str]:
    """What to say if the answer's first evidence is an older edition."""
    return [shown[0].note] if shown and shown[0].note and not answer.abstained else []


def _disagreements(answer: Answer, shown: Sequence[Citation]) -> str:
    """One line that opens: on what the sources disagree, so that the answer and its bar stand on the first screen."""
    found = answer.disagreements
    if not found:
        return ""
    many = f" ({len(found)})" if len(found) > 1 else ""
    line = tag("span", "⇄ ", aria_hidden="true") + escape(say("ask.disagree") + many)
    panels = "".join(_disagreement(d, shown, answer) for d in found)
    return tag("details", tag("summary", line) + panels, class_="dr-more dr-differ")


def _disagreement(found: Disagreement, shown: Sequence[Citation], answer: Answer) -> str:
    lang = lang_tag(answer.question.lang)
    sides = [
        _position(found, found.position, "ask.position", shown),
        _position(found, found.other, "ask.other-position", shown),
    ]
    pair = tag("div", "".join(tag("div", side, class_="dr-side") for side in sides), class_="dr-pair", lang=lang)
    outcome = say("ask.would-prevail") if found.prevails else say("ask.none-prevails")
    reason = escape(found.reason or outcome)
    end = tag("p", tag("strong", escape(outcome)) + (f" {reason}" if found.reason else ""), class_="dr-outcome")
    return tag("section", pair + (end if found.prevails or found.reason else ""), class_="dr-disagree")


def _position(found: Disagreement, text: str, name: str, shown: Sequence[Citation]) -> str:
    citation = next((c for c in (*found.citations, *shown) if c.quote == text), None)
    label = say("ask.prevails") if text == found.prevails else say(name)
    sign = "★ " if text == found.prevails else ""
    head = tag("p", tag("span", sign, aria_hidden="true") + escape(label), class_="dr-side-label")
    return head + tag("p", escape(text) + _reference(citation, shown)) + tag("p", _places(text), class_="dr-standing dr-hint")


def _places(text: str) -> str:
    """Which sources hold a position, each with a link to the line."""
    found = {o.place.source: o for o in reversed(originals().standing(text))}
    return " · ".join(_place(o) for o in reversed(found.values()))


def _place(original: Original) -> str:
    """The document, where in it, and whose word it is."""
    document, lines = original.document, original.place.lines
    at = escape(say("cite.line", first=lines[0]))
    if document is None:
        return f"{escape(original.place.source)}, {at}"
    whose = ", ".join(w for w in (say(f"authority.{document.authority}"), edition_of(document), _territory(document)) if w)
    link = page_link(state.link("browse", source=document.id, line=str(lines[0])), title_of(document, document.id))
    return f"{link}, {at} ({escape(whose)})"


def _territory(document: Source) -> str:
    return document.territory if document.territory != "both" else ""


def _reasons(answer: Answer, shown: Sequence[Citation]) -> tuple[str, str]:
    """The first steps, and the others folded; without those that the verdict's text or the track of timings already says."""
    drawn = judged_card(answer) is not None
    steps = [s for s in answer.steps if s.text not in answer.text and (s.citation or not drawn)]
    if not steps:
        return "", ""
    items = [tag("li", _step(s, shown)) for s in steps]
    lang = lang_tag(answer.question.lang)
    first = tag("ol", "".join(items[:REASONS]), class_="dr-steps", lang=lang)
    rest = items[REASONS:]
    summary = tag("summary", escape(say("ask.more-reasons", n=len(rest))))
    more = tag("ol", "".join(rest), class_="dr-steps", start=str(REASONS + 1), lang=lang)
    return tag("h2", escape(say("ask.why"))) + first, tag("details", summary + more, class_="dr-more") if rest else ""


def _step(step: Step, shown: Sequence[Citation]) -> str:
    return escape(step.text) + _reference(step.citation, shown, step.text)


def _bar(answer: Answer, shown: Sequence[Citation]) -> str:
    """One bar: the first source, passing the answer on, telling that it is wrong. What the sources don't say has no source."""
    named = bool(shown) and not answer.abstained
    source = reference(shown[0], _sign("❡") + escape(say("ask.source")), kind="dr-do") if named else ""
    share = tag("button", _sign("↗") + escape(say("ask.share")), type="button", class_="dr-do", data_do="share")
    wrong = tag("button", _sign("⚑") + escape(say("ask.wrong")), type="button", class_="dr-do", data_do="wrong")
    return tag("div", source + share + wrong, class_="dr-bar")


def _sign(sign: str) -> str:
    return tag("span", sign + " ", aria_hidden="true")
