"""What the URL holds: the language and what a page shows. Nothing is kept elsewhere, so that every address can be shared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal
from urllib.parse import urlencode

import streamlit as st

UiLang = Literal["en", "zh"]
LANGS: tuple[UiLang, ...] = ("en", "zh")
PAGES = ("ask", "card", "turn", "calc", "browse", "audit", "more")
"""Every page there may be, in the order in which they are offered; those without a module are not."""
MAX_PARAM = 20_000
"""Code points of a parameter that are read."""


_given: ContextVar[Mapping[str, str] | None] = ContextVar("given", default=None)


@contextmanager
def at(values: Mapping[str, str]) -> Iterator[None]:
    """Within, the address holds these parameters: for what is made outside a run of the page. `locale` is the browser's."""
    token = _given.set(values)
    try:
        yield
    finally:
        _given.reset(token)


def _held(name: str) -> str:
    given = _given.get()
    return str(st.query_params.get(name, "") if given is None else given.get(name, ""))


def lang() -> UiLang:
    """The interface's language: the URL's, else the browser's, else English."""
    given, chosen = _given.get(), _held("lang")
    if chosen in LANGS:
        return chosen
    locale = st.context.locale if given is None else given.get("locale", "")
    return "zh" if (locale or "").lower().startswith("zh") else "en"


def other_lang() -> UiLang:
    """The language that the interface is not in."""
    return "en" if lang() == "zh" else "zh"


def param(name: str) -> str:
    """A parameter of the URL, its white space trimmed; empty if it is not there."""
    return _held(name)[:MAX_PARAM].strip()


def number(name: str) -> int | None:
    """A parameter that is a number, as large as nine digits can say at most; None if it is not there or no number."""
    value = param(name)
    return int(value) if len(value) <= 9 and value.isdecimal() else 10**9 - 1 if value.isdecimal() else None


def params() -> dict[str, str]:
    """All parameters of the URL."""
    given = _given.get()
    return dict(st.query_params.to_dict() if given is None else given)


def set_params(**values: str) -> None:
    """Changes these parameters of the URL at once and leaves the others; an empty value takes one away."""
    kept = params() | values
    st.query_params.from_dict({name: value for name, value in kept.items() if value})


def with_lang(values: Mapping[str, str]) -> dict[str, str]:
    """Parameters for another page: those given that are not empty, and the language if it was chosen."""
    chosen = _held("lang")
    kept = {name: value for name, value in values.items() if value}
    return kept | ({"lang": chosen} if chosen in LANGS and "lang" not in kept else {})


def link(page: str, **values: str) -> str:
    """A relative address of a page with these parameters, in the present language.

    Raises ValueError if there is no such page.
    """
    if page not in PAGES:
        raise ValueError(f"{page}: no such page; there are {', '.join(PAGES)}.")
    query = urlencode(with_lang(values))
    return ("./" if page == "ask" else f"./{page}") + (f"?{query}" if query else "")


def here(**changes: str) -> str:
    """The address of the question shown, with these parameters changed; an empty value takes one away."""
    kept = {name: value for name, value in (params() | changes).items() if name != "locale"}
    return link("ask", **kept)
