"""What stands around every page: the title, the pages, the language switch."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from kb.errors import RulingsError
from ui import state
from ui.html import escape, lang_tag, notice, tag
from ui.words import say, say_in

if TYPE_CHECKING:
    from streamlit.navigation.page import StreamlitPage

THEME = Path(__file__).parent / "theme.css"
ICONS = {"ask": ":material/gavel:", "card": ":material/style:", "turn": ":material/timeline:"}
ICONS |= {"browse": ":material/hub:", "audit": ":material/fact_check:"}


def pages() -> dict[str, StreamlitPage]:
    """The pages there are, by name."""
    found = [name for name in state.PAGES if find_spec(f"ui.pages.{name}")]
    return {
        name: st.Page(
            import_module(f"ui.pages.{name}").page,
            title=say(f"nav.{name}"),
            icon=ICONS[name],
            url_path=name,
            default=name == "ask",
        )
        for name in found
    }


def run() -> None:
    """Draws the frame and the page that the address names; a mistake the user can mend is shown in one line."""
    known = pages()
    chosen = st.navigation(list(known.values()), position="hidden")
    st.html(THEME)
    st.html(_document_language(), unsafe_allow_javascript=True)
    _header(known)
    try:
        chosen.run()
    except RulingsError as error:
        notice(str(error), "error")


def _document_language() -> str:
    """A script of our own, with nothing typed in it: screen readers choose their voice by the document's language."""
    return f"<script>document.documentElement.lang = '{lang_tag(state.lang())}'</script>"


def _header(known: dict[str, StreamlitPage]) -> None:
    with st.container(key="dr-header", horizontal=True, vertical_alignment="center", gap="small"):
        st.html(
            tag("p", tag("span", "⚖ ", aria_hidden="true") + escape(say("frame.title")), class_="dr-brand"), width="content"
        )
        for name, page in known.items():
            st.page_link(page, label=say(f"nav.{name}"), icon=ICONS[name], query_params=state.with_lang({}))
        other = state.other_lang()
        st.button(
            say_in(other, "frame.language"),
            key="dr-lang",
            type="tertiary",
            icon=":material/translate:",
            help=say("frame.switch"),
            on_click=state.set_lang,
            args=(other,),
        )
