"""Homes that another version of this program built: an older one is built anew of what is kept, a newer one is left alone."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.main import main
from ingest.build import Order, build
from kb.cards import parts
from kb.cards import store as cards
from kb.errors import Outdated, SnapshotError
from kb.index import store as index
from kb.index.entry import Entry
from kb.official import store as official
from kb.release import release
from kb.store import manifest
from kb.store.snapshot import open_current
from query.card import search

TEXT = "# Lantern rules\n\n## Oil\n\nA lantern in the Damage Step costs its keeper 300 Life Points.\n"
MOTH = {
    "data": [{"id": 80000001, "name": "Lantern Moth", "type": "Effect Monster", "frameType": "effect", "desc": "You can draw.",
              "atk": 300, "def": 200, "level": 3, "race": "Insect", "attribute": "WIND"}]
}  # fmt: skip
ASK = ("ask", "--json", "How many Life Points does a lantern cost?")
SHOW = ("card", "Lantern Moth")


@pytest.fixture
def home(tmp_path: Path, few_rules: Path) -> Path:
    (tmp_path / "lantern.md").write_text(TEXT, "utf-8")
    (tmp_path / "cards.json").write_text(json.dumps(MOTH), "utf-8")
    home = tmp_path / "home"
    build(home, Order(paths=[tmp_path / "lantern.md"], cards=[tmp_path / "cards.json"], encoder="none"))
    return home


def snapshot_of(home: Path) -> Path:
    return home / "snapshots" / (home / "current").read_text("utf-8").split(" ")[0]


def sealed(home: Path, change: Callable[[dict[str, object]], object] = lambda row: None) -> None:
    """Writes manifest and pointer anew, as the program that built it would have: the files as they are, and a change."""
    path = snapshot_of(home)
    row = json.loads((path / "manifest.json").read_bytes())
    row["files"] = {name: [(path / name).stat().st_size, manifest.file_hash(path / name)] for name in row["files"]}
    row["extra"]["made-of"] = "other code"
    change(row)
    data = json.dumps(row).encode()
    (path / "manifest.json").write_bytes(data)
    (home / "current").write_text(f"{path.name} {hashlib.sha256(data).hexdigest()}\n", "utf-8")


def layout(home: Path, version: int) -> None:
    sealed(home, lambda row: row.update(schema=version))


def of_index(home: Path, version: int) -> None:
    path = snapshot_of(home) / "index" / "meta.json"
    path.chmod(0o644)
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | {"version": version}), "utf-8")
    sealed(home)


def of_cards(home: Path, version: int) -> None:
    path = snapshot_of(home) / "cards.sqlite"
    data = path.read_bytes()
    path.unlink()
    path.write_bytes(data)
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version = {version}")
    db.close()
    sealed(home)
    search._searches.clear()


@pytest.mark.parametrize("make", [layout, of_index, of_cards])
def test_what_an_older_version_built_is_built_anew_once_and_answers(
    home: Path, make: Callable[[Path, int], None], capsys: pytest.CaptureFixture[str]
) -> None:
    command = [*(SHOW if make is of_cards else ASK), "--home", str(home)]
    assert main(command) == 0
    answer = capsys.readouterr().out
    make(home, 0)
    before = snapshot_of(home)
    assert main(command) == 0
    said = capsys.readouterr()
    assert _untimed(said.out) == _untimed(answer)
    assert said.err.count("\n") == 1 and "of an older version (0; this program reads" in said.err and "made anew" in said.err
    assert snapshot_of(home) != before
    assert main(command) == 0 and not capsys.readouterr().err
    with _opened(home) as snapshot:
        assert snapshot.manifest.encoder == "", "the encoder it was built with: none"
        assert set(snapshot.manifest.sources) == {"lantern"} and snapshot.manifest.counts["cards"] == 1


def _untimed(text: str) -> object:
    try:
        row = json.loads(text)
    except ValueError:
        return text
    return {key: value for key, value in row.items() if key not in ("latency_ms", "encode_ms")}


def _opened(home: Path):
    snapshot = open_current(home)
    assert snapshot is not None
    return snapshot


@pytest.mark.parametrize("make", [layout, of_index, of_cards])
def test_what_a_newer_version_built_is_left_alone_and_one_line_says_so(
    home: Path, make: Callable[[Path, int], None], capsys: pytest.CaptureFixture[str]
) -> None:
    command = [*(SHOW if make is of_cards else ASK), "--home", str(home)]
    make(home, 99)
    before = (home / "current").read_bytes()
    assert main(command) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "of a newer version (99; this program reads" in said and "Update this program" in said
    assert (home / "current").read_bytes() == before
    assert main(["build", "--encoder", "none", "--home", str(home)]) == 0, "who wants to, builds it for this one"
    assert main(command) == 0


def test_what_cannot_be_built_anew_is_left_and_told(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    layout(home, 0)
    before = (home / "current").read_bytes()
    documents = next((home / "documents" / "lantern").iterdir(), None) if (home / "documents" / "lantern").is_dir() else None
    with monkeypatch.context() as patch:
        patch.setattr("tempfile.TemporaryFile", _refuse)
        assert main([*ASK, "--home", str(home)]) == 2
    assert "cannot be written" in capsys.readouterr().err.splitlines()[-1]
    assert (home / "current").read_bytes() == before and (documents is None or documents.exists())


def _refuse(**_: object) -> None:
    raise PermissionError(13, "Permission denied")


def test_programs_that_open_a_home_themselves_are_told(home: Path) -> None:
    layout(home, 0)
    with pytest.raises(Outdated, match="Run `rulings build`"):
        open_current(home)
    layout(home, 2)
    with pytest.raises(SnapshotError, match="newer") as error:
        open_current(home)
    assert not isinstance(error.value, Outdated)


def test_the_program_tells_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"rulings {release()}\n"


def fields(kind: type) -> list[str]:
    return [f"{f.name}: {f.type}" for f in dataclasses.fields(kind)]


LAYOUTS = {
    "manifest": (manifest.SCHEMA, fields(manifest.Manifest)),
    "index": (index.VERSION, [*fields(Entry), *fields(index.Columns)]),
    "cards": (cards.VERSION, [cards._SCHEMA, cards._INDEXES, parts.SCHEMA]),
    "official": (official.VERSION, [official._SCHEMA, official._INDEXES]),
}
KNOWN = Path(__file__).with_name("layouts.json")


@pytest.mark.parametrize("name", LAYOUTS)
def test_what_is_laid_out_otherwise_has_another_version(name: str) -> None:
    """If this fails: raise the version, so that what was built before is built anew, and write the new line to the file."""
    version, parts_ = LAYOUTS[name]
    found = f"{version} {hashlib.sha256(repr(parts_).encode()).hexdigest()[:16]}"
    assert found == json.loads(KNOWN.read_text("utf-8"))[name]
