"""One item of the editors' queue: what was found, the places side by side, and each in its document."""

from __future__ import annotations

import streamlit as st

from kb.audit.corpus import Corpus
from kb.model import FoundAt
from kb.reviews.difference import Piece, difference
from kb.reviews.queue import Item
from ui import state
from ui.decide import draw_decision
from ui.engine import registry
from ui.finding_said import finding_in_chinese
from ui.html import badge, escape, notice, page_link, tag
from ui.named import title_of, with_names
from ui.translated import check_meaning
from ui.words import say

AROUND = 3
"""Lines of the document that are shown before and after a place."""
MOST = 12
"""Lines of a place that are shown."""
_KINDS = {"error": "dr-error", "warning": "warn", "info": ""}
_ERROR = "color:var(--dr-no);border-color:var(--dr-no-edge);background:var(--dr-no-bg)"


def draw_item(item: Item, corpus: Corpus) -> None:
    """Draws it, with what can be decided."""
    f = item.finding
    with st.container(border=True, key=f"dr-item-{item.id}", gap="small"):
        head = severity_badge(f.severity) + " " + badge(f.code) + " "
        st.html(head + tag("small", escape(item.id)) + _message(item, corpus))
        if item.reopened:
            notice(say("audit.reopened"), "warn")
        _places(f.places)
        if f.hint:
            st.html(tag("p", escape(_told(f.hint, corpus) or _english(f.hint)), class_="dr-hint"))
        draw_decision(item, {r.id: r for r in corpus.rules})
        for place in f.places:
            _in_place(place, corpus)


def severity_badge(severity: str) -> str:
    """A label in the colour of its severity: an error's is not a warning's."""
    if severity == "error":
        return tag("span", escape(say("audit.severity.error")), class_="dr-badge", style=_ERROR)
    return badge(say(f"audit.severity.{severity}"), _KINDS[severity])


def _english(text: str) -> str:
    """As the check words it, documents by their titles; an id that is a plain word stays: it may mean the word."""
    return with_names(text, {d.id: d.title for d in registry().values() if not d.id.isalpha()})


def _told(text: str, corpus: Corpus) -> str:
    """In Chinese where the page is; else empty, as where no translation is known."""
    told = finding_in_chinese(text, corpus.rules) if state.lang() == "zh" else ""
    for document in sorted(registry().values(), key=lambda d: -len(d.title)):
        told = told.replace(document.title, document.title_in("zh"))
    return with_names(told, {d.id: d.title_in("zh") for d in registry().values()})


def headline(item: Item, corpus: Corpus) -> str:
    """What the finding says, for a list; where the page's language has no words for it, what its check means."""
    message = item.finding.message
    return _told(message, corpus) or check_meaning(item.finding.code) or _english(message)


def _message(item: Item, corpus: Corpus) -> str:
    """What the finding says; where the page's language has no words for it, what its check means and then its own words."""
    if told := _told(item.finding.message, corpus):
        return tag("p", escape(told))
    meaning = check_meaning(item.finding.code)
    said = tag("p", escape(_english(item.finding.message)), lang="en", class_="dr-hint" if meaning else None)
    return (tag("p", escape(meaning)) if meaning else "") + said


def _places(places: tuple[FoundAt, ...]) -> None:
    """The first two side by side, what differs marked; on a phone one below the other."""
    marked: list[list[Piece]] = [[(p.quote, False)] for p in places]
    if len(places) > 1:
        marked[:2] = difference(places[0].quote, places[1].quote)
    boxes = "".join(
        tag("div", tag("small", escape(where(place))) + tag("blockquote", _marked(pieces)), style="flex:1 1 16rem;min-width:0")
        for place, pieces in zip(places, marked, strict=True)
    )
    st.html(tag("div", boxes, style="display:flex;flex-wrap:wrap;gap:.75rem;overflow-wrap:anywhere"))


def where(place: FoundAt) -> str:
    """Source and lines, in the reader's language."""
    first, last = place.lines
    return f"{title_of(registry().get(place.source), place.source)} · " + (
        say("audit.line", line=first) if first == last else say("audit.lines", first=first, last=last)
    )


def _marked(pieces: list[Piece]) -> str:
    return "".join(tag("mark", escape(t)) if m else escape(t) for t, m in pieces)


def _in_place(place: FoundAt, corpus: Corpus) -> None:
    """The lines of the document around a place, those of the place marked, with the way to the document itself."""
    audited = corpus.by_source.get(place.source)
    if audited is None:
        return
    first, last = place.lines.first, min(place.lines.last, place.lines.first + MOST - 1)
    rows = []
    for number in range(max(1, first - AROUND), min(len(audited.printed), last + AROUND) + 1):
        text = escape(audited.printed[number - 1][:600]) or "&nbsp;"
        text = tag("mark", text) if first <= number <= last else text
        rows.append(tag("div", tag("small", f"{number} ", style="opacity:.7") + text))
    link = page_link(state.link("browse", source=place.source, line=str(first)), say("audit.to-document"))
    st.html(tag("details", tag("summary", escape(where(place))) + "".join(rows) + tag("p", link), open=""))
