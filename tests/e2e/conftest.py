"""A real browser on the served page. Without Chromium these tests skip and say so; where CI=true they fail."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Route, sync_playwright
from serving import chromium, invented_home, served

SIZES = {"desktop": {"width": 1280, "height": 900}, "phone": {"width": 390, "height": 844}}
PROBES = ("/_stcore/health", "/_stcore/host-config")
"""Where Streamlit looks for its server beneath a page's address, before it looks at the root."""
IGNORED = ("Permissions-Policy", "preload", "ResizeObserver")


class Tab:
    """A page of the browser and what went wrong in it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.errors: list[str] = []
        self.outside: list[str] = []
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.route("**/*", self._route)

    def _heard(self, message: ConsoleMessage) -> None:
        probed = str(message.location.get("url", "")).endswith(PROBES)
        if message.type == "error" and not probed and not any(word in message.text for word in IGNORED):
            self.errors.append(message.text)

    def _route(self, route: Route) -> None:
        """Nothing but the page's own server is reached: what asks for more is noted and refused."""
        if route.request.url.startswith((self.address, "data:", "blob:")):
            route.continue_()
        else:
            self.outside.append(route.request.url)
            route.abort()

    def open(self, path: str = "") -> Page:
        """Goes there and waits until the page has been drawn."""
        self.page.goto(f"{self.address}/{path}")
        self.settle()
        return self.page

    def settle(self) -> None:
        """Waits until Streamlit has run the page."""
        self.page.locator("[data-testid=stApp]").wait_for()
        self.page.locator("h1").first.wait_for(state="attached", timeout=60_000)
        self.page.wait_for_function(
            "!document.querySelector('[data-testid=stApp][data-test-script-state=running]')", timeout=60_000
        )
        self.page.wait_for_function("!document.querySelector('[data-testid=stSpinner]')", timeout=60_000)

    def check(self) -> None:
        """Fails if something broke, reached outside, ran as script, or is wider than the screen."""
        assert self.page.locator("[data-testid=stException]").count() == 0, self.page.locator(
            "[data-testid=stException]"
        ).first.inner_text()
        assert self.errors == []
        assert self.outside == []
        assert self.page.evaluate("window.hacked") is None
        wide = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{wide} pixels too wide"


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page, served from a home with invented documents and cards."""
    if chromium() is None:
        if os.environ.get("CI") == "true":
            pytest.fail("no Chromium: install Debian's package chromium")
        pytest.skip("no Chromium on this machine: install the package chromium to run the page's end-to-end tests")
    with served(invented_home(Path(tmp_path_factory.mktemp("page")) / "home")) as found:
        yield found


@pytest.fixture(scope="session")
def browser(address: str) -> Iterator[Browser]:
    """Debian's Chromium, headless."""
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def tabs(browser: Browser, address: str) -> Iterator[Callable[..., Tab]]:
    """Opens tabs: `tabs("phone", locale="zh-CN")`."""
    contexts = []

    def new(size: str = "desktop", **options: object) -> Tab:
        context = browser.new_context(viewport=SIZES[size], locale=options.pop("locale", "en-US"), **options)  # type: ignore[arg-type]
        contexts.append(context)
        return Tab(context.new_page(), address)

    yield new
    for context in contexts:
        context.close()
