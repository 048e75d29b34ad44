"""Who may decide on this page: everybody on the machine itself, over a network only editors who gave their secret."""

from __future__ import annotations

from typing import Literal
from urllib.parse import urlsplit

import streamlit as st

from kb.errors import BadInput, RulingsError
from kb.reviews.editors import Badge, Door, named_editors
from ui.html import notice
from ui.words import say

Role = Literal["owner", "editor", "reader"]
_BADGE = "dr-editor-badge"
_TOLD = "dr-editor-told"
_DOOR = Door()
"""One for all sessions of the server."""
_NAME, _SECRET = "dr-editor-name", "dr-editor-secret"
_LOOPBACK = ("localhost", "127.0.0.1", "::1")
_PROXIED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Via")


def role() -> Role:
    """Who is before the page: the owner at the machine, an editor who gave a secret, or a reader."""
    editors = named_editors()
    if editors is None:
        return "owner" if _at_the_machine() else "reader"
    return "editor" if editors.holds(st.session_state.get(_BADGE)) else "reader"


def deciding_as(typed: str) -> str:
    """The name that a decision is signed with: what the owner typed, else the editor's own.

    Raises BadInput for a reader: call it before every change, whatever was drawn.
    """
    found = role()
    if found == "reader":
        raise BadInput(say("audit.readers"))
    return typed if found == "owner" else st.session_state[_BADGE].name


def _at_the_machine() -> bool:
    """Whether the page listens to this machine alone and was asked for by a name of it, through nothing in between."""
    headers = st.context.headers
    asked = urlsplit(f"//{headers.get('Host') or 'localhost'}").hostname
    return (
        str(st.get_option("server.address")) in _LOOPBACK
        and asked in _LOOPBACK
        and not any(headers.get(name) for name in _PROXIED)
    )


def draw_door() -> None:
    """Draws, for whoever may not decide, how to become somebody who may; for an editor, how to leave."""
    if told := st.session_state.pop(_TOLD, ""):
        notice(told, "warn")
    found = role()
    if found == "editor":
        st.button(say("audit.leave", name=st.session_state[_BADGE].name), key="dr-editor-leave", on_click=_leave)
    elif found == "reader" and named_editors() is None:
        st.caption(say("audit.readers"))
    elif found == "reader":
        with st.expander(say("audit.enter"), icon=":material/key:"), st.form("dr-editor", border=False):
            st.text_input(say("audit.name"), key=_NAME, max_chars=80)
            st.text_input(say("audit.secret"), key=_SECRET, type="password", max_chars=200)
            st.form_submit_button(say("audit.enter"), on_click=_enter)


def _enter() -> None:
    editors, typed = named_editors(), st.session_state
    if editors is None:
        return
    try:
        badge = _DOOR.enter(editors, typed.get(_NAME, ""), typed.get(_SECRET, ""), place=st.context.ip_address or "")
    except RulingsError:
        typed[_TOLD] = say("audit.too-many")
        return
    _take(badge)


def _take(badge: Badge | None) -> None:
    st.session_state[_BADGE] = badge
    if badge is None:
        st.session_state[_TOLD] = say("audit.wrong-secret")


def _leave() -> None:
    st.session_state.pop(_BADGE, None)
