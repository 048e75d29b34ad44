"""What runs every page: the pages there are, the one that the address names, a mistake as one line."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

import streamlit as st

from kb.errors import RulingsError
from ui.html import notice
from ui.pages_there import pages_there
from ui.translated import told
from ui.words import say

if TYPE_CHECKING:
    from streamlit.navigation.page import StreamlitPage


def pages() -> dict[str, StreamlitPage]:
    """The pages there are, by name."""
    return {
        name: st.Page(_drawn(name), title=say(f"nav.{name}"), url_path=name, default=name == "ask") for name in pages_there()
    }


def _drawn(name: str) -> Callable[[], None]:
    """What draws a page; its module is imported when it is first opened."""

    def page() -> None:
        import_module(f"ui.pages.{name}").page()

    page.__name__ = name
    return page


def run() -> None:
    """Draws the page that the address names; a mistake the user can mend is shown in one line. The navigation around it stands
    in the document itself (`ui.served.index`)."""
    chosen = st.navigation(list(pages().values()), position="hidden")
    try:
        chosen.run()
    except RulingsError as error:
        notice(told(str(error)), "error")
