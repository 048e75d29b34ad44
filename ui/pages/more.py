"""More: the pages that have no tab, and the settings, which the browser keeps."""

from __future__ import annotations

import streamlit as st

from kb.law.laws import TERRITORIES
from ui import state
from ui.html import escape, lang_tag, page_link, tag
from ui.pages_there import MORE, pages_there
from ui.words import say, say_in


def page() -> None:
    """Draws the list of pages and the settings."""
    head = tag("h1", escape(say("more.title")), class_="dr-title")
    st.html(head + _pages() + tag("h2", escape(say("more.settings"))) + _languages() + _territories() + _kept())


def _pages() -> str:
    items = "".join(tag("li", _page(name)) for name in MORE if name in pages_there())
    return tag("ul", items, class_="dr-list")


def _page(name: str) -> str:
    inside = tag("strong", escape(say(f"nav.{name}"))) + tag("span", escape(say(f"more.{name}")), class_="dr-hint")
    return tag("a", inside, href=state.link(name), target="_self", class_="dr-list-item")


def _languages() -> str:
    links = "".join(
        page_link(
            state.link("more", lang=lang),
            say_in(lang, f"cite.in.{lang}"),
            class_="dr-option",
            lang=lang_tag(lang),
            aria_current="true" if lang == state.lang() else None,
        )
        for lang in state.LANGS
    )
    return tag("p", escape(say("more.language")), class_="dr-hint") + tag("p", links, class_="dr-options")


def _territories() -> str:
    chosen = state.param("in") if state.param("in") in TERRITORIES else "both"
    links = "".join(
        tag(
            "button",
            escape(say(f"territory.{where}")),
            type="button",
            class_="dr-option",
            data_territory=where,
            aria_pressed="true" if where == chosen else "false",
        )
        for where in ("both", *TERRITORIES)
    )
    return tag("p", escape(say("more.territory")), class_="dr-hint") + tag("p", links, class_="dr-options")


def _kept() -> str:
    recent = tag("div", "", class_="dr-recent", data_title=say("ask.recent"), data_clear=say("ask.clear"))
    return recent + tag("p", escape(say("more.kept")), class_="dr-hint")
