"""The audit of a build is made once, with the build, and opened by whoever asks; another digest, document or damage counts."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from few import few_of

from cli import held
from cli.main import main
from kb.audit import kept
from kb.audit.apart import AuditEnded, of_snapshot
from kb.audit.corpus import Reply, read_corpus
from kb.audit.kept import Made, open_audit
from kb.audit.run import audit, chosen
from kb.cache import damaged_entries
from kb.reviews.queue import place_of, queue_of
from kb.store.snapshot import Snapshot, open_current

DOCUMENT = """# Dusk

Keepers of the tower light one lamp.

## Wicks

## Oil

Oil is poured out before the lamp lamp is lit. See [the cellar](#cellar).
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("kept")
    few_of(made / "sources")
    (made / "tower.md").write_text(DOCUMENT, "utf-8")
    (made / "cellar.md").write_text("# Cellar\n\nThe cask cask stands in the cellar.\n\n## Casks\n", "utf-8")
    build(made, "tower.md")
    return made


@pytest.fixture
def place(built: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(built, tmp_path / "place"))


@pytest.fixture
def snapshot(place: Path) -> Iterator[Snapshot]:
    opened = open_current(place / "home")
    assert opened
    with opened:
        yield opened


def build(place: Path, *names: str, more: tuple[str, ...] = ()) -> None:
    paths = [str(place / name) for name in names]
    at = ["--home", str(place / "home"), "--sources", str(place / "sources"), "--encoder", "none"]
    assert main(["build", *paths, *at, *more]) in (0, None)


def opened(snapshot: Snapshot, place: Path) -> Made:
    return open_audit(snapshot, place / "home", sources=place / "sources")


def entries(place: Path) -> list[Path]:
    return [p for p in (place / "home" / "cache" / kept.KIND).rglob("*") if p.is_file()]


def asked(place: Path, command: str, *rest: str) -> int:
    return main([command, *rest, "--home", str(place / "home"), "--sources", str(place / "sources")])


def test_the_build_has_made_it_and_it_is_what_an_audit_finds(place: Path, snapshot: Snapshot) -> None:
    made = opened(snapshot, place)
    found = audit(read_corpus(snapshot, sources=place / "sources"))
    assert not made.told
    assert found
    assert list(made.findings) == found


def test_opening_it_runs_no_check_and_reads_no_graph(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("was worked out again")

    monkeypatch.setattr(kept, "of_snapshot", refuse)
    monkeypatch.setattr(Snapshot, "document", refuse)
    assert asked(place, "audit") == 1
    assert asked(place, "review", "--list") in (0, None)
    told = capsys.readouterr()
    assert not told.err
    assert "in the queue" in told.out


def test_the_queue_is_the_same_from_what_was_kept(place: Path, snapshot: Snapshot) -> None:
    made, whole = opened(snapshot, place), read_corpus(snapshot, sources=place / "sources")
    assert queue_of(made.corpus, made.findings, {}) == queue_of(whole, audit(whole), {})


def test_a_kept_document_gives_all_that_a_read_one_gives(place: Path, snapshot: Snapshot) -> None:
    [ours], [theirs] = opened(snapshot, place).corpus.documents, read_corpus(snapshot, sources=place / "sources").documents
    assert (ours.source, ours.printed, ours.hashes) == (theirs.source, theirs.printed, theirs.hashes)
    assert ours.read == theirs.read
    for passage in theirs.document.passages:
        assert ours.passage_at(passage.lines) == theirs.passage_at(passage.lines)
        assert place_of(opened(snapshot, place).corpus, passage.id) == theirs.place(passage)


def test_filters_choose_from_it_what_an_audit_of_these_only_finds(place: Path, snapshot: Snapshot) -> None:
    made, corpus = opened(snapshot, place), read_corpus(snapshot, sources=place / "sources")
    for code in {f.code for f in made.findings}:
        assert chosen(made.findings, codes=[code]) == audit(corpus, codes=[code])
    assert chosen(made.findings, least="warning") == audit(corpus, least="warning")
    assert chosen(made.findings, sources=["nothing"]) == []


def test_damage_is_noticed_said_and_mended(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    [entry] = entries(place)
    entry.write_bytes(entry.read_bytes()[:-3] + b"???")
    assert damaged_entries(place / "home") == [entry]
    assert asked(place, "audit") == 1
    first = capsys.readouterr()
    assert first.err.count("\n") == 1
    assert "damaged" in first.err
    assert asked(place, "audit") == 1
    second = capsys.readouterr()
    assert (second.out, second.err) == (first.out, "")
    assert not damaged_entries(place / "home")


RULE = "Counter Traps have Spell Speed 2."
NOTES = f"""# Chains

{RULE}

A Spell Speed 2 effect may be chained to a Trigger Effect.
"""


def test_what_was_replied_to_statements_is_kept_and_told_from_then_on(
    built: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    place = Path(shutil.copytree(built, tmp_path / "notes"))
    (place / "notes.md").write_text(NOTES, "utf-8")
    build(place, "notes.md")
    put: list[str] = []

    @contextmanager
    def digest(_: Path) -> Iterator[Callable[[str], Reply]]:
        def ask(question: str) -> Reply:
            put.append(question)
            denied = RULE.rstrip(".") in question
            return Reply(verdict="no" if denied else "yes", confidence=0.95, entry="spell-speed.only-speed-3-answers-speed-3")

        yield ask

    monkeypatch.setattr(held, "_digest_alone", digest)
    assert RULE not in told_by(place, capsys)
    assert RULE in told_by(place, capsys, "--rules")
    assert len(put) == len(set(put)) > 1
    asked_once = len(put)
    assert RULE in told_by(place, capsys, "--rules")
    assert len(put) == asked_once, "what was replied is kept"
    assert RULE in told_by(place, capsys), "and told without asking"
    (place / "notes.md").write_text(NOTES + "\nA Trigger Effect has Spell Speed 1.\n", "utf-8")
    build(place, "notes.md")
    assert RULE in told_by(place, capsys), "after another build too"
    assert len(put) == asked_once
    told_by(place, capsys, "--code", "M326")
    assert len(put) == asked_once + 1, "only what is new is asked"


def told_by(place: Path, capsys: pytest.CaptureFixture[str], *options: str) -> str:
    capsys.readouterr()
    assert asked(place, "audit", *options) in (0, 1)
    return capsys.readouterr().out


@pytest.mark.parametrize("change", ["digest", "documents", "lost"])
def test_another_digest_or_document_asks_for_another(place: Path, change: str, capsys: pytest.CaptureFixture[str]) -> None:
    if change == "digest":
        with (place / "sources" / "rules" / "chains.toml").open("a", encoding="utf-8") as file:
            file.write("\n# Another digest.\n")
    elif change == "documents":
        build(place, "cellar.md", more=("--no-audit",))
    else:
        shutil.rmtree(place / "home" / "cache" / kept.KIND)
    capsys.readouterr()
    assert asked(place, "audit") == 1
    told = capsys.readouterr()
    assert told.err.count("\n") == 1
    assert "none is kept" in told.err
    assert ("cask" in told.out) is (change == "documents")


def test_what_is_built_again_unchanged_is_not_audited_again(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    [entry] = entries(place)
    monkeypatch.setattr(kept, "of_snapshot", None)
    build(place, "tower.md", more=("--full-check",))
    assert entries(place) == [entry]


def test_a_home_that_takes_no_file_is_said_and_answers_all_the_same(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.rmtree(place / "home" / "cache")
    (place / "home" / "cache").write_text("in the way", "utf-8")
    assert asked(place, "audit", "--format", "json") == 1
    told = capsys.readouterr()
    assert json.loads(told.out)
    assert "cannot be written" in told.err


@pytest.mark.parametrize("every", [(), ("--every",)])
def test_one_that_takes_too_long_is_one_line_and_may_be_given_longer(
    place: Path, every: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if not every:
        shutil.rmtree(place / "home" / "cache" / kept.KIND)
    monkeypatch.setattr("kb.audit.apart.SECONDS", 0.001)
    monkeypatch.setattr("kb.audit.apart.PASSAGE", 0.0)
    assert asked(place, "audit", *every) == 2
    told = capsys.readouterr()
    assert told.err.count("\n") == 1
    assert "was ended, it took longer than" in told.err
    assert asked(place, "audit", *every, "--seconds", "60") == 1


def test_what_breaks_down_over_a_document_is_one_line(snapshot: Snapshot) -> None:
    with pytest.raises(AuditEnded, match=r"was ended, it broke down \(exit status 3\)\. Give it longer"):
        of_snapshot(_broken, snapshot, None, None)


def _broken(snapshot: Snapshot) -> None:
    os._exit(3)
