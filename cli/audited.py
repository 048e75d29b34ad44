"""The audit as the commands open it: with its progress, and a line where it had to be made."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kb.audit.kept import Made
    from kb.store.snapshot import Snapshot
    from kb.worker import Worker


def open_made(
    snapshot: Snapshot,
    home: Path | None,
    sources: Path | None,
    *,
    tell: bool = True,
    seconds: float | None = None,
    worker: Worker | None = None,
) -> Made:
    """The audit of a snapshot of a home; `tell`: whether one line says that none was kept. Raises as `open_audit` does."""
    from cli.progress import progress_bar
    from kb.audit.kept import open_audit
    from kb.home import home_dir

    with progress_bar() as progress:
        made = open_audit(snapshot, home_dir(home), sources=sources, progress=progress, seconds=seconds, worker=worker)
    if made.told and tell:
        print(f"audit: {made.told}", file=sys.stderr)
    return made
