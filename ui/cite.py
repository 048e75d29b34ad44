"""One piece of evidence as a card: where it stands, how much it weighs, what it says, what to watch out for."""

from __future__ import annotations

import streamlit as st

from kb.model import AUTHORITIES, Lines, Source
from query.answer.originals import Original, Originals, Quoted, Shown
from query.model import Citation, Place
from ui import state
from ui.engine import originals
from ui.html import badge, escape, highlight, lang_tag, page_link, safe_link, tag
from ui.words import all_words, say


def citation_card(citation: Citation, number: int, *, question: str = "") -> None:
    """Draws the card; `number` is the one by which the answer's steps refer to it."""
    st.html(citation_html(citation, number, question=question))


def citation_html(citation: Citation, number: int, *, question: str = "", behind: Originals | None = None) -> str:
    """The card as HTML. `question` helps to find the sentence that is highlighted; `behind` saves opening it for each card."""
    shown = (behind or originals()).shown(citation, question=question)
    inside = _digest_card(shown) if citation.kind == "digest" else _passage_card(shown)
    name = topic(citation) if citation.kind == "digest" else citation.title or citation.source
    head = tag("h3", tag("span", str(number), class_="dr-num") + escape(name), id=f"cite-{number}-title")
    return tag("article", head + inside, class_="dr-cite", id=f"cite-{number}", aria_labelledby=f"cite-{number}-title")


def topic(citation: Citation) -> str:
    """What part of the digest an entry belongs to, in the interface's language."""
    name = citation.heading[0] if citation.heading else citation.id.split(".")[0]
    key = f"topic.{name}"
    return say(key) if key in all_words() else name.replace("-", " ").capitalize()


def source_badges(authority: str, edition: str, territory: str) -> str:
    """Authority, edition and territory as labels."""
    kind = "ruling" if authority == "official-ruling" else authority
    found = [badge(say(f"authority.{authority}"), kind, say("cite.authority"))]
    found += [badge(edition, "edition", say("cite.edition"))] if edition else []
    found += [badge(say(f"territory.{territory}"), "territory", say("cite.territory"))] if territory else []
    return tag("p", "".join(found), class_="dr-badges")


def warning(text: str) -> str:
    """A line to read with care."""
    return tag("p", tag("span", "⚠ ", aria_hidden="true") + escape(text), class_="dr-care") if text else ""


def quote_html(quoted: Quoted) -> str:
    """A passage with the sentence that says it highlighted, under the line that introduces it."""
    citation = quoted.citation
    under = tag("p", escape(quoted.under), class_="dr-under") if quoted.under else ""
    text = tag("p", highlight(citation.quote, *quoted.telling))
    return tag("blockquote", under + text, lang=lang_tag(citation.lang), class_="dr-quote")


def _side(lang: str, text: str, kind: str) -> str:
    label = tag("p", escape(say(f"cite.in.{lang}")) + kind, class_="dr-side-label")
    return tag("div", label + text, class_="dr-side", lang=lang_tag(lang))


def _digest_card(shown: Shown) -> str:
    citation = shown.citation
    order = sorted(shown.counterpart, key=lambda lang: lang != citation.lang)
    note = escape(say("cite.own-words"))
    sides = [_side(lang, tag("p", escape(shown.counterpart[lang])), f" · {note}") for lang in order]
    sides = sides or [_side(citation.lang, tag("p", escape(citation.quote)), f" · {note}")]
    badges = source_badges(citation.authority, "", citation.territory)
    return badges + warning(citation.note) + tag("div", "".join(sides), class_="dr-pair") + _originals(shown)


def _passage_card(shown: Shown) -> str:
    citation = shown.citation
    badges = source_badges(citation.authority, citation.edition, citation.territory)
    sides = [_side(citation.lang, quote_html(shown.quoted), f" · {escape(say('cite.original'))}")]
    sides += [
        _side(lang, tag("p", escape(text)), f" · {escape(say('cite.own-words'))}")
        for lang, text in shown.counterpart.items()
        if lang != citation.lang
    ]
    path = _path(citation.heading, citation.lang) + _where(citation.source, citation.lines)
    return badges + path + warning(citation.note) + tag("div", "".join(sides), class_="dr-pair")


def _originals(shown: Shown) -> str:
    """What the entry rests on: one place open, best one at hand, not outdated and in the entry's language; others folded."""
    if not shown.originals:
        return ""
    first, *others = sorted(shown.originals, key=lambda o: _reading_order(o, shown.citation.lang))
    found = tag("p", escape(say("cite.rests-on")), class_="dr-rests") + _original(first)
    if others:
        summary = tag("summary", escape(say("cite.more-places", n=len(others))))
        found += tag("details", summary + "".join(_original(o) for o in others), class_="dr-more")
    return found


def _reading_order(original: Original, lang: str) -> tuple[bool, bool, bool, int]:
    document = original.document
    rank = AUTHORITIES.index(document.authority) if document else len(AUTHORITIES)
    return not original.passages, bool(original.newer), bool(document and document.lang != lang), rank


def _original(original: Original) -> str:
    place, document = original.place, original.document
    title = tag("p", escape(document.title if document else place.source), class_="dr-original-title")
    badges = source_badges(document.authority, document.edition, document.territory) if document else ""
    passages = original.passages
    heading = passages[0].citation.heading if passages else ()
    lang = document.lang if document else "en"
    path = _path(heading or (place.section,), lang) + _where(place.source, place.lines, document)
    care = warning(say("cite.newer", titles=", ".join(original.newer))) if original.newer else ""
    text = "".join(quote_html(q) for q in passages) or _absent(place)
    further = tag("p", escape(say("cite.further", what=place.further)), class_="dr-further") if place.further else ""
    return tag("div", title + badges + path + care + text + further, class_="dr-original")


def _absent(place: Place) -> str:
    return tag("p", escape(say("cite.absent", file=place.file or place.source)), class_="dr-absent")


def _path(heading: tuple[str, ...], lang: str) -> str:
    """The titles from the outermost in; the sign between them is not read out."""
    step = tag("span", " › ", aria_hidden="true")
    return tag("p", step.join(escape(h) for h in heading if h), class_="dr-path", lang=lang_tag(lang))


def _where(source: str, lines: Lines | None, document: Source | None = None) -> str:
    """The lines, a link to the source's page, and one to the document's own site if it has one."""
    parts = []
    if lines:
        parts.append(escape(say("cite.lines" if lines[0] != lines[1] else "cite.line", first=lines[0], last=lines[1])))
    parts.append(page_link(state.link("browse", source=source), say("cite.open")))
    if document and document.url:
        parts.append(safe_link(document.url, say("cite.site")))
    return tag("p", " · ".join(parts), class_="dr-where")
