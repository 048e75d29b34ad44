"""Card check: a card by name or by its text, every effect at every timing of the Damage Step, and why."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from kb.cards.record import Card
from kb.errors import AmbiguousName, BadInput, UnknownName
from kb.law.laws import TERRITORIES
from query.card.check import CardCheck, check_pasted
from query.card.effects import MAX_TEXT
from query.card.labels import kind_words
from query.card.page import CardPage, OfficialAnswer, card_page
from query.card.pasted import named_kind
from query.card.related import Related, related_cards
from query.model import Citation
from ui import state
from ui.card_look import card_head
from ui.card_table import checked_html
from ui.cite import rows
from ui.engine import cards, law, laws, where
from ui.html import badge, escape, lang_tag, notice, plain, tag
from ui.translated import told
from ui.words import say

KINDS = (
    "",
    "Effect Monster / Effect",
    *("Normal Spell", "Quick-Play Spell", "Continuous Spell", "Equip Spell", "Field Spell", "Ritual Spell"),
    *("Normal Trap", "Continuous Trap", "Counter Trap"),
)
"""What a pasted text may stand on; the first lets the text tell."""
NAME, TEXT, KIND, WHERE = "dr-card-name", "dr-card-text", "dr-card-kind", "dr-card-where"
MOST = 12
RELATED = 24
"""Related cards that are shown of each sort."""


def page() -> None:
    """Draws the page of the card or the text in the address."""
    name, text = state.param("name"), state.param("text")
    title = tag("h1", escape(say("card.title")), class_="dr-title dr-hidden" if name else "dr-title")
    st.html(title + ("" if name or text else tag("p", escape(say("card.lead")), class_="dr-lead")))
    _search(name)
    if not name:
        _paste(text)
    if name or text:
        _shown(name, text)
    if name:
        _paste(text)


def _shown(name: str, text: str) -> None:
    """The card or the text, judged; below it, for which territories."""
    try:
        _named(name) if name else _pasted(text)
        _choose_territory()
    except AmbiguousName as error:
        _offer(error.offered)
    except (UnknownName, BadInput) as error:
        notice(told(str(error)), "error")


def _search(name: str) -> None:
    if cards() is None:
        notice(say("card.not-built"))
        return
    if st.session_state.get(f"{NAME}-seen") != name:
        st.session_state[f"{NAME}-seen"] = st.session_state[NAME] = name
    with (
        st.form("dr-card", border=False),
        st.container(key="dr-card-row", horizontal=True, vertical_alignment="bottom", gap="small"),
    ):
        st.text_input(
            say("card.name"), key=NAME, max_chars=200, placeholder=say("card.name-example"), label_visibility="collapsed"
        )
        st.form_submit_button(say("card.find"), type="primary", on_click=_find)


def _find() -> None:
    state.set_params(name=" ".join(st.session_state[NAME].split()), text="", kind="")


def _paste(text: str) -> None:
    chosen = state.param("kind")
    if st.session_state.get(f"{TEXT}-seen") != (text, chosen):
        st.session_state[f"{TEXT}-seen"] = text, chosen
        st.session_state[TEXT], st.session_state[KIND] = text, chosen if chosen in KINDS else ""
    with st.expander(say("card.paste"), expanded=bool(text) or cards() is None), st.form("dr-paste", border=False):
        st.text_area(say("card.text"), key=TEXT, max_chars=MAX_TEXT, height=140)
        st.selectbox(say("card.kind"), KINDS, key=KIND, format_func=_kind_name)
        st.form_submit_button(say("card.check"), on_click=_check)


def _kind_name(kind: str) -> str:
    found = named_kind(kind) if kind else None
    return kind_words(found, state.lang()) if found else say("card.kind-unknown")


def _check() -> None:
    state.set_params(text=st.session_state[TEXT].strip(), kind=st.session_state[KIND], name="")


def _territories() -> Sequence[str]:
    chosen = state.param("in")
    return (chosen,) if chosen in TERRITORIES else TERRITORIES


def _choose_territory() -> None:
    chosen = state.param("in")
    st.segmented_control(
        say("card.territory"),
        ("both", *TERRITORIES),
        default=chosen if chosen in TERRITORIES else "both",
        key=WHERE,
        format_func=lambda where: say(f"territory.{where}"),
        on_change=lambda: state.set_params(**{"in": st.session_state[WHERE] if st.session_state[WHERE] in TERRITORIES else ""}),
    )


def _offer(names: Sequence[str]) -> None:
    """Cards that the name may mean, to choose from."""
    st.html(tag("p", escape(say("card.which"))))
    for number, name in enumerate(names[:MOST]):
        st.button(plain(name), key=f"dr-offer-{number}", on_click=state.set_params, kwargs={"name": _number(name)})


def _number(offered: str) -> str:
    """The number at the end of an offered name: two cards may share the name itself."""
    return offered.rpartition(" (")[2].rstrip(")").rpartition(", ")[2]


def _pasted(text: str) -> None:
    kind = named_kind(state.param("kind")) if state.param("kind") in KINDS[1:] else None
    found = check_pasted(text, laws=laws().each(), kind=kind)
    for check in found:
        if len(found) > 1:
            st.html(tag("h2", escape(say("card.as") + " " + " / ".join(kind_words(k, state.lang()) for k in check.kinds))))
        _draw(check)


def _named(name: str) -> None:
    if cards() is None:
        return
    found = _page(name, state.lang(), *where())
    library = cards()
    called = nicknames(library.nicknames.of(found.card.names.get("en", ""))) if library else ()
    also = tag("p", escape(say("card.called", names=" · ".join(called))), class_="dr-hint") if called else ""
    st.html(tag("div", card_head(found.card) + also, class_="dr-card-head"))
    if found.check is not None:
        _draw(found.check)
    _draw_evidence(found)
    _draw_related(found.card)


def nicknames(names: Sequence[str]) -> list[str]:
    """The nicknames that players of the page's language use: in English those in Latin letters."""
    return [name for name in names if state.lang() == "zh" or name.isascii()]


@st.cache_data(max_entries=128, show_spinner=False)
def _page(name: str, lang: str, home: str, sources: str, mark: str) -> CardPage:
    """Home, sources and mark only name what the page was made from."""
    return card_page(name, laws=laws().each(), lang="zh" if lang == "zh" else "en", home=Path(home))


def _draw(check: CardCheck) -> None:
    st.html(checked_html(check, _territories(), law()))


@st.cache_data(max_entries=128, show_spinner=False)
def _related(card: str, home: str, sources: str, mark: str) -> Related:
    """Home, sources and mark only name what the cards were read from."""
    library = cards()
    found = library.store.get(card) if library else None
    return related_cards(found, library.store) if library and found else Related((), ())


def _draw_evidence(found: CardPage) -> None:
    parts = (("rules", found.rules), ("stops", found.stops), ("passages", found.passages))
    inside = "".join(_folded(f"card.{name}", len(some[:MOST]), rows(some[:MOST])) for name, some in parts)
    inside += _folded("card.answers", len(found.answers[:MOST]), "".join(_answer(a) for a in found.answers[:MOST]))
    if inside:
        st.html(inside)


def _draw_related(card: Card) -> None:
    beside = _related(card.id, *where())
    parts = (("card.names", beside.named), ("card.named-by", beside.naming))
    if inside := "".join(_folded(key, len(some), _heads(some)) for key, some in parts):
        st.html(inside)


def _heads(found: Sequence[Card]) -> str:
    """Cards as links to their pages; how many more there are."""
    shown = "".join(tag("li", card_head(card, linked=True, level="h3")) for card in found[:RELATED])
    left = len(found) - RELATED
    more = tag("p", escape(say("card.more-cards", count=str(left))), class_="dr-hint") if left > 0 else ""
    return tag("ul", shown, class_="dr-heads") + more


def _folded(key: str, count: int, inside: str) -> str:
    if not count:
        return ""
    return tag("details", tag("summary", escape(f"{say(key)} ({count})")) + inside, class_="dr-more")


def _answer(one: OfficialAnswer) -> str:
    head = " · ".join(w for w in (one.date, f"Q&A {one.id}" if one.id else "") if w)
    status = badge(one.status, "warn") if one.status else ""
    return tag(
        "article",
        tag("p", tag("strong", escape(head)) + " " + status) + _said(one.question) + _said(one.answer),
        class_="dr-cite",
    )


def _said(said: Sequence[Citation]) -> str:
    return "".join(tag("p", escape(c.quote), lang=lang_tag(c.lang)) for c in said)
