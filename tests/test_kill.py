"""A build that is killed at any moment leaves the old snapshot whole; readers never see half of one."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kb.store.snapshot import Snapshot, open_current

pytestmark = pytest.mark.slow
ROUNDS = 25
BUILDER = """
import sys
from pathlib import Path
from kb_samples import chinese, english
from kb.store.build import build_snapshot
from kb.graph import graph_of_document, graph_of_glossary, graph_of_timings
from kb_samples import CONCEPTS, TIMINGS

home, number = Path(sys.argv[1]), int(sys.argv[2])
print("ready", flush=True)
while True:
    number += 1
    text = english().text.replace("A lamp", "x" * (number % 50) + "\\nA lamp")
    with build_snapshot(home) as draft:
        for document in (english(text=text), *([chinese()] if number % 2 else [])):
            draft.put_graph(document.source.id, document.source.sha256, lambda: graph_of_document(document))
        draft.put_graph("glossary", "1", lambda: graph_of_glossary(CONCEPTS))
        draft.put_graph("timings", "1", lambda: graph_of_timings(TIMINGS))
        (draft.index_path / "big.bin").write_bytes(number.to_bytes(8, "big") * 50_000)
        draft.commit(extra={"number": str(number)}, counts={"sources": 1 + number % 2})
    print(number, flush=True)
"""


def start(home: Path, number: int) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", BUILDER, str(home), str(number)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parent,
        env={"PYTHONPATH": f"{Path(__file__).parent.parent}:{Path(__file__).parent}", "PATH": ""},
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def check(snapshot: Snapshot) -> int:
    """The number of the build, once everything in the snapshot belongs to that one build."""
    snapshot.verify()
    number = int(snapshot.manifest.extra["number"])
    assert (snapshot.index_path / "big.bin").read_bytes() == number.to_bytes(8, "big") * 50_000
    graphs = [g for g in snapshot.graph().graphs() if g not in ("glossary", "timings")]
    assert len(graphs) == snapshot.manifest.counts["sources"]
    assert sorted(snapshot.graph().graphs()) == sorted(snapshot.manifest.graphs)
    return number


def test_a_kill_at_any_moment_leaves_a_whole_snapshot(tmp_path: Path) -> None:
    chance = random.Random(20)
    last, halfway = 0, 0
    for round_ in range(ROUNDS):
        process = start(tmp_path, last)
        if round_ % 2 and process.stdout is not None:
            last = int(process.stdout.readline())
        time.sleep(chance.uniform(0.0, 0.8))
        process.send_signal(signal.SIGKILL)
        out, _ = process.communicate()
        assert process.returncode == -signal.SIGKILL
        told = max([last, *(int(n) for n in out.split())])
        snapshot = open_current(tmp_path)
        if snapshot is None:
            assert told == 0
            continue
        with snapshot:
            last = check(snapshot)
        assert last >= told, "what was said to be committed is there"
        halfway += any(p.name.startswith(".draft") for p in (tmp_path / "snapshots").iterdir())
    assert last >= ROUNDS // 2
    assert halfway > 3, "most kills must strike in the middle of a build"


def test_a_reader_never_sees_half_of_a_snapshot(tmp_path: Path) -> None:
    process = start(tmp_path, 0)
    try:
        seen: list[int] = []
        end = time.monotonic() + 5
        while time.monotonic() < end:
            snapshot = open_current(tmp_path)
            if snapshot is not None:
                with snapshot:
                    seen.append(check(snapshot))
        assert seen == sorted(seen)
        assert len(set(seen)) > 3
    finally:
        process.kill()
        process.wait()


def test_leftovers_of_killed_builds_are_cleared_away(tmp_path: Path) -> None:
    for _ in range(4):
        process = start(tmp_path, 0)
        time.sleep(0.3)
        process.kill()
        process.communicate()
    process = start(tmp_path, 100)
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.readline()
    process.kill()
    process.communicate()
    left = [p.name for p in (tmp_path / "snapshots").iterdir()]
    assert len([n for n in left if not n.startswith(".")]) <= 3
    assert len([n for n in left if n.startswith(".")]) <= 2
