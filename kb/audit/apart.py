"""Audits made in a process of its own, with a limit of time and memory that grows with the documents: whatever they hold, one
ends in findings or in one line."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from kb.audit.corpus import read_corpus
from kb.audit.run import audit
from kb.errors import BadInput
from kb.model import Finding
from kb.store.manifest import Manifest
from kb.store.snapshot import Snapshot, held_elsewhere
from kb.worker import GIGABYTE, Worker, WorkerEnded

SECONDS, PASSAGE = 120.0, 0.1
"""How long an audit may take, and a passage more; on two busy cores a passage takes a tenth of that."""
_MEMORY = 4 * GIGABYTE
FEW = 20_000
"""Passages up to which a process that has read documents is asked as well; for more, one with all its memory is."""
_R = TypeVar("_R")
_P = ParamSpec("_P")


class AuditEnded(BadInput):
    """An audit took too much time or memory."""


def of_snapshot(
    function: Callable[Concatenate[Snapshot, _P], _R],
    snapshot: Snapshot,
    seconds: float | None,
    worker: Worker | None,
    *arguments: _P.args,
    **named: _P.kwargs,
) -> _R:
    """What a function says of a snapshot, called in another process: the worker's, if there is one and the documents are few.

    `seconds`: None for as many as the documents give it.
    Raises what it raises, and AuditEnded if it needs more time or memory.
    """
    passages = snapshot.manifest.counts.get("passages", 0)
    if seconds is None:
        seconds = SECONDS + passages * PASSAGE
    held: AbstractContextManager[Worker] = nullcontext(worker) if worker and passages <= FEW else Worker(memory=_MEMORY)
    try:
        with held as one:
            found: _R = one.call(
                _opened, function, snapshot.path, snapshot.manifest, snapshot.store, arguments, named, seconds=seconds
            )
            return found
    except WorkerEnded as error:
        more = "Give it longer (`rulings audit --seconds N`), or remove the document that takes so long."
        raise AuditEnded(f"audit: looking through the documents was ended, {error}. {more}") from error


def _opened(
    function: Callable[..., object],
    path: Path,
    manifest: Manifest,
    store: str,
    arguments: tuple[object, ...],
    named: dict[str, object],
) -> object:
    with held_elsewhere(path, manifest, store) as snapshot:
        return function(snapshot, *arguments, **named)


def findings_of(snapshot: Snapshot, folder: Path, codes: Collection[str], *, every: bool) -> list[Finding]:
    """Of these checks, or of `every` one: a function for `of_snapshot`."""
    return audit(read_corpus(snapshot, sources=folder), codes=codes, every=every)
