"""`rulings serve` as a process of its own: two processes over one snapshot, a port that is taken, an end that is clean."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx2
import pytest
from few import few_of

from cli.main import main
from kb.store.snapshot import POINTER

ROOT = Path(__file__).resolve().parent.parent
WAIT = 120


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def awaited(url: str, wanted: str) -> str:
    """The snapshot that answers, once it is another than that."""
    for _ in range(WAIT * 4):
        try:
            found = str(httpx2.get(f"{url}/health", timeout=30).json()["snapshot"])
            if found != wanted:
                return found
        except httpx2.TransportError:
            pass
        time.sleep(0.25)
    raise AssertionError("no other snapshot answers")


@pytest.mark.slow
def test_two_processes_answer_and_notice_a_build_and_end_when_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few_of(tmp_path / "sources")
    monkeypatch.setenv("RULINGS_SOURCES", str(tmp_path / "sources"))
    home, port = tmp_path / "home", free_port()
    (tmp_path / "lamp.md").write_text("# Lamps\n\nA lamp may be lit twice a turn.\n", "utf-8")
    where = ["--home", str(home), "--encoder", "none"]
    command = [
        sys.executable,
        "-c",
        "from cli.main import main; main()",
        "serve",
        "--port",
        str(port),
        "--workers",
        "2",
        *where,
    ]
    server = subprocess.Popen(command, cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, stderr=subprocess.PIPE, text=True)
    url = f"http://127.0.0.1:{port}"
    try:
        assert awaited(url, "") == "digest"
        assert main(["build", str(tmp_path / "lamp.md"), *where]) == 0
        assert awaited(url, "digest") in (home / POINTER).read_text("utf-8")
        assert httpx2.get(f"{url}/ask", params={"q": "Can a lamp be lit twice?"}, timeout=30).status_code == 200
    finally:
        server.send_signal(signal.SIGTERM)
        _, log = server.communicate(timeout=60)
    assert "Traceback" not in log, log
    assert "lit twice" not in log and "GET /ask 200" in log


def test_a_port_that_is_taken_is_told_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert main(["serve", "--port", str(taken.getsockname()[1]), "--home", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and "--port" in told


def test_two_processes_that_make_the_digest_s_index_at_once_both_answer(tmp_path: Path) -> None:
    few_of(tmp_path / "sources")
    where = ["--home", str(tmp_path / "home"), "--sources", str(tmp_path / "sources"), "--encoder", "none"]
    command = [sys.executable, "-c", "from cli.main import main; main()", "ask", "Can I chain to my own card?", *where]
    asking = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    found = [(*one.communicate(timeout=120), one.returncode) for one in asking]
    assert {code for *_, code in found} == {0}, found
    assert len({out for out, *_ in found}) == 1
    assert [p.name[:1] != "." for p in (tmp_path / "home" / "digest").iterdir()] == [True], "one index is kept, and no draft"
