"""The turn as a picture, from its phases to the timings of the Damage Step; what holds in the part that was chosen."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from kb.index import find_entry
from kb.model import Rule, Timing
from query.answer.cite import citation_of
from query.browse.pages import Term
from query.browse.turn import GROUPS, Admission, Holding, TurnPage, turn_page
from ui import state
from ui.cite import citation_html, warning
from ui.engine import engine, law, originals, where
from ui.html import badge, escape, page_link, tag
from ui.words import say

START = "damage-step"
_MARKS = {"permitted": ("✓", "yes"), "insufficient": ("–", "depends"), "forbidden": ("✕", "no")}


def page() -> None:
    """Draws the page; `at` in the address names the part of the turn."""
    asked = turn_page(state.param("at") or START, law=law())
    st.html(tag("h1", escape(say("turn.title")), class_="dr-title") + tag("p", escape(say("turn.lead")), class_="dr-lead"))
    st.html(tag("nav", _bands(law().timings, asked), class_="dr-turn", aria_label=say("turn.title")))
    st.html(_head(asked))
    st.html(_body(asked.timing.id, state.lang(), *where()))


def _bands(timings: Sequence[Timing], asked: TurnPage) -> str:
    """A band for every part of the turn that has parts, from the outermost inwards; each part is a link."""
    labels = {t.id: t.labels.get(state.lang(), t.id) for t in timings}
    inside = {parent: [t for t in timings if t.part_of == parent] for parent in labels}
    return "".join(_band(labels[parent], parts, asked) for parent, parts in inside.items() if parts)


def _band(label: str, inside: Sequence[Timing], asked: TurnPage) -> str:
    head = tag("p", escape(label), class_="dr-hint")
    parts = "".join(tag("li", _part(t, asked)) for t in inside)
    return tag("div", head + tag("ol", parts), class_=f"dr-band {inside[0].level}")


def _part(timing: Timing, asked: TurnPage) -> str:
    above = {term.id for term in asked.within}
    current = "page" if timing.id == asked.timing.id else "true" if timing.id in above else None
    return page_link(state.link("turn", at=timing.id), timing.labels.get(state.lang(), timing.id), aria_current=current)


def _head(asked: TurnPage) -> str:
    """The chosen part's name, and where it lies: within, before and after, as links."""
    found = (("within", asked.within), ("parts", asked.parts), ("previous", asked.previous), ("next", asked.next))
    lines = [tag("p", escape(say(f"turn.{name}")) + " " + " · ".join(map(_term, terms))) for name, terms in found if terms]
    return tag("h2", escape(asked.timing.labels.get(state.lang(), asked.timing.id)), id="part") + "".join(lines)


def _term(term: Term) -> str:
    return page_link(state.link("turn", at=term.id), term.labels.get(state.lang(), term.id))


@st.cache_data(max_entries=128, show_spinner=False)
def _body(timing: str, lang: str, home: str, sources: str, mark: str) -> str:
    """What holds there, as HTML; home, sources and mark only name what it was made from."""
    asked = turn_page(timing, law=law())
    parts = [_admissions(asked.admissions, lang)] + [_group(name, asked.groups[name], lang) for name in GROUPS]
    return "".join(parts) or tag("p", escape(say("turn.none")))


def _admissions(found: Sequence[Admission], lang: str) -> str:
    if not found:
        return ""
    rows = "".join(tag("li", _admission(one, lang)) for one in found)
    return tag("h3", escape(say("turn.admissions"))) + tag("ul", rows, class_="dr-holds")


def _admission(one: Admission, lang: str) -> str:
    sign, verdict = _MARKS[one.then]
    icon = tag("span", sign, class_="dr-icon", aria_hidden="true")
    mark = tag("span", f"{icon} {escape(say(f'turn.{one.then}'))}", class_=f"dr-mark {verdict}")
    return tag("p", f"{mark} {escape(_text(one.rule, lang))}{_badges(one.rule)}") + _evidence(one.rule, lang)


def _group(name: str, holds: Sequence[Holding], lang: str) -> str:
    if not holds:
        return ""
    items = "".join(tag("li", _holding(one, lang)) for one in holds)
    head = tag("h3", escape(say(f"turn.{name}")))
    if name == "outdated":
        return tag(
            "details", tag("summary", escape(say("turn.outdated"))) + tag("ul", items, class_="dr-holds"), class_="dr-more"
        )
    return head + tag("ul", items, class_="dr-holds")


def _holding(one: Holding, lang: str) -> str:
    said = tag("p", escape(_text(one.rule, lang)) + _badges(one.rule))
    opposed = "".join(warning(f"{say('turn.disagree')} {_text(rule, lang)}") for rule in one.opposed)
    exceptions = "".join(
        tag("li", tag("p", badge(say("turn.overrides"), "warn") + escape(_text(r, lang)) + _badges(r)) + _evidence(r, lang))
        for r in one.exceptions
    )
    return said + opposed + _evidence(one.rule, lang) + (tag("ul", exceptions, class_="dr-holds") if exceptions else "")


def _text(rule: Rule, lang: str) -> str:
    return rule.zh if lang == "zh" else rule.en


def _badges(rule: Rule) -> str:
    found = badge(rule.territory, "territory") if rule.territory != "both" else ""
    return (" " + found if found else "") + (" " + badge(rule.until, "edition") if rule.until else "")


def _evidence(rule: Rule, lang: str) -> str:
    """The entry's citation card, folded; the originals in it where their documents are built."""
    opened = engine()
    entry = find_entry(opened.index, rule.id)
    if entry is None:
        return ""
    citation = citation_of(entry, "zh" if lang == "zh" else "en", opened.documents)
    card = (
        citation_html(citation, 1, behind=originals())
        .replace('id="cite-1', f'id="cite-{rule.id}')
        .replace('aria-labelledby="cite-1', f'aria-labelledby="cite-{rule.id}')
    )
    return tag("details", tag("summary", escape(say("turn.evidence", count=str(len(rule.cites))))) + card, class_="dr-more")
