"""The index that questions are asked of: the current snapshot's, or that of the bundled digest."""

from __future__ import annotations

import hashlib
from pathlib import Path

from kb.bundled import bundled_linker, load_glossary, load_rules, load_timings
from kb.documents import known_documents
from kb.encode import Encoder
from kb.home import home_dir
from kb.index import Index, build_index, open_index, rule_entries, save_index
from kb.snapshot import open_current

INDEX_FORMAT = "1"
"""Changes when an index written by an earlier version cannot be read any more."""


def open_index_of(home: Path | None, sources: Path, encoder: Encoder | None) -> tuple[Index, tuple[Path, ...]]:
    """The index to ask, and the registries that name its documents besides the bundled one.

    Without a snapshot it is the index of the bundled digest, made on first use and kept in the user's folder.
    Raises SnapshotError if the snapshot is damaged.
    """
    folder = home_dir(home)
    snapshot = open_current(folder)
    if snapshot is not None:
        return open_index(snapshot.path / "index"), (folder / "registry.toml",)
    return _digest_index(folder, sources, encoder), (folder / "registry.toml",)


def _digest_index(home: Path, sources: Path, encoder: Encoder | None) -> Index:
    kept = home / "digest" / _key(sources, encoder)
    if (kept / "done").is_file():
        return open_index(kept)
    index = _build(sources, encoder, home / "cache")
    try:
        kept.mkdir(parents=True, exist_ok=True)
        save_index(index, kept)
        (kept / "done").touch()
    except OSError:
        return index
    return index


def _key(sources: Path, encoder: Encoder | None) -> str:
    digest = hashlib.sha256(f"{INDEX_FORMAT}\0{encoder.id if encoder else ''}".encode())
    for path in sorted(sources.rglob("*.toml")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _build(sources: Path, encoder: Encoder | None, cache: Path) -> Index:
    linker = bundled_linker(sources)
    known = known_documents(sources / "registry.toml").values()
    entries = rule_entries(load_rules(sources), lambda text: [link.target for link in linker.link(text)], known)
    return build_index(
        entries, encoder=encoder, concepts=load_glossary(sources), timings=load_timings(sources), cache_dir=cache
    )
