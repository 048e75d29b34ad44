"""Official statements and Q&As into a snapshot, by card; the store is made again only when a document of theirs changes."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from ingest.card_library import link
from ingest.prepare import Prepared
from kb.cache import code_version
from kb.official import FORMATS
from kb.official.store import write_official
from kb.store.kept import keep_file, kept_file
from kb.store.snapshot import OFFICIAL

_FOLDER = "official"
_CODE = ("kb.official.store", "ingest.official")


def put_official(home: Path, snapshot: Path, prepared: Sequence[Prepared]) -> None:
    """Puts the store of all documents that hold official statements or Q&As into a snapshot's folder; none for none."""
    holding = [one for one in prepared if one.source.format in FORMATS]
    if not holding:
        return
    told = f"{code_version(*_CODE)} {[one.key for one in holding]}"
    folder = home / _FOLDER
    key = hashlib.sha256(told.encode()).hexdigest()[:16]
    made = kept_file(folder, key)
    if made is None:
        folder.mkdir(parents=True, exist_ok=True)
        part = folder / ".part"
        write_official(part, (one.document for one in holding))
        made = keep_file(part, key)
    link(made, snapshot / OFFICIAL)
