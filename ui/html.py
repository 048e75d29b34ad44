"""The few pieces of HTML that pages are built of. Whatever was typed or ingested goes through `escape` here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape as _escape
from urllib.parse import urlsplit

import streamlit as st

from kb.errors import RulingsError

_SCHEMES = ("http", "https")
_MARKDOWN = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~:$^=&\"'/@])")


def escape(text: object) -> str:
    """Text as it may stand in HTML, between tags and inside quoted attributes."""
    return _escape(str(text), quote=True)


def tag(name: str, inside: str = "", **attributes: str | None) -> str:
    """An element around HTML that is already safe. Attribute values are escaped; `class_` and `aria_label` stand for
    `class` and `aria-label`; None leaves an attribute out.

    >>> tag("p", "a &lt; b", class_="note", title='"')
    '<p class="note" title="&quot;">a &lt; b</p>'
    """
    shown = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"' for key, value in attributes.items() if value is not None
    )
    return f"<{name}{shown}>{inside}</{name}>"


def plain(text: object) -> str:
    """Text as it may stand in a widget's label, where Streamlit reads Markdown: every sign is taken literally.

    >>> plain("![x](y) :red[z]")
    '\\\\!\\\\[x\\\\]\\\\(y\\\\) \\\\:red\\\\[z\\\\]'
    """
    return _MARKDOWN.sub(r"\\\1", " ".join(str(text).split()))


def safe_link(url: str, label: str) -> str:
    """A link to another site, opened apart and told nothing; the bare label where the address is not http or https."""
    try:
        scheme = urlsplit(url.strip()).scheme.lower()
    except ValueError:
        scheme = ""
    if scheme not in _SCHEMES:
        return escape(label)
    return tag("a", escape(label), href=url.strip(), target="_blank", rel="noopener noreferrer")


def page_link(address: str, label: str, **attributes: str | None) -> str:
    """A link to a page of this site; the address is one of `ui.state.link`."""
    return tag("a", escape(label), href=address, target="_self", **attributes)


def highlight(text: str, start: int, end: int) -> str:
    """The text with code points start..end (end exclusive) marked; nothing is marked if the range is empty or outside.

    >>> highlight("a <b> c", 2, 5)
    'a <mark>&lt;b&gt;</mark> c'
    """
    start, end = max(0, start), min(len(text), end)
    if start >= end:
        return escape(text)
    return f"{escape(text[:start])}<mark>{escape(text[start:end])}</mark>{escape(text[end:])}"


def badge(text: str, kind: str = "", title: str = "") -> str:
    """A small label; `kind` is a class of the style sheet: official, ruling, compendium, wiki, notes, territory, warn."""
    return tag("span", escape(text), class_=f"dr-badge {kind}".strip(), title=title or None)


def lang_tag(lang: str) -> str:
    """The language as browsers and screen readers name it."""
    return {"zh": "zh-Hans", "ja": "ja"}.get(lang, "en")


def draw_html(made: str) -> None:
    """Draws HTML made of safe pieces; nothing where there is none."""
    if made:
        st.html(made)


def notice(text: str, kind: str = "info") -> None:
    """Draws a line that stands out: `info`, `warn` or `error`. The text is shown as it is, never as HTML or Markdown."""
    icon = {"info": "ℹ", "warn": "⚠", "error": "✕"}[kind]
    role = "alert" if kind == "error" else "note"
    inside = tag("span", icon, class_="dr-icon", aria_hidden="true") + tag("span", escape(text))
    st.html(tag("div", inside, class_=f"dr-notice {kind}", role=role))


@contextmanager
def headed(title: str) -> Iterator[None]:
    """Within, a page draws its own heading last; a mistake that keeps it from doing so leaves this one."""
    try:
        yield
    except RulingsError:
        st.html(tag("h1", escape(title), class_="dr-title dr-hidden"))
        raise
