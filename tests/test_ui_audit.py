"""The Audit page: queue, filters, deciding and undoing, coverage, reports; hostile text is shown as text."""

from __future__ import annotations

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


@pytest.mark.parametrize(("lang", "word"), [("en", "to look at"), ("zh", "待查看")])
def test_the_queue_shows_findings_as_text_in_both_languages(bench: Path, lang: str, word: str) -> None:
    at = audit_page(lang=lang)
    assert word in " ".join(str(c.value) for c in at.caption) + str(at.session_state["dr-audit-view"])
    shown = html(at)
    assert EVIL not in shown
    assert "&lt;script&gt;" in shown
    assert len(keys(at, "dr-keep-")) >= 2


def audit_page(**params: str) -> AppTest:
    """The page by itself, without the frame."""
    at = AppTest.from_string("from ui.pages.audit import page\npage()", default_timeout=90)
    for name, value in params.items():
        at.query_params[name] = value
    return drawn(at.run())


def test_a_decision_takes_a_name_is_kept_and_can_be_undone(bench: Path) -> None:
    at = audit_page(lang="en")
    key = keys(at, "dr-keep-")[0]
    name = key.removeprefix("dr-keep-")
    at = drawn(at.button(key=key).click().run())
    assert "--by" in html(at)
    at.text_input(key=f"dr-by-{name}").input("Ana <b>")
    at.text_input(key=f"dr-reason-{name}").input("seen")
    at = drawn(at.button(key=key).click().run())
    made = read_reviews([bench / "sources" / "reviews"])[name].current
    assert made and (made.by, made.reason, made.decision) == ("Ana <b>", "seen", "accept")
    assert key not in keys(at, "dr-keep-")
    at = drawn(at.toggle(key="dr-audit-decided").set_value(True).run())
    assert "Ana &lt;b&gt;" in html(at)
    at = drawn(at.button(key=f"dr-undo-{name}").click().run())
    assert read_reviews([bench / "sources" / "reviews"])[name].current is None


def test_a_correction_asks_for_what_holds_instead(bench: Path) -> None:
    at = audit_page(lang="zh")
    name = keys(at, "dr-keep-")[0].removeprefix("dr-keep-")
    at = drawn(at.radio(key=f"dr-choice-{name}").set_value("correct").run())
    at.text_area(key=f"dr-corrected-{name}").input("灯只点一盏。")
    at.text_input(key=f"dr-by-{name}").input("安娜")
    at = drawn(at.button(key=f"dr-keep-{name}").click().run())
    made = read_reviews([bench / "sources" / "reviews"])[name].current
    assert made and made.corrected == "灯只点一盏。"


def test_filters_stand_in_the_address_and_narrow_the_queue(bench: Path) -> None:
    every = len(keys(audit_page(lang="en"), "dr-keep-"))
    at = audit_page(lang="en", family="evidence")
    assert len(keys(at, "dr-keep-")) < every
    at = drawn(at.selectbox(key="dr-audit-family").set_value("structure").run())
    assert param(at, "family") == "structure"
    assert audit_page(lang="en", family="nonsense", at="9999")


def test_users_reports_are_in_the_queue(bench: Path) -> None:
    report = Report(question=f"Lamps? {EVIL}", verdict="yes", answer="One.", citations=(), remark="No, two.")
    keep_report(report, bench / "home")
    at = audit_page(lang="en", family="report")
    shown = html(at)
    assert "No, two." in shown
    assert EVIL not in shown
    assert len(keys(at, "dr-keep-")) == 1


def test_the_coverage_view_has_a_row_a_term_and_a_column_a_document(bench: Path) -> None:
    shown = html(audit_page(lang="en", view="coverage"))
    assert "tower" in shown
    assert shown.count("<tr>") > 20
    assert "tower" in html(audit_page(lang="zh", view="documents"))


def test_without_documents_the_page_says_what_to_do(bench: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULINGS_HOME", str(tmp_path / "none"))
    assert "rulings build" in html(audit_page(lang="en"))
