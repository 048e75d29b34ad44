"""The turn as a picture, from its phases to the timings of the Damage Step; what holds in the part that was chosen."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from kb.bundled import load_timings, sources_dir
from kb.model import Timing
from query.model import Place
from query.pages import RuleLine, timing_page
from ui import state
from ui.engine import registry
from ui.html import badge, escape, page_link, tag
from ui.words import say

START = "damage-step"
STYLE = """<style>
.stHtml .dr-turn ol { list-style: none; margin: 0; padding: 0 0 0 0.9rem; border-left: 3px solid var(--dr-edge); }
.stHtml .dr-turn > ol { padding-left: 0; border-left: 0; }
.stHtml .dr-turn li { margin: 0.25rem 0 0; padding: 0; }
.stHtml .dr-turn a { display: block; padding: 0.5rem 0.75rem; border: 1px solid var(--dr-edge); border-radius: 0.5rem; }
.stHtml .dr-turn a[aria-current] { font-weight: 700; border: 2px solid var(--dr-focus); }
</style>"""


def page() -> None:
    """Draws the page; `at` in the address names the part of the turn."""
    asked = timing_page(state.param("at") or START)
    lang = state.lang()
    st.html(
        STYLE + tag("h1", escape(say("turn.title")), class_="dr-title") + tag("p", escape(say("turn.lead")), class_="dr-lead")
    )
    st.html(tag("nav", _tree(load_timings(sources_dir()), None, asked.id), class_="dr-turn", aria_label=say("turn.title")))
    st.html(tag("h2", escape(asked.labels.get(lang, asked.id))))
    parts = [("permits", asked.permits), ("forbids", asked.forbids), ("rules", asked.rules)]
    st.html("".join(_rules(name, rules) for name, rules in parts) or tag("p", escape(say("turn.none"))))


def _tree(timings: Sequence[Timing], parent: str | None, chosen: str) -> str:
    """The parts of a part of the turn, in order, each a link."""
    inside = "".join(tag("li", _link(t, chosen) + _tree(timings, t.id, chosen)) for t in timings if t.part_of == parent)
    return tag("ol", inside) if inside else ""


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
