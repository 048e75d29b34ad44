"""The verdict as a large word with a colour, an icon and the answer's text: never the colour alone."""

from __future__ import annotations

import streamlit as st

from kb.model import Verdict
from ui.html import escape, lang_tag, tag
from ui.words import say_in

ICONS: dict[Verdict, str] = {"yes": "✓", "no": "✕", "depends": "±", "n/a": "i", "unknown": "?"}
CLASSES: dict[Verdict, str] = {"yes": "yes", "no": "no", "depends": "depends", "n/a": "told", "unknown": "unknown"}


def verdict_word(verdict: Verdict, lang: str) -> str:
    """The verdict's word in a language."""
    return say_in(lang, f"verdict.{CLASSES[verdict]}")


def verdict_html(verdict: Verdict, text: str, *, lang: str = "en", after: str = "", below: str = "") -> str:
    """The banner as HTML; `lang` is the language of the text, in which the word is given too.

    `after` (behind the text) and `below` (under it) are HTML.
    """
    icon = tag("span", ICONS[verdict], class_="dr-icon", aria_hidden="true")
    word = tag("span", escape(verdict_word(verdict, lang)), class_="dr-word")
    head = tag("h2", icon + word, class_="dr-verdict-head")
    body = tag("p", escape(text) + after, class_="dr-verdict-text") if text else ""
    return tag("section", head + body + below, class_=f"dr-verdict {CLASSES[verdict]}", lang=lang_tag(lang), aria_live="polite")


def verdict_banner(verdict: Verdict, text: str, *, lang: str = "en") -> None:
    """Draws the banner."""
    st.html(verdict_html(verdict, text, lang=lang))


def verdict_mark(verdict: Verdict, *, lang: str = "en") -> str:
    """The verdict small, for tables: icon and word, as HTML."""
    icon = tag("span", ICONS[verdict], class_="dr-icon", aria_hidden="true")
    word = escape(verdict_word(verdict, lang))
    return tag("span", f"{icon} {word}", class_=f"dr-mark {CLASSES[verdict]}")
