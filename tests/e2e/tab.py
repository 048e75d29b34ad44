"""A page of the browser as a test drives it."""

from __future__ import annotations

from playwright.sync_api import ConsoleMessage, Page, Route

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
        self.page.locator("[data-testid=stApp]").wait_for(state="attached")
        self.page.locator("[data-testid=stMain] h1").first.wait_for(state="attached", timeout=60_000)
        self.page.wait_for_function("!/dr-(loading|turning)/.test(document.documentElement.className)", timeout=60_000)
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
