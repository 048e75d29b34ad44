"""What several tests share."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

SOURCES = Path(__file__).resolve().parent.parent / "sources"


@pytest.fixture
def few_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A sources folder with our vocabulary and two topics of the digest, so that a build takes a moment only."""
    folder = tmp_path / "sources"
    (folder / "rules").mkdir(parents=True)
    for path in SOURCES.glob("*.toml"):
        shutil.copy(path, folder)
    for topic in ("chains", "spell-speed"):
        shutil.copy(SOURCES / "rules" / f"{topic}.toml", folder / "rules")
    monkeypatch.setenv("RULINGS_SOURCES", str(folder))
    return folder
