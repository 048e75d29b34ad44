"""How the page feels in a browser: `python -m benchmarks.screen [--home DIR] [--rounds 3]`.

Headless Chromium, a phone of 390x844 and a desktop of 1280x900, the page served on loopback: seconds to the first paint and
until the page has run, seconds from Enter to the verdict, layout shift, how tall the page is, how many controls it has and how
many of them are lower than 36 px, and which rows of pixels of every entry of the navigation react. Medians of the rounds.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Browser, Page, sync_playwright

from tests.serving import chromium, server_of

SIZES = {"phone": (390, 844), "desktop": (1280, 900)}
ASKED = "Can I activate a Counter Trap in the Damage Step?"
DEPENDS = "Can a card that changes ATK be activated in the Damage Step?"
PAGES = {
    "ask": "",
    "answer": f"?q={quote(ASKED)}",
    "depends": f"?q={quote(DEPENDS)}",
    "card": "card?name=Honest",
    "turn": "turn",
    "step": "turn?at=damage-step",
    "browse": "browse",
    "source at a line": "browse?source=compendium&line=1200",
    "audit": "audit",
}
WATCH = """
window.__shift = 0; window.__painted = 0;
new PerformanceObserver(list => list.getEntries().forEach(e => { if (!e.hadRecentInput) window.__shift += e.value }))
  .observe({type: 'layout-shift', buffered: true});
new PerformanceObserver(list => list.getEntries().forEach(e => {
  if (e.name === 'first-contentful-paint') window.__painted = e.startTime;
})).observe({type: 'paint', buffered: true});
"""
CONTROLS = """() => {
  const every = 'a[href],button,input,select,textarea,summary,[role=button],[role=radio],[role=combobox]';
  const seen = [...document.querySelectorAll(every)].filter(
    e => e.checkVisibility({visibilityProperty: true, opacityProperty: true}) && e.getClientRects().length);
  const pressed = e => (['checkbox', 'radio'].includes(e.type) && e.closest('label')) || e;
  return [seen.length, seen.filter(e => pressed(e).getBoundingClientRect().height < 36).length];
}"""
HEIGHT = "document.querySelector('[data-testid=stMainBlockContainer]').getBoundingClientRect().height"
HITS = """() => [...document.querySelectorAll('#dr-nav a, #dr-top a, #dr-top button')]
  .filter(e => e.checkVisibility() && e.getClientRects().length).map(e => {
    const box = e.getBoundingClientRect(), x = box.left + box.width / 2, all = Math.round(box.height);
    let hit = 0, shown = 0;
    for (let i = 0; i < all; i++) {
      const at = document.elementFromPoint(x, box.top + i + 0.5);
      if (at) shown++;
      if (at && (e === at || e.contains(at))) hit++;
    }
    return [e.innerText.trim(), hit, shown];
  })"""


def settled(page: Page) -> None:
    """Waits until Streamlit has run the page."""
    page.wait_for_function("!document.documentElement.classList.contains('dr-loading')", timeout=90_000)
    page.locator("[data-testid=stMain] h1").first.wait_for(timeout=90_000)
    for busy in ("[data-testid=stApp][data-test-script-state=running]", "[data-testid=stSpinner]"):
        page.wait_for_function(f"!document.querySelector('{busy}')", timeout=90_000)


def opened(browser: Browser, address: str, size: str) -> dict[str, float]:
    """The figures of one page opened anew, and its navigation's rows."""
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, locale="en-US", bypass_csp=True)
    context.add_init_script(WATCH)
    page = context.new_page()
    began = time.perf_counter()
    page.goto(address, wait_until="commit")
    settled(page)
    ready = time.perf_counter() - began
    page.wait_for_timeout(600)
    controls, low = page.evaluate(CONTROLS)
    rows = page.evaluate(HITS)
    found = {
        "paint": page.evaluate("window.__painted") / 1000,
        "ready": ready,
        "shift": page.evaluate("window.__shift"),
        "height": page.evaluate(HEIGHT),
        "controls": controls,
        "low": low,
        "rows hit": sum(hit for _, hit, _ in rows),
        "rows": sum(all_ for _, _, all_ in rows),
    }
    context.close()
    return found


def entered(browser: Browser, address: str, size: str, question: str) -> float:
    """Seconds from Enter until the verdict stands there."""
    width, height = SIZES[size]
    page = browser.new_context(viewport={"width": width, "height": height}, locale="en-US", bypass_csp=True).new_page()
    page.goto(f"{address}/?lang=en")
    settled(page)
    page.wait_for_timeout(500)
    box = page.get_by_role("textbox").first
    box.fill(question)
    began = time.perf_counter()
    box.press("Enter")
    page.locator("[data-testid=stMain] .dr-verdict").first.wait_for(timeout=60_000)
    found = time.perf_counter() - began
    page.context.close()
    return found


def main() -> None:
    """Prints a line for every page and size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--home", type=Path, default=None)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--pages", nargs="*", default=list(PAGES))
    given = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as empty,
        server_of(given.home or Path(empty) / "home") as (address, _),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        opened(browser, address, "phone")
        for name in given.pages:
            for size in SIZES:
                runs = [opened(browser, f"{address}/{PAGES[name]}", size) for _ in range(given.rounds)]
                first = f" first {runs[0]['ready']:.1f} s" if runs[0]["ready"] > 2 * runs[-1]["ready"] else ""
                told = {k: statistics.median(r[k] for r in runs) for k in runs[0]}
                print(
                    f"{name:18} {size:8} paint {told['paint']:.2f} s, ready {told['ready']:.2f} s,{first} "
                    f"shift {told['shift']:.2f}, {told['height']:.0f} px, {told['controls']:.0f} controls, "
                    f"{told['low']:.0f} below 36 px, navigation {told['rows hit']:.0f} of {told['rows']:.0f} rows",
                    flush=True,
                )
        for size in SIZES:
            times = [entered(browser, address, size, f"{ASKED} {'again ' * n}") for n in range(given.rounds)]
            print(f"from Enter to the verdict, {size}: {statistics.median(times):.2f} s")
        browser.close()


if __name__ == "__main__":
    main()
