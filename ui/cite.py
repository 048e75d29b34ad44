"""Evidence: a line that names a citation and opens it, and the citation opened: what it says, in its place in the document."""

from __future__ import annotations

from collections.abc import Sequence

from kb.index.entry import Entry
from kb.model import AUTHORITIES, Lines, Source
from query.answer.originals import Original, Originals, Quoted, Shown
from query.model import Citation, Place
from ui import state
from ui.engine import originals
from ui.html import badge, escape, highlight, lang_tag, page_link, safe_link, tag
from ui.named import edition_of, title_of
from ui.words import all_words, say

AROUND = 3
"""Passages shown above and below the one that is cited."""


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
    found += [badge(say(f"territory.{territory}"), "territory", say("cite.territory"))] if territory not in ("", "both") else []
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


def address_of(citation: Citation) -> str:
    """Where a citation is read without its sheet: the line in its document, or the entry's page."""
    if citation.kind == "digest":
        return state.link("browse", rule=citation.id)
    return state.link("browse", source=citation.source, line=str(citation.lines[0]) if citation.lines else "")


def reference(citation: Citation, label: str, name: str | None = None, kind: str = "dr-ref") -> str:
    """A link that opens a citation's sheet; `label` is HTML, `name` what a screen reader says instead, `kind` a class."""
    return tag("a", label, href=address_of(citation), data_sheet=citation.id, target="_self", aria_label=name, class_=kind)


def rows(citations: Sequence[Citation], first: int = 1) -> str:
    """Citations as numbered lines: what each says in one language, whose word it is, and where; a press opens its sheet."""
    return (
        tag("ol", "".join(tag("li", _row(c, n)) for n, c in enumerate(citations, first)), class_="dr-rows") if citations else ""
    )


def _row(citation: Citation, number: int) -> str:
    said = tag("span", escape(citation.quote), class_="dr-row-said", lang=lang_tag(citation.lang))
    where = tag("span", escape(first_place(citation)), class_="dr-row-where")
    care = tag("span", "⚠ " + escape(citation.note), class_="dr-row-care") if citation.note else ""
    inside = tag("span", str(number), class_="dr-num") + tag("span", said + where + care, class_="dr-row-text")
    return reference(citation, inside, kind="dr-row")


def first_place(citation: Citation) -> str:
    """Document, line and authority of a citation; for an entry, of the first place it rests on, and how many more there are."""
    behind = originals()
    if citation.kind == "passage":
        named = title_of(behind.documents.get(citation.source), citation.title or citation.source)
        return _told(named, citation.lines, citation.authority)
    places = sorted(behind.shown(citation).originals, key=lambda o: _reading_order(o, citation.lang))
    if not places:
        return topic(citation)
    place, document = places[0].place, places[0].document
    more = f" +{len(places) - 1}" if len(places) > 1 else ""
    return _told(title_of(document, place.source), place.lines, document.authority if document else "") + more


def _told(title: str, lines: Lines | None, authority: str) -> str:
    at = say("cite.line", first=lines[0]) if lines else ""
    return " · ".join(part for part in (title, at, say(f"authority.{authority}") if authority else "") if part)


def opened(citation: Citation, *, about: str = "") -> str:
    """A citation opened: what it says, then where it stands, in its place; other places and the other language folded.

    `about` helps to find the sentence that is marked.
    """
    behind = originals()
    shown = behind.shown(citation, question=about)
    return _entry(shown, behind) if citation.kind == "digest" else _passage(shown, behind)


def _entry(shown: Shown, behind: Originals) -> str:
    citation = shown.citation
    said = tag("p", escape(citation.quote), lang=lang_tag(citation.lang), class_="dr-said")
    note = tag("p", escape(say("cite.own-words")), class_="dr-hint")
    where = badge(say(f"territory.{citation.territory}"), "territory") if citation.territory != "both" else ""
    head = said + note + (tag("p", where, class_="dr-badges") if where else "") + warning(citation.note)
    places = sorted(shown.originals, key=lambda o: _reading_order(o, citation.lang))
    found, others = "".join(_original(o, behind, whole=True) for o in places[:1]), places[1:]
    if others:
        summary = tag("summary", escape(say("cite.more-places", n=len(others))))
        found += tag("details", summary + "".join(_original(o, behind, whole=False) for o in others), class_="dr-more")
    return head + found + _other_language(shown)


def _other_language(shown: Shown) -> str:
    """What the entry says in the other language, folded."""
    texts = {lang: text for lang, text in shown.counterpart.items() if lang != shown.citation.lang}
    return "".join(
        tag(
            "details",
            tag("summary", escape(say(f"cite.in.{lang}"))) + tag("p", escape(text), lang=lang_tag(lang)),
            class_="dr-more",
        )
        for lang, text in texts.items()
    )


def _passage(shown: Shown, behind: Originals) -> str:
    citation = shown.citation
    lines = citation.lines or Lines(0, 0)
    place = Place(source=citation.source, file=citation.file, lines=lines)
    document = _document(behind, citation.source)
    found = Original(place=place, document=document, passages=(shown.quoted,))
    return warning(citation.note) + _original(found, behind, whole=True) + _other_language(shown)


def _document(behind: Originals, source: str) -> Source | None:
    return behind.documents.get(source)


def _reading_order(original: Original, lang: str) -> tuple[bool, bool, int, bool]:
    """What is not outdated, at hand, of high authority, and in the entry's language is read first."""
    document = original.document
    rank = AUTHORITIES.index(document.authority) if document else len(AUTHORITIES)
    return bool(original.newer), not original.passages, rank, bool(document and document.lang != lang)


def _original(original: Original, behind: Originals, *, whole: bool) -> str:
    """One place of a document; `whole`: with what stands above and below it."""
    place, document, passages = original.place, original.document, original.passages
    title = tag("p", escape(title_of(document, place.source)), class_="dr-original-title")
    issue = " · ".join(part for part in (edition_of(document), document.issued) if part) if document else ""
    badges = source_badges(document.authority, issue, document.territory) if document else ""
    heading = passages[0].citation.heading if passages else ()
    path = _path(heading or (place.section,), document.lang if document else "en") + _where(place, document)
    care = warning(say("cite.newer", titles=", ".join(title_of(d, d.id) for d in original.newer))) if original.newer else ""
    text = _in_place(original, behind, whole) if passages else _absent(title_of(document, place.source))
    further = tag("p", escape(say("cite.further", what=place.further)), class_="dr-further") if place.further else ""
    return tag(
        "div", title + badges + care + path + text + further + _links(place, document, bool(passages)), class_="dr-original"
    )


def _in_place(original: Original, behind: Originals, whole: bool) -> str:
    text = "".join(_marked(q, behind) for q in original.passages)
    if not whole:
        return text
    above, below = behind.around(original.place.source, original.place.lines, AROUND)
    shown = {q.citation.id for q in original.passages}
    return _beside([e for e in above if e.id not in shown]) + text + _beside([e for e in below if e.id not in shown])


def _marked(quoted: Quoted, behind: Originals) -> str:
    """The passage that is cited, and the mark that the original gives it."""
    mark = behind.mark_at(quoted.citation)
    return quote_html(quoted) + (tag("p", escape(say(f"browse.mark.{mark}")), class_="dr-where") if mark else "")


def _beside(entries: Sequence[Entry]) -> str:
    return "".join(tag("p", escape(e.text(e.lang)), class_="dr-beside", lang=lang_tag(e.lang)) for e in entries)


def _absent(title: str) -> str:
    return tag("p", escape(say("cite.absent", title=title)), class_="dr-absent")


def _path(heading: tuple[str, ...], lang: str) -> str:
    """The titles from the outermost in; the sign between them is not read out."""
    step = tag("span", " › ", aria_hidden="true")
    return tag("p", step.join(escape(h) for h in heading if h), class_="dr-path", lang=lang_tag(lang))


def _where(place: Place, document: Source | None) -> str:
    """The lines, and when the document was issued."""
    first, last = place.lines
    parts = [say("cite.lines" if first != last else "cite.line", first=first, last=last)] if first else []
    parts += [document.issued] if document and document.issued else []
    return tag("p", escape(" · ".join(parts)), class_="dr-where") if parts else ""


def _links(place: Place, document: Source | None, built: bool) -> str:
    """To the line in the document, and to the document's own site if it has one."""
    label = say("cite.open" if built else "cite.about")
    found = [page_link(state.link("browse", source=place.source, line=str(place.lines[0]) if built else ""), label)]
    found += [safe_link(document.url, say("cite.site"))] if document and document.url else []
    return tag("p", " ".join(found), class_="dr-links")
