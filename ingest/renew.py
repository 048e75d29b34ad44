"""A home that an older version built, built anew of what is kept in it."""

from __future__ import annotations

import json
from pathlib import Path

from ingest.build import Order, Report, build
from ingest.intake import Progress
from kb.home import home_dir
from kb.index.encode import DEFAULT_ENCODER
from kb.store.snapshot import MANIFEST, POINTER, SNAPSHOTS


def renew(home: Path | None, *, sources: Path | None = None, progress: Progress | None = None) -> Report:
    """Builds a snapshot of the documents and cards that a home keeps, with the encoder of the one in use. Raises as `build`."""
    return build(home, Order(encoder=encoder_of(home_dir(home))), sources=sources, progress=progress)


def encoder_of(home: Path) -> str:
    """The encoder of the snapshot in use, of whatever version that is; the default where it cannot be told."""
    try:
        name = (home / POINTER).read_text("utf-8").split(" ")[0]
        manifest = json.loads((home / SNAPSHOTS / name / MANIFEST).read_bytes())
        return str(manifest["encoder"]) or "none"
    except (OSError, ValueError, KeyError, TypeError):
        return DEFAULT_ENCODER
