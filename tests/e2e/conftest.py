"""A real browser on the served page. Without Chromium these tests skip and say so; where CI=true they fail."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from serving import chromium, invented_home, served
from tab import Tab

from ingest.build import Order, build

NAMED = "<img src=x onerror=window.hacked=9><script>window.hacked=8</script> \u202eenil \u2067\u200f"
HOSTILE = f"# {NAMED}{'lantern' * 2_850}\n\nA hostile lantern stays lit in the Damage Step.\n"
"""A document whose title is markup, turns the writing round, and has 20,000 characters without a space."""
GAVE_UP = ["Protocol error", "Target crashed", "Target page, context or browser has been closed", "TimeoutError"]
"""What the browser says where it gave up itself: such a test is tried once more."""
PATIENCE_MS = 15_000
"""How long a test waits for what it expects: a slow machine is no broken page."""
SIZES = {"desktop": {"width": 1280, "height": 900}, "phone": {"width": 390, "height": 844}}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test here whose browser gave up is tried once more."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=1, only_rerun=GAVE_UP))


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page, served from a home with invented documents and cards."""
    if chromium() is None:
        if os.environ.get("CI") == "true":
            pytest.fail("no Chromium: install Debian's package chromium")
        pytest.skip("no Chromium on this machine: install the package chromium to run the page's end-to-end tests")
    home = invented_home(Path(tmp_path_factory.mktemp("page")) / "home")
    hostile = home.parent / "hostile.md"
    hostile.write_text(HOSTILE, "utf-8")
    build(home, Order(paths=[hostile]))
    with served(home) as found:
        yield found


@pytest.fixture(scope="session")
def browser(address: str) -> Iterator[Browser]:
    """Debian's Chromium, headless."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def tabs(browser: Browser, address: str) -> Iterator[Callable[..., Tab]]:
    """Opens tabs: `tabs("phone", locale="zh-CN")`. The page's security policy forbids the evaluating by which a test waits:
    it is set aside unless `bypass_csp=False`."""
    contexts = []

    def new(size: str = "desktop", **options: object) -> Tab:
        options.setdefault("bypass_csp", True)
        context = browser.new_context(viewport=SIZES[size], locale=options.pop("locale", "en-US"), **options)  # type: ignore[arg-type]
        contexts.append(context)
        return Tab(context.new_page(), address)

    yield new
    for context in contexts:
        context.close()
