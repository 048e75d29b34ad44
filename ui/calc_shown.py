"""What every calculator shows: its working as a list, and the rules that it follows as links."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ui import state
from ui.engine import law
from ui.html import escape, page_link, tag
from ui.words import say

Row = tuple[str, str]
"""A label, and what is said beside it; both plain text."""


def rows_html(rows: Iterable[Row], name: str) -> str:
    """The rows as an ordered list; `name` is what a screen reader says of it."""
    items = "".join(
        tag("li", tag("p", tag("strong", escape(label)) + (" " + escape(said) if said else ""))) for label, said in rows
    )
    return tag("ol", items, class_="dr-holds", aria_label=name)


def result_html(text: str) -> str:
    """The result, as the line that is read first."""
    return tag("p", escape(text), class_="dr-lead dr-result", aria_live="polite")


def rules_html(ids: Iterable[str]) -> str:
    """The entries of the digest that were followed, each with a link to where it stands; nothing for none."""
    known = [law().rules[i] for i in dict.fromkeys(ids) if i in law().rules]
    if not known:
        return ""
    zh = state.lang() == "zh"
    items = "".join(
        tag(
            "li",
            tag(
                "p",
                escape(r.zh if zh else r.en)
                + " "
                + page_link(state.link("browse", rule=r.id), say("card.evidence"), data_sheet=r.id, class_="dr-ref"),
            ),
        )
        for r in known
    )
    return tag("h2", escape(say("calc.rules"))) + tag("ul", items, class_="dr-holds")


def choices_html(label: str, choices: Iterable[tuple[str, Mapping[str, str]]], chosen: str = "") -> str:
    """Things to press, each a link to this page with other parameters, the chosen one marked; nothing where there are none."""
    links = "".join(
        page_link(
            state.link("calc", **params), text, class_="dr-option", aria_current="true" if chosen and text == chosen else None
        )
        for text, params in choices
    )
    return tag("p", escape(label), class_="dr-hint") + tag("p", links, class_="dr-options") if links else ""
