"""One item of the editors' queue: what was found, the places side by side, and the decision."""

from __future__ import annotations

import streamlit as st

from kb.errors import RulingsError
from kb.model import FoundAt
from kb.reviews.difference import Piece, difference
from kb.reviews.ledger import MAX_TEXT, sides
from kb.reviews.model import DECISIONS, Decision, Review
from kb.reviews.queue import Item
from ui.bench import ledger
from ui.html import badge, escape, notice, tag
from ui.role import deciding_as, role
from ui.words import say

NAME = "dr-audit-name"
_KINDS = {"error": "warn", "warning": "warn", "info": ""}


def draw_item(item: Item) -> None:
    """Draws it, with a form to decide for those who may."""
    f = item.finding
    with st.container(border=True, key=f"dr-item-{item.id}", gap="small"):
        head = badge(say(f"audit.severity.{f.severity}"), _KINDS[f.severity]) + " " + badge(f.code) + " "
        st.html(head + tag("small", escape(item.id)) + tag("p", escape(f.message)))
        if item.reopened:
            notice(say("audit.reopened"), "warn")
        _places(f.places)
        if f.hint:
            st.html(tag("p", escape(f.hint), class_="dr-hint"))
        for made in item.subject.decisions:
            st.html(tag("p", _told(made), class_="dr-hint"))
        if (who := role()) == "reader":
            return
        if item.subject.current:
            st.button(say("audit.undo"), key=f"dr-undo-{item.id}", on_click=_undo, args=(item.id,))
        with st.expander(say("audit.decide"), icon=":material/gavel:"):
            _form(item.subject, signed=who == "editor")


def _told(made: Decision) -> str:
    what = made.prevails or made.corrected
    choice = say(f"audit.choice.{made.decision}") + (f": {what}" if what else "")
    text = escape(say("audit.by", choice=choice, by=made.by, date=made.date[:10], reason=made.reason))
    return tag("s", text) + " " + escape(say("audit.undone")) if made.undone else text


def _places(places: tuple[FoundAt, ...]) -> None:
    """The first two side by side, what differs marked; on a phone one below the other."""
    marked: list[list[Piece]] = [[(p.quote, False)] for p in places]
    if len(places) > 1:
        marked[:2] = difference(places[0].quote, places[1].quote)
    boxes = "".join(
        tag("div", tag("small", escape(_where(place))) + tag("blockquote", _marked(pieces)), style="flex:1 1 16rem;min-width:0")
        for place, pieces in zip(places, marked, strict=True)
    )
    st.html(tag("div", boxes, style="display:flex;flex-wrap:wrap;gap:.75rem;overflow-wrap:anywhere"))


def _where(place: FoundAt) -> str:
    return f"{place.source} · " + say("audit.lines", first=place.lines.first, last=place.lines.last)


def _marked(pieces: list[Piece]) -> str:
    return "".join(tag("mark", escape(t)) if m else escape(t) for t, m in pieces)


def _form(subject: Review, *, signed: bool) -> None:
    name, possible = subject.id, sides(subject)
    choices = [c for c in DECISIONS if c != "prevails" or possible]
    shown = {c: say(f"audit.choice.{c}") for c in choices}
    choice = st.radio(say("audit.choice"), choices, key=f"dr-choice-{name}", format_func=lambda c: shown[c], horizontal=True)
    if choice == "prevails":
        st.selectbox(say("audit.side"), possible, key=f"dr-side-{name}")
    if choice == "correct":
        st.text_area(say("audit.corrected"), key=f"dr-corrected-{name}", max_chars=MAX_TEXT)
    st.text_input(say("audit.reason"), key=f"dr-reason-{name}", max_chars=MAX_TEXT)
    if not signed:
        st.text_input(say("audit.name"), value=st.session_state.get(NAME, ""), key=f"dr-by-{name}", max_chars=80)
    st.button(say("audit.keep"), key=f"dr-keep-{name}", type="primary", on_click=_decide, args=(subject,))


def _decide(subject: Review) -> None:
    def typed(what: str) -> str:
        return str(st.session_state.get(f"dr-{what}-{subject.id}") or "").strip()

    choice = st.session_state[f"dr-choice-{subject.id}"]
    prevails = typed("side") if choice == "prevails" else ""
    corrected = typed("corrected") if choice == "correct" else ""
    try:
        by = deciding_as(typed("by"))
        ledger().decide(subject, choice, by=by, reason=typed("reason"), prevails=prevails, corrected=corrected)
    except RulingsError as error:
        st.session_state["dr-audit-told"] = str(error)
        return
    st.session_state[NAME] = by
    st.session_state["dr-audit-told"] = say("audit.kept")


def _undo(name: str) -> None:
    try:
        ledger().undo(name, by=deciding_as(st.session_state.get(NAME) or "?"))
    except RulingsError as error:
        st.session_state["dr-audit-told"] = str(error)
    else:
        st.session_state["dr-audit-told"] = say("audit.taken-back")
