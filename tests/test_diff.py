"""What a new edition changed: rules added, removed, changed and moved, in both languages, wherever they stand."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.main import main
from kb.reviews.difference import difference

OLD = """# Lamps

## Lighting

Every keeper may light one lamp at dusk.

Oil is poured out before a lamp is lit.

## Wicks

A wick is trimmed with the small shears each morning.

A keeper may borrow a wick from the other keeper.
"""
NEW = """# Lamps

## Wicks

Wicks are kept in the dry chest beside the stairs.

Oil is poured out before a lamp is lit.

A keeper cannot borrow a wick from the other keeper.

## Lighting

Every keeper may light one lamp at dusk.
"""
OLD_ZH = """##点灯
每位看守者在黄昏时可以点一盏灯。
点灯之前先倒出旧油。
##灯芯
看守者可以向对方借一根灯芯。
灯芯每天早上用小剪刀修剪。
"""
NEW_ZH = """##灯芯
灯芯存放在楼梯旁的干燥箱子里面保存。
点灯之前先倒出旧油。
看守者不能向对方借一根灯芯。
##点灯
每位看守者在黄昏时可以点一盏灯。
"""


def changes(capsys: pytest.CaptureFixture[str], *args: str) -> list[dict[str, object]]:
    assert main(["diff", *args, "--json"]) == 0
    return json.loads(capsys.readouterr().out)  # type: ignore[no-any-return]


def text(row: dict[str, object], side: str) -> str:
    return str(row[side]["text"])  # type: ignore[index]


@pytest.mark.parametrize(("old", "new", "poured", "borrow"), [(OLD, NEW, "poured", "borrow"), (OLD_ZH, NEW_ZH, "旧油", "借")])
def test_each_kind_of_change_is_told_and_the_order_of_sections_is_none(
    few_rules: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, poured: str, borrow: str
) -> None:
    (tmp_path / "old.md").write_text(old, "utf-8")
    (tmp_path / "new.md").write_text(new, "utf-8")
    found = changes(capsys, str(tmp_path / "old.md"), str(tmp_path / "new.md"))
    assert Counter(c["change"] for c in found) == {"added": 1, "removed": 1, "changed": 1, "moved": 1}
    by = {c["change"]: c for c in found}
    assert poured in text(by["moved"], "old")
    assert borrow in text(by["changed"], "old")
    assert by["changed"]["polarity_turned"] is True


def test_a_document_does_not_differ_from_itself(few_rules: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "old.md").write_text(OLD, "utf-8")
    assert changes(capsys, str(tmp_path / "old.md"), str(tmp_path / "old.md")) == []


def test_what_cannot_be_compared_is_refused_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "old.md").write_text(OLD, "utf-8")
    for args in ([str(tmp_path / "old.md"), "nothing"], ["one", "other", "--home", str(tmp_path / "home")]):
        assert main(["diff", *args]) == 2
        assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.slow
def test_the_real_editions_differ_where_they_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = Path(os.environ.get("RULINGS_DOCS_DIR", Path(__file__).parents[2] / "shared" / "seeds"))
    files = [folder / "003_f5054a8c4d20d209.txt", folder / "000_c11d59007362e2fb.txt"]
    if not all(f.is_file() for f in files):
        if os.environ.get("CI") == "true":
            pytest.fail(f"{folder} lacks the two editions")
        pytest.skip(f"no documents at {folder}")
    before = [f.read_bytes() for f in files]
    found = changes(capsys, *map(str, files))
    counts = Counter(c["change"] for c in found)
    assert counts["added"] > 300
    assert 5 <= counts["changed"] <= 40
    assert counts["removed"] < 40
    assert [f.read_bytes() for f in files] == before


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60), st.text(max_size=60))
def test_marked_stretches_put_together_are_the_texts(one: str, other: str) -> None:
    left, right = difference(one, other)
    assert "".join(t for t, _ in left) == one
    assert "".join(t for t, _ in right) == other
    assert "".join(t for t, m in left if not m) == "".join(t for t, m in right if not m)
