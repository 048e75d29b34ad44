"""What an answer leaves open, to be settled by a press: the facts that turn it, and the cards that a name may mean."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from query.model import Answer, Missing, NamedCard
from ui import state
from ui.engine import cards
from ui.html import escape, lang_tag, plain, tag
from ui.verdict import verdict_mark
from ui.words import say

CHOSEN = "if"
"""The parameter of the address that holds the option chosen."""
MOST_CARDS = 8
"""Cards that are offered for one name."""


def draw_open(answer: Answer, ask: Callable[[str], None]) -> None:
    """Draws the options of each missing fact, with the verdict of the one chosen, and the cards of each name that leaves a
    choice; `ask` is called with the question that names the card chosen."""
    for number, missing in enumerate(answer.missing):
        _fact(number, missing, answer.question.lang)
    for number, named in enumerate(answer.question.cards):
        _card(number, named, answer, ask)


def _fact(number: int, missing: Missing, lang: str) -> None:
    chosen = state.param(CHOSEN)
    st.caption(plain(say("open.fact", fact=missing.fact)))
    with st.container(key=f"dr-fact-{number}", horizontal=True, gap="small"):
        for option, (label, _) in enumerate(missing.options):
            icon = ":material/check:" if label == chosen else None
            st.button(plain(label), key=f"dr-option-{number}-{option}", icon=icon, on_click=_choose, args=(label,))
    verdict = dict(missing.options).get(chosen)
    if verdict is not None:
        then = escape(say("open.then", option=chosen))
        st.html(
            tag("p", f"{then} {verdict_mark(verdict, lang=lang)}", class_="dr-then", lang=lang_tag(lang), aria_live="polite")
        )


def _choose(label: str) -> None:
    """A second press on an option takes it back."""
    state.set_params(**{CHOSEN: "" if state.param(CHOSEN) == label else label})


def _card(number: int, named: NamedCard, answer: Answer, ask: Callable[[str], None]) -> None:
    names = [name for name in _names(named, answer.question.lang) if name != named.name]
    if not names:
        return
    st.caption(plain(say("open.card", mention=named.mention)))
    with st.container(key=f"dr-card-{number}", horizontal=True, gap="small"):
        for choice, name in enumerate(names):
            question = _with_name(answer.question.text, named, name)
            st.button(plain(name), key=f"dr-card-{number}-{choice}", on_click=ask, args=(question,))


def _names(named: NamedCard, lang: str) -> list[str]:
    """Names of the cards to choose from, in the question's language, likeliest first."""
    library = cards() if named.choices else None
    found = [library.store.get(str(i)) for i in named.choices[: MOST_CARDS + 1]] if library else []
    names = dict.fromkeys(card.name("zh" if lang == "zh" else "en") for card in found if card)
    return list(names)[:MOST_CARDS]


def _with_name(text: str, named: NamedCard, name: str) -> str:
    """The question with the card's whole name, in quotes, in place of what it was called."""
    first, end = named.span
    before, after = text[:first], text[end:]
    quoted = before[-1:] in tuple('"“「『《') and after[:1] in tuple('"”」』》')
    return f"{before}{name}{after}" if quoted else f'{before}"{name}"{after}'
