"""Long work tells of itself, also where nobody sees a bar."""

from __future__ import annotations

import pytest

from cli import progress


def test_a_file_gets_a_line_now_and_then(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    now = [0.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    with progress.progress_bar() as tell:
        for step in range(60):
            now[0] = float(step)
            tell("Embedding", step, 60)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 5 and lines[0].split() == ["10", "s", "Embedding", "10", "of", "60"]


def test_short_work_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with progress.progress_bar() as tell:
        tell("Embedding", 1, 2)
    assert capsys.readouterr().err == ""
