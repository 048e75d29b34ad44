"""What was worked out of texts before, one file of JSON for each kind of result: for many small results of cheap functions."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from kb.files import write_atomically

T = TypeVar("T")
REMEMBERED = 100_000
"""Results kept in a file; those unused the longest go first."""
LITTLE = 0.05
"""Share of the file's size up to which new results are kept beside it."""


class Memo:
    """Results by text, kept in `<folder>/<name>.json` by `save`, a checksum on its first line; a few new ones stand in
    `<name>.new.json` until they are many. Losing a file costs time, never data; a damaged one counts as lost.

    Results must be made of lists, texts, numbers, booleans and None. `version` stands for the code and data that make them:
    another version finds nothing. Without a folder nothing outlives the object.
    """

    def __init__(self, folder: Path | None, name: str, *, version: str) -> None:
        self._path = folder / f"{name}.json" if folder else None
        self._beside = folder / f"{name}.new.json" if folder else None
        """What a build or a few found new: little is written instead of all again."""
        self._version = version
        self._used: dict[str, Any] = {}
        self._new: dict[str, Any] = {}
        self._made: dict[str, Any] = {}

    @cached_property
    def _known(self) -> dict[str, Any]:
        """Read when something is first asked for that is not new."""
        return self._stored(self._path) | self._stored(self._beside)

    def _stored(self, path: Path | None) -> dict[str, Any]:
        with contextlib.suppress(OSError, ValueError, TypeError, KeyError):
            if path:
                digest, body = path.read_bytes().split(b"\n", 1)
                if hashlib.sha256(body).hexdigest().encode() != digest:
                    return {}
                stored = json.loads(body.decode("utf-8", "surrogatepass"))
                if stored["version"] == self._version:
                    return dict(stored["results"])
        return {}

    def of(self, text: str, make: Callable[[str], T]) -> T:
        """The result for a text: the one remembered, else what `make` gives."""
        key = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()
        found = self._used.get(key)
        if found is None:
            found = self._known.get(key)
            if found is None:
                found = self._new[key] = self._made[key] = make(text)
            self._used[key] = found
        return found

    def knows(self, text: str) -> bool:
        """Whether there is a result for the text already."""
        key = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()
        return key in self._used or key in self._known

    def made(self) -> dict[str, Any]:
        """What was worked out since this was asked last: to be handed to `take` of another memo, of another process."""
        made, self._made = self._made, {}
        return made

    def take(self, made: dict[str, Any]) -> None:
        """Remembers what another memo worked out."""
        self._used |= made
        self._new |= made

    def save(self) -> None:
        """Writes what is new; once that is much, together with what was used. A file that cannot be written is done without."""
        if self._path is None or self._beside is None or not self._new:
            return
        with contextlib.suppress(OSError):
            new = self._data(self._stored(self._beside) | self._new)
            if self._path.is_file() and len(new) <= LITTLE * self._path.stat().st_size:
                write_atomically(self._beside, new, durable=False)
            else:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                kept = dict(list((self._known | self._used).items())[-REMEMBERED:])
                write_atomically(self._path, self._data(kept), durable=False)
                self._beside.unlink(missing_ok=True)
        self._new = {}

    def _data(self, results: Mapping[str, Any]) -> bytes:
        body = json.dumps({"version": self._version, "results": results}, ensure_ascii=False, separators=(",", ":"))
        data = body.encode("utf-8", "surrogatepass")
        return hashlib.sha256(data).hexdigest().encode() + b"\n" + data
