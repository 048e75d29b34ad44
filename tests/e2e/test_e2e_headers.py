"""What the server says of every answer, and that the page works under it: no frame of another site, nothing from elsewhere."""

from __future__ import annotations

import urllib.request
from collections.abc import Callable

import pytest
from tab import Tab

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("place", ["/", "/card", "/_stcore/health", "/nowhere.png"])
def test_every_answer_carries_the_headers(address: str, place: str) -> None:
    with urllib.request.urlopen(address + place) as answer:
        found = {name.lower(): value for name, value in answer.headers.items()}
    assert "frame-ancestors 'none'" in found["content-security-policy"]
    assert found["x-frame-options"] == "DENY" and found["x-content-type-options"] == "nosniff"
    assert found["referrer-policy"] == "same-origin"


def test_the_page_works_under_them(tabs: Callable[..., Tab]) -> None:
    """A rule that is broken is an error on the browser's console."""
    tab = tabs(bypass_csp=False)
    for place in ("?q=Can+I+activate+a+Counter+Trap+in+the+Damage+Step%3F", "card", "turn", "browse", "audit"):
        tab.page.goto(f"{tab.address}/{place}")
        tab.page.locator("h1").first.wait_for(state="attached", timeout=60_000)
        tab.page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for(timeout=60_000)
    tab.check()
