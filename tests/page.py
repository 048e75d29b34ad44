"""The web page as a test drives it, without a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).resolve().parent.parent
APP = ROOT / "ui" / "served" / "script.py"


def open_page(**params: str) -> AppTest:
    """The page at an address with these parameters, drawn; fails if drawing it raised."""
    at = AppTest.from_file(str(APP), default_timeout=60)
    for name, value in params.items():
        at.query_params[name] = value
    return drawn(at.run())


def drawn(at: AppTest) -> AppTest:
    assert not at.exception, [e.value for e in at.exception]
    return at


def html(at: AppTest) -> str:
    """All the HTML on the page."""
    found = [getattr(element.proto, "body", "") for element in _elements(at.main) if element.type in ("html", "markdown")]
    return "\n".join(str(body) for body in found)


def _elements(block: Any) -> Iterator[Any]:
    for child in getattr(block, "children", {}).values():
        if hasattr(child, "proto") and child.proto is not None:
            yield child
        yield from _elements(child)


def param(at: AppTest, name: str) -> str:
    """A parameter of the page's address; empty if it is not there."""
    value = at.query_params.get(name, "")
    return value[0] if isinstance(value, list) and value else str(value or "")


def links(page: str, kind: str) -> dict[str, dict[str, str]]:
    """What the links of a class lead to: the parameters of each address, by the link's text."""
    found = re.findall(rf'<a href="([^"]*)"[^>]*class="{kind}"[^>]*>(.*?)</a>', page)
    return {unescape(text): dict(parse_qsl(unescape(href).partition("?")[2])) for href, text in found}
