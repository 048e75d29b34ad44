"""Kept results: found again by content and version, damaged ones made again, the oldest go first."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kb.cache import Cache, code_version, trim_cache, write_shipped


def entries(home: Path) -> list[Path]:
    return sorted(p for p in (home / "cache").rglob("*") if p.is_file())


@pytest.mark.parametrize("body", [b"", b"x" * 100_000, "灯".encode()])
def test_what_was_put_is_found(tmp_path: Path, body: bytes) -> None:
    Cache(tmp_path, "documents", version="1").put("abc", body)
    assert Cache(tmp_path, "documents", version="1").get("abc") == body


def test_another_content_kind_or_version_finds_nothing(tmp_path: Path) -> None:
    Cache(tmp_path, "documents", version="1").put("abc", b"x")
    assert Cache(tmp_path, "documents", version="1").get("abd") is None
    assert Cache(tmp_path, "documents", version="2").get("abc") is None
    assert Cache(tmp_path, "vectors", version="1").get("abc") is None


def test_a_result_is_made_once(tmp_path: Path) -> None:
    cache, made = Cache(tmp_path, "documents"), []
    for _ in range(3):
        assert cache.get_or_make("abc", lambda: made.append(1) or b"x") == b"x"  # type: ignore[func-returns-value]
    assert len(made) == 1


@pytest.mark.parametrize("damage", [b"", b"short", b"\0" * 64])
def test_a_damaged_entry_counts_as_none(tmp_path: Path, damage: bytes) -> None:
    cache = Cache(tmp_path, "documents")
    cache.put("abc", b"x" * 64)
    entries(tmp_path)[0].write_bytes(damage)
    assert cache.get("abc") is None
    assert cache.get_or_make("abc", lambda: b"again") == b"again"


def test_an_unwritable_cache_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("in the way")
    assert Cache(tmp_path, "documents").get_or_make("abc", lambda: b"x") == b"x"


def test_what_was_used_longest_ago_goes_first(tmp_path: Path) -> None:
    cache = Cache(tmp_path, "documents")
    for name in ("a", "b", "c"):
        cache.put(name, name.encode() * 1000)
    for age, path in enumerate(sorted(entries(tmp_path))):
        os.utime(path, (age, age))
    cache.get("a")
    assert trim_cache(tmp_path, limit=2500) > 0
    assert cache.get("a") == b"a" * 1000
    assert len(entries(tmp_path)) == 2
    assert trim_cache(tmp_path, limit=2500) == 0


def test_what_was_used_since_a_moment_stays(tmp_path: Path) -> None:
    cache = Cache(tmp_path, "documents")
    for name in ("a", "b", "c"):
        cache.put(name, name.encode() * 1000)
    for age, path in enumerate(sorted(entries(tmp_path))):
        os.utime(path, (age, age))
    assert trim_cache(tmp_path, limit=500, since=1_000_000_000) > 0
    assert len(entries(tmp_path)) == 2


def test_the_version_of_code_follows_its_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lamp_reader.py").write_text("A = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    first = code_version("lamp_reader")
    (tmp_path / "lamp_reader.py").write_text("A = 2\n")
    code_version.cache_clear()
    assert code_version("lamp_reader") != first
    assert code_version("kb.graph") != code_version("kb.graph", "kb.lang")
    with pytest.raises(ImportError):
        code_version("no_such_module_here")


def test_what_is_shipped_is_found_where_nothing_was_kept_and_another_version_finds_nothing(tmp_path: Path) -> None:
    made = Cache.inside(tmp_path / "made", "counted", version="1")
    made.put("key", b"seven")
    shipped = tmp_path / "worked.zip"
    assert write_shipped(tmp_path / "made", shipped) == 1
    first = shipped.read_bytes()
    write_shipped(tmp_path / "made", shipped)
    assert shipped.read_bytes() == first
    new = Cache.inside(tmp_path / "new", "counted", version="1", shipped=shipped)
    assert new.get("key") == b"seven" and new.get("other") is None
    assert Cache.inside(tmp_path / "new", "counted", version="2", shipped=shipped).get("key") is None
    new.put("key", b"eight")
    assert new.get("key") == b"eight"
    shipped.write_bytes(first[: len(first) // 2])
    assert Cache.inside(tmp_path / "else", "counted", version="1", shipped=shipped).get("key") is None
