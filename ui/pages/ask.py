"""Ask: a question, its verdict, the reasons and the evidence."""

from __future__ import annotations

import streamlit as st

from kb.law.laws import TERRITORIES
from kb.model import Territory
from query.engine import MAX_QUESTION
from query.model import Answer
from ui import state
from ui.answer import evidence_html, ruling_html, rulings_html
from ui.calc_link import calc_link_html
from ui.chips import chosen, draw_chips
from ui.engine import engine, is_built, originals
from ui.html import escape, headed, notice, page_link, tag
from ui.open import CHOSEN, open_html
from ui.share import draw_report, text_html
from ui.timings import strip_html
from ui.trace import draw_trace
from ui.words import say

BOX, SEEN, WHERE, EMPTY = "dr-question", "dr-question-seen", "dr-territory", "dr-question-empty"
EXAMPLES = ("example.1", "example.2", "example.3", "example.4")


def page() -> None:
    """Draws the page of the question in the address."""
    question = state.param("q")
    if not question:
        st.html(tag("h1", escape(say("ask.title")), class_="dr-title"))
    _form(question)
    if st.session_state.pop(EMPTY, False):
        notice(say("ask.empty"), "error")
    if question:
        with headed(say("ask.title")):
            _answered(question)
    else:
        _welcome()
        engine(), originals()


def _form(question: str) -> None:
    """The box holds what the address says, until something else is typed; it grows with its text, and Enter sends it."""
    if st.session_state.get(SEEN) != question or BOX not in st.session_state:
        st.session_state[SEEN] = st.session_state[BOX] = question
    with (
        st.form("dr-ask", border=False),
        st.container(key="dr-ask-row", horizontal=True, vertical_alignment="bottom", gap="small"),
    ):
        st.text_area(
            say("ask.label"),
            key=BOX,
            max_chars=MAX_QUESTION,
            placeholder=say("ask.placeholder"),
            height="content",
            label_visibility="collapsed",
        )
        st.form_submit_button(say("ask.button"), type="primary", on_click=_submit)


def _submit() -> None:
    typed = " ".join(st.session_state[BOX].split())
    if not typed:
        st.session_state[EMPTY] = True
    elif typed != state.param("q"):
        state.set_params(**{"q": typed, "without": "", "also": "", CHOSEN: ""})


def _welcome() -> None:
    links = "".join(tag("li", page_link(state.link("ask", q=text), text)) for text in map(say, EXAMPLES))
    told = tag("p", escape(say("ask.welcome")), class_="dr-lead")
    examples = tag("h2", escape(say("ask.examples"))) + tag("ul", links, class_="dr-examples")
    recent = tag("div", "", class_="dr-recent", data_title=say("ask.recent"), data_clear=say("ask.clear"))
    st.html(
        told + examples + recent + tag("p", escape(say("ask.built" if is_built() else "ask.bundled")), class_="dr-hint dr-end")
    )


def _answered(question: str) -> None:
    asked = engine()
    answer = asked.ask(question, without=chosen("without"), also=chosen("also"), territory=_territory())
    title = tag("h1", escape(question[:200]), class_="dr-title dr-hidden")
    judge = tag("p", escape(say("ask.head-judge")), class_="dr-judge")
    ruling = ruling_html(answer, open_html(answer))
    told = title + ruling + calc_link_html(answer) + judge + strip_html(answer)
    st.html(told + rulings_html(answer) + evidence_html(answer) + text_html(answer))
    _more(answer)


def _more(answer: Answer) -> None:
    """What a press opens: what was understood, how it was found, the report."""
    with st.expander(say("ask.understood-title"), icon=None):
        _understood(answer)
    draw_trace(answer, engine())
    draw_report(answer)


def _understood(answer: Answer) -> None:
    """The chips, and where the game is played: both as the address says."""
    st.session_state[WHERE] = _territory() or "both"
    with st.container(key="dr-understood", gap="small"):
        draw_chips(answer)
        st.segmented_control(
            say("ask.territory"),
            ("both", *TERRITORIES),
            key=WHERE,
            format_func=lambda where: say(f"territory.{where}"),
            on_change=_choose_territory,
        )


def _territory() -> Territory | None:
    """OCG or TCG if the address says so."""
    return next((t for t in TERRITORIES if t == state.param("in")), None)


def _choose_territory() -> None:
    where = st.session_state[WHERE]
    state.set_params(**{"in": where if where in TERRITORIES else ""})
