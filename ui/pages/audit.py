"""Audit: what the checks found and users reported, decided by editors with their names."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from kb.audit.causes import by_cause
from kb.audit.corpus import Corpus
from kb.audit.kept import Made
from kb.audit.report.sarif import sarif
from kb.audit.report.tables import csv_report, markdown_report
from kb.audit.report.views import contributions, coverage, single_source
from kb.audit.run import SEVERITIES, all_checks
from kb.model import Finding
from kb.reviews.queue import REPORTED, Item
from ui import state
from ui.bench import audited, queue
from ui.decide import draw_told
from ui.engine import registry
from ui.html import escape, notice, page_link, plain, tag
from ui.item import draw_item, headline
from ui.named import title_of
from ui.role import draw_door
from ui.words import say

VIEWS = ("queue", "coverage", "documents")
FAMILIES = ("structure", "evidence", "meaning", "report")
A_PAGE = 12
"""Items in sight in the list."""
AT = "dr-audit-at"
"""Where in the list the editor is: what is decided goes, and the next one comes in its place."""
MOST_TERMS = 120
"""Rows of the coverage view."""


def page() -> None:
    """Draws the view that the address names."""
    st.html(tag("h1", escape(say("audit.title")), class_="dr-title") + tag("p", escape(say("audit.lead")), class_="dr-hint"))
    with st.spinner(say("audit.looking")):
        made = audited()
    if made is None:
        notice(say("audit.not-built"), "warn")
        return
    view = _pick("view", VIEWS, "audit.view", "queue")
    {"queue": _queue, "coverage": _coverage, "documents": _documents}[view](made)


def _pick(name: str, values: Sequence[str], words: str, otherwise: str) -> str:
    """A choice that the address holds."""
    chosen = state.param(name) if state.param(name) in values else otherwise
    key = f"dr-audit-{name}"
    st.session_state[key] = chosen
    shown = {v: say(f"{words}.{v}") for v in values}
    st.segmented_control(
        say(words), values, key=key, format_func=lambda v: shown[v], on_change=_keep, args=(name, key, otherwise)
    )
    return chosen


def _keep(name: str, key: str, otherwise: str) -> None:
    chosen = st.session_state.get(key) or otherwise
    state.set_params(**{name: "" if chosen in (otherwise, "any") else str(chosen), "item": ""})
    st.session_state.pop(AT, None)


def _select(name: str, values: Sequence[str], words: str, label: str) -> str:
    """A filter that the address holds; "any" for none."""
    every = ("any", *values)
    chosen = state.param(name) if state.param(name) in every else "any"
    key = f"dr-audit-{name}"
    st.session_state[key] = chosen
    known = registry() if name == "source" else {}
    shown = {"any": say("audit.any")} | {v: say(f"{words}.{v}") if words else title_of(known.get(v), v) for v in values}
    st.selectbox(
        say(label),
        every,
        key=key,
        format_func=lambda v: shown[v],
        on_change=_keep,
        args=(name, key, "any"),
    )
    return chosen


def _queue(made: Made) -> None:
    every = queue(made)
    with st.container(horizontal=True, gap="small", key="dr-audit-filters"):
        severity = _select("severity", SEVERITIES, "audit.severity", "audit.severity")
        family = _select("family", FAMILIES, "audit.family", "audit.family")
        source = _select("source", [d.source.id for d in made.corpus.documents], "", "audit.source")
        code = _select("code", sorted({i.finding.code for i in every}), "", "audit.code")
    draw_door()
    decided = st.toggle(say("audit.decided"), key="dr-audit-decided")
    shown = [
        i
        for i in every
        if (decided or i.decided is None)
        and severity in ("any", i.finding.severity)
        and family in ("any", "report" if i.finding.code == REPORTED else i.finding.family)
        and (source == "any" or any(p.source == source for p in i.finding.places))
        and code in ("any", i.finding.code)
    ]
    if shown:
        _workbench(shown, made)
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key="dr-audit-tools"):
            st.caption(say("audit.take", count=len(shown)))
            _exports([i.finding for i in shown])
    else:
        st.caption(say("audit.none"))
        draw_told()


def _exports(findings: Sequence[Finding]) -> None:
    """The filtered list to take along."""
    made: dict[str, Callable[[Sequence[Finding]], str]] = {"csv": csv_report, "md": markdown_report, "sarif": _sarif}
    for kind, report in made.items():
        st.download_button(
            say(f"audit.export.{kind}"),
            data=partial(_bytes, report, findings),
            file_name=f"audit.{kind}",
            key=f"dr-export-{kind}",
            on_click="ignore",
            disabled=not findings,
        )


def _bytes(report: Callable[[Sequence[Finding]], str], findings: Sequence[Finding]) -> bytes:
    return report(findings).encode("utf-8", "replace")


def _sarif(findings: Sequence[Finding]) -> str:
    return json.dumps(sarif(findings, all_checks()), ensure_ascii=False, indent=1)


def _workbench(items: Sequence[Item], made: Made) -> None:
    """The list on the left, findings of one cause together, what is chosen on the right; on a phone the list comes below."""
    causes = by_cause(items, lambda item: item.finding)
    items = [item for group in causes for item in group]
    numbers = {item.id: n for n, item in enumerate(items)}
    at = numbers.get(state.param("item"), min(st.session_state.get(AT, 0), len(items) - 1))
    st.session_state[AT] = at
    _pager(items, at)
    with st.container(key="dr-audit-bench"):
        left, right = st.columns([1, 2], gap="medium")
    with left:
        _listed(items, at, causes, made.corpus)
    with right:
        draw_item(items[at], made.corpus)


def _pager(items: Sequence[Item], at: int) -> None:
    """Where in the list the editor is, and the ways to the one before and the one after."""
    with st.container(horizontal=True, vertical_alignment="center", key="dr-audit-pager"):
        before, after = items[max(0, at - 1)].id, items[min(len(items) - 1, at + 1)].id
        st.button(
            say("audit.earlier"), key="dr-audit-earlier", shortcut="P", disabled=at == 0, on_click=_choose, args=(before,)
        )
        st.caption(say("audit.at", at=at + 1, count=len(items)))
        last = at == len(items) - 1
        st.button(say("audit.later"), key="dr-audit-later", shortcut="N", disabled=last, on_click=_choose, args=(after,))


def _listed(items: Sequence[Item], at: int, causes: Sequence[Sequence[Item]], corpus: Corpus) -> None:
    rows = _rows(causes, items[at])
    here = next(n for n, (item, _) in enumerate(rows) if item is items[at])
    first = min(max(0, here - A_PAGE // 2), max(0, len(rows) - A_PAGE))
    for item, before in rows[first : first + A_PAGE]:
        st.button(
            plain(before + " ".join(headline(item, corpus).split())[:70]),
            key=f"dr-open-{item.id}",
            type="secondary" if item is items[at] else "tertiary",
            on_click=_choose,
            args=(item.id,),
        )


def _rows(causes: Sequence[Sequence[Item]], chosen: Item) -> list[tuple[Item, str]]:
    """A row for each cause, with what stands before it (code, how many findings), and for the others of the one looked at."""
    rows = []
    for group in causes:
        many = f" ×{len(group)}" if len(group) > 1 else ""
        shown = group if any(item is chosen for item in group) else group[:1]
        for number, item in enumerate(shown):
            rows.append((item, "· " if number else f"{item.finding.code}{many} "))
    return rows


def _choose(name: str) -> None:
    state.set_params(item=name)


def _coverage(made: Made) -> None:
    matrix = coverage(made.corpus)
    lang = state.lang()
    links = {t.id: page_link(state.link("turn", at=t.id), t.labels.get(lang, t.id)) for t in made.corpus.timings}
    links |= {c.id: page_link(state.link("browse", concept=c.id), c.labels.get(lang, c.id)) for c in made.corpus.concepts}
    head = "".join(tag("th", _document(s), scope="col") for s in matrix.sources)
    rows = [
        tag("tr", tag("th", links[name], scope="row") + "".join(tag("td", str(n or "·")) for n in counts))
        for name, counts in matrix.rows[:MOST_TERMS]
    ]
    st.caption(say("audit.coverage-how"))
    table = tag(
        "table", tag("tr", tag("th", escape(say("audit.term")), scope="col") + head) + "".join(rows), class_="dr-coverage"
    )
    st.html(tag("div", table, class_="dr-wide-table", tabindex="0"))


def _document(source: str) -> str:
    """A document's title, which leads to it."""
    return page_link(state.link("browse", source=source), title_of(registry().get(source), source))


def _documents(made: Made) -> None:
    alone = single_source(made.corpus)
    st.html(tag("p", escape(say("audit.single", count=len(alone), total=len(made.corpus.rules)))))
    for c in contributions(made.corpus):
        told = say("audit.contributes", passages=c.passages, stating=c.stating, cited=c.cited, alone=len(c.alone))
        st.html(tag("h3", _document(c.source)) + tag("p", escape(told)))
