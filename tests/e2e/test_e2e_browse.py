"""Browsing in a real browser: looking for a term, walking the picture, reading what was extracted."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from tab import Tab

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_term_is_looked_for_and_its_neighbour_opened_from_the_picture(tabs: Callable[..., Tab], size: str) -> None:
    tab = tabs(size)
    page = tab.open("browse?lang=zh")
    box = page.get_by_role("textbox").first
    box.fill("damage step")
    box.press("Enter")
    page.wait_for_url("**find=**", timeout=30_000)
    page.get_by_role("link", name="伤害步骤", exact=True).first.click()
    page.wait_for_url("**concept=damage-step**", timeout=30_000)
    tab.settle()
    page.locator("a.dr-node.concept:visible").first.click()
    page.wait_for_url(lambda url: "concept=" in url and "damage-step" not in url, timeout=30_000)
    tab.settle()
    tab.check()
    page.go_back()
    page.wait_for_url("**concept=damage-step**", timeout=30_000)


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_passage_opens_on_what_was_extracted_from_it(tabs: Callable[..., Tab], size: str) -> None:
    tab = tabs(size)
    page = tab.open("browse?source=lanterns&line=7&lang=en")
    marked = page.locator(".dr-passage.marked")
    expect(marked).to_contain_text("cannot be moved")
    marked.locator("summary").click()
    expect(marked.locator(".dr-mark.no")).to_be_visible()
    tab.check()
