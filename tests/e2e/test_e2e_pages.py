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
    "calc": "calc",
    "calc-stats": "calc?of=stats",
    "entry": "browse?rule=damage-step-timings.five-timings",
    "no-source": "browse?source=nothing",
    "no-entry": "browse?rule=nothing.at-all",
    "no-card": "card?name=Qqqxyz",
}
KNOWN = {name: path for name, path in PAGES.items() if find_spec(f"ui.pages.{path.split('?')[0] or 'ask'}")}
BAD = ("serious", "critical")
ENGLISH = """() => {
  const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const english = /[A-Za-z][a-z']+ +[A-Za-z]?[a-z']+|\\.(txt|md|json)\\b/;
  const own = element => !element.closest('[lang]')?.lang.startsWith('en') && element.checkVisibility();
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent, parent = walker.currentNode.parentElement;
    if (!parent.closest('script, style, noscript, [aria-hidden=true]') && own(parent) && english.test(text)) found.push(text);
  }
  for (const name of ['aria-label', 'title', 'placeholder']) for (const element of document.querySelectorAll(`[${name}]`)) {
    if (own(element) && english.test(element.getAttribute(name))) found.push(element.getAttribute(name));
  }
  return found;
}"""
"""Two words of English in a row, or the name of a file, shown to readers as if it were in the page's language."""
NAMES = ("The lantern keepers", "Zorbling Lantern", "Trimmer of Wicks", "Shark Stickers")
"""What has no Chinese name here, and a card that an entry names in both languages."""
QUOTING = ("answered", "concept", "entry", "audit")
"""Pages that quote English: a question, names of cards that are not built, documents."""

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
    if lang == "zh" and name not in QUOTING:
        english = [text for text in page.evaluate(ENGLISH) if not any(name in text for name in NAMES)]
        assert english == [], english
