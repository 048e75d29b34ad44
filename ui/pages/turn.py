"""The turn as a picture, from its phases to the timings of the Damage Step; what holds in the part that was chosen."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from kb.bundled import load_timings, sources_dir
from kb.model import Timing
from query.model import Place
from query.pages import RuleLine, Term, TimingPage, timing_page
from ui import state
from ui.engine import registry
from ui.html import badge, escape, page_link, tag
from ui.words import say

START = "damage-step"


def page() -> None:
    """Draws the page; `at` in the address names the part of the turn."""
    asked = timing_page(state.param("at") or START)
    lang = state.lang()
    st.html(tag("h1", escape(say("turn.title")), class_="dr-title") + tag("p", escape(say("turn.lead")), class_="dr-lead"))
    st.html(tag("nav", _bands(load_timings(sources_dir()), asked.id), class_="dr-turn", aria_label=say("turn.title")))
    st.html(tag("h2", escape(asked.labels.get(lang, asked.id))) + _around(asked))
    parts = [("permits", asked.permits), ("forbids", asked.forbids), ("rules", asked.rules)]
    st.html("".join(_rules(name, rules) for name, rules in parts) or tag("p", escape(say("turn.none"))))


def _bands(timings: Sequence[Timing], chosen: str) -> str:
    """A band for every part of the turn that has parts, from the outermost inwards; each part is a link."""
    bands = {parent: [t for t in timings if t.part_of == parent] for parent in (None, *(t.id for t in timings))}
    labels = {t.id: t.labels.get(state.lang(), t.id) for t in timings}
    found = [(parent, inside) for parent, inside in bands.items() if inside]
    return "".join(_band(labels.get(parent or "", ""), inside, chosen) for parent, inside in found)


def _band(label: str, inside: Sequence[Timing], chosen: str) -> str:
    head = tag("p", escape(label), class_="dr-hint") if label else ""
    parts = "".join(tag("li", _link(t, chosen)) for t in inside)
    return tag("div", head + tag("ol", parts), class_=f"dr-band {inside[0].level}")


def _around(asked: TimingPage) -> str:
    """Where the chosen part lies, as links: what it is within, what comes before and after."""
    found = [("within", asked.within), ("previous", asked.previous), ("next", asked.next)]
    lines = [escape(say(f"turn.{name}")) + " " + " · ".join(_term(t) for t in terms) for name, terms in found if terms]
    return "".join(tag("p", line) for line in lines)


def _term(term: Term) -> str:
    return page_link(state.link("turn", at=term.id), term.labels.get(state.lang(), term.id))


def _link(timing: Timing, chosen: str) -> str:
    current = "page" if timing.id == chosen else None
    label = timing.labels.get(state.lang(), timing.id)
    return page_link(state.link("turn", at=timing.id), label, aria_current=current)


def _rules(name: str, rules: Sequence[RuleLine]) -> str:
    if not rules:
        return ""
    return tag("h3", escape(say(f"turn.{name}"))) + tag("ul", "".join(tag("li", _rule(r)) for r in rules))


def _rule(rule: RuleLine) -> str:
    lang = state.lang()
    marks = badge(say("turn.overrides"), "warn") if rule.overrides else ""
    marks += badge(rule.territory, "territory") if rule.territory in ("OCG", "TCG") else ""
    cites = "; ".join(_place(p) for p in rule.cites)
    text = rule.text.get(lang) or rule.text.get("en", "")
    return tag("p", escape(text) + " " + marks) + tag("p", escape(cites), class_="dr-hint")


def _place(place: Place) -> str:
    """Document, section and first line."""
    source = registry().get(place.source)
    where = [source.title if source else place.source, place.section, say("cite.line", first=place.lines[0])]
    return " · ".join(w for w in where if w)
