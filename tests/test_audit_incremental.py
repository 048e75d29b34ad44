"""An audit that looks again only at what changed finds what a whole one finds, to the byte."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from few import few_of

from cli.main import main
from kb.audit import checked, kept
from kb.audit.check import Check
from kb.audit.checked import Found, found_in_each
from kb.audit.corpus import READ, Audited, Corpus, read_corpus, read_kept
from kb.audit.plain import from_row, to_row
from kb.audit.run import all_checks, audit, identity
from kb.cache import damaged_entries
from kb.digest.load import digest_mark
from kb.graph.plain import from_plain, to_plain
from kb.graph.read import read_triples
from kb.store.oxigraph import kept_triples
from kb.store.snapshot import Snapshot, open_current

WHOLE = "Every keeper of the tall tower lights a lamp at dusk in the winter and puts it out at dawn before the gulls come."
LESS = WHOLE.replace("dusk in the", "dusk the")
SHARED = (
    "Oil is poured out before the lamp is lit, a jar is never left open, and whoever spills it wipes it up before dawn comes."
)
EDITION = (
    "The gate of the tower is shut at dusk by its keeper. A cart waits before the wall until the bell has rung. "
    "Nobody feeds the geese that live behind the barn. The well belongs to all the houses of the street. "
    "A lantern burns for as long as there is oil in it."
)
"""What two editions of one text share."""
TOWER = f"""# Tower

{WHOLE} The lamp lamp is old. See [the cellar](#cellar).

## Wicks

## Oil

A oil jar stands beside the lamp. {SHARED}

{EDITION}

- [1] [Ledger of the tower](https://web.archive.org/web/20140101/https://tower.example/ledger/oil/1), page 3.
"""
HARBOUR = f"""# Harbour

{LESS} Boats wait until the lamp is lit; the harbour master counts them, and and writes it down.

## Ropes

A rope is coiled after use. {SHARED}

{EDITION}

- [2] [Ledger of the harbour](https://tower.example/ledger/oil/2)
"""
CELLAR = """# Cellar

The cask cask stands in the cellar. An oil jar is kept there, and an oil can beside it, and an oil drum.

## Casks

灯灯 are drawn on every cask.
"""


class Home:
    """A home of documents, built step by step."""

    def __init__(self, place: Path) -> None:
        self.place, self.home, self.sources = place, place / "home", place / "sources"
        few_of(self.sources)

    def run(self, command: str, *rest: str) -> None:
        at = ["--home", str(self.home), "--sources", str(self.sources), "--encoder", "none"]
        assert main([command, *rest, *at]) in (0, None)

    def build(self, **texts: str) -> None:
        for name, text in texts.items():
            (self.place / f"{name}.md").write_text(text, "utf-8")
        self.run("build", *(str(self.place / f"{name}.md") for name in texts))

    @contextmanager
    def snapshot(self) -> Iterator[Snapshot]:
        opened = open_current(self.home)
        assert opened
        with opened:
            yield opened

    def made(self, home: Path | None = None) -> bytes:
        with self.snapshot() as snapshot:
            return kept._made(snapshot, self.sources, home or self.home)

    def found(self) -> dict[str, Found]:
        with self.snapshot() as snapshot:
            corpus = read_corpus(snapshot, sources=self.sources, home=self.home)
            return found_in_each(corpus, self.home, snapshot.manifest.graphs, digest_mark(self.sources))


@pytest.fixture
def home(tmp_path: Path) -> Home:
    made = Home(tmp_path)
    made.build(tower=TOWER, harbour=HARBOUR)
    return made


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The documents that checks of single documents were shown."""
    seen: set[str] = set()
    whole: Callable[..., object] = checked.in_document

    def noted(check: Check, corpus: Corpus, document: Audited) -> object:
        seen.add(document.source.id)
        return whole(check, corpus, document)

    monkeypatch.setattr(checked, "in_document", noted)
    return seen


def test_after_every_change_it_is_what_a_whole_audit_finds(home: Home, tmp_path: Path) -> None:
    changes: dict[str, Callable[[], None]] = {
        "a line": lambda: home.build(tower=TOWER.replace("is old", "is very old old")),
        "a document more": lambda: home.build(cellar=CELLAR),
        "a line back": lambda: home.build(tower=TOWER),
        "a document less": lambda: home.run("remove", "harbour"),
    }
    every: set[tuple[str, ...]] = set()
    for name, change in changes.items():
        change()
        whole = home.made(tmp_path / name)
        assert home.made() == whole
        rows = json.loads(whole)["findings"]
        with home.snapshot() as snapshot:
            found = audit(read_corpus(snapshot, sources=home.sources))
        assert [from_row(row) for row in rows] == found
        compared = {"S207", "S241"} & {f.code for f in found}
        assert len(compared) == (0 if name == "a document less" else 2)
        every.add(tuple(identity(f) for f in found))
    assert len(every) == len(changes), "every change shows"


def test_only_the_changed_document_is_looked_at_again(home: Home, looked_at: set[str]) -> None:
    home.found()
    assert not looked_at
    home.run("build", "--no-audit", str(home.place / "tower.md"))
    (home.place / "tower.md").write_text(TOWER.replace("is old", "is new"), "utf-8")
    home.run("build", "--no-audit", str(home.place / "tower.md"))
    home.found()
    assert looked_at == {"tower"}


def test_what_is_damaged_is_found_again(home: Home, looked_at: set[str]) -> None:
    before = home.made()
    entries = [p for kind in (checked.KIND, READ) for p in (home.home / "cache" / kind).rglob("*") if p.is_file()]
    assert len(entries) == 4
    for entry in entries:
        entry.write_bytes(entry.read_bytes()[:-3] + b"???")
    assert sorted(damaged_entries(home.home)) == sorted(entries)
    assert home.made() == before
    assert looked_at == {"tower", "harbour"}
    assert not damaged_entries(home.home)


def test_another_program_or_digest_reads_nothing_of_it(
    home: Home, looked_at: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with (home.sources / "rules" / "chains.toml").open("a", encoding="utf-8") as file:
        file.write("\n# Another digest.\n")
    home.found()
    assert looked_at == {"tower", "harbour"}
    looked_at.clear()
    monkeypatch.setattr(checked, "code_version", lambda *_: "another")
    home.found()
    assert looked_at == {"tower", "harbour"}


def test_a_document_as_kept_is_the_one_that_was_read(home: Home) -> None:
    odd = (
        'A "wick" \\ burns\tlow, at 5 < 6 & 7 > 6, in \u2028 a \x85 row; 😀 and \\u0041 and é too. In the Damage Step it rests.'
    )
    home.build(cellar=f"{CELLAR}\n## “Odd” [signs] \\ {{here}}\n\n{odd}\n\n| a | b |\n|---|---|\n| c | c |\n| {odd} | ✔ |\n")
    with home.snapshot() as snapshot:
        for name in snapshot.manifest.sources:
            read = snapshot.document(name)
            triples = kept_triples(home.home, name, snapshot.manifest.graphs[name])
            assert triples
            assert read_triples(triples, name) == read
            assert from_plain(to_plain(read)) == read
            assert read_kept(snapshot, home.home, name) == read
            more = replace(read, document=replace(read.document, cards=(("a", "1"),)))
            assert from_plain(to_plain(more)) == more


def test_a_finding_as_kept_is_the_one_that_was_found(home: Home) -> None:
    found = [f for of in home.found().values() for some in of.values() for f in some]
    assert found
    assert [from_row(json.loads(json.dumps(to_row(f)))) for f in found] == found


def test_a_check_that_compares_no_documents_finds_the_same_in_each(home: Home) -> None:
    home.build(cellar=CELLAR)
    with home.snapshot() as snapshot:
        corpus = read_corpus(snapshot, sources=home.sources)
    alone = [c for c in all_checks().values() if not c.across]
    assert len(alone) == 105
    for check in alone:
        each = [f for d in corpus.documents for f in check(replace(corpus, documents=(d,)))]
        assert list(check(corpus)) == each, check.code
