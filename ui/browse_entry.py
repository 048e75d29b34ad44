"""Entries of the digest: as a list under a heading, a topic's page, one entry's page."""

from __future__ import annotations

from collections.abc import Sequence

from query.browse.around import Term
from query.browse.pages import RuleLine
from query.browse.shelves import EntryPage, entry_page, topic_entries
from query.model import Place
from ui import state
from ui.engine import registry
from ui.html import badge, draw_html, escape, lang_tag, page_link, tag
from ui.named import card_links, title_of
from ui.words import all_words, say

SHOWN = 8
"""Entries of a list that are open; the rest is folded."""


def title(text: str, below: str = "") -> str:
    """The head of a page: what it is about, and a line beneath."""
    return tag("h1", escape(text), class_="dr-title") + (tag("p", escape(below), class_="dr-hint") if below else "")


def topic_name(topic: str) -> str:
    """A topic of the digest in the interface's language."""
    key = f"topic.{topic}"
    return say(key) if key in all_words() else topic.replace("-", " ").capitalize()


def term_link(page: str, name: str, term: Term) -> str:
    """A link to a concept's or a timing's page."""
    return page_link(state.link(page, **{name: term.id}), label_of(term), class_="dr-badge link")


def label_of(term: Term) -> str:
    """Its label in the interface's language, else in any."""
    return term.labels.get(state.lang()) or next(iter(term.labels.values()), term.id)


def entries_html(head: str, rules: Sequence[RuleLine], *, shown: int = SHOWN) -> str:
    """A list of entries under a heading; nothing where there are none."""
    if not rules:
        return ""
    first = tag("ul", "".join(_entry(r) for r in rules[:shown]), class_="dr-entries")
    more = rules[shown:]
    if more:
        summary = tag("summary", escape(say("browse.more", n=len(more))))
        rest = tag("ul", "".join(_entry(r) for r in more), class_="dr-entries")
        first += tag("details", summary + rest, class_="dr-more")
    return (tag("h2", escape(head)) if head else "") + first


def kind_name(kind: str) -> str:
    """What kind of entry it is, in the interface's language."""
    return say(f"browse.kind.{kind}") if f"browse.kind.{kind}" in all_words() else kind


def _entry(rule: RuleLine) -> str:
    """What it says, with a link that opens what it rests on; exceptions and what holds in one place only are marked."""
    marks = badge(kind_name(rule.kind), "warn") if rule.kind == "exception" else ""
    marks += badge(say(f"territory.{rule.territory}"), "territory") if rule.territory in ("OCG", "TCG") else ""
    text = escape(rule.text.get(state.lang()) or rule.text["en"])
    opens = tag(
        "a",
        f"[{len(rule.cites)}]",
        href=state.link("browse", rule=rule.id),
        data_sheet=rule.id,
        target="_self",
        class_="dr-ref",
        aria_label=say("browse.entry-sources", n=len(rule.cites)),
    )
    return tag("li", tag("p", f"{text} {opens} {marks}"))


def _place(place: Place) -> str:
    known = registry().get(place.source)
    first, last = place.lines
    at = say("cite.line", first=first) if first == last else say("cite.lines", first=first, last=last)
    where = f"{title_of(known, place.source)}, {at}"
    return page_link(state.link("browse", source=place.source, line=str(first)), where)


def draw_topic(topic: str) -> None:
    """Draws a topic's entries with their citations."""
    rules = topic_entries(topic)
    draw_html(title(topic_name(topic), say("browse.entries", n=len(rules))) + entries_html("", rules, shown=len(rules)))


def draw_entry(name: str) -> None:
    """Draws one entry: its text in both languages, what it rests on, what it has to do with."""
    page = entry_page(name)
    rule = page.rule
    draw_html(title(topic_name(page.topic), rule.id) + _marks(page) + _both(rule) + _rests(rule) + _prevails(page))
    lists = [("overrides", page.overrides), ("overridden", page.overridden_by), ("conflicts", page.conflicts)]
    draw_html("".join(entries_html(say(f"browse.{key}"), rules) for key, rules in lists) + _about(page))


def _marks(page: EntryPage) -> str:
    rule = page.rule
    marks = badge(kind_name(rule.kind), "warn" if rule.kind == "exception" else "")
    marks += badge(say(f"territory.{rule.territory}"), "territory")
    marks += page_link(state.link("browse", topic=page.topic), say("browse.whole-topic"))
    return tag("p", marks, class_="dr-badges")


def _both(rule: RuleLine) -> str:
    """The texts side by side, the interface's language first."""
    order = (state.lang(), state.other_lang())
    sides = "".join(
        tag(
            "div",
            tag("p", escape(say(f"cite.in.{lang}")), class_="dr-side-label") + tag("p", escape(rule.text[lang])),
            class_="dr-side",
            lang=lang_tag(lang),
        )
        for lang in order
    )
    return tag("div", sides, class_="dr-pair")


def _lang(source: str) -> str:
    known = registry().get(source)
    return lang_tag(known.lang if known else "en")


def _rests(rule: RuleLine) -> str:
    items = "".join(
        tag(
            "li",
            _place(p)
            + (tag("p", escape(p.section), class_="dr-path", lang=_lang(p.source)) if p.section else "")
            + (tag("p", escape(say("cite.further", what=p.further)), class_="dr-further") if p.further else ""),
        )
        for p in rule.cites
    )
    return tag("h2", escape(say("cite.rests-on"))) + tag("ul", items, class_="dr-entries")


def _prevails(page: EntryPage) -> str:
    why = page.prevails.get(state.lang(), "")
    return tag("p", escape(say("browse.prevails", why=why)), class_="dr-care") if why else ""


def _about(page: EntryPage) -> str:
    links = [term_link("browse", "concept", t) for t in page.concepts] + [term_link("turn", "at", t) for t in page.timing]
    links += card_links(page.cards)
    return tag("h2", escape(say("browse.about"))) + tag("p", "".join(links), class_="dr-badges") if links else ""
