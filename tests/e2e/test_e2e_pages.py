"""Every page in a real browser: both languages, desktop and phone."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec

import pytest
from axe_playwright_python.sync_playwright import Axe
from tab import Tab

PAGES = {
    "ask": "",
    "answered": "?q=Can+I+activate+a+Counter+Trap+in+the+Damage+Step%3F",
    "card": "card",
    "card-checked": "card?name=Zorbling+Lantern",
    "turn": "turn",
    "turn-at": "turn?at=damage-step.calculation",
    "browse": "browse",
    "concept": "browse?concept=damage-step",
    "source": "browse?source=lanterns",
    "source-at": "browse?source=lanterns&line=7",
    "topic": "browse?topic=chains",
    "found": "browse?find=damage",
    "audit": "audit",
    "more": "more",
}
KNOWN = {name: path for name, path in PAGES.items() if find_spec(f"ui.pages.{path.split('?')[0] or 'ask'}")}
BAD = ("serious", "critical")

pytestmark = pytest.mark.slow


def with_lang(path: str, lang: str) -> str:
    return path + ("&" if "?" in path else "?") + f"lang={lang}"


@pytest.mark.parametrize(("size", "lang", "scheme"), [("desktop", "en", "light"), ("phone", "zh", "dark")])
@pytest.mark.parametrize("name", KNOWN)
def test_a_page_opens_whole_fits_the_screen_and_keeps_no_reader_out(
    tabs: Callable[..., Tab], name: str, size: str, lang: str, scheme: str
) -> None:
    tab = tabs(size, color_scheme=scheme)
    page = tab.open(with_lang(KNOWN[name], lang))
    tab.check()
    assert page.evaluate("document.documentElement.lang").startswith(lang)
    page.evaluate("document.querySelectorAll('[data-testid=stMain] details').forEach(folded => { folded.open = true })")
    found = Axe().run(page).response["violations"]
    serious = [(v["id"], v["help"], [n["target"] for n in v["nodes"]][:3]) for v in found if v["impact"] in BAD]
    assert serious == []
