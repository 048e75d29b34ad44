"""The audit for others: decided findings left out, SARIF, HTML, views, the digest both ways, and the commands of a review."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import tomllib
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from few import few_of
from hypothesis import given
from hypothesis import strategies as st

from cli.main import main
from kb.audit.report.tables import csv_report, markdown_report
from kb.audit.run import all_checks
from kb.model import Finding

EVIL = "<script>alert(1)</script>"
DOCUMENT = f"""# Dusk

Keepers of the tower may chain one lamp to another {EVIL}.

## Wicks {EVIL}

## Oil

Oil cannot be poured into a burning lamp. See [the cellar](#cellar).

The the keeper lights every lamp of the tower. A oil lamp and a old lamp burn.
"""
RULES = """
[[rule]]
id = "lamps.chained"
kind = "permission"
en = "A lamp may be chained to another."
zh = "灯可以与另一盏灯连锁。"
concepts = ["chain"]
asks = [ { en = "May lamps be chained?", zh = "灯可以连锁吗？", verdict = "yes" } ]
cites = [ { source = "tower", section = "Dusk", lines = [LINE, LINE] } ]
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("report")
    few_of(made / "sources")
    with (made / "sources" / "registry.toml").open("a", encoding="utf-8") as registry:
        registry.write('\n[[source]]\nid = "tower"\nfile = "tower.md"\ntitle = "Tower"\nlang = "en"\n')
    (made / "sources" / "rules" / "lamps.toml").write_text(RULES.replace("LINE", "3"), "utf-8")
    (made / "tower.md").write_text(DOCUMENT, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULINGS_SOURCES", str(made / "sources"))
        assert main(["build", str(made / "tower.md"), "--home", str(made / "home"), "--encoder", "none"]) in (0, None)
    return made


@pytest.fixture
def bench(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULINGS_SOURCES", str(folder / "sources"))
    monkeypatch.setenv("RULINGS_HOME", str(folder / "home"))
    for path in (folder / "sources" / "reviews").glob("*.toml"):
        path.unlink()
    return folder


def run(capsys: pytest.CaptureFixture[str], *args: str, status: int | None = None) -> str:
    capsys.readouterr()
    ended = main(list(args))
    told = capsys.readouterr()
    assert status is None or ended == status, told
    assert "Traceback" not in told.err
    return told.out if ended != 2 else told.err


def findings(capsys: pytest.CaptureFixture[str], *args: str) -> list[dict[str, Any]]:
    return json.loads(run(capsys, "audit", "--format", "json", *args))  # type: ignore[no-any-return]


def test_a_decided_finding_is_left_out_until_undone_or_its_text_changes(
    bench: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    every = findings(capsys)
    name = every[0]["id"]
    run(capsys, "review", name, "--reject", "--by", "Ana", "--reason", "as meant", status=0)
    assert name not in [f["id"] for f in findings(capsys)]
    assert name in [f["id"] for f in findings(capsys, "--all")]
    path = bench / "sources" / "reviews" / f"{name}.toml"
    kept = tomllib.loads(path.read_text("utf-8"))
    for place in kept["place"]:
        path.write_text(path.read_text("utf-8").replace(place.get("hash", "-"), "0" * 16), "utf-8")
    assert name in [f["id"] for f in findings(capsys)], "open again"
    assert "open again" in run(capsys, "review", "--list", status=0)
    run(capsys, "review", "--undo", name, "--by", "Ana", status=0)
    assert findings(capsys) == every


def test_what_is_deferred_still_waits(bench: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = findings(capsys)[0]["id"]
    run(capsys, "review", name, "--defer", "--by", "Ana", status=0)
    assert name in [f["id"] for f in findings(capsys)]


def test_passages_and_entries_can_be_decided_on_too(bench: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "review", "lamps.chained", "--correct", "Lamps stand alone.", "--by", "Ana", status=0)
    assert "Lamps stand alone." in run(capsys, "ask", "May lamps be chained?", "--json")


@pytest.mark.parametrize(
    "args",
    [
        ("review", "lamps.chaind", "--accept", "--by", "Ana"),
        ("review", "--accept", "--by", "Ana"),
        ("review", "lamps.chained"),
        ("review", "lamps.chained", "--accept"),
        ("review", "lamps.chained", "--accept", "--reject", "--by", "Ana"),
        ("review", "lamps.chained", "--prevails", "tower", "--by", "Ana", "--reason", "r"),
        ("review", "--undo", "0123456789ab", "--by", "Ana"),
        ("audit", "--view", "everything"),
        ("audit", "--view", "coverage", "--digest"),
        ("audit", "--digest", "--format", "sarif"),
        ("audit", "--format", "pdf"),
    ],
)
def test_a_wrong_call_ends_in_one_line(bench: Path, capsys: pytest.CaptureFixture[str], args: tuple[str, ...]) -> None:
    assert run(capsys, *args, status=2).count("\n") == 1


def test_a_damaged_decision_is_named_and_nothing_is_lost(bench: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = bench / "sources" / "reviews" / "0123456789ab.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text("<<<<<<< ours", "utf-8")
    for args in (("audit",), ("review", "--list"), ("ask", "May lamps be chained?")):
        assert "0123456789ab.toml" in run(capsys, *args, status=2)
    assert path.read_text("utf-8") == "<<<<<<< ours"


def test_the_queue_can_be_gone_through_by_keys(
    bench: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = iter(["Ana", "a", "seen", "u", "r", "no fault", "s", "x", "q"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(typed))
    first = findings(capsys)[0]["id"]
    run(capsys, "review", status=0)
    kept = tomllib.loads((bench / "sources" / "reviews" / f"{first}.toml").read_text("utf-8"))["decision"]
    assert [d["decision"] for d in kept] == ["accept", "reject"]
    assert "Ana" in kept[0]["undone"]


def test_sarif_names_a_rule_and_a_line_for_each_finding(bench: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = json.loads(run(capsys, "audit", "--format", "sarif"))
    driver, results = log["runs"][0]["tool"]["driver"], log["runs"][0]["results"]
    assert log["version"] == "2.1.0"
    every = findings(capsys)
    assert len(results) == len({f["cause"] for f in every}) > 1 and sum(r["occurrenceCount"] for r in results) == len(every)
    for result in results:
        assert result["partialFingerprints"]["cause/v1"] in {f["cause"] for f in every}
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("error", "warning", "note")
        for location in result["locations"]:
            assert location["physicalLocation"]["region"]["startLine"] >= 1


class _Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.outside: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.outside += [v for k, v in attrs if k in ("src", "href") and v]


def test_the_html_report_stands_alone_and_shows_hostile_text_as_text(bench: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = run(capsys, "audit", "--format", "html")
    read = _Page(page)
    assert "script" not in read.tags
    assert "svg" in read.tags
    assert read.outside == []
    assert "&lt;script&gt;" in page


@pytest.mark.parametrize("view", ["coverage", "single-source", "contributions"])
def test_views_are_printed_as_text_and_as_json(bench: Path, capsys: pytest.CaptureFixture[str], view: str) -> None:
    assert "tower" in run(capsys, "audit", "--view", view, status=0)
    rows = json.loads(run(capsys, "audit", "--view", view, "--format", "json", status=0))
    assert rows
    if view == "single-source":
        assert [r["entry"] for r in rows] == ["lamps.chained"]


def test_the_digest_is_checked_both_ways(bench: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = run(capsys, "audit", "--digest", status=1)
    assert "1 cites, 0 do not hold" in told
    assert "no reason given" in told
    (bench / "sources" / "uncited.toml").write_text(
        '[[left]]\nsource = "tower"\nlines = [1, 11]\nreason = "lamps only"\n', "utf-8"
    )
    rules = bench / "sources" / "rules" / "lamps.toml"
    try:
        assert "lamps only" in run(capsys, "audit", "--digest", status=0)
        rules.write_text(RULES.replace("LINE", "300"), "utf-8")
        assert "D001" in run(capsys, "audit", "--digest", status=1)
        (bench / "sources" / "uncited.toml").write_text("[[left]]\nlines = 3\n", "utf-8")
        assert "uncited.toml" in run(capsys, "audit", "--digest", status=2)
    finally:
        rules.write_text(RULES.replace("LINE", "3"), "utf-8")
        (bench / "sources" / "uncited.toml").unlink()


def test_no_document_is_altered(bench: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = hashlib.sha256((bench / "tower.md").read_bytes()).hexdigest()
    for args in (("audit",), ("review", "--list"), ("audit", "--digest")):
        run(capsys, *args)
    assert hashlib.sha256((bench / "tower.md").read_bytes()).hexdigest() == before


def test_csv_has_a_row_a_finding_and_nothing_that_a_spreadsheet_would_run(
    bench: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = list(csv.DictReader(io.StringIO(run(capsys, "audit", "--format", "csv"))))
    assert [r["id"] for r in rows] == [f["id"] for f in findings(capsys)]
    assert all(":" in r["places"] for r in rows if r["places"])


@given(st.text(max_size=80))
def test_hostile_text_stays_a_cell_and_a_code(text: str) -> None:
    finding = Finding(code="S999", severity="info", message="=" + text, family="structure")
    cell = next(csv.DictReader(io.StringIO(csv_report([finding]))))["message"]
    assert cell == "'" + " ".join(f"={text}".split())
    line = markdown_report([finding]).splitlines()[-1]
    assert line.startswith("- info, ")
    assert "<" not in text or "`" in line


def test_markdown_lists_every_finding_under_its_check(bench: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = run(capsys, "audit", "--format", "markdown")
    every = findings(capsys)
    assert all(f["id"] in told for f in every)
    assert {f"## {f['code']}" for f in every} <= {line.split(":")[0] for line in told.splitlines()}


def test_a_check_that_is_often_wrong_runs_only_when_asked_for(bench: Path, capsys: pytest.CaptureFixture[str]) -> None:
    off = {code for code, check in all_checks().items() if check.off}
    assert off
    usual, every = findings(capsys), json.loads(run(capsys, "audit", "--every", "--format", "json"))
    assert not off & {f["code"] for f in usual}
    assert {f["id"] for f in usual} <= {f["id"] for f in every}
    for code in off:
        told = run(capsys, "audit", "--explain", code, status=0)
        assert f"--code {code}" in told and "--every" in told
