"""ATK or DEF through changes, as a timeline that is added to and cut by a press."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from query.calc.filled import MOST, steps_of
from query.calc.stats import stat
from ui import state
from ui.calc_shown import Row, choices_html, result_html, rows_html, rules_html
from ui.engine import law
from ui.html import draw_html, notice
from ui.words import say

KINDS = ("L", "C", "LO", "CO")
SIGNS = ("+", "-", "=", "x", "/")


def draw(given: Mapping[str, str]) -> None:
    """The form that adds a change, the values one after the other, and what may end."""
    value = "def" if given.get("value") == "def" else "atk"
    printed = given.get("printed", "1900")
    steps = steps_of(given.get("steps", ""))
    _form(value, printed, steps)
    if not printed.isdecimal() or len(printed) > 6:
        notice(say("calc.number"), "error")
        return
    done = stat(value, printed, steps, law=law())
    lang = state.lang()
    rows: list[Row] = [(step.value, step.text[lang]) for step in done.steps]
    notes = [(note[lang], "") for note in done.notes]
    st.html(result_html(done.result[lang]) + rows_html([*rows, *notes], say("calc.stats")))
    draw_html(choices_html(say("calc.ends"), endings(value, printed, steps)) + rules_html(done.rules))


def endings(value: str, printed: str, steps: tuple[str, ...]) -> list[tuple[str, dict[str, str]]]:
    """What may end or be taken back, each with the address it leads to."""
    kept = {"of": "stats", "value": value, "printed": printed}
    changes = [step for step in steps if not step.startswith("end")]
    over = {step for step in steps if step.startswith("end")}
    found = [
        (f"{change} ✕", kept | {"steps": " ".join([*steps, f"end:{n}"])})
        for n, change in enumerate(changes, 1)
        if f"end:{n}" not in over and len(steps) < MOST
    ]
    return [*found, ("↶", kept | {"steps": " ".join(steps[:-1])})] if steps else []


def _form(value: str, printed: str, steps: tuple[str, ...]) -> None:
    with st.form("dr-calc-stats", border=False):
        names = ("atk", "def")
        first = st.columns(2)
        of = first[0].selectbox(
            say("calc.value"), names, index=names.index(value), format_func=lambda v: say(f"calc.value.{v}")
        )
        typed = first[1].text_input(say("calc.printed"), printed, max_chars=6)
        boxes = st.columns(3)
        kind = boxes[0].selectbox(say("calc.kind"), KINDS, format_func=lambda k: say(f"calc.kind.{k}"))
        sign = boxes[1].selectbox(say("calc.sign"), SIGNS)
        amount = boxes[2].text_input(say("calc.amount"), "", max_chars=6)
        if st.form_submit_button(say("calc.add"), type="primary"):
            more = steps_of(f"{kind if sign in '=x/' else kind[0]}{sign}{amount.strip()}")
            state.set_params(of="stats", q="", value=of, printed=typed.strip(), steps=" ".join([*steps, *more][:MOST]))
            st.rerun()
