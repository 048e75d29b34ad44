"""Effects that met their timing together, as the list of their Chain Links."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from query.calc.filled import MOST, effects_of
from query.calc.told_order import answer_order
from query.read.procedure.cues import load_cues
from query.read.procedure.model import Order, Procedure, Side
from ui import state
from ui.calc_shown import choices_html, result_html, rows_html, rules_html
from ui.engine import law
from ui.html import draw_html
from ui.words import say

OFFERED = tuple(f"{side}-{will}{place}" for side in ("own", "opp") for will in ("must", "may") for place in ("", "-hand"))


def draw(given: Mapping[str, str]) -> None:
    """Whose turn it is, the effects to add, and their order by each document that gives one."""
    turn: Side = "opp" if given.get("turn") == "opp" else "own"
    words = given.get("effects", "").split()
    told = " ".join(words[:MOST])
    effects = effects_of(told)
    turns = [(say(f"calc.turn.{side}"), _address(side, told)) for side in ("own", "opp")]
    st.html(choices_html(say("calc.turn"), turns, chosen=say(f"calc.turn.{turn}")))
    offered = [(say(f"calc.effect.{word}"), _address(turn, f"{told} {word}".strip())) for word in OFFERED]
    draw_html(choices_html(say("calc.effects"), offered if len(effects) < MOST else []))
    if effects:
        st.html(_answer(Order(turn=turn, effects=effects, others=load_cues(law().sources).orders)))
        st.html(choices_html(say("calc.back"), [("↶", _address(turn, " ".join(words[:-1]))), ("✕", _address(turn, ""))]))


def _answer(given: Order) -> str:
    done = answer_order(Procedure(topic="order", lang=state.lang(), given=given), given, law())
    if done is None:
        return result_html(say("calc.open"))
    beside = [(step.text, "") for step in done.steps if set(step.rules) & set(done.beside)]
    parts = [(part, "") for part in done.text.replace("；", "; ").split("; ")]
    return (
        rows_html(parts, say("calc.order")) + (rows_html(beside, say("calc.order")) if beside else "") + rules_html(done.rules)
    )


def _address(turn: str, effects: str) -> dict[str, str]:
    return {"of": "order", "turn": turn, "effects": effects}
