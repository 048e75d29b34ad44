"""The Audit page: queue, filters, deciding and undoing, coverage, reports; hostile text is shown as text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from few import few_of
from page import drawn, html, param
from streamlit.testing.v1 import AppTest

from cli.main import main
from kb.reviews import read_reviews
from kb.reviews.reports import Report, keep_report

EVIL = "<script>alert(1)</script>"
DOCUMENT = f"""# Dusk

Keepers of the tower light one lamp {EVIL}.

## Wicks {EVIL}

## Oil

Oil is poured out before the lamp lamp is lit. See [the cellar](#cellar).
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("bench")
    few_of(made / "sources")
    (made / "tower.md").write_text(DOCUMENT, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULINGS_SOURCES", str(made / "sources"))
        built = main(["build", str(made / "tower.md"), "--home", str(made / "home"), "--encoder", "none"])
    assert built in (0, None)
    return made


@pytest.fixture
def bench(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULINGS_SOURCES", str(folder / "sources"))
    monkeypatch.setenv("RULINGS_HOME", str(folder / "home"))
    for path in (folder / "sources" / "reviews").glob("*.toml"):
        path.unlink()
    (folder / "home" / "reports.jsonl").unlink(missing_ok=True)
    return folder


def keys(at: AppTest, start: str) -> list[str]:
    return [str(b.key) for b in at.button if str(b.key).startswith(start)]


@pytest.mark.parametrize(("lang", "word"), [("en", "Take these"), ("zh", "导出这")])
def test_the_queue_shows_findings_as_text_in_both_languages(bench: Path, lang: str, word: str) -> None:
    at = audit_page(lang=lang)
    assert word in " ".join(str(c.value) for c in at.caption) + str(at.session_state["dr-audit-view"])
    shown = html(at)
    assert EVIL not in shown
    assert "&lt;script&gt;" in shown
    assert len(keys(at, "dr-open-")) >= 2


def audit_page(**params: str) -> AppTest:
    """The page by itself, without the frame."""
    at = AppTest.from_string("from ui.pages.audit import page\npage()", default_timeout=90)
    for name, value in params.items():
        at.query_params[name] = value
    return drawn(at.run())


def opened_id(at: AppTest) -> str:
    return keys(at, "dr-accept-")[0].removeprefix("dr-accept-")


@pytest.mark.parametrize(("lang", "lack"), [("en", "Type your name first"), ("zh", "请先填写您的名字")])
def test_a_decision_takes_a_name_is_kept_and_can_be_undone(bench: Path, lang: str, lack: str) -> None:
    at = audit_page(lang=lang)
    name = opened_id(at)
    at = drawn(at.button(key=f"dr-accept-{name}").click().run())
    assert lack in html(at)
    assert 'role="alert"' in html(at)
    assert read_reviews([bench / "sources" / "reviews"]) == {}
    at.text_input(key="dr-audit-name").input("Ana <b>")
    at = drawn(at.button(key=f"dr-accept-{name}").click().run())
    made = read_reviews([bench / "sources" / "reviews"])[name].current
    assert made and (made.by, made.decision) == ("Ana <b>", "accept")
    assert opened_id(at) != name, "the next one comes"
    assert "Ana &lt;b&gt;" in html(at)
    at = drawn(at.button(key=f"dr-undo-last-{name}").click().run())
    kept = read_reviews([bench / "sources" / "reviews"])[name]
    assert kept.current is None
    assert kept.decisions[0].undone.endswith("Ana <b>")


def test_undo_in_a_fresh_page_asks_who_undoes(bench: Path) -> None:
    at = audit_page(lang="en")
    name = opened_id(at)
    at.text_input(key="dr-audit-name").input("Ana")
    drawn(at.button(key=f"dr-defer-{name}").click().run())
    fresh = audit_page(lang="en", item=name)
    fresh = drawn(fresh.toggle(key="dr-audit-decided").set_value(True).run())
    fresh = drawn(fresh.button(key=f"dr-undo-{name}").click().run())
    assert "Type your name first" in html(fresh)
    assert read_reviews([bench / "sources" / "reviews"])[name].current
    fresh.text_input(key="dr-audit-name").input("Ben")
    drawn(fresh.button(key=f"dr-undo-{name}").click().run())
    assert read_reviews([bench / "sources" / "reviews"])[name].decisions[0].undone.endswith("Ben")


def test_a_correction_asks_for_what_holds_instead_and_shows_what_it_changes(bench: Path) -> None:
    at = audit_page(lang="zh")
    name = opened_id(at)
    assert at.radio(key=f"dr-choice-{name}").value is None, "nothing is chosen beforehand"
    at = drawn(at.radio(key=f"dr-choice-{name}").set_value("correct").run())
    assert "请写出正确的表述" in " ".join(str(c.value) for c in at.caption)
    assert keys(at, "dr-keep-") == []
    at.text_input(key="dr-audit-name").input("安娜")
    at = drawn(at.text_area(key=f"dr-corrected-{name}").input("灯只点一盏。").run())
    assert "个问题决定前后的回答" in html(at)
    at = drawn(at.button(key=f"dr-keep-{name}").click().run())
    made = read_reviews([bench / "sources" / "reviews"])[name].current
    assert made and (made.corrected, made.by) == ("灯只点一盏。", "安娜")


def test_a_place_is_shown_in_its_document(bench: Path) -> None:
    shown = html(audit_page(lang="en", code="S111"))
    assert "lamp lamp" in shown or "<details open" in shown
    assert "<summary>Dusk · line" in shown
    assert "lines 9–9" not in shown


def test_the_list_is_gone_through_by_buttons_with_keys(bench: Path) -> None:
    at = audit_page(lang="en")
    first = opened_id(at)
    at = drawn(at.button(key="dr-audit-later").click().run())
    assert opened_id(at) != first
    at = drawn(at.button(key="dr-audit-earlier").click().run())
    assert opened_id(at) == first
    assert {b.proto.shortcut for b in at.button} >= {"n", "p", "a", "x", "d"}


def test_filters_stand_in_the_address_and_narrow_the_queue(bench: Path) -> None:
    every = len(keys(audit_page(lang="en"), "dr-open-"))
    at = audit_page(lang="en", family="evidence")
    assert len(keys(at, "dr-open-")) < every
    at = drawn(at.selectbox(key="dr-audit-family").set_value("structure").run())
    assert param(at, "family") == "structure"
    assert audit_page(lang="en", family="nonsense", item="9999")


def test_users_reports_are_in_the_queue(bench: Path) -> None:
    report = Report(
        question=f"Lamps? {EVIL}", verdict="yes", answer="One.", citations=(), remark="No, two.", blamed="lamps.dusk"
    )
    keep_report(report, bench / "home")
    at = audit_page(lang="en", family="report")
    shown = html(at)
    assert "No, two. Blamed: lamps.dusk" in shown
    assert EVIL not in shown
    assert len(keys(at, "dr-open-")) == 1


def test_the_coverage_view_has_a_row_a_term_and_a_column_a_document(bench: Path) -> None:
    shown = html(audit_page(lang="en", view="coverage"))
    assert re.search(r'<th scope="col"><a href="[^"]*source=tower[^"]*"[^>]*>Dusk</a></th>', shown)
    assert shown.count("<tr>") > 20
    terms = re.findall(r'<th scope="row"><a href="([^"]*)"', shown)
    assert len(terms) == len(set(terms)) > 20
    assert "source=tower" in html(audit_page(lang="zh", view="documents"))


def test_without_documents_the_page_says_what_to_do(bench: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULINGS_HOME", str(tmp_path / "none"))
    assert "rulings build" in html(audit_page(lang="en"))
