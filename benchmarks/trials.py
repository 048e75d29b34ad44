"""Tasks at the table, played by a script: `python -m benchmarks.trials --home HOME [--rounds 3]`; docs/trials.md has the table.

Headless Chromium on the real page. A tap is a press of a finger or of Enter; letters are not counted, nor the time of typing.
Seconds run from the open page until what settles the task is seen; medians of the rounds. HOME needs documents and all cards.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Locator, Page, sync_playwright

from benchmarks.screen import SIZES, settled
from tests.serving import chromium, server_of

WAIT_MS = 15_000


class Hand:
    """Somebody before the page: counts taps and the time that they and the page take."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps, self.seconds = page, 0, 0.0

    def ask(self, question: str) -> None:
        """Taps the field, types a question, presses Enter and waits for the verdict."""
        self.tap("[data-testid=stMain] textarea", "[data-testid=stMain] textarea:focus")
        box = self.page.get_by_role("textbox").first
        box.fill(question)
        self._timed(lambda: box.press("Enter"), "[data-testid=stMain] .dr-verdict")

    def tap(self, what: str | Locator, seen: str) -> None:
        """Taps something and waits until something else is seen."""
        found = self.page.locator(what).first if isinstance(what, str) else what
        found.wait_for(timeout=WAIT_MS)
        self._timed(found.click, seen)

    def _timed(self, act: Callable[[], None], seen: str) -> None:
        began = time.perf_counter()
        act()
        self.page.locator(f"{seen} >> visible=true").first.wait_for(timeout=WAIT_MS)
        self.seconds += time.perf_counter() - began
        self.taps += 1


class Task(NamedTuple):
    """What somebody wants, where the page stands open, and how it is done."""

    who: str
    what: str
    lang: str
    size: str
    at: str
    play: Callable[[Hand], None]
    ends: str


def proof(hand: Hand) -> None:
    """The passage behind a verdict."""
    hand.ask("Can I activate a Counter Trap in the Damage Step?")
    hand.tap(".dr-ref", "#dr-sheet .dr-original mark")


def line_of_the_document(hand: Hand) -> None:
    """From a question to the line."""
    hand.ask("先攻玩家第一回合可以抽卡吗？")
    hand.tap("a.dr-row", "#dr-sheet .dr-links a[href*='line=']")
    hand.tap("#dr-sheet .dr-links a[href*='line=']", ".dr-passage.marked")


def card_by_its_beginning(hand: Hand) -> None:
    """The name is offered while it is typed."""
    hand.tap(".st-key-dr-card-row input", ".st-key-dr-card-row input:focus")
    hand.page.locator(".st-key-dr-card-row input").press_sequentially("hones")
    hand.tap("#dr-names [role=option]", ".dr-step .dr-cell")


def errors_only(hand: Hand) -> None:
    """The filter, then the first finding's places."""
    hand.tap(".st-key-dr-audit-severity [role=group] button", "[role=option]")
    hand.tap(hand.page.get_by_role("option", name="错误"), ".st-key-dr-audit-bench blockquote")


def foreseen(hand: Hand) -> None:
    """What a decision would turn, before it is kept."""
    hand.tap("[class*=st-key-dr-choice-] label:has(input)", "[class*=st-key-dr-side-] label:has(input)")
    hand.tap("[class*=st-key-dr-side-] label:has(input)", "[class*=st-key-dr-keep-] button")


def covered(hand: Hand) -> None:
    """Who treats a term, and how often."""
    hand.tap(".st-key-dr-audit-view button >> nth=1", ".dr-coverage")
    hand.tap(".dr-coverage th[scope=row] a", "h1.dr-title >> text=/./")


def tapped(what: str, seen: str) -> Callable[[Hand], None]:
    """A task of one tap."""
    return lambda hand: hand.tap(what, seen)


COUNTER = "?q=Can+I+activate+a+Counter+Trap+in+the+Damage+Step%3F"
TASKS = (
    Task(
        "player",
        "whether a Counter Trap may be activated in the Damage Step",
        "en",
        "phone",
        "?",
        lambda hand: hand.ask("Can I activate a Counter Trap in the Damage Step?"),
        "Yes, with its reason",
    ),
    Task(
        "player",
        "whether a card called by a nickname may be activated during damage calculation",
        "zh",
        "phone",
        "?",
        lambda hand: hand.ask("欧尼斯特可以在伤害计算时发动吗？"),
        "no, by effects 1 and 2",
    ),
    Task(
        "player",
        "how much a piercing attack deals, in numbers of one's own",
        "zh",
        "phone",
        "?",
        lambda hand: hand.ask("1800守备的怪被2300贯穿，伤害多少？"),
        "the damage, worked out",
    ),
    Task(
        "player",
        "a card's five timings, by the beginning of its name",
        "en",
        "phone",
        "card?",
        card_by_its_beginning,
        "the five timings",
    ),
    Task(
        "judge",
        "the proof of a verdict, the passage in its place",
        "en",
        "phone",
        "?",
        proof,
        "the sheet with the document's words",
    ),
    Task(
        "judge",
        "the line of the document, for who draws in the first turn",
        "zh",
        "phone",
        "?",
        line_of_the_document,
        "the line, marked",
    ),
    Task(
        "judge",
        "on what the sources disagree, and who holds which side",
        "en",
        "phone",
        COUNTER,
        tapped(".dr-differ summary", ".dr-differ .dr-side a"),
        "both sides with their places",
    ),
    Task(
        "judge",
        "the table of the Damage Step: the rule behind a cell",
        "en",
        "phone",
        "turn?",
        tapped("a.dr-cell-link", "#dr-sheet .dr-original"),
        "the entry and its place",
    ),
    Task(
        "judge",
        "why an effect may not be activated at a timing",
        "zh",
        "phone",
        "card?name=Honest",
        tapped(".dr-cell summary", ".dr-cell[open] .dr-why a"),
        "the rule that decides",
    ),
    Task(
        "editor",
        "errors only: the first, its places side by side",
        "zh",
        "desktop",
        "audit?",
        errors_only,
        "the finding and its places",
    ),
    Task(
        "editor",
        "from a finding to its line in the document",
        "en",
        "desktop",
        "audit?",
        tapped("[class*=st-key-dr-item-] details a[href*='line=']", ".dr-passage.marked"),
        "the line, marked",
    ),
    Task(
        "editor",
        "another finding of the list",
        "en",
        "phone",
        "audit?",
        tapped("[class*=st-key-dr-open-] button >> nth=4", ".st-key-dr-audit-earlier button:enabled"),
        "the finding",
    ),
    Task("editor", "what a decision would turn", "en", "desktop", "audit?", foreseen, "the answers that turn, counted"),
    Task("editor", "which documents treat a term", "zh", "phone", "audit?", covered, "the term's page"),
)


def played(browser: Browser, address: str, task: Task) -> tuple[int, float]:
    """Taps and seconds of a task on a page opened anew."""
    width, height = SIZES[task.size]
    context = browser.new_context(viewport={"width": width, "height": height}, bypass_csp=True)
    page = context.new_page()
    page.goto(f"{address}/{task.at}{'' if task.at.endswith('?') else '&'}lang={task.lang}")
    settled(page)
    page.wait_for_timeout(500)
    hand = Hand(page)
    task.play(hand)
    context.close()
    return hand.taps, hand.seconds


def main() -> None:
    """Prints the table of docs/trials.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    with server_of(given.home) as (address, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for task in TASKS:
            rounds = [played(browser, address, task) for _ in range(given.rounds)]
            where = f"{'English' if task.lang == 'en' else 'Chinese'}, {task.size}"
            seconds = statistics.median(seconds for _, seconds in rounds)
            print(f"| {task.who} | {task.what} | {where} | {rounds[0][0]} | {seconds:.1f} | {task.ends} |", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
