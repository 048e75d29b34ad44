"""Kills at any moment and damage at any place, on demand: `RULINGS_PROOF=200 pytest tests/test_proof.py`; a few rounds always.

Commands are killed while they build, take cards in, remove and decide; whatever was there before or what was asked for is
there afterwards, and nothing else. Every file of a snapshot is damaged at twenty places; each time it is noticed.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from collections import Counter
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest
from few import few_of

from cli.main import main
from cli.review import open_bench
from ingest.build import Order, build
from ingest.doctor import look_over
from ingest.library import Library
from kb.errors import SnapshotError
from kb.reviews import read_reviews
from kb.reviews.ledger import Ledger
from kb.store.manifest import _known
from kb.store.snapshot import Snapshot, open_current

pytestmark = pytest.mark.slow
ROUNDS = int(os.environ.get("RULINGS_PROOF", "4"))
PLACES = 20
FORKS = get_context("forkserver")
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


def _does(words: list[str]) -> None:
    silent = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silent, stream)
    sys.argv = ["rulings", *words]
    main()


def _begun(words: list[str]) -> BaseProcess:
    """A process that does what the command would, forked off one that has imported it all and done nothing yet."""
    process = FORKS.Process(target=_does, args=(words,))
    process.start()
    return process


def _ended(process: BaseProcess) -> int:
    process.join()
    assert process.exitcode is not None
    return process.exitcode


def commands(home: Path) -> list[list[str]]:
    folder, quick = home.parent, ["--encoder", "none", "--no-audit"]
    finding = _finding(home)
    return [
        ["build", str(folder / "oil.md"), *quick],
        ["build", "--cards", str(folder / "cards.json"), *quick],
        ["remove", "oil", "--encoder", "none"],
        ["review", finding, "--accept", "--by", "Ana"],
        ["build", str(folder / "lamps.md"), "--title", "Lamps again", *quick],
        ["review", finding, "--reject", "--by", "Ben"],
    ]


def _finding(home: Path) -> str:
    """What may be decided on; the audit is made on the way."""
    sources = home.parent / "sources"
    bench = open_bench(home, sources, Ledger(sources=sources, home=home, to_sources=False))
    bench.snapshot.close()
    return bench.items[0].id


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
    chance = random.Random(int(os.environ.get("RULINGS_PROOF_SEED", "18")))
    FORKS.set_forkserver_preload([__name__])
    every = commands(home)
    longest: dict[str, float] = {}
    for command in every:
        began = time.monotonic()
        assert _ended(_begun([*command, "--home", str(home)])) == 0, command
        longest[command[0]] = max(longest.get(command[0], 0.0), time.monotonic() - began)
    killed: Counter[str] = Counter()
    for number in range(ROUNDS):
        command = every[number % len(every)]
        process = _begun([*command, "--home", str(home)])
        time.sleep(chance.uniform(0.0, longest[command[0]]))
        process.kill()
        killed[command[0]] += _ended(process) == -signal.SIGKILL
        check(home)
    print(f"{ROUNDS} rounds, {killed.total()} killed on the way: {dict(killed)}")
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
