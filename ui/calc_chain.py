"""A Chain as a stack, built by pressing the kind of each link."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from kb.model import Lang
from query.calc.filled import MOST, links_of
from query.calc.told_links import answer_links, speeds_of
from query.read.procedure.model import Ask, Links, Procedure
from ui import state
from ui.calc_shown import Row, choices_html, result_html, rows_html, rules_html
from ui.engine import law
from ui.words import say

OFFERED = (
    *("normal-spell", "quick-play", "continuous-spell", "field-spell", "equip-spell", "normal-trap", "continuous-trap"),
    *("counter", "ignition", "trigger", "quick-effect"),
)


def draw(given: Mapping[str, str]) -> None:
    """The links, the last one on top, whether each may answer the one below, and what may come next."""
    kinds = links_of(given.get("links", ""))
    shown = ""
    if kinds:
        done = answer_links(_asked(kinds), Links(kinds=kinds), law())
        shown = result_html(done.text) if done else ""
        shown += rows_html(stack(kinds), say("calc.chain"))
        after = answer_links(_asked(kinds), Links(kinds=kinds, next=True), law())
        shown += result_html(after.text) if after and done and done.verdict != "no" else ""
        rules = [*(done.rules if done else ()), *(after.rules if after else ())]
        shown += choices_html(say("calc.back"), [("↶", _address(kinds[:-1])), ("✕", _address(()))]) + rules_html(rules)
    offered = [(say(f"calc.link.{kind}"), _address((*kinds, kind))) for kind in OFFERED] if len(kinds) < MOST else []
    st.html(choices_html(say("calc.next"), offered) + shown)


def stack(kinds: tuple[str, ...]) -> list[Row]:
    """The links, the one that resolves first on top."""
    found = []
    for number, kind in reversed(list(enumerate(kinds, 1))):
        speeds = " / ".join(map(str, speeds_of(kind, law())))
        told = say(f"calc.link.{kind}") if kind in OFFERED else kind
        found.append((f"{say('calc.number-of', number=number)} {told}", say("calc.speed", speed=speeds)))
    return found


def _asked(kinds: tuple[str, ...]) -> Procedure:
    lang: Lang = state.lang()
    asks = (Ask(about="legal"),) if len(kinds) > 1 else ()
    return Procedure(topic="chain", lang=lang, given=Links(kinds=kinds), asks=asks, yes_no=bool(asks))


def _address(kinds: tuple[str, ...]) -> dict[str, str]:
    return {"of": "chain", "links": " ".join(kinds)}
