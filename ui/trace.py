"""How an answer was found, as a picture: question, terms, entries, places."""

from __future__ import annotations

import streamlit as st

from kb.model import Rule
from query.engine import Engine
from query.model import Answer, Understood
from ui import state
from ui.named import title_of
from ui.picture import Line, Node, draw_graph
from ui.words import say

SHOWN_ENTRIES = 5
BESIDE = frozenset({"broader", "related", "partOf", "overrides", "conflictsWith"})
"""Relations between things that stand under each other in the picture."""


def draw_trace(answer: Answer, engine: Engine) -> None:
    """Draws the picture, which searches ran and how long it took."""
    with st.expander(say("ask.found")):
        nodes, lines = picture_of(answer, engine)
        draw_graph(nodes, lines, title=say("ask.found-title"))
        searches = ", ".join(_search(name) for name in answer.trace.searched)
        took = say("ask.took", ms=round(answer.latency_ms), searches=searches, entries=len(answer.trace.tried))
        st.caption(took)


def _search(name: str) -> str:
    return say(f"search.{name}") if name in ("bm25", "vectors", "graph") else name


def picture_of(answer: Answer, engine: Engine) -> tuple[list[Node], list[Line]]:
    """Boxes and lines of the picture; places only of the entries that are shown."""
    trace, lang = answer.trace, answer.question.lang
    entries = [i for i in trace.tried if i in engine.rules][:SHOWN_ENTRIES]
    nodes = {"question": Node(id="question", label=answer.question.text, kind="question")}
    nodes |= {u.id: _term(u) for u in answer.question.understood}
    nodes |= {i: _entry(engine.rules[i], lang, decided=i == trace.fired) for i in entries}
    lines = []
    for start, how, end in trace.edges:
        if start in entries and how == "cites":
            nodes.setdefault(end, _place(end, engine))
        if start in nodes and end in nodes and how not in BESIDE:
            lines.append(Line(start=end, end=start) if nodes[start].layer > nodes[end].layer else Line(start=start, end=end))
    return list(nodes.values()), lines


def _term(term: Understood) -> Node:
    """A term and the page about it."""
    hrefs = {"timing": ("turn", {"at": term.id}), "card": ("card", {"name": term.label})}
    page, values = hrefs.get(term.kind, ("browse", {"concept": term.id}))
    return Node(id=term.id, label=term.label, layer=1, kind=term.kind, href=state.link(page, **values))


def _entry(rule: Rule, lang: str, *, decided: bool) -> Node:
    return Node(id=rule.id, label=rule.zh if lang == "zh" else rule.en, layer=2, kind="rule", strong=decided)


def _place(name: str, engine: Engine) -> Node:
    """A place in a document, named `source:line`."""
    source, _, line = name.rpartition(":")
    title = title_of(engine.documents.get(source), source)
    href = state.link("browse", source=source, line=line)
    return Node(id=name, label=f"{say('cite.line', first=line)} · {title}", layer=3, kind="source", href=href)
