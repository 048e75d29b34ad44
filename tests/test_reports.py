"""The editors' queue: nothing that was reported is lost, whoever else reports at the moment."""

from __future__ import annotations

import json
import multiprocessing
from pathlib import Path

import pytest

from kb.errors import BadInput
from kb.reviews.reports import (
    FILE,
    MAX_FILE,
    MAX_LINE,
    MAX_OPEN,
    MAX_REMARK,
    RATE,
    Report,
    keep_report,
    read_reports,
    report_id,
)


def report(number: int = 0, remark: str = "") -> Report:
    return Report(question=f"问题 {number}\u2028?", verdict="no", answer="No.", citations=("lamps.dusk",), remark=remark)


def _keep_many(start: int, home: Path) -> None:
    for number in range(start, start + 20):
        keep_report(report(number, "x" * 1900), home)


def test_a_report_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    kept = keep_report(report(remark="line one\nline two \udcff"), tmp_path / "new")
    (found,) = read_reports(tmp_path / "new")
    assert found.question == kept.question and found.citations == ("lamps.dusk",) and found.remark.startswith("line one\n")
    assert found.when.endswith("+00:00")


def test_reports_of_several_processes_are_all_kept(tmp_path: Path) -> None:
    workers = [multiprocessing.get_context("spawn").Process(target=_keep_many, args=(n, tmp_path)) for n in (0, 100, 200)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len({r.question for r in read_reports(tmp_path)}) == 60


def test_a_line_cut_short_spoils_no_other(tmp_path: Path) -> None:
    keep_report(report(1), tmp_path)
    with (tmp_path / FILE).open("ab") as file:
        file.write(b'{"question": "cut')
    keep_report(report(2), tmp_path)
    assert [r.question[:4] for r in read_reports(tmp_path)] == ["问题 1", "问题 2"]


def test_no_home_means_no_reports(tmp_path: Path) -> None:
    assert read_reports(tmp_path / "nowhere") == []


def test_a_remark_too_long_is_refused_whole(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="fewer words"):
        keep_report(report(remark="y" * (MAX_REMARK + 1)), tmp_path)
    assert not (tmp_path / FILE).exists()


def test_a_queue_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises(BadInput, match=FILE):
        keep_report(report(), tmp_path)


def test_a_report_too_large_to_keep_is_refused_whole(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="fewer words"):
        keep_report(Report(question="灯" * MAX_LINE, verdict="no", answer="", citations=()), tmp_path)
    assert not (tmp_path / FILE).exists()


def test_too_many_reports_at_once_are_refused_and_a_while_later_taken_again(tmp_path: Path) -> None:
    for number in range(RATE):
        keep_report(report(number), tmp_path)
    with pytest.raises(BadInput, match="within ten minutes"):
        keep_report(report(RATE), tmp_path)
    earlier = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(earlier.replace(b'"when": "20', b'"when": "19'))
    assert keep_report(report(RATE), tmp_path).when.startswith("20")


def test_a_full_queue_takes_no_more_until_some_are_decided(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    row = json.dumps({"question": "?", "verdict": "no", "answer": "", "citations": [], "when": "2001-01-01T00:00:00+00:00"})
    (tmp_path / FILE).write_text((row + "\n") * MAX_OPEN, "utf-8")
    with pytest.raises(BadInput, match="queue is full"):
        keep_report(report(), tmp_path)
    (tmp_path / "reviews").mkdir()
    (tmp_path / "reviews" / f"{report_id(read_reports(tmp_path)[0])}.toml").touch()
    keep_report(report(), tmp_path)
    (tmp_path / FILE).write_bytes(b"\n" * (MAX_FILE + 1))
    with pytest.raises(BadInput, match="queue is full"):
        keep_report(report(), tmp_path)
