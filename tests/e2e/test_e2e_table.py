"""At the table: what a finger reaches, the sheet over the answer, names offered, what the browser keeps, keyboard only."""

from __future__ import annotations

import io
from collections.abc import Callable
from urllib.parse import quote

import pdfplumber
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from tab import Tab

pytestmark = pytest.mark.slow

ASKED = "Can I activate a Counter Trap in the Damage Step?"
ANSWER = f"?lang=en&q={quote(ASKED)}"
HITS = """() => [...document.querySelectorAll('#dr-nav a, #dr-top a, #dr-top button, .dr-bar .dr-do')]
  .filter(e => e.checkVisibility()).map(e => {
    e.scrollIntoView({block: 'center'});
    const box = e.getBoundingClientRect(), all = Math.floor(box.height);
    let hit = 0, shown = 0;
    for (let i = 0; i < all; i++) {
      const at = document.elementFromPoint(box.left + box.width / 2, box.top + i + 0.5);
      if (at) shown++;
      if (at && (e === at || e.contains(at))) hit++;
    }
    return [e.textContent.trim(), hit, shown];
  })"""


BROKEN = """() => [...document.querySelectorAll('.dr-matrix thead a')].flatMap(a => {
  const text = document.createTreeWalker(a, NodeFilter.SHOW_TEXT).nextNode();
  return [...text.data.matchAll(/\\S+/g)].map(word => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return [word[0], new Set([...range.getClientRects()].map(r => Math.round(r.top))).size];
  });
})"""
"""Every word of the table's heads, and on how many lines it stands."""


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_every_row_of_the_navigation_and_the_bar_reacts(tabs: Callable[..., Tab], size: str) -> None:
    page = tabs(size).open(ANSWER)
    found = page.evaluate(HITS)
    assert len(found) >= 9
    assert [f for f in found if f[1] != f[2] or f[2] < 36] == []


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_reason_opens_its_passage_and_back_returns(tabs: Callable[..., Tab], size: str) -> None:
    tab = tabs(size)
    page = tab.open(ANSWER)
    page.locator(".dr-ref:visible").last.click()
    sheet = page.locator("dialog#dr-sheet")
    expect(sheet.locator(".dr-said")).to_be_visible()
    serious = [v["id"] for v in Axe().run(page).response["violations"] if v["impact"] in ("serious", "critical")]
    assert serious == []
    page.go_back()
    expect(sheet).to_have_count(0)
    expect(page.locator(".dr-verdict .dr-word")).to_be_visible()
    tab.check()


def test_the_keyboard_alone_asks_opens_and_closes(tabs: Callable[..., Tab]) -> None:
    tab = tabs()
    page = tab.open("?lang=en")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.type("Can I activate a Counter Trap")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("in the Damage Step?")
    page.keyboard.press("Enter")
    page.wait_for_url("**q=**", timeout=30_000)
    tab.settle()
    page.locator(".dr-ref").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog#dr-sheet .dr-said")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog#dr-sheet")).to_have_count(0)
    assert page.evaluate("document.activeElement.className") == "dr-ref"
    tab.check()


def test_names_are_offered_and_put_into_the_question(tabs: Callable[..., Tab]) -> None:
    tab = tabs("phone")
    page = tab.open("?lang=en")
    box = page.get_by_role("textbox").first
    box.press_sequentially("Can I activate Zorbl")
    expect(page.get_by_role("option").first).to_contain_text("Zorbling Lantern")
    box.press("ArrowDown")
    box.press("Enter")
    expect(box).to_have_value('Can I activate "Zorbling Lantern" ')
    page.goto(f"{tab.address}/card?lang=en")
    tab.settle()
    page.get_by_role("textbox").first.press_sequentially("zorbl")
    page.get_by_role("option").first.click()
    page.wait_for_url("**name=90000001**", timeout=30_000)
    tab.settle()
    expect(page.locator(".dr-frame.spell").first).to_contain_text("Zorbling Lantern")
    tab.check()


@pytest.mark.parametrize(
    ("lang", "named", "naming"), [("en", "Cards its text", "Cards whose"), ("zh", "卡面提到的卡", "卡面提到此卡")]
)
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_related_cards_lead_from_card_to_card(tabs: Callable[..., Tab], size: str, lang: str, named: str, naming: str) -> None:
    tab = tabs(size)
    page = tab.open(f"card?name=90000003&lang={lang}")
    page.get_by_text(named).click()
    link = page.get_by_role("link", name="Zorbling Lantern")
    box = link.bounding_box()
    assert box and box["height"] >= 44
    assert [v["id"] for v in Axe().run(page).response["violations"] if v["impact"] in ("serious", "critical")] == []
    link.click()
    page.wait_for_url("**name=90000001**", timeout=30_000)
    tab.settle()
    expect(page.locator(".dr-card-head h2")).to_have_text("Zorbling Lantern")
    page.get_by_text(naming).click()
    expect(page.get_by_role("link", name="Trimmer of Wicks")).to_be_visible()
    tab.check()


def test_the_browser_keeps_questions_and_language_and_forgets_them_when_told(tabs: Callable[..., Tab]) -> None:
    tab = tabs("phone")
    page = tab.open(ANSWER)
    page.locator("#dr-lang").click()
    page.wait_for_url("**lang=zh**")
    tab.settle()
    tab.open("")
    assert "lang=zh" in page.url
    expect(page.locator(".dr-recent a")).to_have_text([ASKED])
    page.locator(".dr-clear").click()
    expect(page.locator(".dr-recent a")).to_have_count(0)
    tab.check()


def test_passing_on_shows_an_address_and_its_code(tabs: Callable[..., Tab]) -> None:
    tab = tabs("phone")
    page = tab.open(ANSWER)
    page.locator("[data-do=share]").click()
    expect(page.locator("#dr-share .dr-address")).to_contain_text("/?")
    expect(page.locator("#dr-share .dr-care")).to_be_visible()
    expect(page.locator("#dr-share .dr-code")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("#dr-share")).to_have_count(0)
    page.evaluate("document.querySelector('meta[name=dr-base]').content = 'https://rulings.example/灯/'")
    page.locator("[data-do=share]").click()
    expect(page.locator("#dr-share .dr-address")).to_contain_text("https://rulings.example/灯/?")
    expect(page.locator("#dr-share .dr-care")).to_have_count(0)
    assert page.evaluate("document.querySelector('.dr-code').decode().then(() => true)")
    page.keyboard.press("Escape")
    page.locator("[data-do=wrong]").click()
    expect(page.locator(".st-key-dr-wrong textarea")).to_be_focused()
    tab.check()


def test_turning_pages_loads_nothing_anew_and_back_returns_to_where_one_was(tabs: Callable[..., Tab]) -> None:
    tab = tabs("phone")
    page = tab.open("turn?lang=en")
    page.evaluate("window.__same = true")
    page.evaluate("document.querySelector('[data-testid=stMain]').scrollTop = 300")
    page.wait_for_timeout(400)
    page.locator("#dr-nav a[data-page=card]").click()
    page.wait_for_url("**/card**")
    tab.settle()
    expect(page.locator("#dr-nav a[data-page=card]")).to_have_attribute("aria-current", "page")
    page.go_back()
    page.wait_for_url("**/turn**")
    tab.settle()
    page.wait_for_function("document.querySelector('[data-testid=stMain]').scrollTop === 300", timeout=10_000)
    assert page.evaluate("window.__same")
    tab.check()


def test_the_table_of_the_damage_step_prints_as_one_page(tabs: Callable[..., Tab]) -> None:
    page = tabs("phone").open("turn?lang=en")
    printed = pdfplumber.open(io.BytesIO(page.pdf(prefer_css_page_size=True)))
    text = printed.pages[0].extract_text()
    assert len(printed.pages) == 1
    assert "Counter Trap" in text and "Flip Effect" in text and "What may be done" not in text


def test_an_empty_question_is_answered_with_what_to_do(tabs: Callable[..., Tab]) -> None:
    tab = tabs("phone")
    page = tab.open("?lang=zh")
    page.get_by_role("textbox").first.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("请先输入问题")
    tab.check()


def test_letters_of_twice_the_size_fit_the_screen(tabs: Callable[..., Tab]) -> None:
    tab = tabs("phone", reduced_motion="reduce")
    page = tab.open(ANSWER)
    page.add_style_tag(content="html { font-size: 200% }")
    tab.check()
    assert page.evaluate(HITS)


def test_no_word_in_a_head_of_the_table_breaks_on_a_phone(tabs: Callable[..., Tab]) -> None:
    page = tabs("phone").open("turn?lang=en")
    rows = page.evaluate(BROKEN)
    assert len(rows) >= 5
    assert [word for word, lines in rows if lines != 1] == []


def test_on_a_phone_the_finding_stands_above_the_list_and_is_shown_when_it_is_chosen_there(tabs: Callable[..., Tab]) -> None:
    tab = tabs("phone")
    page = tab.open("audit?lang=en&source=lanterns")
    rows = page.locator("[class*=st-key-dr-open-] button")
    item = page.locator("[class*=st-key-dr-item-]").first
    expect(rows.first).to_be_visible()
    assert (item.bounding_box() or {})["y"] < (rows.first.bounding_box() or {})["y"]
    rows.last.click()
    page.wait_for_url("**item=**", timeout=30_000)
    tab.settle()
    expect(page.locator(".st-key-dr-audit-pager")).to_be_in_viewport()
    expect(item).to_be_in_viewport()
    tab.check()


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    "path",
    [
        "",
        "?q=lantern",
        "card?name=90000003",
        "browse",
        "browse?concept=damage-step",
        "browse?source=lanterns&line=5",
        "calc",
        "more",
    ],
)
def test_what_is_pressed_is_high_enough_for_a_finger(tabs: Callable[..., Tab], path: str, lang: str) -> None:
    page = tabs("phone").open(f"{path}{'&' if '?' in path else '?'}lang={lang}")
    page.wait_for_timeout(500)
    low = """all => all.filter(e => e.getClientRects().length)
      .map(e => [e.closest('label') || e, e.textContent || e.ariaLabel])
      .map(([e, name]) => [name, e.getBoundingClientRect().height]).filter(([, high]) => high < 36)"""
    pressed = "a[href], button, input, select, textarea, summary"
    assert page.locator(f"[data-testid=stMain] :is({pressed}):visible").evaluate_all(low) == []


def test_a_number_of_two_digits_stands_on_one_line(tabs: Callable[..., Tab]) -> None:
    page = tabs("phone").open(ANSWER)
    page.evaluate("document.querySelectorAll('[data-testid=stMain] details').forEach(folded => { folded.open = true })")
    high = page.locator(".dr-num").evaluate_all("all => all.map(e => [e.textContent, e.getBoundingClientRect().height])")
    assert len(high) >= 10
    assert [number for number, height in high if height > 26] == []


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_what_is_pressed_on_the_bench_is_high_enough_for_a_finger(tabs: Callable[..., Tab], lang: str) -> None:
    page = tabs("phone").open(f"audit?lang={lang}")
    view = page.locator(".st-key-dr-audit-view button")
    expect(view.first).to_be_visible()
    low = "all => all.map(e => [e.textContent, e.getBoundingClientRect().height]).filter(([, high]) => high < 36)"
    pressed = "button, summary, a[href], label:has(input)"
    assert page.locator(f"[data-testid=stMain] :is({pressed}):visible").evaluate_all(low) == []
