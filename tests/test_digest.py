"""The digest: loads whole, cites what is there, covers what the labels say states a rule, asks in both languages."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from ingest.readers import read_document
from ingest.registry import identify, load_registry
from kb.audit.digest import Evidence, check_cites, uncited
from kb.digest.load import load_rules, sources_dir
from kb.digest.read import remembered_mark
from kb.model import Lines

ROOT = Path(__file__).resolve().parent
DOCUMENTS = Path(os.environ.get("RULINGS_DOCS_DIR", ROOT.parent.parent / "shared" / "seeds"))
LABELS = sorted((ROOT / "labels" / "rule_lines").glob("*.tsv"))


@pytest.fixture(scope="module")
def evidence() -> dict[str, Evidence]:
    if not DOCUMENTS.is_dir():
        if os.environ.get("CI") == "true":
            pytest.fail(f"{DOCUMENTS} is missing")
        pytest.skip(f"no documents at {DOCUMENTS}")
    registry = load_registry([sources_dir() / "registry.toml"])
    found: dict[str, Evidence] = {}
    for path in sorted(DOCUMENTS.glob("*.txt")):
        data = path.read_bytes()
        document = read_document(identify(path, data, registry).source, data)
        lines = document.text.count("\n") + 1
        found[document.source.id] = Evidence(passages=document.passages, mentions={}, statements={}, last_line=lines)
    return found


def test_the_digest_is_large_and_complete_in_both_languages() -> None:
    rules = load_rules()
    assert len(rules) >= 900
    for rule in rules:
        assert rule.en and rule.zh and rule.cites, rule.id
        assert all(ask.en or ask.zh for ask in rule.asks), rule.id


def test_every_cite_stands_in_its_document_under_its_section(evidence: dict[str, Evidence]) -> None:
    assert len(evidence) == 5
    broken = [f.message for f in check_cites(load_rules(), evidence) if f.code in ("D001", "D002", "D003", "D004")]
    assert not broken, "\n".join(broken[:40])


@pytest.mark.parametrize("path", LABELS, ids=lambda p: p.stem)
def test_every_labelled_place_is_cited(path: Path) -> None:
    rows = [line.split("\t") for line in path.read_text("utf-8").splitlines() if line]
    places = [Lines(int(r[0]), int(r[1])) for r in rows if r[2] == "yes"]
    assert len(places) >= 80
    assert not uncited(load_rules(), path.stem, places)


def test_conflicts_are_tied_both_ways() -> None:
    rules = {r.id: r for r in load_rules()}
    one_way = [(a, b) for a, rule in rules.items() for b in rule.conflicts if a not in rules[b].conflicts]
    assert not one_way


def test_the_mark_is_remembered_for_files_that_have_settled_and_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kb.digest.read._cache_folder", lambda: tmp_path)
    made: list[str] = []

    def read() -> str:
        made.append("read")
        return f"mark {len(made)}"

    old, new = (("a.toml", 1, 5),), (("a.toml", time.time_ns(), 5),)
    assert [remembered_mark(tmp_path, old, read) for _ in range(3)] == ["mark 1"] * 3
    assert [remembered_mark(tmp_path, new, read) for _ in range(2)] == ["mark 2", "mark 3"]
    assert remembered_mark(tmp_path, (("a.toml", 1, 6),), read) == "mark 4"
    (tmp_path / "marks.json").write_text("no json", "utf-8")
    assert remembered_mark(tmp_path, old, read) == "mark 5"
