"""`query` as a Python API: its examples run as shown, and importing it costs nothing that is not asked for."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

import query


def test_the_examples_of_the_api_come_out_as_shown(monkeypatch: pytest.MonkeyPatch, digest_home: Path) -> None:
    monkeypatch.setenv("RULINGS_HOME", str(digest_home))
    done = doctest.testmod(query, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert done.attempted >= 9
    assert done.failed == 0


def test_public_names_are_there_and_no_others() -> None:
    assert set(query.__all__) <= set(dir(query))
    assert {name: getattr(query, name).__name__ for name in query.__all__} == {name: name for name in query.__all__}
    with pytest.raises(AttributeError, match="no attribute 'Engin'"):
        query.Engin  # noqa: B018


def test_importing_the_package_imports_nothing_else() -> None:
    code = (
        "import sys; import query; print([m for m in sys.modules if m.split('.')[0] in ('kb', 'numpy', 'spacy', 'networkx')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_page_for_other_programs_shows_the_three_lines() -> None:
    page = (Path(__file__).resolve().parent.parent / "docs" / "api.md").read_text("utf-8")
    shown = [line.removeprefix(">>> ") for line in (query.__doc__ or "").splitlines() if line.startswith(">>> ")][:3]
    assert len(shown) == 3 and all(f"\n{line}\n" in page for line in shown)
