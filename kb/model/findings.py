"""What an editor, or whoever started a build, should look at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kb.model.base import Lines

Severity = Literal["error", "warning", "info"]
Family = Literal["", "structure", "evidence", "meaning"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundAt:
    """One of the places that a finding concerns."""

    source: str
    file: str
    lines: Lines
    quote: str
    """What stands there, as printed; shortened to a line."""
    passage: str = ""
    """Id of the passage, where it is one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something an editor, or whoever started a build, should look at."""

    code: str
    severity: Severity
    message: str
    hint: str = ""
    source: str = ""
    lines: Lines | None = None
    key: str = ""
    """For data files: the entry or key concerned."""
    family: Family = ""
    """Of an audit's finding: the kind of check that made it."""
    places: tuple[FoundAt, ...] = ()
    """Of an audit's finding: where to look, the place that most needs a change first."""
    confidence: float = 1.0
    """0..1: how sure the check is that this deserves an editor's look."""
