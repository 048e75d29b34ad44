"""Results remembered by text."""

from __future__ import annotations

from pathlib import Path

from kb.memo import Memo


def never(text: str) -> list[str]:
    raise AssertionError(f"{text} was worked out again")


def test_a_result_is_made_once_and_outlives_the_process(tmp_path: Path) -> None:
    memo = Memo(tmp_path / "texts", "words", version="1")
    assert memo.of("点 灯", str.split) == ["点", "灯"]
    assert memo.of("点 灯", never) == ["点", "灯"]
    memo.save()
    again = Memo(tmp_path / "texts", "words", version="1")
    assert again.knows("点 灯")
    assert again.of("点 灯", never) == ["点", "灯"]


def test_another_version_finds_nothing(tmp_path: Path) -> None:
    memo = Memo(tmp_path, "words", version="1")
    memo.of("a lamp", str.split)
    memo.save()
    assert not Memo(tmp_path, "words", version="2").knows("a lamp")


def test_a_damaged_file_costs_time_only(tmp_path: Path) -> None:
    (tmp_path / "words.json").write_text('{"version": "1", "results": [1', "utf-8")
    assert Memo(tmp_path, "words", version="1").of("a lamp", str.split) == ["a", "lamp"]


def test_without_a_folder_nothing_is_written(tmp_path: Path) -> None:
    memo = Memo(None, "words", version="1")
    memo.of("a lamp", str.split)
    memo.save()
    assert list(tmp_path.iterdir()) == []
