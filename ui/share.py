"""What can be done with an answer: pass it on as text, tell the editors that it is wrong."""

from __future__ import annotations

import streamlit as st

from kb.errors import RulingsError
from kb.plain import clipped
from kb.reviews.reports import MAX_REMARK, Report, keep_report
from query.model import Answer, Citation, Place
from ui.answer import cited
from ui.chips import chosen
from ui.engine import registry, snapshot_mark
from ui.html import escape, notice, tag
from ui.translated import told
from ui.verdict import answer_word, ground_line
from ui.words import say, say_in

COPIED = 3
"""Citations that the copied text names, and places of each."""
MAX_BLAMED, BLAMED = 6, 120
"""Citations that a report may blame, and bytes of each that are shown."""


def text_html(answer: Answer) -> str:
    """The answer as plain text, hidden: what the page's script copies and passes on, with the address it stands at."""
    return tag("pre", escape(answer_text(answer)), class_="dr-answer-text", hidden="")


def answer_text(answer: Answer) -> str:
    """The answer as plain text, in the language of the question."""
    lang = answer.question.lang
    word = answer_word(answer)
    lines = [answer.question.text, "", f"{word}: {answer.text}" if answer.text else word, ground_line(answer)]
    lines += [f"- {s.text}" for s in answer.steps if s.text not in answer.text]
    lines += [f"! {note}" for note in answer.notes]
    shown = [] if answer.abstained else cited(answer)[:COPIED]
    lines += ["", *(_line(n, c, lang) for n, c in enumerate(shown, 1))] if shown else []
    return "\n".join([*lines, "", say_in(lang, "ask.head-judge")])


def _line(number: int, citation: Citation, lang: str) -> str:
    """Where a citation stands; for a digest entry, the first places it rests on."""
    if citation.kind == "passage":
        at = f", {citation.lines[0]}" if citation.lines else ""
        return f"[{number}] {_title(citation.source, citation.title, lang)}{at}: “{citation.quote}”"
    return f"[{number}] " + "; ".join(_place(p, lang) for p in citation.cites[:COPIED])


def _place(place: Place, lang: str) -> str:
    return f"{_title(place.source, place.source, lang)}, {place.section} ({place.lines[0]})"


def _title(source: str, otherwise: str, lang: str) -> str:
    document = registry().get(source)
    return document.title_in(lang) if document else otherwise


def draw_report(answer: Answer) -> None:
    """Draws the form by which an answer is reported to the editors."""
    with (
        st.container(key="dr-wrong"),
        st.expander(say("ask.report")),
        st.form("dr-report", border=False, clear_on_submit=True),
    ):
        st.caption(say("ask.report-how"))
        shown = {c.id: f"[{n}] {clipped(c.quote, BLAMED)}" for n, c in enumerate(cited(answer)[:MAX_BLAMED], 1)}
        blamed = st.selectbox(say("ask.blamed"), ["", *shown], format_func=lambda c: shown.get(c) or say("ask.blamed-whole"))
        remark = st.text_area(say("ask.remark"), max_chars=MAX_REMARK, height=100)
        if st.form_submit_button(say("ask.send")):
            _keep(answer, remark, blamed or "")


def _keep(answer: Answer, remark: str, blamed: str) -> None:
    try:
        keep_report(
            Report(
                question=answer.question.text,
                verdict=answer.verdict,
                answer=answer.text,
                citations=tuple(c.id for c in cited(answer)),
                remark=remark.strip(),
                blamed=blamed,
                without=chosen("without"),
                also=chosen("also"),
                snapshot=snapshot_mark().split(" ")[0],
            )
        )
    except RulingsError as error:
        notice(told(str(error)), "error")
    else:
        notice(say("ask.reported"))
