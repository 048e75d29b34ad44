"""An answer from the verdict down to the evidence: what a judge reads, in the order in which it is read."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from query.answer.originals import Original
from query.model import Answer, Citation, Disagreement, Step
from ui import state
from ui.cite import citation_html, source_badges, warning
from ui.engine import originals
from ui.html import escape, lang_tag, page_link, tag
from ui.verdict import answer_html, verdict_word
from ui.words import say

FIRST = 3
"""Citations shown at once, besides those that the reasons name."""


def draw_ruling(answer: Answer) -> None:
    """Draws the verdict and what to watch out for."""
    st.html(_verdict(answer, cited(answer)))


def draw_reasons(answer: Answer) -> None:
    """Draws disagreements and reasons."""
    shown = cited(answer)
    drawn = "".join(_disagreement(d, shown, answer) for d in answer.disagreements) + _reasons(answer, shown)
    if drawn:
        st.html(drawn)


def draw_evidence(answer: Answer) -> None:
    """Draws the citations as cards: those that the reasons name, a few more, the others folded."""
    if answer.citations:
        st.html(_evidence(answer, cited(answer)))


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
    """A link to the card of a citation; without one, to the card that quotes the text, itself or in a passage beneath it."""
    found = [n for n, c in enumerate(shown, 1) if _is(c, citation)] or [n for n, c in enumerate(shown, 1) if _quotes(c, text)]
    if not found:
        return ""
    name = say("ask.evidence-n", n=found[0])
    return " " + tag("a", f"[{found[0]}]", href=f"#cite-{found[0]}", class_="dr-ref", aria_label=name)


def _is(one: Citation, other: Citation | None) -> bool:
    return other is not None and one.id == other.id


def _quotes(citation: Citation, text: str) -> bool:
    return bool(text) and text in (citation.quote, *(c.quote for c in citation.also))


def _verdict(answer: Answer, shown: Sequence[Citation]) -> str:
    lead = answer.steps[0].citation if answer.steps else None
    notes = [*answer.notes, *_outdated(answer, shown)]
    below = "".join(warning(note) for note in notes)
    reference = _reference(lead, shown)
    return answer_html(answer, _told(answer), after=reference, below=below)


def _told(answer: Answer) -> str:
    """The answer's text, less what the verdict's word says already."""
    word = verdict_word(answer.verdict, answer.question.lang)
    return answer.text.removeprefix(word).lstrip(".。 ")


def _outdated(answer: Answer, shown: Sequence[Citation]) -> list[str]:
    """What to say if the answer's first evidence is an older edition."""
    return [shown[0].note] if shown and shown[0].note and not answer.abstained else []


def _disagreement(found: Disagreement, shown: Sequence[Citation], answer: Answer) -> str:
    lang = lang_tag(answer.question.lang)
    head = tag("h3", tag("span", "⇄ ", aria_hidden="true") + escape(say("ask.disagree")))
    sides = [
        _position(found, found.position, "ask.position", shown),
        _position(found, found.other, "ask.other-position", shown),
    ]
    pair = tag("div", "".join(tag("div", side, class_="dr-side") for side in sides), class_="dr-pair", lang=lang)
    outcome = say("ask.would-prevail") if found.prevails else say("ask.none-prevails")
    reason = escape(found.reason or outcome)
    end = tag("p", tag("strong", escape(outcome)) + (f" {reason}" if found.reason else ""), class_="dr-outcome")
    return tag("section", head + pair + (end if found.prevails or found.reason else ""), class_="dr-disagree")


def _position(found: Disagreement, text: str, name: str, shown: Sequence[Citation]) -> str:
    citation = next((c for c in (*found.citations, *shown) if c.quote == text), None)
    label = say("ask.prevails") if text == found.prevails else say(name)
    sign = "★ " if text == found.prevails else ""
    head = tag("p", tag("span", sign, aria_hidden="true") + escape(label), class_="dr-side-label")
    return head + tag("p", escape(text) + _reference(citation, shown)) + tag("ul", _places(text), class_="dr-standing")


def _places(text: str) -> str:
    """Which sources hold a position, each with a link to its page."""
    found = {o.place.source: o for o in reversed(originals().standing(text))}
    return "".join(tag("li", _place(o)) for o in reversed(found.values()))


def _place(original: Original) -> str:
    """The document, where in it, and how much it weighs."""
    document, lines = original.document, original.place.lines
    at = tag("span", escape(say("cite.line", first=lines[0])), class_="dr-hint")
    if document is None:
        return escape(original.place.source) + at
    badges = source_badges(document.authority, document.edition, document.territory)
    return page_link(state.link("browse", source=document.id), document.title) + at + badges


def _reasons(answer: Answer, shown: Sequence[Citation]) -> str:
    """The steps, less those that the verdict's text already says."""
    steps = [s for s in answer.steps if s.text not in answer.text]
    if not steps:
        return ""
    items = "".join(tag("li", _step(s, shown)) for s in steps)
    head = tag("h2", escape(say("ask.why")))
    return head + tag("ol", items, class_="dr-steps", lang=lang_tag(answer.question.lang))


def _step(step: Step, shown: Sequence[Citation]) -> str:
    return escape(step.text) + _reference(step.citation, shown, step.text)


def _evidence(answer: Answer, shown: Sequence[Citation]) -> str:
    head = tag("h2", escape(say("ask.nearest" if answer.abstained else "ask.evidence")))
    note = tag("p", escape(say("ask.nearest-note")), class_="dr-hint") if answer.abstained else ""
    behind = originals()
    cards = [citation_html(c, n, question=answer.question.text, behind=behind) for n, c in enumerate(shown, 1)]
    at_once = max(FIRST, len(_leading(answer)))
    rest = cards[at_once:]
    folded = tag(
        "details",
        tag("summary", escape(say("ask.more-near" if answer.abstained else "ask.more", n=len(rest)))) + "".join(rest),
        class_="dr-more",
    )
    return head + note + "".join(cards[:at_once]) + (folded if rest else "")
