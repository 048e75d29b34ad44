"""One piece of evidence as a card: where it stands, how much it weighs, what it says, what to watch out for."""

from __future__ import annotations

import streamlit as st

from query.model import Citation
from ui.html import badge, escape, lang_tag, tag
from ui.words import say


def citation_card(citation: Citation, number: int) -> None:
    """Draws the card; `number` is the one by which the answer's steps refer to it."""
    st.html(citation_html(citation, number))


def citation_html(citation: Citation, number: int) -> str:
    """The card as HTML."""
    badges = [badge(say(f"authority.{citation.authority}"), citation.authority)]
    badges += [badge(text) for text in (citation.edition, citation.territory) if text]
    heading = tag("p", escape(" › ".join(citation.heading)), class_="dr-path")
    quote = tag("blockquote", tag("mark", escape(citation.quote)), lang=lang_tag(citation.lang))
    title = tag("h3", f"[{number}] {escape(citation.title or citation.id)}")
    return tag("article", title + "".join(badges) + heading + quote, class_="dr-cite", id=f"cite-{number}")
