"""Files read, linked and extracted in a process of its own: whatever a file holds, it ends in a document or in one line that
says why not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from ingest.prepare import Made
from ingest.registry import Identified, Registry, identify
from ingest.remembered import Found, Remembered
from kb.errors import BadInput, RulingsError
from kb.model import Source
from kb.worker import GIGABYTE, Worker, WorkerEnded

SECONDS = 60.0
"""How long any file may take."""
_BYTES = 5_000
"""Of a large file, how many bytes give it a second more; a text takes a fifth of that."""
MEMORY = 4 * GIGABYTE
"""Bytes that such a process may take."""


class Apart:
    """Identifies and prepares files in another process, which is started when first needed. Use it as a context manager."""

    def __init__(self, *, seconds: float = SECONDS, worker: Worker | None = None) -> None:
        """`worker`: whose process it is, if it is to outlive this."""
        self._lent = worker is not None
        self._worker = worker or Worker(memory=MEMORY)
        self._seconds = seconds

    def identify(
        self, path: Path, data: bytes, registry: Registry, overrides: Mapping[str, str] | None, name: str
    ) -> Identified:
        """What `identify` says. Raises BadInput as it does, and for a file that takes too much time or memory."""
        found: Identified = self._done(name, data, _identified, path, data, registry, overrides, name)
        return found

    def make(self, source: Source, data: bytes, known: Remembered) -> Made:
        """The document with all that is found in it, which `known` then knows too. Raises BadInput as `prepare.make` does,
        and for a file that takes too much time or memory."""
        made: Made
        made, found = self._done(source.file, data, _made, source, data, known.home, known.sources)
        known.take(found)
        return made

    def _done(self, name: str, data: bytes, function: Callable[..., Any], *arguments: object) -> Any:
        try:
            return self._worker.call(function, *arguments, seconds=self._seconds + len(data) / _BYTES)
        except WorkerEnded as error:
            raise BadInput(f"{name}: reading was ended, {error}. Split or simplify the file.") from error
        except RulingsError:
            raise
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
            raise BadInput(f"{name}: no reader can cope with this file ({why}). Report it, and leave it out.") from error

    def __enter__(self) -> Apart:
        return self

    def __exit__(self, *error: object) -> None:
        if not self._lent:
            self._worker.close()


def _identified(path: Path, data: bytes, registry: Registry, overrides: Mapping[str, str] | None, name: str) -> Identified:
    return identify(path, data, registry, overrides, name=name)


@lru_cache(maxsize=1)
def _known(home: Path, sources: Path) -> Remembered:
    return Remembered(home, sources)


def _made(source: Source, data: bytes, home: Path, sources: Path) -> tuple[Made, Found]:
    from ingest.make import make

    known = _known(home, sources)
    return make(source, data, known), known.made()
