"""A source's page: what is known of it, its passages in order, what was extracted from each, its references."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from kb.digest.load import load_glossary
from kb.model import Mention, Reference, Source, Statement
from query.browse.document import Extract, SourcePage, source_page
from ui import state
from ui.browse_entry import title
from ui.cite import source_badges
from ui.engine import law, registry, where
from ui.html import badge, draw_html, escape, highlight, lang_tag, notice, page_link, safe_link, tag
from ui.named import card_names, edition_of, title_of
from ui.words import all_words, say

A_PAGE = 16
"""Passages drawn at a time."""
BEFORE = 2
"""Passages shown above the one that an address points to."""
SECTION = "dr-browse-section"


def draw_source(name: str) -> None:
    """Draws a document's page; `line` in the address opens it there, `from` at a passage."""
    with st.spinner(say("browse.opening")):
        page = source_of(name)
    draw_html(_head(page))
    if not page.built:
        notice(say("browse.not-built", file=page.source.file))
        return
    if not page.extracts:
        notice(say("browse.empty"))
        return
    line = state.number("line")
    marked = page.place_of(line) if line is not None else None
    first = _first(page, marked)
    _sections(page, first)
    shown = page.extracts[first : first + A_PAGE]
    names = _names(page.extracts[first : first + A_PAGE])
    draw_html("".join(_passage(page, n, names, marked) for n in range(first, first + len(shown))))
    _turning(page, first)
    draw_html(_references(page.references))


def source_of(name: str) -> SourcePage:
    """A document's page, read once for all sessions; a new build is noticed. Raises as `source_page` does."""
    return _page(name, *where())


@st.cache_resource(max_entries=8, show_spinner=False)
def _page(name: str, home: str, sources: str, mark: str) -> SourcePage:
    return source_page(name)


def _names(extracts: Sequence[Extract]) -> dict[tuple[str, str], str]:
    """Labels of concepts, timings and the cards mentioned in the interface's language, by kind and id."""
    lang = state.lang()
    called = card_names(dict.fromkeys(m.target for e in extracts for m in e.mentions if m.target_kind == "card"))
    found = {("concept", c.id): c.labels.get(lang, c.id) for c in load_glossary(law().sources)}
    found |= {("timing", t.id): t.labels.get(lang, t.id) for t in law().timings}
    return found | {("card", card): name for card, name in called.items()}


def _first(page: SourcePage, marked: int | None) -> int:
    """The place of the first passage drawn."""
    start = state.number("from")
    if start is not None:
        return min(start, len(page.extracts) - 1)
    return max(0, marked - BEFORE) if marked is not None else 0


def _head(page: SourcePage) -> str:
    source = registry().get(page.source.id, page.source)
    facts = [source.publisher, source.issued, say(f"cite.in.{source.lang}")]
    counts = say("browse.counts", passages=len(page.extracts), entries=page.entries) if page.built else ""
    site = tag("p", safe_link(source.url, say("cite.site")), class_="dr-where") if source.url else ""
    return (
        title(title_of(source, source.id), " · ".join(f for f in facts if f))
        + source_badges(source.authority, edition_of(source), source.territory)
        + _newer(page.newer)
        + (tag("p", escape(counts), class_="dr-where") if counts else "")
        + site
    )


def _newer(newer: Sequence[Source]) -> str:
    links = ", ".join(page_link(state.link("browse", source=s.id), title_of(s, s.id)) for s in newer)
    sign = tag("span", "⚠ ", aria_hidden="true")
    return tag("p", sign + escape(say("browse.newer")) + " " + links, class_="dr-care") if links else ""


def _sections(page: SourcePage, first: int) -> None:
    """A list of the document's sections, of which one may be opened."""
    sections = page.sections()
    if len(sections) < 2:
        return
    places = [place for _, place in sections]
    titles = {place: _indented(heading) for heading, place in sections}
    here = max((p for p in places if p <= first), default=places[0])
    st.session_state[SECTION] = here
    section = say("browse.section")
    st.selectbox(section, places, key=SECTION, format_func=titles.__getitem__, on_change=_jump, placeholder=section)


def _indented(heading: Sequence[str]) -> str:
    return "\u2003" * max(0, len(heading) - 1) + (heading[-1] if heading else "—")


def _jump() -> None:
    _go(st.session_state[SECTION])


def _go(place: int) -> None:
    state.set_params(**{"from": str(place), "line": ""})


def _turning(page: SourcePage, first: int) -> None:
    last = min(first + A_PAGE, len(page.extracts))
    with st.container(horizontal=True, vertical_alignment="center", key="dr-browse-turning", gap="small"):
        back, on = say("browse.earlier"), say("browse.later")
        st.button(back, key="dr-browse-earlier", disabled=first == 0, on_click=_go, args=(max(0, first - A_PAGE),))
        st.button(on, key="dr-browse-later", disabled=last >= len(page.extracts), on_click=_go, args=(last,))
        st.caption(say("browse.range", first=first + 1, last=last, all=len(page.extracts)))
    if page.left_out:
        st.caption(say("browse.left-out", n=page.left_out))


def _passage(page: SourcePage, place: int, names: dict[tuple[str, str], str], marked: int | None) -> str:
    """One passage, under its heading where a section begins."""
    extract = page.extracts[place]
    passage = extract.passage
    before = page.extracts[place - 1].passage.heading if place else None
    head = ""
    if passage.heading and passage.heading != before:
        head = tag("h2", " › ".join(escape(h) for h in passage.heading), lang=lang_tag(page.source.lang))
    above = " · ".join((*passage.row_headers, *passage.col_headers))
    cell = tag("p", escape(above), class_="dr-under") if above else ""
    text = tag("p", highlight(passage.text, 0, len(passage.text) if place == marked else 0))
    quote = tag("blockquote", cell + text, class_="dr-quote", lang=lang_tag(passage.lang))
    inside = quote + _line(extract) + _extracted(extract, names)
    kind = "dr-passage marked" if place == marked else "dr-passage"
    return head + tag("article", inside, class_=kind)


def _line(extract: Extract) -> str:
    passage = extract.passage
    first, last = passage.lines
    at = say("cite.line", first=first) if first == last else say("cite.lines", first=first, last=last)
    mark = say(f"browse.mark.{passage.mark}") if passage.mark else ""
    kind = say(f"browse.passage.{passage.kind}") if f"browse.passage.{passage.kind}" in all_words() else passage.kind
    shown = " · ".join(part for part in (kind, at, mark, passage.status) if part)
    return tag("p", escape(shown), class_="dr-where")


def _extracted(extract: Extract, names: dict[tuple[str, str], str]) -> str:
    """What was found in it, folded."""
    passage = extract.passage
    stated = _statements(extract.statements, passage.text, lang_tag(passage.lang))
    parts = [stated, _mentions(extract.mentions, names), _entries(extract)]
    if not any(parts):
        return ""
    counts = (
        ("statement", "statements", len(extract.statements)),
        ("mention", "mentions", len(extract.mentions)),
        ("entry", "entries", len(extract.entries)),
    )
    what = " · ".join(say(f"browse.extracted.{one if n == 1 else many}", n=n) for one, many, n in counts if n)
    return tag("details", tag("summary", escape(say("browse.extracted", what=what))) + "".join(parts), class_="dr-more")


def _statements(statements: Sequence[Statement], text: str, lang: str) -> str:
    items = "".join(tag("li", _statement(s, text, lang)) for s in statements)
    return tag("ul", items, class_="dr-entries") if items else ""


def _statement(statement: Statement, text: str, lang: str) -> str:
    kind = {"permits": "yes", "forbids": "no"}.get(statement.modality, "told")
    mark = tag("span", escape(say(f"browse.modality.{statement.modality}")), class_=f"dr-mark {kind}")
    denied = "" if statement.polarity else badge(say("browse.denied"), "warn")
    exception = badge(say("browse.kind.exception"), "warn") if statement.exception_of else ""
    words = tag("span", escape(statement.condition), lang=lang)
    condition = tag("p", escape(say("browse.condition", words="")) + words, class_="dr-where")
    said = tag("span", escape(text[statement.span.start : statement.span.end]), lang=lang)
    head = tag("p", mark + denied + exception, class_="dr-badges")
    return head + tag("p", said) + (condition if statement.condition else "")


def _mentions(mentions: Sequence[Mention], names: dict[tuple[str, str], str]) -> str:
    links = "".join(_mention(m, names) for m in mentions)
    return tag("p", links, class_="dr-badges") if links else ""


def _mention(mention: Mention, names: dict[tuple[str, str], str]) -> str:
    label = names.get((mention.target_kind, mention.target), mention.target)
    page, name = {"concept": ("browse", "concept"), "timing": ("turn", "at")}.get(mention.target_kind, ("card", "name"))
    return page_link(state.link(page, **{name: mention.target}), label, class_="dr-badge link")


def _entries(extract: Extract) -> str:
    """The entries that rest on it, by what they say."""
    rules = law().rules
    known = [(i, rules[i].zh if state.lang() == "zh" else rules[i].en) for i in extract.entries if i in rules]
    links = "".join(tag("li", page_link(state.link("browse", rule=i), said)) for i, said in known)
    head = tag("p", escape(say("browse.rests-here")), class_="dr-where")
    return head + tag("ul", links, class_="dr-entries") if links else ""


def _references(references: Sequence[Reference]) -> str:
    if not references:
        return ""
    items = "".join(tag("li", _reference(r)) for r in references)
    summary = tag("summary", escape(say("browse.references", n=len(references))))
    return tag("details", summary + tag("ol", items, class_="dr-entries"), class_="dr-more")


def _reference(reference: Reference) -> str:
    links = [(reference.url, reference.label or reference.url), (reference.archive_url, say("browse.archived"))]
    shown = " · ".join(safe_link(url, label) for url, label in links if label and (url or label == reference.label))
    note = badge(say("browse.extrapolation"), "warn") if reference.extrapolation else ""
    return shown + " " + note + tag("span", escape(" " + say("cite.line", first=reference.lines.first)), class_="dr-hint")
