"""The index that questions are asked of: the current snapshot's, or that of the bundled digest."""

from __future__ import annotations

import hashlib
import json
import secrets
import shutil
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from kb.errors import SnapshotError
from kb.home import home_dir
from kb.index.encode import Encoder
from kb.index.store import VERSION, Index, open_index, save_index
from kb.reviews.files import FOLDER
from kb.store.manifest import measure
from kb.store.snapshot import Snapshot, open_current

_DONE = "done"
"""Written last, with the size and checksum of every file of a kept index: one that is damaged is made anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """An index to ask."""

    index: Index
    registries: tuple[Path, ...]
    """What names its documents besides the bundled registry."""
    snapshot: Snapshot | None
    """Held open, so that no build removes it; None for the bundled digest."""


def open_index_of(home: Path | None, sources: Path, encoder: Encoder | None) -> Opened:
    """The index of the current snapshot, else of the bundled digest.

    Without a snapshot it is the index of the bundled digest, made on first use and kept in the user's folder.
    Raises SnapshotError if the snapshot is damaged.
    """
    folder = home_dir(home)
    snapshot = open_current(folder)
    if snapshot is not None:
        try:
            index = open_index(snapshot.index_path)
        except BaseException:
            snapshot.close()
            raise
        return Opened(index=index, registries=(folder / "registry.toml",), snapshot=snapshot)
    return Opened(index=_digest_index(folder, sources, encoder), registries=(folder / "registry.toml",), snapshot=None)


def check_ahead(home: Path | None) -> None:
    """Begins to work out the checksums of the current snapshot's files, on a thread of its own; what is wrong with it is told
    where it is opened."""
    with suppress(OSError, SnapshotError):
        if (snapshot := open_current(home_dir(home))) is not None:
            snapshot.verify_ahead()


def _digest_index(home: Path, sources: Path, encoder: Encoder | None) -> Index:
    kept = home / "digest" / _key(sources, encoder)
    with suppress(OSError, ValueError, SnapshotError):
        if _is_whole(kept):
            return open_index(kept)
    from kb.index.digest import digest_index  # what builds is not needed where something is built

    index = digest_index(sources, encoder, home / "cache")
    _keep(index, kept)
    return index


def _is_whole(kept: Path) -> bool:
    return bool(json.loads((kept / _DONE).read_bytes()) == _measured(kept))


def _keep(index: Index, kept: Path) -> None:
    """Puts the index there in one step: several processes may make it at once. Does nothing where the disk refuses."""
    beside = kept.with_name(f".{kept.name}.{secrets.token_hex(6)}")
    try:
        beside.mkdir(parents=True)
        save_index(index, beside)
        (beside / _DONE).write_text(json.dumps(_measured(beside)), "utf-8")
        with suppress(OSError, ValueError):
            if _is_whole(kept):
                return
        shutil.rmtree(kept, ignore_errors=True)
        beside.rename(kept)
    except OSError:
        pass
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _measured(folder: Path) -> dict[str, list[str | int]]:
    return {name: list(found) for name, found in measure(folder, without=frozenset({_DONE})).items()}


def _key(sources: Path, encoder: Encoder | None) -> str:
    digest = hashlib.sha256(f"{VERSION}\0{encoder.id if encoder else ''}".encode())
    for path in sorted(sources.rglob("*.toml")):
        if path.parent.name != FOLDER:
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
