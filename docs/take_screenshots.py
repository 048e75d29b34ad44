"""Pictures of every page into docs/screenshots: `python docs/take_screenshots.py [NAME…]`.

Both languages, a desktop's and a phone's width, light and dark, with the bundled digest and invented documents and cards:
no source's page is published. Needs Chromium and playwright.
"""

from __future__ import annotations

import io
import sys
import tempfile
from importlib.util import find_spec
from itertools import product
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from serving import chromium, invented_home, served  # noqa: E402

FOLDER = ROOT / "docs" / "screenshots"
SIZES = {"desktop": (1280, 900), "phone": (390, 844)}
QUESTIONS = {"en": "Can+I+activate+a+Counter+Trap+in+the+Damage+Step%3F", "zh": "伤害步骤可以发动反击陷阱吗？"}
PAGES = {
    "ask": ".",
    "answer": "?q={question}",
    "card": "card?name=Zorbling+Lantern",
    "turn": "turn?at=damage-step",
    "browse": "browse",
    "concept": "browse?concept=damage-step",
    "source": "browse?source=lanterns",
    "topic": "browse?topic=chains",
    "calc": "calc",
    "audit": "audit",
}
TALLEST = 1700
"""Pixels of a page that are shown, from its top."""
COLOURS = 48


def known() -> dict[str, str]:
    """Pages that there are."""
    return {n: p for n, p in PAGES.items() if find_spec(f"ui.pages.{p.split('?')[0].strip('.') or 'ask'}")}


def settle(page: Page) -> None:
    """Waits until the page has been drawn."""
    page.locator("h1").first.wait_for(state="attached", timeout=90_000)
    for broken in ("[data-testid=stApp][data-test-script-state=running]", "[data-testid=stSpinner]", "[data-stale=true]"):
        page.wait_for_function(f"!document.querySelector('{broken}')", timeout=90_000)
    page.wait_for_timeout(250)


def taken(page: Page, size: str) -> bytes:
    """A PNG of the page as far as it reaches."""
    width, height = SIZES[size]
    tall = page.evaluate("document.querySelector('[data-testid=stMainBlockContainer]').getBoundingClientRect().height")
    page.set_viewport_size({"width": width, "height": int(min(TALLEST, max(height, tall + 16)))})
    page.wait_for_timeout(250)
    return page.screenshot()


def small(png: bytes, path: Path) -> None:
    """Writes it with few colours."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)


def shoot(browser: Browser, address: str, names: dict[str, str]) -> None:
    """Takes all of them."""
    for size, scheme, lang in product(SIZES, ("light", "dark"), ("en", "zh")):
        width, height = SIZES[size]
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)  # type: ignore[arg-type]
        page = context.new_page()
        for name, path in names.items():
            at = path.format(question=QUESTIONS[lang])
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"{address}/{at}{'&' if '?' in at else '?'}lang={lang}")
            settle(page)
            small(taken(page, size), FOLDER / f"{name}-{lang}-{size}-{scheme}.png")
        context.close()


def main() -> None:
    """Takes the pictures of the named pages, or of all."""
    FOLDER.mkdir(exist_ok=True)
    wanted = sys.argv[1:]
    names = {n: p for n, p in known().items() if not wanted or n in wanted}
    with (
        tempfile.TemporaryDirectory() as folder,
        served(invented_home(Path(folder) / "home")) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        shoot(browser, address, names)
        browser.close()
    total = sum(p.stat().st_size for p in FOLDER.glob("*.png"))
    print(f"{len(list(FOLDER.glob('*.png')))} pictures, {total / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
