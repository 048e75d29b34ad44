"""Whether the page's memory stays flat: `python -m benchmarks.soak [--minutes 10] [--same] [--home DIR]`.

Headless Chromium asks, looks at a card, walks the turn, reads a source and decides nothing in the audit, one after the other,
each with another question, card, step or line (`--same`: with the same ones), until the time is over; the server's resident set
and its open files are read every half minute. Printed are these, how often each page was opened, what it took, and what went
wrong. The exit status is 1 if anything did, or if the second half of the samples holds more than GROWTH above the first after
the warm-up.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Browser, Error, Page, sync_playwright

from benchmarks.page import resident
from benchmarks.screen import settled
from kb.digest.load import load_rules, load_timings, sources_dir
from tests.serving import chromium, server_of

EVERY = 30.0
"""Seconds between two samples."""
WARM = 120.0
"""Seconds that count as warming up: everything is opened for the first time."""
GROWTH = 0.05
"""Share of the memory by which it may differ."""
TEXT = "Target 1 face-up monster; it gains {} ATK until the end of this turn."
"""A card's text."""
PAGES = 5
"""Pages that are opened in turn."""
VISITS = 20
"""Pages that are opened in one browser session; the next ones come from a new visitor."""


@dataclass(slots=True)
class Soak:
    """What was seen."""

    taken: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """Seconds of every visit, by page."""
    wrong: list[str] = field(default_factory=list)
    samples: list[tuple[float, float, int]] = field(default_factory=list)
    """Seconds since the start, megabytes, open files."""


def visits() -> Iterator[tuple[str, str]]:
    """Pages and their addresses in turn, without end."""
    asks = [said for rule in load_rules(sources_dir()) for said in rule.asks[:1]]
    questions = itertools.cycle(text for said in asks for text in (said.en, said.zh) if text)
    amounts = itertools.count(100, 100)
    steps = itertools.cycle(t.id for t in load_timings(sources_dir()))
    lines = itertools.count(1, 37)
    while True:
        yield "ask", f"?q={quote(next(questions))}"
        yield "card", f"card?text={quote(TEXT.format(next(amounts)))}"
        yield "turn", f"turn?at={quote(next(steps))}"
        yield "source", f"browse?source=compendium&line={next(lines) % 3000 + 1}"
        yield "audit", "audit"


def visited(page: Page, address: str) -> str:
    """Opens a page; what is wrong with it, or nothing."""
    page.goto(address, wait_until="commit")
    settled(page)
    shown = page.locator("[data-testid=stException]")
    return shown.first.inner_text()[:200] if shown.count() else ""


def soak(browser: Browser, address: str, pid: int, addresses: Iterator[tuple[str, str]], seconds: float, pause: float) -> Soak:
    """Opens pages for so long."""
    found, began = Soak(), time.monotonic()
    while time.monotonic() - began < seconds:
        context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-US", bypass_csp=True)
        page = context.new_page()
        for _ in range(VISITS):
            if time.monotonic() - began >= EVERY * len(found.samples):
                _sample(found, pid, time.monotonic() - began)
            name, where = next(addresses)
            start = time.monotonic()
            try:
                wrong = visited(page, f"{address}/{where}")
            except Error as error:
                wrong = str(error).splitlines()[0]
            found.taken[name].append(time.monotonic() - start)
            if wrong:
                found.wrong.append(f"{where}: {wrong}")
            time.sleep(pause)
        context.close()
    _sample(found, pid, time.monotonic() - began)
    return found


def _sample(found: Soak, pid: int, at: float) -> None:
    found.samples.append((at, resident(pid), len(list(Path(f"/proc/{pid}/fd").iterdir()))))
    print(f"{at:5.0f} s {found.samples[-1][1]:6.0f} MB {found.samples[-1][2]:4} files", flush=True)


def growth(samples: list[tuple[float, float, int]], warm: float) -> float:
    """By which share the median of the second half after warming up is above that of the first."""
    kept = [memory for at, memory, _ in samples if at >= warm]
    half = len(kept) // 2
    return statistics.median(kept[half:]) / statistics.median(kept[:half]) - 1 if half else 0.0


def main() -> int:
    """Prints samples and figures; 1 if something went wrong or grew."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--pause", type=float, default=0.5, help="seconds between two pages")
    parser.add_argument("--same", action="store_true", help="open the same five pages again and again")
    parser.add_argument("--home", type=Path, default=None)
    given = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as empty,
        server_of(given.home or Path(empty) / "home") as (address, pid),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        addresses = itertools.cycle(list(itertools.islice(visits(), PAGES))) if given.same else visits()
        found = soak(browser, address, pid, addresses, given.minutes * 60, given.pause)
        browser.close()
    for name, taken in found.taken.items():
        print(f"{name:7} {len(taken):4} times, median {statistics.median(taken):.2f} s, longest {max(taken):.2f} s")
    grown = growth(found.samples, WARM)
    print(f"memory after {WARM:.0f} s: second half {grown:+.1%}; {len(found.wrong)} pages went wrong", *found.wrong, sep="\n")
    return 1 if found.wrong or grown > GROWTH else 0


if __name__ == "__main__":
    sys.exit(main())
