"""Files read in a process of its own: whatever a file holds, it ends in a document or in one line that says why not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ingest.readers import read_document
from ingest.registry import Identified, Registry, identify
from kb.errors import BadInput, RulingsError
from kb.model import Document, Source
from kb.worker import GIGABYTE, Worker, WorkerEnded

SECONDS = 60.0
"""How long any file may take."""
_BYTES = 20_000
"""Of a large file, how many bytes give it a second more; a text takes a fortieth of that."""
_MEMORY = 4 * GIGABYTE


class Apart:
    """Identifies and reads files in another process, which is started when first needed. Use it as a context manager."""

    def __init__(self, *, seconds: float = SECONDS) -> None:
        self._worker = Worker(memory=_MEMORY)
        self._seconds = seconds

    def identify(
        self, path: Path, data: bytes, registry: Registry, overrides: Mapping[str, str] | None, name: str
    ) -> Identified:
        """What `identify` says. Raises BadInput as it does, and for a file that takes too much time or memory."""
        found: Identified = self._done(name, data, _identified, path, data, registry, overrides, name)
        return found

    def read(self, source: Source, data: bytes) -> Document:
        """The document. Raises BadInput as `read_document` does, and for a file that takes too much time or memory."""
        found: Document = self._done(source.file, data, read_document, source, data)
        return found

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
        self._worker.close()


def _identified(path: Path, data: bytes, registry: Registry, overrides: Mapping[str, str] | None, name: str) -> Identified:
    return identify(path, data, registry, overrides, name=name)
