"""Results that need not be worked out again, by the hash of what they were made from."""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from kb.files import write_atomically

_DIGEST = 32
_ENTRY = re.compile("[0-9a-f]{64}")


@lru_cache(maxsize=64)
def code_version(*packages: str) -> str:
    """16 hex digits that change when a line of these modules or packages does; for the version of a cache.

    Raises ImportError if there is no such module.
    """
    digest = hashlib.sha256()
    for name in packages:
        spec = find_spec(name)
        if spec is None or spec.origin is None:
            raise ImportError(f"{name}: no such module")
        origin = Path(spec.origin)
        for path in sorted(origin.parent.rglob("*.py")) if spec.submodule_search_locations else [origin]:
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


class Cache:
    """Bytes by content hash, in `<home>/cache/<kind>/`. Losing an entry costs time, never data.

    `version` stands for the code that makes the results: another version finds nothing of the old one's. `shipped` is a zip
    file of entries (`write_shipped`) that are looked for where the folder has none; it is only read.
    """

    def __init__(self, home: Path, kind: str, *, version: str = "", shipped: Path | None = None) -> None:
        self.folder = home / "cache" / kind
        self._version, self._shipped = version, shipped

    @classmethod
    def inside(cls, folder: Path, kind: str, *, version: str = "", shipped: Path | None = None) -> Cache:
        """The same in `<folder>/<kind>/`."""
        cache = cls(folder, kind, version=version, shipped=shipped)
        cache.folder = folder / kind
        return cache

    def get(self, content_hash: str) -> bytes | None:
        """What was kept under a hash; None if nothing was, or if it is damaged."""
        path = self._path(content_hash)
        try:
            data = path.read_bytes()
        except OSError:
            return self._from_shipped(path.name)
        digest, body = data[:_DIGEST], data[_DIGEST:]
        if hashlib.sha256(body).digest() != digest:
            return None
        with contextlib.suppress(OSError):
            os.utime(path)
        return body

    def holds(self, content_hash: str) -> bool:
        """Whether something is kept under a hash, be it damaged."""
        return self._path(content_hash).exists()

    def put(self, content_hash: str, body: bytes) -> None:
        """Keeps a result; one that cannot be written is done without."""
        path = self._path(content_hash)
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, hashlib.sha256(body).digest() + body, durable=False)

    def get_or_make(self, content_hash: str, make: Callable[[], bytes]) -> bytes:
        """What was kept under a hash, or else what `make` gives, which is then kept."""
        found = self.get(content_hash)
        if found is None:
            found = make()
            self.put(content_hash, found)
        return found

    def _from_shipped(self, name: str) -> bytes | None:
        if self._shipped is None:
            return None
        try:
            with zipfile.ZipFile(self._shipped) as entries:
                return entries.read(name)
        except (OSError, KeyError, zipfile.BadZipFile, zlib.error):
            return None

    def _path(self, content_hash: str) -> Path:
        name = hashlib.sha256(f"{self._version}\0{content_hash}".encode()).hexdigest()
        return self.folder / name[:2] / name


def write_shipped(folder: Path, path: Path) -> int:
    """Writes the entries of caches inside a folder to a zip file, the same bytes for the same entries; how many there are."""
    found = sorted((p for p in folder.glob("*/??/*") if _ENTRY.fullmatch(p.name)), key=lambda p: p.name)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as entries:
        for entry in found:
            entries.writestr(zipfile.ZipInfo(entry.name), entry.read_bytes()[_DIGEST:], zipfile.ZIP_DEFLATED)
    write_atomically(path, file.getvalue())
    return len(found)


def damaged_entries(home: Path) -> list[Path]:
    """Entries of the caches of a home that are not what was kept: they count as lost wherever they are looked for."""
    found: list[Path] = []
    for path in sorted((home / "cache").glob("*/??/*")):
        with contextlib.suppress(OSError):
            data = path.read_bytes()
            if _ENTRY.fullmatch(path.name) and hashlib.sha256(data[_DIGEST:]).digest() != data[:_DIGEST]:
                found.append(path)
    return found


def trim_cache(home: Path, *, limit: int = 1 << 30, since: int | None = None) -> int:
    """Bytes removed so that the caches of a home together hold at most `limit` bytes: what was used longest ago goes first.

    What was used from `since` on (nanoseconds of the clock) stays, however much it is: the next build asks for it again.
    """
    entries = sorted(_entries(home / "cache"))
    total = sum(size for _, size, _ in entries)
    removed = 0
    for used, size, path in entries:
        if total - removed <= limit or (since is not None and used >= since):
            break
        with contextlib.suppress(OSError):
            Path(path).unlink()
            removed += size
    return removed


def _entries(folder: Path | str) -> Iterator[tuple[int, int, str]]:
    """Last use in nanoseconds, size in bytes and path of every entry."""
    with contextlib.suppress(OSError), os.scandir(folder) as found:
        for one in found:
            if one.is_dir(follow_symlinks=False):
                yield from _entries(one.path)
            else:
                with contextlib.suppress(OSError):
                    status = one.stat()
                    yield status.st_mtime_ns, status.st_size, one.path
