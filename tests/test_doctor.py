"""A home looked over: whatever is damaged is found, what can be mended is, and nothing of the user's is changed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from few import few_of

from cli.main import main
from ingest.build import Order, build
from ingest.doctor import look_over, mend
from ingest.library import Library
from kb.cards.store import CardStore
from kb.errors import BadInput, SnapshotError
from kb.lock import FileLock
from kb.store.snapshot import BUILD_LOCK, POINTER, open_current

ROOT = Path(__file__).resolve().parent.parent
TEXT = "# Lamps\n\nA lamp costs 300 Life Points.\n\n## Oil\n\nOil is paid for at the end of the Chain.\n"
CARD = {"id": 90000001, "name": "Lamp Oil", "type": "Spell Card", "desc": "Draw 1 card.", "race": "Normal"}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    few_of(tmp_path / "sources")
    monkeypatch.setenv("RULINGS_SOURCES", str(tmp_path / "sources"))
    (tmp_path / "lamps.md").write_text(TEXT, "utf-8")
    (tmp_path / "cards.json").write_text(json.dumps({"data": [CARD]}), "utf-8")
    build(tmp_path / "home", Order(paths=[tmp_path / "lamps.md"], cards=[tmp_path / "cards.json"], encoder="none"))
    return tmp_path / "home"


def flip(path: Path) -> None:
    """One bit in the middle of a file."""
    mode, data = path.stat().st_mode, bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.chmod(0o644)
    path.write_bytes(data)
    path.chmod(mode)


def kept(home: Path) -> list[Path]:
    return sorted(p for p in home.rglob("*") if p.is_file() and p.stat().st_size)


def test_nothing_is_wrong_with_a_home_just_built(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert look_over(home) == []
    assert main(["doctor", "--home", str(home)]) == 0
    assert capsys.readouterr().out == "Nothing is wrong.\n"
    assert look_over(home.parent / "nowhere") == []


def test_a_changed_byte_of_every_kept_file_is_found_or_harms_nothing(home: Path) -> None:
    """Files without a checksum: the lists in TOML, which say themselves what they cannot be, and RocksDB's own log."""
    unlisted = {"LOG", "LOCK", "lock", "registry.toml", "origins.json", "files.toml", ".sha256"}
    tried = 0
    for path in kept(home):
        if path.name in unlisted or path.parent.name == "texts":
            continue
        mode, whole = path.stat().st_mode, path.read_bytes()
        flip(path)
        assert look_over(home), path
        path.chmod(0o644)
        path.write_bytes(whole)
        path.chmod(mode)
        tried += 1
    assert tried > 12
    assert look_over(home) == []


def test_mending_builds_a_damaged_snapshot_anew_of_what_is_kept(home: Path) -> None:
    with open_current(home) as snapshot:  # type: ignore[union-attr]
        flip(snapshot.index_path / "entries.sqlite")
        before = snapshot.manifest
    assert mend(home) == []
    with open_current(home) as snapshot:  # type: ignore[union-attr]
        snapshot.verify()
        assert snapshot.manifest.id != before.id
        assert (snapshot.manifest.sources, snapshot.manifest.counts) == (before.sources, before.counts)


def test_a_damaged_store_of_cards_is_made_anew_and_not_linked_again(home: Path) -> None:
    """The store is one file under two names: the snapshot's and that kept for later builds."""
    with open_current(home) as snapshot:  # type: ignore[union-attr]
        path = snapshot.cards_path / "cards.sqlite"
        whole = path.read_bytes()
        at = whole.index(b"Draw 1 card.")
        path.chmod(0o644)
        with path.open("r+b") as file:
            file.seek(at)
            file.write(b"Drop 9 card.")
    build(home, Order(encoder="none"))
    with open_current(home) as snapshot:  # type: ignore[union-attr]
        card = CardStore(snapshot.cards_path / "cards.sqlite").all()
        assert [c.texts["en"] for c in card] == ["Draw 1 card."]


@pytest.mark.parametrize("damage", ["copy", "card copy"])
def test_a_damaged_copy_is_never_built_and_told_with_what_to_do(home: Path, damage: str) -> None:
    path = home / "documents" / "lamps" / "lamps.md"
    if damage == "card copy":
        path = next(p for p in (home / "cards").iterdir() if len(p.name) == 64)
        for store in (home / "cards").glob("*.sqlite"):
            store.unlink()
    flip(path)
    more = home.parent / "more.md"
    more.write_text("# More lamps\n\nA lamp may be carried.\n", "utf-8")
    with pytest.raises(BadInput, match="damaged"):
        build(home, Order(paths=[more], encoder="none"))
    (ailment,) = look_over(home)
    assert "again" in ailment.hint and not ailment.mend and ailment.place == path
    build(home, Order(paths=[home.parent / "lamps.md"], cards=[home.parent / "cards.json"], encoder="none"))
    assert mend(home) == []


def test_a_copy_replaced_by_a_build_that_was_stopped_is_no_damage(home: Path) -> None:
    from ingest.library import Library

    library = Library(home, home.parent / "sources")
    source = library.registry().by_id("lamps")
    assert source is not None
    library.keep(source, TEXT.replace("300", "500").encode())
    assert look_over(home) == []
    sidecar, copy = home / "documents" / "lamps" / ".sha256", home / "documents" / "lamps" / "lamps.md"
    promised = sidecar.read_text()
    library.keep(source, TEXT.replace("300", "700").encode())
    newer = sidecar.read_text()
    copy.write_bytes(TEXT.replace("300", "500").encode())
    assert promised != newer and look_over(home) == [], "stopped between the note and the copy"


@pytest.mark.parametrize("step", ["keep", "note"])
def test_a_build_stopped_while_it_takes_in_leaves_no_copy_that_the_registry_does_not_know(
    home: Path, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home.parent / "oil.md").write_text("# Oil\n\nOil burns at the end of the Chain.\n", "utf-8")
    order = Order(paths=[home.parent / "oil.md"], encoder="none")
    with monkeypatch.context() as stopped:
        stopped.setattr(Library, step, killed)
        with pytest.raises(KeyboardInterrupt):
            build(home, order)
    assert [a for a in look_over(home) if not (a.mend or a.rebuilt)] == []
    build(home, order)
    assert look_over(home) == []


def killed(*_: object) -> None:
    raise KeyboardInterrupt


def test_leftovers_are_found_and_cleared(home: Path) -> None:
    (home / "snapshots" / ".draft-0123456789ab" / "graph").mkdir(parents=True)
    (home / "snapshots" / "20200101T000000-abcdef").mkdir()
    left = [
        home / "cards" / ".0123.part",
        home / "registry.toml0123.part",
        home / "documents" / "lamps" / ".lamps.md.0123456789ab",
        home / "cache" / "texts" / ".linked.json.0123456789ab",
    ]
    for path in left:
        path.write_bytes(b"half")
    assert len(look_over(home)) == 5, "the caches' own may still be written"
    os.utime(left[-1], (time.time() - 3600, time.time() - 3600))
    assert len(look_over(home)) == 6
    assert main(["doctor", "--mend", "--home", str(home)]) == 0
    assert not [p for p in [*left, *(home / "snapshots").glob(".*")] if p.exists()]
    assert main(["ask", "--encoder", "none", "--home", str(home), "How many Life Points does a lamp cost?"]) == 0


def test_a_build_clears_what_a_killed_one_left(home: Path) -> None:
    (home / "cards" / ".0123.part").write_bytes(b"half")
    (home / "registry.toml0123.part").write_bytes(b"half")
    build(home, Order(encoder="none"))
    assert not list(home.rglob("*.part"))


def test_what_must_be_mended_by_hand_is_told_and_left_alone(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "registry.toml").write_text("[[source\n", "utf-8")
    (home / "reports.jsonl").write_text('{"question": "?"}\nhalf\n', "utf-8")
    (home / "reviews").mkdir()
    (home / "reviews" / "0123456789ab.toml").write_text("id =", "utf-8")
    assert main(["doctor", "--mend", "--json", "--home", str(home)]) == 1
    rows = json.loads(capsys.readouterr().out)
    assert len(rows) == 3 and not any(row["mendable"] for row in rows)
    assert (home / "registry.toml").read_text("utf-8") == "[[source\n"


def test_a_lost_pointer_is_mended_by_a_build(home: Path) -> None:
    (home / POINTER).unlink()
    (ailment,) = [a for a in look_over(home) if a.rebuilt]
    assert POINTER in str(ailment.place)
    assert mend(home) == []
    assert open_current(home)


def test_while_a_build_runs_nothing_is_touched(home: Path) -> None:
    lock = FileLock.exclusive(home / BUILD_LOCK, create=True)
    assert lock is not None
    with lock, pytest.raises(SnapshotError, match="another build"):
        look_over(home)


FULL = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), int(sys.argv[1])))
from cli.main import main
sys.exit(main(sys.argv[2:]))
"""


@pytest.mark.slow
@pytest.mark.parametrize("most", [100, 3_000, 9_000, 30_000, 60_000])
def test_a_disk_without_room_is_told_in_one_line_and_what_was_built_stays(home: Path, most: int) -> None:
    """The system refuses every file that grows beyond so many bytes, as a full disk does."""
    before = open_current(home)
    assert before is not None
    before.close()
    (home.parent / "new.md").write_text("# Wicks\n\n" + "A wick of the Chain burns.\n\n" * 900, "utf-8")
    cards = [CARD | {"id": 90000002 + n, "name": f"Wick {n}"} for n in range(300)]
    (home.parent / "more.json").write_text(json.dumps({"data": cards}), "utf-8")
    given = ["build", str(home.parent / "new.md"), "--cards", str(home.parent / "more.json"), "--encoder", "none"]
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(most), *given, "--home", str(home)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert done.stderr.count("\n") == 1 and "cannot be written" in done.stderr, done.stderr
    after = open_current(home)
    assert after is not None and after.manifest.id == before.manifest.id
    after.verify()
