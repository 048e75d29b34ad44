"""Browse: concepts, sources, topics and entries of the digest, each by its own address; a search over all of them."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from kb.errors import UnknownName
from query.browse.document import built_sources
from query.browse.shelves import Hit, find, topics
from ui import state
from ui.browse_concept import draw_concept
from ui.browse_entry import draw_entry, draw_topic, title, topic_name
from ui.browse_source import draw_source
from ui.cite import source_badges
from ui.engine import registry
from ui.html import badge, escape, headed, lang_tag, notice, page_link, tag
from ui.named import edition_of, title_of, with_names
from ui.translated import told
from ui.words import all_words, say, say_in

BOX, SEEN = "dr-find", "dr-find-seen"
MAX_WORDS = 200
KINDS = ("concept", "timing", "topic", "source")
SHOWS = {"concept": draw_concept, "source": draw_source, "topic": draw_topic, "rule": draw_entry}


def page() -> None:
    """Draws what the address names: `find`, `concept`, `source`, `topic` or `rule`; without any, what there is."""
    chosen = next((name for name in SHOWS if state.param(name)), "")
    if not chosen:
        st.html(title(say("browse.title"), say("browse.lead")))
    _form()
    if chosen:
        try:
            with headed(say("browse.title")):
                SHOWS[chosen](state.param(chosen))
        except UnknownName as error:
            notice(_named(told(str(error))), "error")
            _shelves()
    elif state.param("find"):
        _found(state.param("find"))
    else:
        _shelves()


def _named(message: str) -> str:
    """The message with topics and documents by their names."""
    names = {topic: topic_name(topic) for topic in topics()} | {s.id: title_of(s, s.id) for s in registry().values()}
    return with_names(message, names)


def _form() -> None:
    words = state.param("find")
    if st.session_state.get(SEEN) != words or BOX not in st.session_state:
        st.session_state[SEEN] = st.session_state[BOX] = words
    with (
        st.form("dr-look", border=False),
        st.container(key="dr-look-row", horizontal=True, vertical_alignment="bottom", gap="small"),
    ):
        st.text_input(say("browse.find"), key=BOX, max_chars=MAX_WORDS, placeholder=say("browse.placeholder"))
        st.form_submit_button(say("browse.button"), on_click=_submit)


def _submit() -> None:
    typed = " ".join(st.session_state[BOX].split())
    gone = dict.fromkeys((*SHOWS, "line", "from"), "")
    state.set_params(**gone, find=typed)


def _found(words: str) -> None:
    names: dict[str, dict[str, str]] = {t: {lang: _in(lang, t) for lang in state.LANGS} for t in topics()}
    hits = find(words, topic_names=names)
    if not hits:
        st.html(tag("p", escape(say("browse.nothing", words=words)), role="status"))
        return
    st.html(tag("p", escape(say("browse.hits", n=len(hits))), class_="dr-hint", role="status"))
    st.html("".join(_group(kind, [h for h in hits if h.kind == kind]) for kind in KINDS))


def _in(lang: str, topic: str) -> str:
    return say_in(lang, f"topic.{topic}") if f"topic.{topic}" in all_words() else topic.replace("-", " ")


def _group(kind: str, hits: Sequence[Hit]) -> str:
    items = "".join(tag("li", _hit(h)) for h in hits)
    return tag("h2", escape(say(f"browse.found.{kind}"))) + tag("ul", items, class_="dr-entries tight") if hits else ""


def _hit(hit: Hit) -> str:
    here, other = state.lang(), state.other_lang()
    label = hit.labels.get(here) or next(iter(hit.labels.values()), hit.id)
    beside = hit.labels.get(other, "")
    page, name = ("turn", "at") if hit.kind == "timing" else ("browse", hit.kind)
    link = page_link(state.link(page, **{name: hit.id}), label)
    shown = tag("span", escape(f" {beside}"), class_="dr-hint", lang=lang_tag(other))
    return link + (shown if beside and beside != label else "")


def _shelves() -> None:
    items = "".join(
        tag("li", page_link(state.link("browse", topic=t), topic_name(t)) + tag("span", f" {n}", class_="dr-hint"))
        for t, n in topics().items()
    )
    st.html(tag("h2", escape(say("browse.topics"))) + tag("ul", items, class_="dr-shelf"))
    built = built_sources()
    sources = sorted(registry().values(), key=lambda s: (s.id not in built, s.title))
    rows = "".join(
        tag(
            "li",
            page_link(state.link("browse", source=s.id), title_of(s, s.id))
            + ("" if s.id in built else " " + badge(say("browse.absent")))
            + source_badges(s.authority, edition_of(s), s.territory),
        )
        for s in sources
    )
    st.html(tag("h2", escape(say("browse.sources"))) + tag("ul", rows, class_="dr-entries"))
