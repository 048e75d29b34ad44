"""What was understood of a question, as chips: a press takes a term away or brings it back, a box adds one."""

from __future__ import annotations

from functools import lru_cache

import streamlit as st

from kb.digest.load import load_glossary
from kb.model import Concept, Timing
from query.model import Answer
from ui import state
from ui.engine import law, where
from ui.html import plain
from ui.words import say

ADD = "dr-add-term"


def chosen(name: str) -> tuple[str, ...]:
    """Ids of the terms taken away (`without`) or added (`also`), from the address."""
    return tuple(dict.fromkeys(part for part in state.param(name).split(",") if part))


def draw_chips(answer: Answer) -> None:
    """Draws the chips and the box; every press changes the address, and with it the answer."""
    labels, names = term_labels(state.lang()), term_names(state.lang())
    understood = {u.id: u.label for u in answer.question.understood}
    taken = chosen("without")
    st.caption(say("ask.understood"))
    with st.container(key="dr-chips", horizontal=True, gap="small"):
        for term, label in understood.items():
            _chip(term, names.get(term, label), kept=True)
        for term in taken:
            _chip(term, names.get(term, term), kept=False)
        st.selectbox(
            say("ask.add-term"),
            [term for term in labels if term not in understood],
            index=None,
            key=ADD,
            format_func=lambda term: labels[term],
            placeholder=say("ask.add-term"),
            label_visibility="collapsed",
            width=220,
            on_change=_add,
        )


def _chip(term: str, label: str, *, kept: bool) -> None:
    st.button(
        plain(f"{label} ✕" if kept else f"+ {label}"),
        key=f"dr-chip-{'on' if kept else 'off'}-{term}",
        on_click=_take_away if kept else _bring_back,
        args=(term,),
    )


def _take_away(term: str) -> None:
    also = [t for t in chosen("also") if t != term]
    without = chosen("without") if term in chosen("also") else (*chosen("without"), term)
    state.set_params(without=",".join(without), also=",".join(also))


def _bring_back(term: str) -> None:
    state.set_params(without=",".join(t for t in chosen("without") if t != term))


def _add() -> None:
    term = st.session_state[ADD]
    st.session_state[ADD] = None
    if term:
        without = [t for t in chosen("without") if t != term]
        state.set_params(without=",".join(without), also=",".join(dict.fromkeys((*chosen("also"), term))))


def term_names(lang: str) -> dict[str, str]:
    """Names of all concepts and timings by id, in a language where they have one in it."""
    terms: tuple[Concept | Timing, ...] = (*load_glossary(law().sources), *law().timings)
    return {t.id: t.labels.get(lang) or next(iter(t.labels.values()), t.id) for t in terms}


def term_labels(lang: str) -> dict[str, str]:
    """The same with the name in the other language in brackets, in the order of the names."""
    return _labels(lang, where())


@lru_cache(maxsize=4)
def _labels(lang: str, read_from: tuple[str, str, str]) -> dict[str, str]:
    own, other = term_names(lang), term_names("en" if lang == "zh" else "zh")
    found = {term: f"{name} ({other[term]})" if other[term] != name else name for term, name in own.items()}
    return dict(sorted(found.items(), key=lambda item: item[1].casefold()))
