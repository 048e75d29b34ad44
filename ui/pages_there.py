"""Which pages there are: one module a page in `ui.pages`; the four of the tabs, and what is found under More."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec

from ui import state

TABS = ("ask", "card", "turn", "more")
MORE = tuple(name for name in state.PAGES if name not in TABS)


@cache
def pages_there() -> tuple[str, ...]:
    """Names of the pages that have a module."""
    return tuple(name for name in state.PAGES if find_spec(f"ui.pages.{name}"))
