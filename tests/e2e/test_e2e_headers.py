"""What the server says of every answer, and that the page works under it: no frame of another site, nothing from elsewhere."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

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


def test_streamlit_alone_sends_them_too() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ["-m", "streamlit", "run", "app.py", "--server.port", str(port), "--server.address", "127.0.0.1"]
    root = Path(__file__).resolve().parents[2]
    quiet = subprocess.DEVNULL
    with subprocess.Popen([sys.executable, *words], cwd=root, stdin=quiet, stdout=quiet, stderr=quiet) as server:
        try:
            found = _headers(f"http://127.0.0.1:{port}/", server)
        finally:
            server.kill()
    assert "frame-ancestors 'none'" in found["content-security-policy"] and found["x-frame-options"] == "DENY"


def _headers(address: str, server: subprocess.Popen[bytes]) -> dict[str, str]:
    """Of the first answer; waits for the server as long as it lives, a minute at most."""
    for _ in range(300):
        try:
            with urllib.request.urlopen(address) as answer:
                return {name.lower(): value for name, value in answer.headers.items()}
        except urllib.error.URLError:
            assert server.poll() is None, "it ended"
            time.sleep(0.2)
    raise AssertionError("it does not answer")
