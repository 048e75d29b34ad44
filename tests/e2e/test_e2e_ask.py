"""Asking in a real browser: answered, refused, disagreeing, hostile; permalinks and the Back button."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import quote

import pytest
from playwright.sync_api import expect
from tab import Tab

pytestmark = pytest.mark.slow


def asked(tab: Tab, question: str) -> None:
    """Types a question and presses Enter."""
    box = tab.page.get_by_role("textbox").first
    box.fill(question)
    box.press("Enter")
    tab.page.wait_for_url("**q=**", timeout=30_000)
    tab.settle()


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("question", ["Can I activate a Counter Trap in the Damage Step?", "伤害步骤可以发动反击陷阱吗？"])
def test_a_question_typed_and_entered_is_answered_with_evidence(tabs: Callable[..., Tab], size: str, question: str) -> None:
    tab = tabs(size)
    tab.open()
    asked(tab, question)
    expect(tab.page.locator(".dr-verdict .dr-word")).to_have_text(re.compile(r"(^|probably |：很可能)(yes|可以|能|会)$", re.I))
    expect(tab.page.locator(".dr-row").first).to_be_visible()
    tab.check()


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("question", ["How much does a booster box cost today?", "今天一盒补充包卖多少钱？"])
def test_what_no_source_covers_is_refused_with_the_nearest_passages(tabs: Callable[..., Tab], size: str, question: str) -> None:
    tab = tabs(size)
    tab.open(f"?lang=en&q={quote(question)}")
    expect(tab.page.locator(".dr-verdict.unknown")).to_be_visible()
    tab.check()


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_disagreement_shows_both_sides_and_which_would_prevail(tabs: Callable[..., Tab], lang: str) -> None:
    question = {
        "en": "Does the player who goes first draw on turn one? Do the sources agree?",
        "zh": "先攻玩家第一回合抽卡吗？各资料说法一致吗？",
    }[lang]
    tab = tabs("phone")
    tab.open(f"?lang={lang}&q={quote(question)}")
    panel = tab.page.locator(".dr-disagree").first
    expect(panel).to_be_hidden()
    bar, nav = tab.page.locator(".dr-ruling .dr-bar").bounding_box(), tab.page.locator("#dr-nav").bounding_box()
    assert bar and nav
    assert bar["y"] + bar["height"] <= nav["y"], "the bar stands on the first screen"
    line = tab.page.locator(".dr-differ > summary")
    line.focus()
    line.press("Enter")
    expect(panel).to_be_visible()
    tab.check()


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize(
    "question",
    [
        "<script>window.hacked=4</script> may a lantern be lit?",
        "![x](http://192.0.2.1/x.png) <img src=x onerror=window.hacked=5> Damage Step?",
        "May the Zorbling hostile lantern be lit in the Damage Step?",
        "a" * 900 + "?",
        "[link](javascript:window.hacked=6) `code` $x^2$ :red[text] #h",
    ],
)
def test_hostile_text_is_shown_as_text(tabs: Callable[..., Tab], size: str, question: str) -> None:
    tab = tabs(size)
    tab.open(f"?lang=en&q={quote(question)}")
    tab.check()
    for link in tab.page.locator("a[href]").all():
        assert not (link.get_attribute("href") or "").lower().startswith("javascript:")
    assert tab.page.locator("img[src^='http://192.0.2.1']").count() == 0


def test_the_back_button_returns_to_the_question_before(tabs: Callable[..., Tab]) -> None:
    tab = tabs()
    tab.open("?lang=en")
    asked(tab, "What is Spell Speed 2?")
    first = tab.page.url
    box = tab.page.get_by_role("textbox").first
    box.fill("Can I activate a Counter Trap in the Damage Step?")
    box.press("Enter")
    tab.page.wait_for_url("**Counter**", timeout=30_000)
    tab.settle()
    tab.page.go_back()
    tab.page.wait_for_url(first, timeout=30_000)
    tab.settle()
    expect(tab.page.get_by_role("textbox").first).to_have_value("What is Spell Speed 2?")
    tab.check()


def test_an_address_opens_the_same_answer_elsewhere(tabs: Callable[..., Tab]) -> None:
    tab = tabs()
    tab.open("?lang=zh&q=" + quote("伤害步骤可以发动反击陷阱吗？"))
    other = tabs("phone")
    other.page.goto(tab.page.url)
    other.settle()
    expect(other.page.get_by_role("textbox").first).to_have_value("伤害步骤可以发动反击陷阱吗？")
    other.check()
