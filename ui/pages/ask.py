"""Ask: a question, its verdict, the reasons and the evidence."""

from __future__ import annotations

import streamlit as st

from kb.law.laws import TERRITORIES
from kb.model import Territory
from query.engine import MAX_QUESTION
from query.model import Answer
from ui import state
from ui.answer import draw_evidence, draw_reasons, draw_ruling
from ui.chips import chosen, draw_chips
from ui.engine import engine, is_built, originals
from ui.html import escape, notice, plain, tag
from ui.open import CHOSEN, draw_open
from ui.share import draw_report, draw_sharing
from ui.trace import draw_trace
from ui.words import say, say_in

BOX, SEEN, RECENT, WHERE = "dr-question", "dr-question-seen", "dr-recent", "dr-territory"
EXAMPLES = ("example.1", "example.2", "example.3", "example.4")
MOST_RECENT = 6


def page() -> None:
    """Draws the page of the question in the address."""
    question = state.param("q")
    st.html(tag("h1", escape(say("ask.title")), class_="dr-title" if not question else "dr-title dr-hidden"))
    _form(question)
    if question:
        _answered(question)
    else:
        _welcome()
        engine(), originals()
    _recent(question)


def _form(question: str) -> None:
    """The box holds what the address says, until something else is typed."""
    if st.session_state.get(SEEN) != question or BOX not in st.session_state:
        st.session_state[SEEN] = st.session_state[BOX] = question
    with st.form("dr-ask", border=False), st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        st.text_input(say("ask.label"), key=BOX, max_chars=MAX_QUESTION, placeholder=say("ask.placeholder"))
        st.form_submit_button(say("ask.button"), type="primary", on_click=_submit)


def _submit() -> None:
    typed = " ".join(st.session_state[BOX].split())
    if typed != state.param("q"):
        _ask(typed)


def _ask(question: str) -> None:
    state.set_params(**{"q": question, "without": "", "also": "", CHOSEN: ""})


def _welcome() -> None:
    st.html(tag("p", escape(say("ask.welcome")), class_="dr-lead"))
    first, second = state.lang(), state.other_lang()
    st.caption(say("ask.examples"))
    with st.container(key="dr-examples", gap="small"):
        for number, key in enumerate(EXAMPLES):
            text = say_in(first if number < len(EXAMPLES) - 1 else second, key)
            st.button(plain(text), key=f"dr-{key}", icon=":material/arrow_forward:", on_click=_ask, args=(text,))
    st.html(tag("p", escape(say("ask.built" if is_built() else "ask.bundled")), class_="dr-hint dr-ready"))


def _answered(question: str) -> None:
    with st.spinner(say("ask.looking")):
        asked = engine()
        answer = asked.ask(question, without=chosen("without"), also=chosen("also"), territory=_territory())
        originals()
    _remember(question)
    draw_ruling(answer)
    draw_open(answer, _ask)
    draw_reasons(answer)
    notice(say("ask.head-judge"))
    _understood(answer)
    draw_evidence(answer)
    draw_trace(answer, asked)
    draw_sharing(answer)
    draw_report(answer)


def _understood(answer: Answer) -> None:
    """The chips, and where the game is played: both as the address says."""
    st.session_state[WHERE] = _territory() or "both"
    with st.container(key="dr-understood", border=True, gap="small"):
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


def _remember(question: str) -> None:
    """Keeps the question for this session, the latest first."""
    earlier = [q for q in st.session_state.get(RECENT, []) if q != question]
    st.session_state[RECENT] = [question, *earlier][: MOST_RECENT + 1]


def _recent(question: str) -> None:
    earlier = [q for q in st.session_state.get(RECENT, []) if q != question][:MOST_RECENT]
    if not earlier:
        return
    st.caption(say("ask.recent"))
    with st.container(key="dr-recent-list", gap="small"):
        for number, text in enumerate(earlier):
            short = text if len(text) <= 120 else f"{text[:120]}…"
            st.button(plain(short), key=f"dr-recent-{number}", type="tertiary", on_click=_ask, args=(text,))
