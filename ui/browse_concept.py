"""A concept's page: its names, definition, exceptions, rules, cards, neighbours, and where documents speak of it."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from query.browse.around import Term
from query.browse.pages import ConceptPage, RuleLine, concept_page
from query.browse.passages import PassageLine
from query.browse.shelves import cards_of
from ui import state
from ui.browse_entry import entries_html, label_of, term_link, title
from ui.engine import law, registry, where
from ui.html import draw_html, escape, lang_tag, page_link, tag
from ui.named import card_links, title_of
from ui.picture import Line, Node, draw_graph
from ui.words import all_words, say

MOST_NARROWER = 12
"""Boxes of one column of the picture."""
MOST_CARDS = 8
"""Cards that are shown at once."""


def draw_concept(name: str) -> None:
    """Draws the page of the concept that a name means."""
    page = _page(name, *where())
    draw_html(_head(page))
    definitions, exceptions, others = _sorted(page.rules)
    draw_html(entries_html(say("browse.definition"), definitions, shown=3))
    _neighbours(page)
    draw_html(entries_html(say("browse.exceptions"), exceptions))
    draw_html(entries_html(say("browse.rules"), others) or tag("p", escape(say("browse.no-rules")), class_="dr-hint"))
    draw_html(_cards(page.id) + _said(page))


@st.cache_data(max_entries=256, show_spinner=False)
def _page(name: str, home: str, sources: str, mark: str) -> ConceptPage:
    return concept_page(name)


def _sorted(rules: Sequence[RuleLine]) -> tuple[list[RuleLine], list[RuleLine], list[RuleLine]]:
    """Definitions, exceptions and what overrides others, all else."""
    definitions = [r for r in rules if r.kind == "definition"]
    exceptions = [r for r in rules if r.kind == "exception" or (r.overrides and r.kind != "definition")]
    return definitions, exceptions, [r for r in rules if r not in definitions and r not in exceptions]


def _head(page: ConceptPage) -> str:
    lang = state.lang()
    label = page.labels.get(lang) or page.id
    key = f"browse.category.{page.category}"
    names = "".join(_names(page, other) for other in ("en", "zh", "ja") if page.labels.get(other))
    also = "".join(term_link("browse", "concept", t) for t in page.also)
    timing = _timing(page)
    return (
        title(label, say(key) if key in all_words() else page.category)
        + tag("dl", names, class_="dr-names")
        + (tag("p", escape(say("browse.also-means")) + also, class_="dr-badges") if also else "")
        + (tag("p", timing) if timing else "")
    )


def _names(page: ConceptPage, lang: str) -> str:
    others = ", ".join((*page.aliases.get(lang, ()), *page.slang.get(lang, ())))
    inside = tag("b", escape(page.labels[lang])) + (tag("span", escape(f" · {others}"), class_="dr-hint") if others else "")
    return tag("dt", escape(say(f"cite.in.{lang}"))) + tag("dd", inside, lang=lang_tag(lang))


def _timing(page: ConceptPage) -> str:
    """A link to the part of the turn of this name."""
    if page.id not in {t.id for t in law().timings}:
        return ""
    return page_link(state.link("turn", at=page.id), say("browse.in-turn"))


def _neighbours(page: ConceptPage) -> None:
    """The picture: what it belongs to, itself, what belongs to it and what is near it; each box leads to its page."""
    around = (*page.broader, *page.narrower, *page.related)
    if not around:
        return
    draw_html(tag("h2", escape(say("browse.neighbours"))))
    nodes = [_node(t, 0) for t in page.broader[:MOST_NARROWER]]
    nodes.append(Node(id=page.id, label=page.labels.get(state.lang(), page.id), layer=1, kind="concept", strong=True))
    known = {n.id for n in nodes}
    right = {t.id: t for t in (*page.narrower, *page.related) if t.id not in known}
    nodes += [_node(t, 2) for t in list(right.values())[:MOST_NARROWER]]
    lines = [Line(start=t.id, end=page.id, label=say("browse.broader")) for t in page.broader]
    lines += [Line(start=page.id, end=t.id, label=say("browse.narrower")) for t in page.narrower]
    lines += [Line(start=page.id, end=t.id, label=say("browse.related")) for t in page.related]
    draw_graph(nodes, lines, title=say("browse.neighbours"))
    left = len(right) - MOST_NARROWER
    if left > 0:
        links = "".join(term_link("browse", "concept", t) for t in list(right.values())[MOST_NARROWER:])
        summary = tag("summary", escape(say("browse.more", n=left)))
        draw_html(tag("details", summary + tag("p", links, class_="dr-badges"), class_="dr-more"))


def _node(term: Term, layer: int) -> Node:
    return Node(id=term.id, label=label_of(term), layer=layer, kind="concept", href=state.link("browse", concept=term.id))


def _cards(concept: str) -> str:
    cards = cards_of(concept)
    if not cards:
        return ""
    links = card_links(cards)
    shown, rest = "".join(links[:MOST_CARDS]), links[MOST_CARDS:]
    summary = tag("summary", escape(say("browse.more", n=len(rest))))
    more = tag("details", summary + tag("p", "".join(rest), class_="dr-badges"), class_="dr-more") if rest else ""
    return tag("h2", escape(say("browse.cards"))) + tag("p", shown, class_="dr-badges") + more


def _said(page: ConceptPage) -> str:
    """How often each document names it, and the passages that say most."""
    if not page.mentioned:
        return tag("h2", escape(say("browse.documents"))) + tag("p", escape(say("browse.not-mentioned")), class_="dr-hint")
    known = registry()
    counts = "".join(
        tag(
            "li",
            page_link(state.link("browse", source=s), title_of(known.get(s), s))
            + " "
            + tag("span", escape(say("browse.passages", n=n)), class_="dr-hint"),
        )
        for s, n in page.mentioned.items()
    )
    best = "".join(_quote(p) for p in page.passages)
    return tag("h2", escape(say("browse.documents"))) + tag("ul", counts, class_="dr-entries tight") + best


def _quote(passage: PassageLine) -> str:
    known = registry().get(passage.source)
    lang = lang_tag(known.lang if known else "en")
    link = page_link(
        state.link("browse", source=passage.source, line=str(passage.lines.first)),
        f"{title_of(known, passage.source)}, {say('cite.line', first=passage.lines.first)}",
    )
    path = tag("p", escape(" › ".join(passage.heading)), class_="dr-path", lang=lang)
    text = tag("blockquote", tag("p", escape(passage.quote)), class_="dr-quote", lang=lang)
    return tag("article", path + text + tag("p", link, class_="dr-where"), class_="dr-cite plain")
