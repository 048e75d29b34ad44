"""Audit: what the checks found and users reported, decided by editors with their names."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from kb.audit.report.views import contributions, coverage, single_source
from kb.audit.run import SEVERITIES
from kb.model import Concept, Timing
from kb.reviews.queue import REPORTED, Item
from ui import state
from ui.bench import Audited, audited, queue
from ui.html import escape, notice, tag
from ui.item import draw_item
from ui.role import draw_door
from ui.words import say

VIEWS = ("queue", "coverage", "documents")
FAMILIES = ("structure", "evidence", "meaning", "report")
A_PAGE = 8
"""Items drawn at a time."""
MOST_TERMS = 120
"""Rows of the coverage view."""


def page() -> None:
    """Draws the view that the address names."""
    st.html(tag("h1", escape(say("audit.title")), class_="dr-title") + tag("p", escape(say("audit.lead")), class_="dr-hint"))
    with st.spinner(say("audit.looking")):
        made = audited()
    if made is None:
        notice(say("audit.not-built"), "warn")
        return
    view = _pick("view", VIEWS, "audit.view", "queue")
    {"queue": _queue, "coverage": _coverage, "documents": _documents}[view](made)


def _pick(name: str, values: Sequence[str], words: str, otherwise: str) -> str:
    """A choice that the address holds."""
    chosen = state.param(name) if state.param(name) in values else otherwise
    key = f"dr-audit-{name}"
    st.session_state[key] = chosen
    shown = {v: say(f"{words}.{v}") for v in values}
    st.segmented_control(
        say(words), values, key=key, format_func=lambda v: shown[v], on_change=_keep, args=(name, key, otherwise)
    )
    return chosen


def _keep(name: str, key: str, otherwise: str) -> None:
    chosen = st.session_state.get(key) or otherwise
    state.set_params(**{name: "" if chosen in (otherwise, "any") else str(chosen), "at": ""})


def _select(name: str, values: Sequence[str], words: str, label: str) -> str:
    """A filter that the address holds; "any" for none."""
    every = ("any", *values)
    chosen = state.param(name) if state.param(name) in every else "any"
    key = f"dr-audit-{name}"
    st.session_state[key] = chosen
    shown = {"any": say("audit.any")} | {v: say(f"{words}.{v}") if words else v for v in values}
    st.selectbox(
        say(label),
        every,
        key=key,
        format_func=lambda v: shown[v],
        on_change=_keep,
        args=(name, key, "any"),
    )
    return chosen


def _queue(made: Audited) -> None:
    with st.container(horizontal=True, gap="small"):
        severity = _select("severity", SEVERITIES, "audit.severity", "audit.severity")
        family = _select("family", FAMILIES, "audit.family", "audit.family")
        source = _select("source", [d.source.id for d in made.corpus.documents], "", "audit.source")
    draw_door()
    decided = st.toggle(say("audit.decided"), key="dr-audit-decided")
    shown = [
        i
        for i in queue(made)
        if (decided or i.decided is None)
        and severity in ("any", i.finding.severity)
        and family in ("any", "report" if i.finding.code == REPORTED else i.finding.family)
        and (source == "any" or any(p.source == source for p in i.finding.places))
    ]
    if told := st.session_state.pop("dr-audit-told", ""):
        notice(told)
    st.caption(say("audit.count", count=len(shown)) if shown else say("audit.none"))
    _paged(shown)


def _paged(items: Sequence[Item]) -> None:
    pages = max(1, -(-len(items) // A_PAGE))
    at = max(min(state.number("at") or 1, pages), 1)
    for item in items[(at - 1) * A_PAGE : at * A_PAGE]:
        draw_item(item)
    if pages > 1:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button(say("audit.earlier"), key="dr-audit-earlier", disabled=at == 1, on_click=_turn, args=(at - 1,))
            st.caption(say("audit.page", page=at, pages=pages))
            st.button(say("audit.later"), key="dr-audit-later", disabled=at == pages, on_click=_turn, args=(at + 1,))


def _turn(at: int) -> None:
    state.set_params(at=str(at))


def _coverage(made: Audited) -> None:
    matrix = coverage(made.corpus)
    lang = state.lang()
    terms: tuple[Concept | Timing, ...] = (*made.corpus.concepts, *made.corpus.timings)
    labels = {t.id: t.labels.get(lang, t.id) for t in terms}
    head = "".join(tag("th", escape(s), scope="col") for s in matrix.sources)
    rows = [
        tag("tr", tag("th", escape(labels[name]), scope="row") + "".join(tag("td", str(n or "·")) for n in counts))
        for name, counts in matrix.rows[:MOST_TERMS]
    ]
    st.caption(say("audit.coverage-how"))
    table = tag("table", tag("tr", tag("th", escape(say("audit.term")), scope="col") + head) + "".join(rows))
    st.html(tag("div", table, style="overflow-x:auto;font-size:.85rem", tabindex="0"))


def _documents(made: Audited) -> None:
    alone = single_source(made.corpus)
    st.html(tag("p", escape(say("audit.single", count=len(alone), total=len(made.corpus.rules)))))
    for c in contributions(made.corpus):
        told = say("audit.contributes", passages=c.passages, stating=c.stating, cited=c.cited, alone=len(c.alone))
        st.html(tag("h3", escape(c.source)) + tag("p", escape(told)))
