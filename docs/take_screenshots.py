"""The pictures in docs/screenshots: `python docs/take_screenshots.py [NAME…]`.

A few that together show every page, both languages, a desktop's and a phone's width, light and dark, with the bundled digest
and invented documents and cards: no source's page is published. Needs Chromium and playwright.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from serving import chromium, invented_home, served  # noqa: E402  # found by the path above

FOLDER = ROOT / "docs" / "screenshots"
MOST = 8
"""Pictures that may be kept: they are the largest files of the project that nobody reads."""
SIZES = {"desktop": (1280, 900), "phone": (390, 844)}
QUESTIONS = {"en": "Can+I+activate+a+Counter+Trap+in+the+Damage+Step%3F", "zh": "伤害步骤可以发动反击陷阱吗？"}


class Shot(NamedTuple):
    """A picture: of which page, and how it is looked at."""

    page: str
    lang: str
    size: str
    scheme: str
    address: str

    @property
    def name(self) -> str:
        """The file's name without its ending."""
        return f"{self.page}-{self.lang}-{self.size}-{self.scheme}"


SHOTS = (
    Shot("answer", "en", "desktop", "light", "?q={question}"),
    Shot("answer", "en", "phone", "dark", "?q={question}"),
    Shot("answer", "zh", "phone", "light", "?q={question}"),
    Shot("card", "en", "desktop", "dark", "card?name=Zorbling+Lantern"),
    Shot("turn", "zh", "desktop", "light", "turn?at=damage-step"),
    Shot("sheet", "en", "phone", "light", "?q={question}"),
    Shot("source", "en", "desktop", "light", "browse?source=lanterns"),
    Shot("audit", "en", "desktop", "light", "audit"),
)
TALLEST = 1700
"""Pixels of a page that are shown, from its top."""
COLOURS = 48


def settle(page: Page) -> None:
    """Waits until the page has been drawn."""
    page.wait_for_function("!document.documentElement.classList.contains('dr-loading')", timeout=90_000)
    page.locator("[data-testid=stMain] h1").first.wait_for(state="attached", timeout=90_000)
    for broken in ("[data-testid=stApp][data-test-script-state=running]", "[data-testid=stSpinner]", "[data-stale=true]"):
        page.wait_for_function(f"!document.querySelector('{broken}')", timeout=90_000)
    page.wait_for_timeout(250)


def taken(page: Page, size: str) -> bytes:
    """A PNG of the page as far as it reaches."""
    width, height = SIZES[size]
    if page.locator("dialog[open]").count():
        return page.screenshot()
    tall = page.evaluate("document.querySelector('[data-testid=stMainBlockContainer]').getBoundingClientRect().height")
    page.set_viewport_size({"width": width, "height": int(min(TALLEST, max(height, tall + 120)))})
    page.wait_for_timeout(250)
    return page.screenshot()


def small(png: bytes, path: Path) -> None:
    """Writes it with few colours."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)


def shoot(browser: Browser, address: str, shots: tuple[Shot, ...]) -> None:
    """Takes them, each in a browser of its own."""
    for shot in shots:
        width, height = SIZES[shot.size]
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=shot.scheme, bypass_csp=True)  # type: ignore[arg-type]  # "light" or "dark"
        page = context.new_page()
        at = shot.address.format(question=QUESTIONS[shot.lang])
        page.goto(f"{address}/{at}{'&' if '?' in at else '?'}lang={shot.lang}")
        settle(page)
        if shot.page == "sheet":
            page.locator(".dr-ref").first.click()
            page.locator("#dr-sheet .dr-said").wait_for()
        small(taken(page, shot.size), FOLDER / f"{shot.name}.png")
        context.close()


def main() -> None:
    """Takes the pictures of the named pages, or of all; what is no longer taken goes."""
    FOLDER.mkdir(exist_ok=True)
    wanted = sys.argv[1:]
    with (
        tempfile.TemporaryDirectory() as folder,
        served(invented_home(Path(folder) / "home")) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        shoot(browser, address, tuple(s for s in SHOTS if not wanted or s.page in wanted))
        browser.close()
    for path in FOLDER.glob("*.png"):
        if path.stem not in {s.name for s in SHOTS}:
            path.unlink()
    total = sum(p.stat().st_size for p in FOLDER.glob("*.png"))
    print(f"{len(list(FOLDER.glob('*.png')))} pictures, {total / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
