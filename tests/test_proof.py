"""Kills at any moment and damage at any place, on demand: `RULINGS_PROOF=200 pytest tests/test_proof.py`; a few rounds always.

Commands are killed while they build, take cards in, remove and decide; whatever was there before or what was asked for is
there afterwards, and nothing else. Every file of a snapshot is damaged at twenty places; each time it is noticed.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from few import few_of

from ingest.build import Order, build
from ingest.doctor import look_over
from ingest.library import Library
from kb.errors import SnapshotError
from kb.reviews import read_reviews
from kb.store.manifest import _known
from kb.store.snapshot import Snapshot, open_current

pytestmark = pytest.mark.slow
ROUNDS = int(os.environ.get("RULINGS_PROOF", "4"))
PLACES = 20
ROOT = Path(__file__).resolve().parent.parent
CARD = {"id": 90000001, "name": "Lamp Oil", "type": "Spell Card", "desc": "Draw 1 card.", "race": "Normal"}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    few_of(tmp_path / "sources")
    monkeypatch.setenv("RULINGS_SOURCES", str(tmp_path / "sources"))
    (tmp_path / "lamps.md").write_text(
        "# Lamps\n\nA lamp costs 300 Life Points.\n\n## Wicks\n\n## Oil\n\nOil burns.\n", "utf-8"
    )
    (tmp_path / "oil.md").write_text("# Oil\n\nOil is paid for at the end of the Chain.\n", "utf-8")
    (tmp_path / "cards.json").write_text(json.dumps({"data": [CARD]}), "utf-8")
    build(tmp_path / "home", Order(paths=[tmp_path / "lamps.md"], cards=[tmp_path / "cards.json"], encoder="none"))
    return tmp_path / "home"


def _command(*words: str) -> list[str]:
    return [sys.executable, "-c", "import sys; from cli.main import main; sys.exit(main())", *words]


def _process() -> dict[str, Any]:
    return {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "cwd": ROOT, "env": os.environ | {"PYTHONPATH": str(ROOT)}}


def commands(home: Path) -> list[list[str]]:
    folder, quick = home.parent, ["--encoder", "none"]
    listed = subprocess.run(_command("review", "--list", "--all", "--json", "--home", str(home)), **_process(), check=True)
    finding = json.loads(listed.stdout)[0]["id"]
    return [
        ["build", str(folder / "oil.md"), *quick],
        ["build", "--cards", str(folder / "cards.json"), *quick],
        ["remove", "oil", *quick],
        ["review", finding, "--accept", "--by", "Ana"],
        ["build", str(folder / "lamps.md"), "--title", "Lamps again", *quick],
    ]


def check(home: Path) -> None:
    """Everything that is kept is whole, and the home works: only leftovers may lie about."""
    snapshot = open_current(home)
    assert snapshot is not None
    with snapshot:
        snapshot.verify()
        assert set(snapshot.manifest.sources) in ({"lamps"}, {"lamps", "oil"})
    read_reviews([home / "reviews", home.parent / "sources" / "reviews"])
    assert set(Library(home, home.parent / "sources").ids()) <= {"lamps", "oil"}
    wrong = [a for a in look_over(home) if not (a.mend or a.rebuilt)]
    assert not wrong, wrong


def test_a_kill_at_any_moment_of_any_command_loses_nothing(home: Path) -> None:
    chance = random.Random(18)
    killed = 0
    every = commands(home)
    for number in range(ROUNDS):
        command = every[number % len(every)]
        process = subprocess.Popen(_command(*command, "--home", str(home)), **_process())
        time.sleep(chance.uniform(0.2, 4.0))
        process.send_signal(signal.SIGKILL)
        process.communicate()
        killed += process.returncode == -signal.SIGKILL
        check(home)
    print(f"{ROUNDS} rounds, {killed} killed on the way")
    build(home, Order(encoder="none"))
    assert look_over(home) == []


def test_every_file_of_a_snapshot_damaged_at_twenty_places_is_noticed_each_time(home: Path) -> None:
    chance = random.Random(18)
    snapshot = open_current(home)
    assert snapshot is not None
    tried = 0
    for name, (size, _) in snapshot.manifest.files.items():
        for at in chance.sample(range(size), min(PLACES, size)):
            _damage(snapshot, name, at, chance.randrange(8))
            tried += 1
    assert tried > 100
    print(f"{tried} places of {len(snapshot.manifest.files)} files")
    snapshot.verify()


def _damage(snapshot: Snapshot, name: str, at: int, bit: int) -> None:
    path = snapshot.path / name
    mode, whole = path.stat().st_mode, path.read_bytes()
    path.chmod(0o644)
    try:
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << bit]) + whole[at + 1 :])
        _known.clear()
        with pytest.raises(SnapshotError, match="damaged"):
            snapshot.verify(name)
    finally:
        path.write_bytes(whole)
        path.chmod(mode)
        _known.clear()
