"""Snapshots: whole or not at all, held open by readers, damaged ones reported in one line."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from kb_samples import CONCEPTS, TIMINGS, chinese, english

from kb.errors import BadInput, SnapshotError
from kb.graph import graph_of_document, graph_of_glossary, graph_of_timings
from kb.home import home_dir, writable_home
from kb.model import Document
from kb.store.build import build_snapshot
from kb.store.manifest import Manifest, file_hash, inodes, known_hash, measure
from kb.store.snapshot import open_current


def build(home: Path, *documents: Document, note: str = "") -> Manifest:
    with build_snapshot(home) as draft:
        for document in documents:
            draft.put_graph(document.source.id, document.source.sha256, lambda d=document: graph_of_document(d))
        draft.put_graph("glossary", "1", lambda: graph_of_glossary(CONCEPTS))
        (draft.index_path / "words.bin").write_bytes(b"\0" * 5000 + note.encode())
        return draft.commit(sources={d.source.id: d.source.sha256 for d in documents}, counts={"documents": len(documents)})


def damaged(home: Path) -> str:
    with pytest.raises(SnapshotError) as error:
        with_graph = open_current(home)
        assert with_graph is not None
        with with_graph:
            with_graph.graph()
    message = str(error.value)
    assert "\n" not in message and "rulings build" in message
    return message


def only_snapshot(home: Path) -> Path:
    (path,) = (home / "snapshots").iterdir()
    return path


def test_an_empty_home_has_no_snapshot(tmp_path: Path) -> None:
    assert open_current(tmp_path) is None


def test_a_built_snapshot_opens_with_what_was_built(tmp_path: Path) -> None:
    manifest = build(tmp_path, english(), chinese())
    snapshot = open_current(tmp_path)
    assert snapshot is not None
    with snapshot:
        assert snapshot.manifest == manifest
        assert snapshot.manifest.counts == {"documents": 2}
        assert set(snapshot.manifest.sources) == {"lamps", "灯"}
        assert (snapshot.index_path / "words.bin").is_file()
        assert snapshot.graph().graphs() == ["glossary", "lamps", "灯"]
        snapshot.verify()


def test_opening_imports_neither_rdflib_nor_oxigraph(tmp_path: Path) -> None:
    build(tmp_path, english())
    code = (
        "import sys, pathlib; from kb.store.snapshot import open_current; assert open_current(pathlib.Path(sys.argv[1]));"
        "print([m for m in ('rdflib', 'pyoxigraph', 'oxrdflib', 'pyshacl', 'networkx') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_an_unchanged_graph_is_not_made_again(tmp_path: Path) -> None:
    build(tmp_path, english())
    with build_snapshot(tmp_path) as draft:
        made = draft.put_graph("lamps", english().source.sha256, lambda: pytest.fail("made again"))
        assert made is False
        assert draft.put_graph("timings", "1", lambda: graph_of_timings(TIMINGS)) is True
        assert list(draft.changed_graphs) == ["timings"]
        draft.commit()
    snapshot = open_current(tmp_path)
    assert snapshot is not None
    with snapshot:
        assert snapshot.graph().graphs() == ["lamps", "timings"]


def test_a_changed_graph_equals_one_built_from_nothing(tmp_path: Path) -> None:
    text = english().text.replace("A lamp", "Note\nA lamp")
    build(tmp_path / "a", english(), chinese())
    build(tmp_path / "a", english(text=text), chinese())
    build(tmp_path / "b", english(text=text), chinese())
    found = []
    for home in ("a", "b"):
        snapshot = open_current(tmp_path / home)
        assert snapshot is not None
        with snapshot:
            found.append({str(quad) for quad in snapshot.graph().oxigraph})
    assert found[0] == found[1]
    assert len(found[0]) > 100


def test_a_source_left_out_takes_its_graph_with_it(tmp_path: Path) -> None:
    build(tmp_path, english(), chinese())
    build(tmp_path, chinese())
    snapshot = open_current(tmp_path)
    assert snapshot is not None
    with snapshot:
        assert "lamps" not in snapshot.graph().graphs()
        assert not [q for q in snapshot.graph().oxigraph if "passage:lamps" in str(q)]


def test_without_a_commit_the_old_snapshot_stays_and_nothing_is_left_behind(tmp_path: Path) -> None:
    first = build(tmp_path, english())
    with pytest.raises(RuntimeError), build_snapshot(tmp_path) as draft:
        draft.put_graph("timings", "1", lambda: graph_of_timings(TIMINGS))
        raise RuntimeError("stopped")
    snapshot = open_current(tmp_path)
    assert snapshot is not None
    with snapshot:
        assert snapshot.manifest.id == first.id
    assert only_snapshot(tmp_path).name == first.id


def test_a_snapshot_in_use_is_kept_until_it_is_closed(tmp_path: Path) -> None:
    first = build(tmp_path, english())
    reader = open_current(tmp_path)
    assert reader is not None
    second = build(tmp_path, english(), chinese())
    assert {p.name for p in (tmp_path / "snapshots").iterdir()} == {first.id, second.id}
    assert reader.graph().graphs() == ["glossary", "lamps"]
    reader.close()
    third = build(tmp_path, english())
    assert only_snapshot(tmp_path).name == third.id


def test_two_builds_do_not_collide(tmp_path: Path) -> None:
    with build_snapshot(tmp_path), pytest.raises(SnapshotError, match="another build") as error, build_snapshot(tmp_path):
        pass
    assert str(tmp_path) in str(error.value)


def test_what_a_stopped_build_left_is_removed(tmp_path: Path) -> None:
    (tmp_path / "snapshots" / ".draft-0123").mkdir(parents=True)
    (tmp_path / "snapshots" / ".trash-0123").mkdir()
    manifest = build(tmp_path, english())
    assert only_snapshot(tmp_path).name == manifest.id


def test_an_old_snapshot_that_a_stopped_build_left_is_removed_though_nothing_is_committed(tmp_path: Path) -> None:
    name = build(tmp_path, english()).id
    shutil.copytree(tmp_path / "snapshots" / name, tmp_path / "snapshots" / f"{name}-older")
    with build_snapshot(tmp_path) as draft:
        draft.keep_previous()
    assert only_snapshot(tmp_path).name == name


@pytest.mark.parametrize("name", ["manifest.json", "index/words.bin", "graph/CURRENT", "lock"])
def test_a_missing_file_is_named(tmp_path: Path, name: str) -> None:
    build(tmp_path, english())
    (only_snapshot(tmp_path) / name).unlink()
    assert name in damaged(tmp_path) or name == "lock"


def test_a_shortened_file_is_named(tmp_path: Path) -> None:
    build(tmp_path, english())
    (only_snapshot(tmp_path) / "index" / "words.bin").write_bytes(b"\0")
    assert "words.bin" in damaged(tmp_path)


def test_a_changed_graph_file_is_named(tmp_path: Path) -> None:
    build(tmp_path, english())
    path = next((only_snapshot(tmp_path) / "graph").glob("*.sst"))
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    assert path.name in damaged(tmp_path)


def test_what_was_checked_ahead_is_told_to_whoever_opens_it(tmp_path: Path) -> None:
    build(tmp_path, english())
    path = only_snapshot(tmp_path) / "index" / "words.bin"
    path.write_bytes(b"\1" * path.stat().st_size)
    ahead, snapshot = open_current(tmp_path), open_current(tmp_path)
    assert ahead is not None and snapshot is not None
    ahead.verify_ahead()
    with snapshot, pytest.raises(SnapshotError, match=r"words\.bin"):
        _ = snapshot.index_path


def test_a_checksum_is_worked_out_once_however_many_ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, made = tmp_path / "some.bin", []
    path.write_bytes(b"some")

    def slowly(_: Path) -> str:
        made.append(1)
        time.sleep(0.05)
        return "hash"

    monkeypatch.setattr("kb.store.manifest.file_hash", slowly)
    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(known_hash, [path] * 4)) == {"hash"}
    assert len(made) == 1


def test_the_checksum_of_a_linked_file_is_taken_over(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    for folder in (old, new):
        folder.mkdir()
    (old / "cards.bin").write_bytes(b"cards")
    (old / "words.bin").write_bytes(b"words")
    os.link(old / "cards.bin", new / "cards.bin")
    (new / "words.bin").write_bytes(b"other")
    known = {"cards.bin": (5, "as it was"), "words.bin": (5, "other words"), "gone.bin": (5, "gone")}
    found = measure(new, known=inodes(old, known))
    assert found == {"cards.bin": (5, "as it was"), "words.bin": (5, file_hash(new / "words.bin"))}
    (old / "cards.bin").write_bytes(b"more cards")
    assert measure(new, known=inodes(old, known))["cards.bin"] == (10, file_hash(new / "cards.bin")), "it is another size"


def test_a_file_that_cannot_be_read_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "some.bin"
    path.write_bytes(b"other")
    with monkeypatch.context() as patched:
        patched.setattr("kb.store.manifest.file_hash", Path.mkdir)
        with pytest.raises(FileExistsError):
            known_hash(path)
    assert known_hash(path) == file_hash(path)


def test_a_changed_manifest_is_noticed(tmp_path: Path) -> None:
    build(tmp_path, english())
    path = only_snapshot(tmp_path) / "manifest.json"
    path.write_text(path.read_text("utf-8").replace('"documents": 1', '"documents": 2'), "utf-8")
    assert "checksum" in damaged(tmp_path)


@pytest.mark.parametrize("content", [b"", b"nonsense", b"\xff\xfe\0", b"../../elsewhere " + b"0" * 64])
def test_a_damaged_pointer_is_noticed(tmp_path: Path, content: bytes) -> None:
    build(tmp_path, english())
    (tmp_path / "current").write_bytes(content)
    damaged(tmp_path)


def test_another_layout_is_refused(tmp_path: Path) -> None:
    import hashlib

    manifest = build(tmp_path, english())
    path = only_snapshot(tmp_path) / "manifest.json"
    data = json.dumps(json.loads(path.read_bytes()) | {"schema": 999}).encode()
    path.write_bytes(data)
    (tmp_path / "current").write_text(f"{manifest.id} {hashlib.sha256(data).hexdigest()}\n")
    assert "a newer version (999" in damaged(tmp_path)


def test_a_damaged_snapshot_can_be_built_anew(tmp_path: Path) -> None:
    build(tmp_path, english())
    next((only_snapshot(tmp_path) / "graph").glob("*.sst")).write_bytes(b"rubbish")
    build(tmp_path, english())
    snapshot = open_current(tmp_path)
    assert snapshot is not None
    with snapshot:
        assert snapshot.graph().graphs() == ["glossary", "lamps"]


def test_the_home_is_chosen_by_option_then_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULINGS_HOME", str(tmp_path / "from-environment"))
    assert home_dir() == tmp_path / "from-environment"
    assert home_dir(tmp_path / "option") == tmp_path / "option"
    monkeypatch.delenv("RULINGS_HOME")
    assert "duel-rulings" in str(home_dir())


def test_a_home_that_cannot_be_written_is_named_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    for home in (tmp_path / "file", tmp_path / "file" / "below", Path("/proc/nowhere")):
        with pytest.raises(BadInput) as error:
            writable_home(home)
        assert str(home) in str(error.value) and "--home" in str(error.value)
