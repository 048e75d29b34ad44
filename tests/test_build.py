"""Documents built into a snapshot: what is kept, what is made anew, what is reported."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from cli.main import main
from ingest.build import Order, Report, build
from ingest.library import Library
from kb.digest.load import sources_dir
from kb.errors import BadInput, UnknownName
from kb.index.encode import Vectors
from kb.index.store import open_index
from kb.store.snapshot import open_current
from query.card import search
from query.engine import Engine

ENGLISH = """# Lantern rules

## Lighting

- A lantern may be lit in the Main Phase.
- A lantern cannot be lit in the Damage Step.

## Oil

A player loses 300 Life Points for every lantern without oil.
"""
CHINESE = """#灯笼规则
##点灯
- 灯笼可以在主要阶段点亮。
- 伤害步骤不能点亮灯笼。
"""


LANTERN_MOTH = {
    "data": [{"id": 80000001, "name": "Lantern Moth", "type": "Effect Monster", "frameType": "effect", "desc": "You can draw.",
              "atk": 300, "def": 200, "level": 3, "race": "Insect", "attribute": "WIND"}]
}  # fmt: skip


def run(home: Path, *paths: Path, **options: object) -> Report:
    return build(home, Order(paths=paths, encoder="none", **options))  # type: ignore[arg-type]


@pytest.fixture
def documents(tmp_path: Path, few_rules: Path) -> Path:
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "lantern.md").write_text(ENGLISH, "utf-8")
    (folder / "denglong.md").write_text(CHINESE, "utf-8")
    return folder


@pytest.fixture
def home(tmp_path: Path, documents: Path) -> Path:
    run(tmp_path / "home", documents)
    return tmp_path / "home"


def test_every_document_is_covered_whole_and_its_language_told(home: Path) -> None:
    sources = {s.id: s for s in Library(home, sources_dir()).registry().sources}
    assert (sources["lantern"].lang, sources["denglong"].lang) == ("en", "zh")
    report = run(home)
    assert {d.source: d.covered for d in report.documents} == {"lantern": 1.0, "denglong": 1.0}


def test_both_languages_are_found_with_file_and_lines(home: Path) -> None:
    engine = Engine.open(home, encoder="none")
    for question, source, line in (
        ("How many Life Points does a lantern without oil cost?", "lantern", 10),
        ("伤害步骤能点亮灯笼吗？", "denglong", 4),
    ):
        answer = engine.ask(question)
        places = [(c.source, c.lines) for c in answer.citations]
        assert (source, (line, line)) in places, places


def test_only_the_changed_document_is_made_anew(home: Path, documents: Path) -> None:
    assert run(home, documents).changed == ()
    path = documents / "lantern.md"
    path.write_text(ENGLISH.replace("300", "400"), "utf-8")
    assert set(run(home, path).changed) == {"lantern", "citations:lantern"}
    answer = Engine.open(home, encoder="none").ask("How many Life Points does a lantern without oil cost?")
    assert any("400" in c.quote for c in answer.citations)


def test_after_all_documents_were_removed_others_can_be_built(home: Path, documents: Path) -> None:
    run(home, remove=("lantern", "denglong"))
    assert {d.source for d in run(home, documents).documents} == {"lantern", "denglong"}
    assert {s.id for s in Library(home, home).registry().sources} == {"lantern", "denglong"}


def test_a_removed_document_is_gone_and_the_others_stay(home: Path) -> None:
    report = run(home, remove=["lantern"])
    assert [d.source for d in report.documents] == ["denglong"]
    snapshot = open_current(home)
    assert snapshot is not None and set(snapshot.manifest.sources) == {"denglong"}
    with pytest.raises(UnknownName, match="lantern"):
        run(home, remove=["lantern"])


def test_what_the_user_says_of_a_document_is_remembered(tmp_path: Path, documents: Path) -> None:
    home = tmp_path / "home"
    run(home, documents / "lantern.md", overrides={"id": "lamps", "authority": "official", "territory": "TCG", "edition": "2"})
    run(home)
    source = Library(home, sources_dir()).registry().by_id("lamps")
    assert source is not None
    assert (source.authority, source.territory, source.edition, source.title) == ("official", "TCG", "2", "Lantern rules")


def test_a_known_document_that_changed_is_reported_until_accepted(home: Path, documents: Path) -> None:
    path = documents / "lantern.md"
    path.write_text(ENGLISH + "\nMore oil is better.\n", "utf-8")
    assert [f.code for f in run(home, path).findings] == ["K012"]
    assert run(home, path, accept=["lantern"]).findings == ()
    assert run(home, path).findings == ()


def test_a_file_name_that_is_not_utf8_is_written_out(home: Path, documents: Path) -> None:
    odd = os.fsencode(documents) + b"/l\xffmp.md"
    Path(os.fsdecode(odd)).write_text(ENGLISH.replace("300", "500"), "utf-8")
    run(home, documents)
    assert {d.source for d in run(home).documents} == {"denglong", "l-xffmp", "lantern"}
    source = Library(home, sources_dir()).registry().by_id("l-xffmp")
    assert source is not None and source.file == "l\\xffmp.md"
    assert {d.source for d in run(home, remove=["l-xffmp"]).documents} == {"denglong", "lantern"}


def test_a_copy_under_a_name_that_is_not_utf8_is_built_all_the_same(home: Path) -> None:
    copy = Library(home, sources_dir()).file("lantern")
    (home / "registry.toml").unlink()
    copy.rename(os.fsdecode(os.fsencode(copy.parent) + b"/\xe9.md"))
    assert {d.source for d in run(home).documents} == {"denglong", "lantern"}


@pytest.mark.parametrize("name", ["灯" * 80 + ".md", "x" * 250 + ".md"])
def test_a_name_as_long_as_a_file_system_takes_is_kept(home: Path, documents: Path, name: str) -> None:
    (documents / name).write_text(ENGLISH.replace("300", "500"), "utf-8")
    run(home, documents / name)
    assert any(s.file == name for s in Library(home, sources_dir()).registry().sources)


def test_one_changed_byte_of_a_built_file_is_noticed(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cards = home.parent / "cards.json"
    cards.write_text(json.dumps(LANTERN_MOTH), "utf-8")
    run(home, cards=(cards,))
    snapshot = open_current(home)
    assert snapshot is not None
    ask = ["ask", "--encoder", "none", "--home", str(home), "How many Life Points does a lantern cost?"]
    check = ["card", "--home", str(home), "Lantern Moth"]
    graph = ["sparql", "--home", str(home), "ASK {}"]
    for name in (n for n, (size, _) in snapshot.manifest.files.items() if size):
        command = check if name == "cards.sqlite" else graph if name.startswith("graph/") else ask
        assert main(command) == 0
        path = snapshot.path / name
        whole, mode = path.read_bytes(), path.stat().st_mode
        path.chmod(0o644)
        path.write_bytes(whole[: len(whole) // 2] + bytes([whole[len(whole) // 2] ^ 1]) + whole[len(whole) // 2 + 1 :])
        capsys.readouterr()
        search._searches.clear()
        assert main(command) == 2, name
        said = capsys.readouterr().err
        assert said.count("\n") == 1 and f"{name}: damaged (its checksum differs). Run `rulings build`" in said
        path.write_bytes(whole)
        path.chmod(mode)
    assert main(ask) == 0


def test_a_damaged_index_of_the_bundled_digest_is_made_anew(tmp_path: Path, few_rules: Path) -> None:
    home = tmp_path / "home"
    first = Engine.open(home, encoder="none").ask("Can I chain to a cost being paid?")
    (kept,) = (home / "digest").iterdir()
    path = kept / "entries.sqlite"
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b"cost", b"host"))
    again = Engine.open(home, encoder="none").ask("Can I chain to a cost being paid?")
    assert (again.verdict, again.text) == (first.verdict, first.text)
    assert path.read_bytes() == whole


def test_a_file_of_a_folder_that_cannot_be_read_is_left_out_and_the_rest_is_built(
    home: Path, documents: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (documents / "empty.md").write_text("", "utf-8")
    (documents / "new.md").write_text("# New\n\nSomething new.\n", "utf-8")
    assert main(["build", "--encoder", "none", "--home", str(home), str(documents)]) == 2
    said = capsys.readouterr()
    assert said.err.count("\n") == 1 and "empty.md: the file is empty" in said.err and "new" in said.out
    assert Library(home, sources_dir()).ids() == ["denglong", "lantern", "new"]


def test_an_audit_that_takes_too_long_is_one_line_and_what_was_built_answers(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("kb.audit.apart.SECONDS", 0.001)
    monkeypatch.setattr("kb.audit.apart.PASSAGE", 0.0)
    assert main(["build", "--home", str(home), "--encoder", "none"]) == 0
    assert (
        "documents was ended, it took longer than 0 seconds. Give it longer (`rulings audit --seconds N`)"
        in capsys.readouterr().out
    )


def test_a_bad_file_given_by_itself_keeps_the_whole_build_from_happening(home: Path, documents: Path) -> None:
    before = open_current(home)
    assert before is not None
    (documents / "empty.md").write_text("", "utf-8")
    (documents / "new.md").write_text("# New\n\nSomething new.\n", "utf-8")
    with pytest.raises(BadInput, match=r"empty\.md"):
        run(home, documents / "new.md", documents / "empty.md")
    after = open_current(home)
    assert after is not None and after.manifest.id == before.manifest.id
    assert Library(home, sources_dir()).ids() == ["denglong", "lantern"]


def test_nothing_changed_makes_no_new_snapshot(home: Path, documents: Path) -> None:
    first = run(home, documents)
    again = run(home, documents)
    assert (again.snapshot, again.changed, again.entries) == (first.snapshot, (), first.entries)
    assert again.documents == first.documents
    (documents / "lantern.md").write_text(ENGLISH.replace("300", "400"), "utf-8")
    assert run(home, documents).snapshot != first.snapshot


def test_an_index_built_after_a_change_is_the_one_built_from_nothing(home: Path, documents: Path, tmp_path: Path) -> None:
    run(home, documents)
    (documents / "lantern.md").write_text(ENGLISH.replace("300", "400"), "utf-8")
    run(home, documents, accept=["lantern"])
    run(tmp_path / "fresh", documents)
    found = []
    for place in (home, tmp_path / "fresh"):
        snapshot = open_current(place)
        assert snapshot is not None
        with snapshot:
            index = open_index(snapshot.index_path)
        found.append([list(index.entries), index.lexical.vocabulary, index.lexical.shares.tolist()])
    assert found[0] == found[1]


def test_a_damaged_snapshot_is_made_anew_although_nothing_changed(home: Path, documents: Path) -> None:
    first = run(home, documents)
    path = home / "snapshots" / first.snapshot / "index" / "meta.json"
    path.chmod(0o644)
    path.write_bytes(path.read_bytes()[:-1] + b" ")
    assert run(home, documents).snapshot != first.snapshot
    Engine.open(home, encoder="none").ask("How many Life Points does a lantern without oil cost?")


class Slow:
    """An encoder that takes texts by their length, and can be stopped."""

    id, dim = "slow", 4

    def __init__(self) -> None:
        self.embedded: list[str] = []
        self.stop_at = 10**9

    def passages(self, texts: Sequence[str]) -> Vectors:
        self.embedded += texts
        if len(self.embedded) >= self.stop_at:
            raise KeyboardInterrupt
        return np.array([[1, len(t), t.count("e"), 1] for t in texts], dtype=np.float32)

    queries = passages


def test_words_answer_before_vectors_are_there_and_a_stopped_build_goes_on(
    tmp_path: Path, documents: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, encoder = tmp_path / "home", Slow()
    monkeypatch.setattr("ingest.build.load_encoder", lambda name, later: encoder)
    monkeypatch.setattr("ingest.build.AT_ONCE", 3)
    monkeypatch.setattr("kb.index.vectors.BATCH", 2)
    monkeypatch.setattr("kb.index.vectors.SAVE_EVERY", 2)
    seen: list[tuple[str, int]] = []

    def tell(what: str, done: int, total: int) -> None:
        if what.startswith("Words answer"):
            snapshot = open_current(home)
            assert snapshot is not None and total > 3
            vectors = np.load(snapshot.path / "index" / "vectors.npy")
            seen.append((what, int(vectors.any(axis=1).sum())))
            snapshot.close()
            encoder.stop_at = 9

    with pytest.raises(KeyboardInterrupt):
        build(home, Order(paths=[documents]), progress=tell)
    assert seen == [(seen[0][0], 0)]
    done, encoder.stop_at = list(encoder.embedded), 10**9
    first = open_current(home)
    assert first is not None
    first.close()
    encoder.embedded.clear()
    report = build(home, Order(paths=[documents]))
    assert not set(done[:6]) & set(encoder.embedded)
    snapshot = open_current(home)
    assert snapshot is not None and snapshot.manifest.id == report.snapshot != first.manifest.id
    assert np.load(snapshot.path / "index" / "vectors.npy").any(axis=1).all()
    snapshot.close()
    assert build(home, Order(paths=[documents])).snapshot == report.snapshot
