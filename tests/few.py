"""A small digest: our vocabulary and two topics, so that what is built from it takes a moment only."""

from __future__ import annotations

import shutil
from pathlib import Path

SOURCES = Path(__file__).resolve().parent.parent / "sources"
TOPICS = ("chains", "spell-speed")


def few_of(folder: Path) -> None:
    """Makes it as a sources folder."""
    (folder / "rules").mkdir(parents=True)
    for path in (*SOURCES.glob("*.toml"), *(SOURCES / "rules" / f"{topic}.toml" for topic in TOPICS)):
        shutil.copy(path, folder / path.relative_to(SOURCES))
