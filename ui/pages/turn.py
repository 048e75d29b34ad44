"""The turn as a picture, from its phases to the timings of the Damage Step; the Damage Step as a table of what may be activated
when; what holds in the part that was chosen."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from kb.index.store import find_entry
from kb.model import Rule, Timing
from query.answer.asked import MAY
from query.answer.cite import citation_of
from query.answer.entries import entry_citation
from query.browse.around import Term
from query.browse.matrix import Cell, matrix
from query.browse.turn import GROUPS, Admission, GroupName, Holding, TurnPage, turn_page
from query.card.judge import STEP
from ui import state
from ui.cite import reference, warning
from ui.engine import engine, law, laws, where
from ui.html import badge, escape, page_link, tag
from ui.named import version_said
from ui.timing_names import short_name
from ui.verdict import CLASSES, ICONS, verdict_word
from ui.words import say

_MARKS = {"permitted": ("✓", "yes"), "insufficient": ("–", "depends"), "forbidden": ("✕", "no")}


def page() -> None:
    """Draws the page; `at` in the address names the part of the turn."""
    asked = turn_page(state.param("at") or STEP, law=law())
    title = tag("h1", escape(say("turn.title")), class_="dr-title")
    bands = tag("nav", _bands(law().timings, asked), class_="dr-turn dr-noprint", aria_label=say("turn.title"))
    table = _matrix(state.lang(), asked.timing.id, *where()) if STEP in law().around(asked.timing.id) else ""
    body = _body(asked.timing.id, state.lang(), *where())
    st.html(title + bands + table + tag("div", _head(asked) + body, class_="dr-noprint"))


def _bands(timings: Sequence[Timing], asked: TurnPage) -> str:
    """A band for the parts of the turn, and one for the parts of each part that the chosen one lies in.

    Those of the Damage Step stand above its table; the first band is the page's own subject and needs no name.
    """
    labels = {t.id: t.labels.get(state.lang(), t.id) for t in timings}
    inside = {parent: [t for t in timings if t.part_of == parent] for parent in labels}
    shown = [*(term.id for term in asked.within), asked.timing.id]
    bands = [(parent, inside[parent]) for parent in shown if inside[parent] and parent != STEP]
    return "".join(_band(labels[parent] if n else "", parts, asked) for n, (parent, parts) in enumerate(bands))


def _band(label: str, inside: Sequence[Timing], asked: TurnPage) -> str:
    parts = "".join(tag("li", _part(t, asked)) for t in inside)
    head = tag("p", escape(label), class_="dr-hint") if label else ""
    return tag("div", head + tag("ol", parts), class_=f"dr-band {inside[0].level}")


def _part(timing: Timing, asked: TurnPage) -> str:
    above = {term.id for term in asked.within}
    current = "page" if timing.id == asked.timing.id else "true" if timing.id in above else None
    return page_link(state.link("turn", at=timing.id), timing.labels.get(state.lang(), timing.id), aria_current=current)


@st.cache_data(max_entries=64, show_spinner=False)
def _matrix(lang: str, chosen: str, home: str, sources: str, mark: str) -> str:
    """Kinds of activation down, timings across; each cell opens the entry that decides it.

    Home, sources and mark only name what it was made from.
    """
    labels = {t.id: t.labels.get(lang, t.id) for t in law().timings}
    timings = law().parts(STEP)
    heads = "".join(_column(t, labels[t], current=t == chosen) for t in timings)
    first = tag("td", "")
    rows = "".join(
        tag("tr", tag("th", escape(kind.zh if lang == "zh" else kind.en), scope="row") + "".join(_cell(c, lang) for c in cells))
        for kind, cells in matrix(laws().each())
    )
    table = tag("table", tag("thead", tag("tr", first + heads)) + tag("tbody", rows), class_="dr-matrix")
    head = tag("h2", escape(say("turn.matrix")))
    legend = tag("p", escape(say("turn.legend")), class_="dr-hint")
    press = tag("button", escape(say("turn.print")), type="button", class_="dr-do dr-noprint", data_do="print")
    return head + table + legend + tag("div", press, class_="dr-bar")


def _column(timing: str, label: str, *, current: bool) -> str:
    link = page_link(
        state.link("turn", at=timing), short_name(timing, label), aria_current="page" if current else None, title=label
    )
    return tag("th", link, scope="col", class_="dr-here" if current else None)


def _cell(cell: Cell, lang: str) -> str:
    """What holds at some timings: a sign, its word for those who hear it, by territory where they differ."""
    verdict = cell.verdict
    differing = len({v for _, v in cell.verdicts}) > 1
    told = " ".join(f"{t} {ICONS[v]}" for t, v in cell.verdicts) if differing else ICONS[verdict]
    sign = tag("span", escape(told) + ("!" if cell.exception else ""), aria_hidden="true")
    word = tag("span", escape(verdict_word(verdict, lang, MAY)), class_="dr-hidden")
    inside = sign + word
    deciding = cell.because[0 if verdict == "yes" else -1] if cell.because else ""
    rule = law().rules.get(deciding)
    if rule:
        inside = reference(entry_citation(rule, "zh" if lang == "zh" else "en", law().documents), inside, kind="dr-cell-link")
    return tag("td", inside, colspan=str(len(cell.timings)), class_=f"dr-held {CLASSES[verdict]}")


def _head(asked: TurnPage) -> str:
    """The chosen part's name, and where it lies: before and after, as links."""
    found = (("previous", asked.previous), ("next", asked.next))
    lines = [escape(say(f"turn.{name}")) + " " + " · ".join(map(_term, terms)) for name, terms in found if terms]
    below = tag("p", " · ".join(lines), class_="dr-where") if lines else ""
    return tag("h2", escape(asked.timing.labels.get(state.lang(), asked.timing.id)), id="part") + below


def _term(term: Term) -> str:
    return page_link(state.link("turn", at=term.id), term.labels.get(state.lang(), term.id))


@st.cache_data(max_entries=128, show_spinner=False)
def _body(timing: str, lang: str, home: str, sources: str, mark: str) -> str:
    """What holds there, as HTML; home, sources and mark only name what it was made from."""
    asked = turn_page(timing, law=law())
    parts = [_group(name, asked.groups[name], lang) for name in GROUPS] + [_admissions(asked.admissions, lang)]
    return "".join(parts) or tag("p", escape(say("turn.none")))


def _folded(head: str, count: int, items: str) -> str:
    summary = tag("summary", escape(f"{head} ({count})"))
    return tag("details", summary + tag("ul", items, class_="dr-holds"), class_="dr-more dr-group")


def _admissions(found: Sequence[Admission], lang: str) -> str:
    if not found:
        return ""
    return _folded(say("turn.admissions"), len(found), "".join(tag("li", _admission(one, lang)) for one in found))


def _admission(one: Admission, lang: str) -> str:
    sign, verdict = _MARKS[one.then]
    icon = tag("span", sign, class_="dr-icon", aria_hidden="true")
    mark = tag("span", f"{icon} {escape(say(f'turn.{one.then}'))}", class_=f"dr-mark {verdict}")
    return tag("p", f"{mark} {_said(one.rule, lang)}")


def _group(name: GroupName, holds: Sequence[Holding], lang: str) -> str:
    if not holds:
        return ""
    items = "".join(tag("li", _holding(one, lang)) for one in holds)
    return _folded(say(f"turn.{name}"), len(holds), items)


def _holding(one: Holding, lang: str) -> str:
    opposed = "".join(warning(f"{say('turn.disagree')} {_text(rule, lang)}") for rule in one.opposed)
    exceptions = "".join(
        tag("li", tag("p", badge(say("turn.overrides"), "warn") + " " + _said(r, lang))) for r in one.exceptions
    )
    return tag("p", _said(one.rule, lang)) + opposed + (tag("ul", exceptions, class_="dr-holds") if exceptions else "")


def _text(rule: Rule, lang: str) -> str:
    return rule.zh if lang == "zh" else rule.en


def _said(rule: Rule, lang: str) -> str:
    """An entry's text, where and until when it holds, and a link to what it rests on."""
    found = badge(rule.territory, "territory") if rule.territory != "both" else ""
    found += badge(say("turn.until", edition=version_said(rule.until)), "edition") if rule.until else ""
    return escape(_text(rule, lang)) + (f" {found}" if found else "") + _evidence(rule, lang)


def _evidence(rule: Rule, lang: str) -> str:
    opened = engine()
    entry = find_entry(opened.index, rule.id)
    if entry is None:
        return ""
    citation = citation_of(entry, "zh" if lang == "zh" else "en", opened.documents)
    return " " + reference(citation, escape(say("turn.evidence", count=str(len(rule.cites)))))
