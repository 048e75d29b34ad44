"""Deciding on an item of the queue: nothing chosen beforehand, what it would change shown before it is kept."""

from __future__ import annotations

from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from kb.errors import RulingsError
from kb.model import Rule
from kb.reviews.ledger import MAX_TEXT, lacking
from kb.reviews.model import Choice, Decision, Review
from kb.reviews.queue import Item
from kb.reviews.sides import Side, sides_of
from query.impact import Impact, impact
from query.model import Answer
from ui import state
from ui.bench import ledger
from ui.engine import engine, registry
from ui.html import escape, notice, plain, tag
from ui.named import title_of
from ui.role import deciding_as, role
from ui.words import say

NAME, HELD = "dr-audit-name", "dr-audit-by"
TOLD = "dr-audit-told"
SHOWN = 8
"""Turned answers that are shown, at most."""
KEYS: dict[Choice, str] = {"accept": "A", "reject": "X", "defer": "D"}
"""Keys of the decisions that take one tap."""


def _signed() -> str:
    """The editor's name, white space folded; empty if the owner typed none. Raises BadInput for a reader."""
    return deciding_as(" ".join(str(st.session_state.get(NAME) or st.session_state.get(HELD) or "").split()))


def _draw_signature() -> None:
    """Asks for the editor's name, once for the session."""
    st.session_state.setdefault(NAME, st.session_state.get(HELD, ""))
    st.session_state[HELD] = st.text_input(say("audit.name"), key=NAME, max_chars=80, placeholder=say("audit.name-why"))


def draw_told() -> None:
    """What came of the last tap, with its undo beside it."""
    told = st.session_state.pop(TOLD, None)
    if not told:
        return
    kind, text, undo = told
    with st.container(horizontal=True, vertical_alignment="center", key="dr-audit-outcome"):
        notice(text, kind)
        if undo:
            st.button(say("audit.undo"), key=f"dr-undo-last-{undo}", on_click=_undo, args=(undo,))


def draw_decision(item: Item, rules: dict[str, Rule]) -> None:
    """Draws what was decided and, for those who may decide, the buttons and the form."""
    subject = item.subject
    for made in subject.decisions:
        st.html(tag("p", _made(made), class_="dr-hint"))
    draw_told()
    if (who := role()) == "reader":
        return
    if who == "owner":
        _draw_signature()
    with st.container(horizontal=True, key=f"dr-taps-{item.id}"):
        for choice, key in KEYS.items():
            st.button(
                say(f"audit.choice.{choice}"),
                key=f"dr-{choice}-{item.id}",
                shortcut=key,
                on_click=_keep,
                args=(subject, choice),
            )
        if subject.current:
            st.button(say("audit.undo"), key=f"dr-undo-{item.id}", shortcut="U", on_click=_undo, args=(item.id,))
    _form(subject, sides_of(subject, rules))


def _made(made: Decision) -> str:
    what = made.prevails or made.corrected
    choice = say(f"audit.choice.{made.decision}") + (f": {what}" if what else "")
    text = escape(say("audit.by", choice=choice, by=made.by, date=made.date[:10], reason=made.reason))
    return tag("s", text) + " " + escape(say("audit.undone")) if made.undone else text


def _form(subject: Review, sides: tuple[Side, ...]) -> None:
    name = subject.id
    choices: list[Choice] = ["prevails", "correct"] if sides else ["correct"]
    shown = {c: say(f"audit.choice.{c}") for c in choices}
    choice = st.radio(
        say("audit.more"), choices, index=None, key=f"dr-choice-{name}", format_func=lambda c: shown[c], horizontal=True
    )
    if choice is None:
        return
    if choice == "prevails":
        told = {s.id: _side(s) for s in sides}
        st.radio(say("audit.side"), list(told), index=None, key=f"dr-side-{name}", format_func=lambda s: told[s])
    else:
        st.text_area(say("audit.corrected"), key=f"dr-corrected-{name}", max_chars=MAX_TEXT)
    st.text_input(say("audit.reason"), key=f"dr-reason-{name}", max_chars=MAX_TEXT)
    given = _given(subject, choice)
    if lack := lacking(choice, by="?", **(given | {"reason": "?"})):
        st.caption(say(f"audit.lacks.{lack}"))
        return
    _foreseen(subject, choice, given)
    st.button(say("audit.keep"), key=f"dr-keep-{name}", type="primary", on_click=_keep, args=(subject, choice))


def _side(side: Side) -> str:
    text = side.zh if state.lang() == "zh" else side.en
    known = registry()
    return plain(say("audit.side-of", text=text, sources=", ".join(title_of(known.get(s), s) for s in side.sources)))


def _given(subject: Review, choice: Choice) -> dict[str, str]:
    def typed(what: str) -> str:
        return str(st.session_state.get(f"dr-{what}-{subject.id}") or "").strip()

    return {
        "prevails": typed("side") if choice == "prevails" else "",
        "corrected": typed("corrected") if choice == "correct" else "",
        "reason": typed("reason") if choice in ("prevails", "correct") else "",
    }


def _foreseen(subject: Review, choice: Choice, given: dict[str, str]) -> None:
    """What would turn, computed once for these words and the decisions there are."""
    opened = engine()
    key = (subject.id, choice, given["prevails"], given["corrected"], opened.laws.mark())
    held = st.session_state.get("dr-audit-impact")
    if held is None or held[0] != key:
        try:
            supposed = ledger().proposed(subject, choice, by="?", **(given | {"reason": given["reason"] or "?"}))
            bar = st.progress(0.0, say("audit.asking"))
            held = (key, impact(opened, supposed, recent=opened.recent(), progress=partial(_progress, bar)))
            bar.empty()
        except RulingsError as error:
            notice(str(error), "error")
            return
        st.session_state["dr-audit-impact"] = held
    _draw_impact(held[1])


def _progress(bar: DeltaGenerator, number: int, of: int) -> None:
    bar.progress(number / of, f"{say('audit.asking')} {number}/{of}")


def _draw_impact(found: Impact) -> None:
    if not found.turned:
        st.html(tag("p", escape(say("audit.turns-none", asked=found.asked)), class_="dr-hint"))
        return
    rows = "".join(
        tag(
            "li",
            tag("strong", escape(t.question))
            + tag("div", escape(f"{_verdict(t.before)} → {_verdict(t.after)} · {t.after.text[:160]}"), class_="dr-hint"),
        )
        for t in found.turned[:SHOWN]
    )
    told = say("audit.turns", asked=found.asked, turned=len(found.turned), verdicts=found.verdicts)
    more = len(found.turned) - SHOWN
    st.html(
        tag("p", escape(told)) + tag("ul", rows) + (tag("p", escape(say("audit.turns-more", count=more))) if more > 0 else "")
    )


def _verdict(answer: Answer) -> str:
    return say("verdict.told" if answer.verdict == "n/a" else f"verdict.{answer.verdict}")


def _tell(kind: str, text: str, undo: str = "") -> None:
    st.session_state[TOLD] = (kind, text, undo)


def _keep(subject: Review, choice: Choice) -> None:
    given = _given(subject, choice)
    try:
        by = _signed()
        if lack := lacking(choice, by=by, **given):
            _tell("error", say(f"audit.lacks.{lack}"))
            return
        ledger().decide(subject, choice, by=by, **given)
    except RulingsError as error:
        _tell("error", str(error))
        return
    _tell("info", say("audit.kept", choice=say(f"audit.choice.{choice}"), by=by, code=subject.code), subject.id)


def _undo(name: str) -> None:
    try:
        by = _signed()
        if not by:
            _tell("error", say("audit.lacks.name"))
            return
        ledger().undo(name, by=by)
    except RulingsError as error:
        _tell("error", str(error))
        return
    _tell("info", say("audit.taken-back", by=by))
