"""Two tabs, a reload while it is being answered, Back from a source, the keyboard alone; strings that would break a page."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

import pytest
from playwright.sync_api import expect
from tab import Tab

pytestmark = pytest.mark.slow

SIZES = ("desktop", "phone")
ASKED = {"en": "Can I activate a Counter Trap in the Damage Step?", "zh": "伤害步骤可以发动反击陷阱吗？"}
OTHER = {"en": "What is Spell Speed 2?", "zh": "咒文速度2是什么？"}
MARKS = "\u202eenil \u2067\u200f\u061c\u202a"
HOSTILE = {
    "script": "<script>window.hacked=1</script><img src=x onerror=window.hacked=2><svg onload=window.hacked=3> Damage Step?",
    "escapes": "May \x1b[31ma lamp\x1b[0m\x1b]0;hacked\x07 be \x9b2J lit in the Damage Step?",
    "marks": f"May {MARKS} a lamp be lit in the Damage Step?",
    "long": "lamp" * 4_990 + "?",
}


def ask(tab: Tab, question: str) -> None:
    """Types a question and presses Enter, and does not wait."""
    box = tab.page.get_by_role("textbox").first
    box.fill(question)
    box.press("Enter")


@pytest.mark.parametrize("size", SIZES)
def test_two_tabs_side_by_side_keep_each_its_own_question(tabs: Callable[..., Tab], size: str) -> None:
    first = tabs(size)
    first.open("?lang=en")
    second = Tab(first.page.context.new_page(), first.address)
    second.open("?lang=zh")
    ask(first, ASKED["en"])
    ask(second, OTHER["zh"])
    for tab, question, lang in ((first, ASKED["en"], "en"), (second, OTHER["zh"], "zh")):
        tab.page.wait_for_url("**q=**", timeout=30_000)
        tab.settle()
        expect(tab.page.locator("h1.dr-title")).to_have_text(question)
        expect(tab.page.get_by_role("textbox").first).to_have_value(question)
        expect(tab.page.locator(".dr-verdict")).to_be_visible()
        assert tab.page.evaluate("document.documentElement.lang").startswith(lang)
        tab.check()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lang", ASKED)
def test_a_reload_while_it_is_being_answered_answers_the_same_question(tabs: Callable[..., Tab], size: str, lang: str) -> None:
    tab = tabs(size)
    tab.open(f"?lang={lang}")
    ask(tab, ASKED[lang])
    tab.page.wait_for_url("**q=**", timeout=30_000)
    tab.page.reload()
    tab.settle()
    expect(tab.page.locator("h1.dr-title")).to_have_text(ASKED[lang])
    expect(tab.page.get_by_role("textbox").first).to_have_value(ASKED[lang])
    expect(tab.page.locator(".dr-verdict")).to_be_visible()
    assert tab.page.evaluate("new URL(location.href).searchParams.get('q')") == ASKED[lang]
    tab.check()


@pytest.mark.parametrize("size", SIZES)
def test_back_from_a_source_returns_to_the_place_in_the_answer(tabs: Callable[..., Tab], size: str) -> None:
    tab = tabs(size)
    page = tab.open("?lang=zh&q=" + quote("灯笼可以在伤害步骤点亮吗？"))
    link = page.locator("a.dr-row[href*='source=']:visible").last
    link.scroll_into_view_if_needed()
    page.wait_for_timeout(300)
    left = page.evaluate("document.querySelector('[data-testid=stMain]').scrollTop")
    link.click()
    sheet = page.locator("dialog#dr-sheet")
    sheet.locator(".dr-links a[href*='line=']").first.click()
    page.wait_for_url("**/browse?**line=**", timeout=30_000)
    tab.settle()
    expect(page.locator(".dr-passage.marked")).to_be_in_viewport()
    page.go_back()
    page.wait_for_url("**q=**", timeout=30_000)
    tab.settle()
    expect(sheet).to_be_visible()
    page.go_back()
    expect(sheet).to_have_count(0)
    page.wait_for_function(f"Math.abs(document.querySelector('[data-testid=stMain]').scrollTop - {left}) < 3", timeout=10_000)
    tab.check()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lang", ASKED)
def test_the_keyboard_alone_reaches_the_verdict_and_its_source(tabs: Callable[..., Tab], size: str, lang: str) -> None:
    tab = tabs(size)
    page = tab.open(f"?lang={lang}")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.tagName") == "TEXTAREA"
    page.keyboard.type(ASKED[lang])
    page.keyboard.press("Enter")
    page.wait_for_url("**q=**", timeout=30_000)
    tab.settle()
    expect(page.locator(".dr-verdict")).to_be_visible()
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('[data-sheet]')"):
            break
    page.keyboard.press("Enter")
    expect(page.locator("dialog#dr-sheet .dr-original, dialog#dr-sheet .dr-said").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog#dr-sheet")).to_have_count(0)
    assert page.evaluate("document.activeElement.matches('[data-sheet]')")
    tab.check()


@pytest.mark.parametrize("lang", ASKED)
@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_question_is_inert_and_fits_a_phone(tabs: Callable[..., Tab], kind: str, lang: str) -> None:
    tab = tabs("phone")
    page = tab.open(f"?lang={lang}")
    ask(tab, HOSTILE[kind])
    page.wait_for_url("**q=**", timeout=30_000)
    tab.settle()
    expect(page.locator(".dr-verdict, [role=alert]").first).to_be_visible()
    assert page.locator("[data-testid=stMain] :is(script, svg[onload], img[onerror])").count() == 0
    page.evaluate("document.querySelectorAll('[data-testid=stMain] details').forEach(folded => { folded.open = true })")
    fits(tab)


def fits(tab: Tab) -> None:
    """Fails if anything is wider than the screen, also within what scrolls; or as `Tab.check`."""
    tab.check()
    inner = tab.page.evaluate("(m => m.scrollWidth - m.clientWidth)(document.querySelector('[data-testid=stMain]'))")
    assert inner <= 0, f"{inner} pixels too wide within"


@pytest.mark.parametrize(
    "path", ["card?text={}", "card?name={}", "browse?find={}", "browse?source={}", "browse?rule={}", "?q={}"]
)
def test_an_address_with_a_string_without_end_fits_a_phone(tabs: Callable[..., Tab], path: str) -> None:
    tab = tabs("phone")
    page = tab.open("more?lang=zh")
    address = f"./{path.format(quote('<b>' + '灯' * 2_000 + 'lamp' * 1_000))}&lang=zh"
    told = "dispatchEvent(new PopStateEvent('popstate', {state: {turned: true}}))"
    page.evaluate(f"address => {{ history.pushState({{}}, '', address); {told} }}", address)
    page.wait_for_timeout(500)
    tab.settle()
    fits(tab)


@pytest.mark.parametrize("lang", ASKED)
def test_a_hostile_title_of_a_document_is_inert_and_fits_a_phone(tabs: Callable[..., Tab], lang: str) -> None:
    tab = tabs("phone")
    page = tab.open(f"browse?lang={lang}")
    fits(tab)
    page.locator("a[href*='source=hostile']").first.click()
    page.wait_for_url("**source=hostile**", timeout=30_000)
    tab.settle()
    expect(page.locator(".dr-passage").first).to_contain_text("hostile lantern")
    fits(tab)
    for path in ("?q=" + quote("Does a hostile lantern stay lit in the Damage Step?"), "audit?source=hostile"):
        tab.open(f"{path}&lang={lang}")
        page.evaluate("document.querySelectorAll('[data-testid=stMain] details').forEach(folded => { folded.open = true })")
        fits(tab)
