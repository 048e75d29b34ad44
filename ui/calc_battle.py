"""A battle along the timings of the Damage Step."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from query.calc.filled import battle_of
from query.calc.fought import Fought, fight
from query.calc.told_battle import damage_told, fallen_told, life_told
from query.read.procedure.model import Battle
from ui import state
from ui.calc_shown import Row, result_html, rows_html, rules_html
from ui.engine import law
from ui.html import notice
from ui.words import say

STEP = "damage-step"
FIELDS = ("atk", "against", "lp", "lp2")
TARGETS = ("attack", "defense", "direct")


def draw(given: Mapping[str, str]) -> None:
    """The form with the address's values, and what that battle comes to."""
    _form({"by": "own", "atk": "1800", "against": "1500", "target": "attack"} | dict(given))
    battle = battle_of({"atk": "1800", "against": "1500"} | dict(given))
    if battle is None:
        notice(say("calc.number"), "error")
        return
    out = fight(battle, state.lang(), law=law())
    said = [damage_told(out, state.lang()), *life_told(out, state.lang())]
    gap = " " if state.lang() == "en" else ""
    rules = [i for line in out.lines for i in line.rules]
    st.html(result_html(gap.join(said)) + rows_html(timeline(battle, out), say("calc.battle")) + rules_html(rules))


def timeline(battle: Battle, out: Fought) -> list[Row]:
    """The parts of the Damage Step in order, each with what happens there."""
    lang = state.lang()
    gap = " " if lang == "en" else ""
    calculated = gap.join(line.text for line in out.lines)
    said = {f"{STEP}.calculation": calculated}
    if battle.target != "direct":
        said[f"{STEP}.end"] = fallen_told(battle, out, lang)
    parts = [t for t in law().timings if t.part_of == STEP]
    return [(t.labels.get(lang, t.id), said.get(t.id, "–")) for t in parts]


def _form(values: Mapping[str, str]) -> None:
    with st.form("dr-calc-battle", border=False):
        side, target = st.columns(2)
        by = side.selectbox(say("calc.by"), ("own", "opp"), index=int(values.get("by") == "opp"), format_func=_side)
        chosen = target.selectbox(
            say("calc.target"),
            TARGETS,
            index=TARGETS.index(values["target"]) if values["target"] in TARGETS else 0,
            format_func=lambda t: say(f"calc.target.{t}"),
        )
        boxes = st.columns(len(FIELDS))
        typed = {n: c.text_input(say(f"calc.{n}"), values.get(n, ""), max_chars=6) for n, c in zip(FIELDS, boxes, strict=True)}
        piercing = st.checkbox(say("calc.piercing"), value=values.get("piercing") == "1")
        if st.form_submit_button(say("calc.button"), type="primary"):
            state.set_params(of="battle", q="", by=by, target=chosen, piercing="1" if piercing else "", **typed)
            st.rerun()


def _side(side: str) -> str:
    return say(f"calc.side.{side}")
