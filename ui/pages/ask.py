"""Ask: a question, its verdict, the reasons and the evidence."""

from __future__ import annotations

import streamlit as st

from ui import state
from ui.cite import citation_card
from ui.engine import engine
from ui.verdict import verdict_banner
from ui.words import say


def page() -> None:
    """Draws the page of the question in the address."""
    question = state.param("q")
    with st.form("ask", border=False):
        typed = st.text_input(say("ask.label"), value=question, key=f"q-{question}")
        if st.form_submit_button(say("ask.button"), type="primary"):
            state.set_params(q=typed)
            st.rerun()
    if question:
        answer = engine().ask(question)
        verdict_banner(answer.verdict, answer.text, lang=answer.question.lang)
        for number, citation in enumerate(answer.citations[:5], 1):
            citation_card(citation, number)
