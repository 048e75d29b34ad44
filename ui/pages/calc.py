"""Calculate: a battle, ATK and DEF, a Chain, simultaneous effects; each with its input in the address."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module

import streamlit as st

from query.calc.asked import procedure_of
from query.calc.filled import filled
from ui import state
from ui.engine import law
from ui.html import escape, page_link, tag
from ui.words import say

TOOLS = ("battle", "stats", "chain", "order")
"""One module a calculator: `ui.calc_<name>` with `draw(params)`."""


def page() -> None:
    """Draws the calculator that the address names: by `of`, or by a question `q` that is read as a procedure."""
    given = _given()
    chosen = given.get("of", "")
    name = chosen if chosen in TOOLS else TOOLS[0]
    tabs = "".join(
        page_link(
            state.link("calc", of=tool), say(f"calc.{tool}"), class_="dr-option", aria_current="page" if tool == name else None
        )
        for tool in TOOLS
    )
    head = tag("h1", escape(say("nav.calc")), class_="dr-title")
    st.html(head + tag("nav", tag("p", tabs, class_="dr-options"), aria_label=say("nav.calc")))
    draw: Callable[[Mapping[str, str]], None] = import_module(f"ui.calc_{name}").draw
    draw(given)


def _given() -> dict[str, str]:
    """The parameters of the address; where it holds a question instead, those that it fills in."""
    held = state.params()
    asked = None if "of" in held or not held.get("q") else procedure_of(state.param("q"), "", law().sources)
    return (filled(asked) if asked else {}) | {k: v for k, v in held.items() if k not in ("q", "lang")}
