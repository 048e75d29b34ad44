"""Files made once and kept for later builds, their checksum in their names: a damaged one is made anew, never used."""

from __future__ import annotations

from pathlib import Path

from kb.store.manifest import file_hash

_DIGITS = 16
"""Of the checksum, in the name."""


def kept_file(folder: Path, key: str) -> Path | None:
    """The file kept under a key, once its checksum is right; a damaged one is removed."""
    for path in sorted(folder.glob(f"{key}-*.sqlite")):
        if path.stem.rpartition("-")[2] == file_hash(path)[:_DIGITS]:
            return path
        path.unlink(missing_ok=True)
    return None


def keep_file(part: Path, key: str) -> Path:
    """Puts a finished file in place of all that were kept in its folder; where it then lies."""
    for old in part.parent.glob("*.sqlite"):
        old.unlink(missing_ok=True)
    part.chmod(0o444)
    return part.rename(part.with_name(f"{key}-{file_hash(part)[:_DIGITS]}.sqlite"))
