"""A citation opened over the page that names it."""

from __future__ import annotations

from kb.errors import UnknownName
from kb.index.store import find_entry
from kb.model import Lang
from query.answer.cite import citation_of
from query.answer.entries import entry_citation
from query.model import Citation
from ui import state
from ui.cite import opened, topic
from ui.engine import engine
from ui.html import escape, tag
from ui.named import title_of


def sheet_html(name: str) -> str:
    """The sheet of an entry or passage by its id: a heading and what it says, in the state's language.

    Raises UnknownName if there is none by that id.
    """
    citation = _citation(name)
    title = topic(citation) if citation.kind == "digest" else title_of(engine().documents.get(citation.source), citation.title)
    return tag("h2", escape(title), id="dr-sheet-title") + opened(citation)


def _citation(name: str) -> Citation:
    asked = engine()
    lang: Lang = state.lang()
    entry = find_entry(asked.index, name)
    if entry is not None:
        return citation_of(entry, lang, asked.documents)
    if name in asked.rules:
        return entry_citation(asked.rules[name], lang, asked.documents)
    raise UnknownName(f"{name[:80]}: no entry or passage goes by that id. It may have changed with a new build.")
