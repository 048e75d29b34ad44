"""Findings grouped by cause: one fault in many places is looked at once, though each place can be decided on by itself."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from kb.model import Finding

T = TypeVar("T")
_PART = re.compile(r" \(Places \d+ to \d+ of \d+\.\)$")
_QUOTED = re.compile(r"“[^”]*”(?:, “[^”]*”)*")
_PICTURES = re.compile(r"[\w-]+\.(?:png|jpe?g|gif|svg|webp|bmp)(?:, [\w-]+\.(?:png|jpe?g|gif|svg|webp|bmp))*", re.I)
_NUMBER = re.compile(r"\d+")


def said_without_part(finding: Finding) -> str:
    """Its message without the note which of the fault's places these are."""
    return _PART.sub("", finding.message)


def cause_of(finding: Finding) -> str:
    """12 hex digits that findings of one cause share: the same check in the same documents that says the same.

    What a finding of structure or evidence quotes and counts is left out of account; one of meaning is about what it says.
    """
    said = said_without_part(finding)
    if finding.family != "meaning":
        said = _NUMBER.sub("#", _PICTURES.sub("…", _QUOTED.sub("“…”", said)))
    documents = sorted({p.source for p in finding.places} or {finding.source})
    parts = (finding.code, finding.severity, said, *documents)
    return hashlib.sha256("\1".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:12]


def by_cause(things: Iterable[T], finding_of: Callable[[T], Finding]) -> list[Sequence[T]]:
    """The things in groups of one cause, each group where its first member stood, its members in their order."""
    groups: dict[str, list[T]] = {}
    for thing in things:
        groups.setdefault(cause_of(finding_of(thing)), []).append(thing)
    return list(groups.values())
