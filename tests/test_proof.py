"""Kills at any moment and damage at any place, on demand: `RULINGS_PROOF=200 pytest tests/test_proof.py`; a few always.

Commands are killed while they build, take cards in, remove and decide, the page while it keeps reports and decisions; whatever
was there before or what was asked for is there afterwards, and nothing else. Every file of a snapshot is damaged at twenty
places; each time it is noticed.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import socket
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Timer

import pytest
from few import few_of
from serving import wait_for
from visitor import Gone, Visitor

from cli.main import main
from cli.review import open_bench
from ingest.build import Order, build
from ingest.doctor import look_over
from ingest.library import Library
from kb.errors import SnapshotError
from kb.reviews import read_reviews
from kb.reviews.ledger import Ledger
from kb.reviews.reports import FILE, read_reports
from kb.store.manifest import _known
from kb.store.snapshot import Snapshot, open_current

pytestmark = pytest.mark.slow
KILLS = int(os.environ.get("RULINGS_PROOF", "4"))
SEED = int(os.environ.get("RULINGS_PROOF_SEED", "18"))
PLACES = 20
FORKS = get_context("forkserver")
FORKS.set_forkserver_preload([__name__, "streamlit.starlette", "ui.pages.ask", "ui.pages.audit", "cli.served"])
CARD = {"id": 90000001, "name": "Lamp Oil", "type": "Spell Card", "desc": "Draw 1 card.", "race": "Normal"}
LAMPS = "# Lamps\n\nA lamp costs 300 Life Points.\n\n## Wicks\n\n## Oil\n\nOil burns.\n"
WRITING = 1.5
"""Seconds within which the page is killed once it has begun to write."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    few_of(tmp_path / "sources")
    monkeypatch.setenv("RULINGS_SOURCES", str(tmp_path / "sources"))
    (tmp_path / "lamps.md").write_text(LAMPS, "utf-8")
    (tmp_path / "cards.json").write_text(json.dumps({"data": [CARD]}), "utf-8")
    build(tmp_path / "home", Order(paths=[tmp_path / "lamps.md"], cards=[tmp_path / "cards.json"], encoder="none"))
    return tmp_path / "home"


def _does(words: list[str], environment: dict[str, str]) -> None:
    os.environ.update(environment)
    silent = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silent, stream)
    sys.argv = ["rulings", *words]
    sys.exit(main())


def _begun(words: list[str]) -> BaseProcess:
    """A process that does what the command would, forked off one that has imported it all and done nothing yet."""
    environment = {name: value for name, value in os.environ.items() if name.startswith("RULINGS_")}
    process = FORKS.Process(target=_does, args=(words, environment))
    process.start()
    return process


def _ended(process: BaseProcess) -> int:
    process.join()
    assert process.exitcode is not None
    return process.exitcode


def command(home: Path, finding: str, number: int) -> list[str]:
    """One of those that write, each time with something new to do."""
    folder, quick = home.parent, ["--encoder", "none", "--no-audit", "--home", str(home)]
    kind = number % 5
    if kind == 0:
        return ["build", str(folder / "lamps.md"), "--title", f"Lamps {number}", *quick]
    if kind == 1:
        cards = folder / "cards.json"
        cards.write_text(json.dumps({"data": [CARD | {"desc": f"Draw {number} cards."}]}), "utf-8")
        return ["build", "--cards", str(cards), *quick]
    if kind == 2:
        return ["review", finding, "--reject" if number % 2 else "--accept", "--by", "Ana", "--home", str(home)]
    if "oil" in Library(home, folder / "sources").ids():
        return ["remove", "oil", "--encoder", "none", "--home", str(home)]
    (folder / "oil.md").write_text(f"# Oil\n\nOil is paid for {number} times at the end of the Chain.\n", "utf-8")
    return ["build", str(folder / "oil.md"), *quick]


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
    chance, finding = random.Random(SEED), _finding(home)
    longest: dict[str, float] = {}
    killed: Counter[str] = Counter()
    number = 0
    while killed.total() < KILLS:
        words = command(home, finding, number)
        kind = "cards" if "--cards" in words else words[0]
        process, began = _begun(words), time.monotonic()
        process.join(chance.uniform(0.0, longest[kind]) if kind in longest else None)
        process.kill()
        status = _ended(process)
        if status == -signal.SIGKILL:
            killed[kind] += 1
        else:
            assert status == 0, words
            longest[kind] = time.monotonic() - began
        check(home)
        number += 1
    print(f"{number} commands, {killed.total()} killed on the way: {dict(killed)}")
    build(home, Order(encoder="none"))
    assert look_over(home) == []


def test_a_kill_of_the_page_while_it_writes_loses_nothing_that_it_told_as_kept(home: Path) -> None:
    chance = random.Random(SEED)
    rounds, told = max(KILLS // 4, 2), Counter[str]()
    for number in range(rounds):
        writer = (_reporting, _deciding)[number % 2]
        kept = _killed_while(writer, home, chance)
        check(home)
        reports, reviews = read_reports(home), read_reviews([home.parent / "sources" / "reviews"])
        decided = [d for review in reviews.values() for d in review.decisions]
        found = len(reports) if writer is _reporting else len(decided) + sum(bool(d.undone) for d in decided)
        assert kept <= found <= kept + 1
        assert all(r.answer and r.question for r in reports)
        told[writer.__name__] += found
        (home / FILE).unlink(missing_ok=True)
        shutil.rmtree(home.parent / "sources" / "reviews", ignore_errors=True)
    assert min(told.values()) > 0
    print(f"{rounds} kills of the page, written meanwhile: {dict(told)}")


def _killed_while(writer: Callable[[Visitor], Iterator[int]], home: Path, chance: random.Random) -> int:
    """How many writes the page told as kept before it was killed."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = _begun(["app", "--port", str(port), "--home", str(home)])
    try:
        address = f"http://localhost:{port}"
        wait_for(address, lambda: process.exitcode)
        with Visitor(address) as visitor:
            done = 0
            killer = Timer(chance.uniform(0.0, WRITING), process.kill)
            try:
                for done in writer(visitor):
                    if not done:
                        killer.start()
            except Gone:
                return done
            finally:
                killer.cancel()
    finally:
        process.kill()
        process.join()
    raise AssertionError("the page was not killed")


def _reporting(visitor: Visitor) -> Iterator[int]:
    """Reports an answer again and again; how many were told as kept."""
    visitor.open("", lang="en", q="What does a lamp cost?")
    for number in count():
        yield number
        visitor.press("dr-report")
        assert not visitor.exceptions


def _deciding(visitor: Visitor) -> Iterator[int]:
    """Decides on a finding, takes that back and so on; how many of these were told as kept."""
    visitor.open("audit", lang="en")
    for number in count():
        yield number
        if visitor.has("dr-audit-name"):
            visitor.fill("dr-audit-name", "Ana")
        visitor.press("dr-undo-last" if number % 2 else "dr-accept-")
        assert not visitor.exceptions


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
